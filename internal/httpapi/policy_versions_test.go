package httpapi_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/storage"
)

// edition is the policy of every site, until the test changes it.
type edition struct{ text string }

func (e *edition) Fetch(_ context.Context, url string, _ ...string) (fetch.Document, error) {
	if e.text == "" {
		return fetch.Document{}, &fetch.Error{Cause: fetch.ErrRefused, Status: 404}
	}
	return fetch.Document{Text: e.text, Title: "Privacy", FinalURL: url, ContentType: "text/html", Origin: storage.PolicyDirect, Extractor: "test/1"}, nil
}

// editionText is a policy with a retention period for data.
func editionText(days int) string {
	return strings.Repeat("We collect personal data and share your information with others.\n\n", 80) + fmt.Sprintf("We keep it for %d days.", days)
}

func editionID(days int) string {
	return storage.PolicyVersionID{App: 1, Hash: digest.Of(editionText(days))}.String()
}

// versionsAPI is an API with an app, whose policy the test changes.
type versionsAPI struct {
	*fleetAPI
	policies *policy.Service
	site     *edition
}

func newVersionsAPI(t testing.TB, change func(*httpapi.Config)) *versionsAPI {
	t.Helper()
	v := &versionsAPI{site: &edition{}}
	v.fleetAPI = newFleetAPI(t, func(cfg *httpapi.Config) {
		v.policies = policy.New(policy.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Fetcher: v.site})
		cfg.Policies = v.policies
		if change != nil {
			change(cfg)
		}
	})
	v.track(1, "One", "LOCATION")
	v.update(func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(1)
		app.PrivacyPolicyURL = storage.Text(site(1))
		if err != nil {
			return err
		}
		return tx.Apps.Put(app)
	})
	return v
}

// reads lets the app have these editions one after the other, an hour apart; none
// is one that cannot be read.
func (v *versionsAPI) reads(days ...int) {
	v.t.Helper()
	for _, d := range days {
		v.site.text = ""
		if d > 0 {
			v.site.text = editionText(d)
		}
		if _, err := v.policies.Fetch(v.t.Context(), 1, true, nil); err != nil {
			v.t.Fatal(err)
		}
		v.clock.Advance(time.Hour)
	}
}

func (v *versionsAPI) wantPolicies() {
	v.t.Helper()
	v.post("/api/feature-flags/overrides", `{"key":"flag.notifications.types.policy_updates","value":"on"}`).status(200)
}

func TestPolicyVersionIsAsDocumented(t *testing.T) {
	t.Parallel()
	v := newVersionsAPI(t, nil)
	first := float64(v.clock.Now().UnixMilli())
	v.reads(30, 30)
	id := editionID(30)
	target := "/api/policy/version/" + id
	got := v.do("GET", target)
	want := map[string]any{
		"id": id, "appId": 1.0, "contentHash": strings.Split(id, "-")[1], "firstFetchedAt": first, "lastFetchedAt": first + 3_600_000.0,
		"policyUrl": site(1), "sourceFinalUrl": site(1), "sourceTitle": "Privacy", "sourceContentType": "text/html", "sourceOrigin": "direct",
		"sourceWordCount": 806.0, "sourceText": editionText(30), "archiveUrl": nil, "archiveSubmittedAt": nil, "extractor": "test/1",
	}
	if diff := cmp.Diff(want, members(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	tag := got.Header().Get("ETag")
	if tag == "" {
		t.Fatal("no ETag")
	}
	v.do("GET", target, header("If-None-Match", tag)).status(304)
	v.do("HEAD", target).status(200)
}

func TestPolicyDiffIsAsDocumented(t *testing.T) {
	t.Parallel()
	v := newVersionsAPI(t, nil)
	began := v.clock.Now()
	v.reads(30, 90)
	got := members(v.do("GET", "/api/policy/version/"+editionID(90)+"/diff"))
	lines := got["lines"].([]any)
	got["lines"] = lines[len(lines)-3:]
	side := func(days, hour int) map[string]any {
		at := float64(began.Add(time.Duration(hour) * time.Hour).UnixMilli())
		return map[string]any{"id": editionID(days), "firstFetchedAt": at, "lastFetchedAt": at, "sourceWordCount": 806.0}
	}
	word := func(kind, text string) map[string]any { return map[string]any{"type": kind, "text": text} }
	want := map[string]any{
		"previous": side(30, 0), "current": side(90, 1),
		"stats": map[string]any{"added": 1.0, "removed": 1.0, "unchanged": 160.0, "truncated": false, "paragraphs": map[string]any{"added": 0.0, "removed": 0.0, "changed": 1.0, "moved": 0.0}},
		"lines": []any{
			map[string]any{"type": "unchanged", "text": ""},
			map[string]any{"type": "removed", "text": "We keep it for 30 days.", "words": []any{word("unchanged", "We keep it for "), word("removed", "30"), word("unchanged", " days.")}},
			map[string]any{"type": "added", "text": "We keep it for 90 days.", "words": []any{word("unchanged", "We keep it for "), word("added", "90"), word("unchanged", " days.")}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The entry of the changelog names the two texts of which the diff is, also when a
// text comes back.
func TestPolicyChangesLinkToTheirDiffs(t *testing.T) {
	t.Parallel()
	v := newVersionsAPI(t, nil)
	v.wantPolicies()
	v.reads(30, 90, 30, 0, 0, 60)
	var reported []string
	for _, row := range into[feed](v.do("GET", "/api/changelog?appId=1&category=privacy-policy")).Rows {
		current, previous := row.Entry["policyVersionId"].(string), row.Entry["previousVersionId"].(string)
		diff := into[struct {
			Previous, Current struct{ ID string }
		}](v.do("GET", "/api/policy/version/"+current+"/diff?from="+previous))
		if diff.Previous.ID != previous || diff.Current.ID != current {
			t.Errorf("the diff of %v is of %+v", row.Entry, diff)
		}
		reported = append(reported, fmt.Sprint(row.Entry["type"], " ", row.Entry["policyEvent"], " ", row.Entry["description"]))
	}
	changed := "policy changed The privacy policy at site.example changed"
	if diff := cmp.Diff([]string{changed, changed, changed}, reported); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	before := into[struct{ Previous struct{ ID string } }](v.do("GET", "/api/policy/version/"+editionID(30)+"/diff"))
	if before.Previous.ID != editionID(90) {
		t.Errorf("a text that came back is compared with %s", before.Previous.ID)
	}
}

// What is flagged is shown wherever changes are; what is not, on the timeline only.
func TestWherePolicyChangesAreShown(t *testing.T) {
	t.Parallel()
	for _, wanted := range []bool{false, true} {
		t.Run(fmt.Sprint("wanted ", wanted), func(t *testing.T) {
			t.Parallel()
			v := newVersionsAPI(t, nil)
			if wanted {
				v.wantPolicies()
			}
			v.reads(30, 90, 0)
			flagged := 0
			if wanted {
				flagged = 1
			}
			if got := into[feed](v.do("GET", "/api/changelog?type=policy")); got.Total != flagged || len(got.Rows) != flagged {
				t.Errorf("the feed has %+v", got)
			}
			if got := v.atom(""); len(got.Entries) != flagged {
				t.Errorf("the Atom feed has %d entries", len(got.Entries))
			}
			stats := into[struct {
				Quarterly []struct{ ChangeEvents, ChangeEntries int }
			}](v.do("GET", "/api/apps/1/history-stats")).Quarterly
			if now := stats[len(stats)-1]; now.ChangeEvents != flagged || now.ChangeEntries != flagged {
				t.Errorf("this quarter has %+v", now)
			}
			grid := into[struct {
				Meta struct {
					Pending map[string]struct{ Privacy, Accessibility, Policy bool } `json:"pendingChangeCategoriesByApp"`
				}
			}](v.do("GET", "/api/apps?limit=1&meta=grid"))
			if pending := grid.Meta.Pending["1"]; pending.Policy != wanted || pending.Privacy || pending.Accessibility {
				t.Errorf("pending is %+v", grid.Meta)
			}
			since := into[struct {
				SinceInstall struct {
					IsSingleSnapshot bool
					Changes          []any
				}
			}](v.do("GET", "/api/apps/1/since-install"))
			if !since.SinceInstall.IsSingleSnapshot || len(since.SinceInstall.Changes) != 0 {
				t.Errorf("since it was installed: %+v", since)
			}
			app := into[struct{ ChangeCount, SyncCount, CategoryCount int }](v.do("GET", "/api/apps?id=1"))
			if app.ChangeCount != 0 || app.SyncCount != 1 || app.CategoryCount != 1 {
				t.Errorf("the app is %+v", app)
			}
			var timeline []string
			for _, row := range into[[]struct {
				ChangesDetected bool
				ChangesSummary  []struct{ PolicyEvent string }
			}](v.do("GET", "/api/apps?id=1&changelog=true")) {
				for _, e := range row.ChangesSummary {
					timeline = append(timeline, fmt.Sprint(e.PolicyEvent, " ", row.ChangesDetected))
				}
			}
			equal(t, []string{"error false", fmt.Sprint("changed ", wanted), "first false"}, timeline, "the timeline")
		})
	}
}

func TestPolicyVersionsThatAreNot(t *testing.T) {
	t.Parallel()
	v := newVersionsAPI(t, nil)
	v.reads(30, 90)
	other := strings.Replace(editionID(30), "1-", "2-", 1)
	for target, want := range map[string]int{
		editionID(7):             404,
		"x":                      404,
		other:                    404,
		strings.Repeat("x", 128): 404,
		strings.Repeat("x", 129): 400,
		editionID(7) + "/diff":   404,
		editionID(30) + "/diff":  404, // it is the first
		editionID(90) + "/diff?from=" + editionID(7):   404,
		editionID(90) + "/diff?from=":                  400,
		editionID(90) + "/diff?from=" + other:          400,
		editionID(90) + "/diff?from=x":                 404,
		editionID(30) + "/diff?from=" + editionID(90):  200,
		strings.TrimLeft(editionID(90), "0") + "/diff": 200,
	} {
		got := v.do("GET", "/api/policy/version/"+target)
		if want == http.StatusOK {
			got.status(want)
			continue
		}
		got.error(want, "")
	}
}
