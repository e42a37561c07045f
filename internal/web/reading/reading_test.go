package reading_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/web/reading"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// site is the screens over a store.
type site struct {
	t       *testing.T
	store   storage.Store
	reviews *review.Service
	screens map[string]ui.Screen
}

// newSite returns the screens over an empty store. With changes the services that they have.
func newSite(t *testing.T, with ...func(*ui.Services)) *site {
	t.Helper()
	clock := func() time.Time { return now }
	store := memory.New()
	env := storage.Env{Store: store, Now: clock, Random: rand.Reader}
	files, err := snapshots.New(snapshots.Config{Env: env}) // without a folder
	if err != nil {
		t.Fatal(err)
	}
	c := ui.Services{Set: services.Set{
		Env:       env,
		Fleet:     tracked.New(tracked.Config{Env: env}),
		Changelog: changelog.New(env),
		Reviews:   review.New(env),
		Devices:   device.New(env),
		Policies:  policy.New(policy.Config{Env: env}),
		History:   history.New(history.Config{Env: env}),
		Snapshots: files,
	}}
	for _, change := range with {
		change(&c)
	}
	kit, err := ui.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, store: store, reviews: c.Reviews, screens: make(map[string]ui.Screen)}
	for _, screen := range kit.Mount(reading.New(kit)) {
		s.screens[screen.Route] = screen
	}
	return s
}

// visit is a request of a client that may do everything.
type visit struct {
	*http.Request
	params map[string]string
	form   url.Values
}

func (v visit) HTTP() *http.Request                        { return v.Request }
func (v visit) Param(name string) string                   { return v.params[name] }
func (v visit) Base() string                               { return "/privacy" }
func (v visit) Form() (url.Values, error)                  { return v.form, nil }
func (v visit) File(string) (*ui.File, error)              { return nil, http.ErrMissingFile }
func (v visit) Allows(string) (bool, error)                { return true, nil }
func (v visit) Session() (ui.Session, error)               { return ui.Session{}, nil }
func (v visit) SignIn(string) error                        { return nil }
func (v visit) SignOut(context.Context) error              { return nil }
func (v visit) Pair(context.Context, string, string) error { return nil }
func (v visit) Seal(text []byte) string                    { return base64.RawURLEncoding.EncodeToString(text) }
func (v visit) Address() string                            { return v.URL.String() }
func (v visit) Note(string, string, bool)                  {}
func (v visit) Unused(string)                              {}
func (v visit) AllUnused() []ui.Parameter                  { return nil }
func (v visit) Status(err error) (int, string)             { return http.StatusInternalServerError, err.Error() }

func (v visit) Unseal(value string) ([]byte, bool) {
	text, err := base64.RawURLEncoding.DecodeString(value)
	return text, err == nil
}

func (v visit) Cookies(name string) (values []string) {
	for _, c := range v.CookiesNamed(name) {
		values = append(values, c.Value)
	}
	return values
}

// get returns the text of a screen.
func (s *site) get(route, target string, params map[string]string) string {
	s.t.Helper()
	reply := s.serve(route, visit{Request: httptest.NewRequest(http.MethodGet, target, nil), params: params})
	return string(reply.Body)
}

func (s *site) post(route string, params map[string]string, form url.Values) ui.Reply {
	s.t.Helper()
	_, target, _ := strings.Cut(route, " ")
	return s.serve(route, visit{httptest.NewRequest(http.MethodPost, target, nil), params, form})
}

func (s *site) serve(route string, v visit) ui.Reply {
	s.t.Helper()
	reply, err := s.screens[route].Serve(s.t.Context(), v)
	if err != nil {
		s.t.Fatalf("%s: %v", route, err)
	}
	return reply
}

// update changes records.
func (s *site) update(change func(*storage.Tx) error) {
	s.t.Helper()
	if err := s.store.Update(s.t.Context(), change); err != nil {
		s.t.Fatal(err)
	}
}

// edit changes the record of an app.
func (s *site) edit(id storage.AppID, change func(*storage.App)) {
	s.t.Helper()
	s.update(func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(id)
		if err != nil {
			return err
		}
		change(&app)
		return tx.Apps.Put(app)
	})
}

// links matches what leads to another path of the site.
var links = regexp.MustCompile(`(?:href|src|action|hx-get)="/[^"]*"`)

const (
	hostile    = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>` + "\u202e"
	hostileTag = `"'><script>alert(1)</script>` + "\u202e"
)

var anyTag = regexp.MustCompile(`<[^>]*>`)

// fill adds an app whose texts are all hostile, with a change.
func (s *site) fill(id storage.AppID) {
	s.t.Helper()
	at := storage.TimeOf(now.Add(-time.Hour))
	label := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: hostile,
		Categories: []storage.LabelCategory{{Identifier: "X_" + hostile, Title: hostile, DataTypes: []storage.DataType{{Identifier: "Y", Title: hostile}}}},
		Purposes:   []storage.Purpose{{Identifier: "P", Title: hostile, Categories: []storage.LabelCategory{{Identifier: "X_" + hostile, Title: hostile}}}},
	}}}
	digest, err := changelog.Digest(label)
	if err != nil {
		s.t.Fatal(err)
	}
	s.update(func(tx *storage.Tx) error {
		if err := tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}); err != nil {
			return err
		}
		app := storage.App{
			ID: id, Name: hostile, URL: "javascript:alert(3)", Developer: hostile, PrivacyPolicyURL: "javascript:alert(4)",
			GenreName: hostile, CurrentVersion: hostile, PriceFormatted: hostile, AgeRating: hostile, Country: "us",
			FirstSeen: at - 1, LastSynced: at, LabelDigest: digest, LinkedCount: 1, CategoryCount: 1, SyncCount: 1, ChangeCount: 1,
			LastError: &storage.Failure{Code: storage.FailureOther, Message: hostile, At: at},
		}
		if err := tx.Apps.Put(app); err != nil {
			return err
		}
		snapshot := storage.SnapshotID{App: id, At: at}
		if err := tx.Snapshots.Put(storage.Snapshot{ID: snapshot, Source: storage.SourceLive, Changed: true, Entries: 1, Label: digest, AppVersion: hostile, ArchiveURL: "javascript:alert(5)"}); err != nil {
			return err
		}
		return tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: snapshot}, Changed: true, Entry: storage.Entry{
			Type: storage.EntryModified, Description: hostile, Details: []string{hostile}, Category: storage.CategoryAccessibility,
		}})
	})
}

func TestScreensEscapeWhatComesFromOutside(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	s.fill(8)
	if _, err := s.reviews.Annotate(t.Context(), review.Note{App: 7, Body: hostile, Tag: storage.TagOther, Visibility: storage.VisibilityPrivate, Origin: storage.OriginUser}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.reviews.Decide(t.Context(), 7, storage.DecisionSafe, hostile); err != nil {
		t.Fatal(err)
	}
	phone, err := device.New(storage.Env{Store: s.store, Now: func() time.Time { return now }, Random: rand.Reader}).Add(t.Context(), device.Description{Name: hostile})
	if err != nil {
		t.Fatal(err)
	}
	s.post("POST /apps/device", nil, url.Values{"id": {"7", "8"}, "device": {phone.ID}})
	s.post("POST /apps/tag", nil, url.Values{"id": {"7"}, "tag": {hostileTag}})
	s.post("POST /apps/pause", nil, url.Values{"id": {"7"}})
	s.changePolicy(7, hostile+" before", hostile+" after", 2*time.Hour)
	s.edit(7, func(app *storage.App) {
		app.UnstableUntil, app.ChangesSnoozedUntil, app.Availability.DelistedAt = storage.NullTime(storage.TimeOf(now)+1e6), storage.TimeOf(now)+1e6, storage.NullTime(storage.TimeOf(now))
	})
	seven := map[string]string{"id": "7"}
	query := url.QueryEscape(hostile)
	version := policyVersion(7, 2).String()
	for name, text := range map[string]string{
		"changes":         s.get("GET /", "/", nil),
		"changes of one":  s.get("GET /", "/?app=7&kind="+query+"&days="+query+"&before="+query, nil),
		"app":             s.get("GET /apps/{id}", "/apps/7", seven),
		"policy":          s.get("GET /policies/{id}", "/policies/"+version, map[string]string{"id": version}),
		"device":          s.get("GET /devices/{id}", "/devices/"+phone.ID, map[string]string{"id": phone.ID}),
		"device, changes": s.get("GET /", "/?device="+phone.ID, nil),
		"tag, changes":    s.get("GET /", "/?tag="+url.QueryEscape(hostileTag), nil),
		"tag":             s.get("GET /apps", "/apps?tag="+url.QueryEscape(hostileTag), nil),
		"older":           s.get("GET /apps/{id}", "/apps/7?before=1900000000000", seven),
		"apps":            s.get("GET /apps", "/apps", nil),
		"apps, nothing":   s.get("GET /apps", "/apps?q=zz"+query+"&sort="+query+"&order="+query, nil),
		"label":           s.get("GET /apps/{id}/label", "/apps/7/label?at="+query, seven),
		"compare":         s.get("GET /compare", "/compare?a=7&b=8", nil),
		"compare, choice": s.get("GET /compare", "/compare?a="+url.QueryEscape("script")+"&b="+query, nil),
		"removed": func() string {
			s.post("POST /apps/remove", nil, url.Values{"id": {"7", "8"}, "back": {hostile}})
			return s.get("GET /apps", "/apps?show=removed", nil)
		}(),
	} {
		for _, bad := range []string{"<script>alert", "<img src=x", `href="javascript`, `"'>`} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %s", name, bad)
			}
		}
		if shown := anyTag.ReplaceAllString(text, ""); strings.ContainsRune(shown, '\u202e') {
			t.Errorf("%s turns the words after a name around", name)
		}
		if !strings.Contains(text, "alert(1)") {
			t.Errorf("%s does not show the text at all:\n%s", name, text)
		}
		for _, inline := range []string{" style=", " onclick=", "<style", "hx-on"} {
			if strings.Contains(text, inline) {
				t.Errorf("%s has%s, which the content policy forbids", name, inline)
			}
		}
		for _, link := range links.FindAllString(text, -1) {
			if !strings.Contains(link, `"/privacy/`) {
				t.Errorf("%s has a path without the prefix: %s", name, link)
			}
		}
	}
}

func TestReviewAndUndo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	seven := map[string]string{"id": "7"}
	if text := s.get("GET /", "/", nil); !strings.Contains(text, "Mark reviewed") {
		t.Fatal("a change that waits has no form")
	}
	reply := s.post("POST /apps/{id}/review", seven, url.Values{"action": {"reviewed"}, "back": {"/?kind=privacy"}})
	if reply.Status != http.StatusSeeOther || reply.Location != "/privacy/?kind=privacy" {
		t.Fatalf("a review leads to %d %q", reply.Status, reply.Location)
	}
	if text := s.get("GET /", "/", nil); strings.Contains(text, "Mark reviewed") {
		t.Error("a reviewed change still waits")
	}
	// The message has the form that undoes it.
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.AddCookie(reply.Cookies[0])
	text := string(s.serve("GET /", visit{Request: r}).Body)
	if !strings.Contains(text, "Marked as reviewed.") || !strings.Contains(text, `action="/privacy/apps/7/review/undo"`) {
		t.Fatalf("no message with an undo:\n%s", text)
	}
	form := url.Values{}
	for rest := text[strings.Index(text, "/review/undo"):]; ; {
		_, after, ok := strings.Cut(rest, `type="hidden" name="`)
		if !ok || strings.Index(rest, "</form>") < strings.Index(rest, `type="hidden"`) {
			break
		}
		name, after, _ := strings.Cut(after, `" value="`)
		value, after, _ := strings.Cut(after, `"`)
		form.Set(name, value)
		rest = after
	}
	s.post("POST /apps/{id}/review/undo", seven, form)
	if text := s.get("GET /", "/", nil); !strings.Contains(text, "Mark reviewed") {
		t.Error("after the undo the change does not wait")
	}
}

// A full page of apps stays below 60 KB.
func TestListStaysSmall(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.update(func(tx *storage.Tx) error {
		for id := range storage.AppID(150) {
			app := storage.App{
				ID: 1_000_000_000 + id, Name: "An app with a name of usual length", Developer: "The Developers of Apps, Ltd.", URL: "https://apps.apple.com/us/app/id1",
				FirstSeen: 1, LastSynced: storage.TimeOf(now), TrackCount: 2, LinkedCount: 3, UnlinkedCount: 1, CategoryCount: 6, ChangeCount: 12, Country: "us",
				Pending: storage.PendingPrivacy | storage.PendingPolicy,
			}
			if err := tx.Apps.Put(app); err != nil {
				return err
			}
		}
		return nil
	})
	text := s.get("GET /apps", "/apps", nil)
	if rows := strings.Count(text, "<tr data-entry>"); rows != 100 || len(text) > 60<<10 {
		t.Errorf("%d apps have %d bytes", rows, len(text))
	}
	if n := strings.Count(text, "<td>label, policy<td>"); n != 100 {
		t.Errorf("%d apps say what is to be reviewed", n)
	}
}

func TestEmptyScreensSayWhatToDo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for target, want := range map[string]string{"/": "Developers declare in the App Store", "/apps": "Add the apps that you use", "/compare": "Type the names of two"} {
		if text := s.get("GET "+target, target, nil); !strings.Contains(text, want) {
			t.Errorf("%s does not say %q", target, want)
		}
	}
}
