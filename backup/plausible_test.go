package backup_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
	apps "github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

// Whatever a source says of an app, a backup has it or leaves it out, and can be restored.
func TestEverySourceIsRestorable(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]func(*apps.Listing){
		"no time":                func(l *apps.Listing) { l.VersionUpdatedAt = new(storage.TimeOf(time.Time{})) },
		"the year 10000":         func(l *apps.Listing) { l.VersionUpdatedAt = new(storage.MaxTime + 1) },
		"nanoseconds":            func(l *apps.Listing) { l.VersionUpdatedAt = new(storage.Time(1_700_000_000_000_000_000)) },
		"a negative price":       func(l *apps.Listing) { l.PriceAmount = new(-1.0) },
		"a large price":          func(l *apps.Listing) { l.PriceAmount = new(float64(1 << 53)) },
		"a price that is none":   func(l *apps.Listing) { l.PriceAmount = new(math.NaN()) },
		"a negative rating":      func(l *apps.Listing) { l.AgeRating, l.AgeRatingValue = new("4+"), new(int64(-4)) },
		"a large rating":         func(l *apps.Listing) { l.AgeRating, l.AgeRatingValue = new("4+"), new(int64(1<<53)) },
		"a large genre":          func(l *apps.Listing) { l.GenreID = new(int64(1 << 60)) },
		"a negative genre":       func(l *apps.Listing) { l.GenreID = new(int64(-1)) },
		"an icon in its address": func(l *apps.Listing) { l.IconURL = new("data:image/png;base64,iVBO") },
		"a policy that runs":     func(l *apps.Listing) { l.PrivacyPolicyURL = new("java\nscript:alert(1)") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := fleettest.New(t)
			b.Pages.Show(1, "App", fleettest.Labelled("LINKED: LOCATION"), fleettest.Versioned("1.0"), odd)
			b.MustRefresh(t, 1)
			file := export(t, newService(t, b.Store))
			other := teststore.Quick(t)
			if _, err := newService(t, other).Restore(t.Context(), bytes.NewReader(file), true); err != nil {
				t.Fatalf("restore: %v", err)
			}
			if d := diff(dumpOf(t, b.Store)["apps"], dumpOf(t, other)["apps"]); d != "" {
				t.Errorf("apps (-want +got):\n%s", d)
			}
		})
	}
}

// What no backup may have is left out of one, and times that no backup may
// have become the nearest ones. The database keeps what it has.
func TestStoredOddValuesAreRestorable(t *testing.T) {
	t.Parallel()
	s := teststore.Quick(t)
	update(t, s, func(tx *storage.Tx) error {
		return errors.Join(
			tx.Apps.Put(storage.App{
				ID: 1, Name: "App", URL: "u", FirstSeen: -1, LastSynced: 1 << 52, IconURL: "data:x", PriceAmount: new(-1.0), VersionUpdatedAt: -1,
				LastError: &storage.Failure{Code: storage.FailureOther, Message: "x", At: storage.MaxTime + 1},
			}),
			tx.Imports.Put(storage.Import{ID: "i", CreatedAt: 1, Source: storage.ImportManual}),
			tx.ImportItems.Put(storage.ImportItem{
				ID: storage.ImportItemID{Import: "i"}, Query: "x", Status: storage.ImportUnmatched, IconURL: "JavaScript:x", URL: " data:x",
			}),
		)
	})
	file := export(t, newService(t, s))
	other := teststore.Quick(t)
	if _, err := newService(t, other).Restore(t.Context(), bytes.NewReader(file), true); err != nil {
		t.Fatalf("restore: %v", err)
	}
	for store, want := range map[storage.Store][4]storage.Time{
		s:     {-1, 1 << 52, -1, storage.MaxTime + 1},
		other: {0, storage.MaxTime, 0, storage.MaxTime},
	} {
		app, err := storage.View(t.Context(), store, func(tx *storage.Tx) (storage.App, error) { return tx.Apps.Get(1) })
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(want, [4]storage.Time{app.FirstSeen, app.LastSynced, storage.Time(app.VersionUpdatedAt), app.LastError.At}); d != "" {
			t.Errorf("times (-want +got):\n%s", d)
		}
	}
}

// A time before 1970 or after the year 9999 is refused, and the error names where it is.
func TestTimesThatAreRefused(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"-1", "253402300800000", "9007199254740991"} {
		for place, text := range map[string]string{
			"apps[1].firstSeen":                        `{"version":1,"exportedAt":5,"apps":[{"id":1},{"id":2,"firstSeen":AT}]}`,
			"apps[0].versionUpdatedAt":                 `{"version":1,"exportedAt":5,"apps":[{"id":1,"versionUpdatedAt":AT}]}`,
			"apps[0].missedAt":                         `{"version":1,"exportedAt":5,"apps":[{"id":1,"missedAt":AT}]}`,
			"apps[0].at":                               `{"version":1,"exportedAt":5,"apps":[{"id":1,"lastError":{"code":"other","message":"x","at":AT}}]}`,
			"snapshots[0].appVersionUpdatedAt":         plainHead + `,"snapshots":[{"id":"0000000000000001-0000000000005","source":"live","appVersionUpdatedAt":AT}]}`,
			"annotations[0].createdAt":                 plainHead + `,"annotations":[{"id":1,"appId":1,"body":"x","visibility":"export","createdAt":AT,"source":"user"}]}`,
			"verdicts[0].setAt":                        plainHead + `,"verdicts":[{"appId":1,"verdict":"safe","source":"user","setAt":AT}]}`,
			"shortlist[0].addedAt":                     plainHead + `,"shortlist":[{"sourceAppId":1,"candidateAppleId":3,"candidateName":"x","candidateStoreUrl":"https://apps.example/3","modes":["privacy"],"addedAt":AT}]}`,
			"notifications[0].createdAt":               plainHead + `,"notifications":[{"id":"y","type":"label_changes","createdAt":AT,"changes":[]}]}`,
			"notifications[0].currentVersionUpdatedAt": plainHead + `,"notifications":[{"id":"y","type":"label_changes","createdAt":1,"changes":[{"type":"version_update","currentVersionUpdatedAt":AT}]}]}`,
			"notifications[0].between":                 plainHead + `,"notifications":[{"id":"y","type":"label_changes","createdAt":1,"changes":[{"type":"added","between":{"after":1,"at":AT}}]}]}`,
			"changes[0].between":                       plainHead + `,"snapshots":[{"id":"0000000000000001-0000000000005","source":"live"}],"changes":[{"snapshotId":"0000000000000001-0000000000005","entry":{"type":"added","description":"x","between":{"after":1,"at":AT}}}]}`,
			"exportedAt":                               `{"version":1,"exportedAt":AT,"apps":[]}`,
			"imports[0].completedAt":                   plainHead + `,"imports":[{"id":"i","createdAt":1,"completedAt":AT,"source":"file"}]}`,
			"tables.apps[0].lastSynced":                `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":1,"lastSynced":AT}]}}}`,
			"tables.annotations[0].created_at":         tables("annotations", `{"app_id":1,"content":"x","created_at":"AT"}`),
			"tables.privacy_snapshots[0].scraped_at":   tables("privacy_snapshots", `{"app_id":1,"scraped_at":AT}`),
		} {
			text = strings.ReplaceAll(text, "AT", at)
			_, err := newService(t, teststore.Quick(t)).Restore(t.Context(), strings.NewReader(text), true)
			if _, ok := errors.AsType[*backup.FormatError](err); !ok || !strings.Contains(err.Error(), " "+place+": ") || !strings.Contains(err.Error(), at+" milliseconds are a time before 1970 or after the year 9999") {
				t.Errorf("%s at %s: %v", place, at, err)
			}
		}
	}
}

// TestShortlistWithoutWebURL: a candidate may have any text for its URLs. Such
// a backup is restored without these entries, and its preview names them.
func TestShortlistWithoutWebURL(t *testing.T) {
	t.Parallel()
	s := teststore.Quick(t)
	update(t, s, func(tx *storage.Tx) error {
		errs := []error{tx.Apps.Put(storage.App{ID: 1, Name: "App", URL: "u", FirstSeen: 1})}
		for i, link := range [][2]string{
			{"https://apps.example/2", ""}, {"javascript:alert(1)", ""}, {"http://apps.example/4", "https://apps.example/i"}, {"itms-apps://apps.example/5", ""},
			{"https://apps.example/6", "data:image/png,x"}, {"apps.example", ""},
		} {
			errs = append(errs, tx.Shortlist.Put(storage.ShortlistEntry{
				Source: 1, Candidate: storage.AppID(2 + i), Name: "x", URL: link[0], IconURL: link[1], Modes: storage.ModePrivacy, AddedAt: 1,
			}))
		}
		return errors.Join(errs...)
	})
	file := export(t, newService(t, s))
	other := teststore.Quick(t)
	v := newService(t, other)
	found, err := v.Preview(t.Context(), bytes.NewReader(file))
	if err != nil || found.Counts["shortlist"] != 2 || found.Dropped["shortlist"] != 4 || found.Trust != backup.Trusted {
		t.Fatalf("%+v, %v", found, err)
	}
	want := []string{`"shortlist" has entries without an http or https URL, which would be left out: 4`}
	if diff := cmp.Diff(want, found.Warnings()); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	done, err := v.Restore(t.Context(), bytes.NewReader(file), false)
	if err != nil || done.Counts["shortlist"] != 2 {
		t.Fatalf("%+v, %v", done, err)
	}
	var left []string
	if err := other.View(t.Context(), func(tx *storage.Tx) error {
		left = nil // it may run twice
		for e, err := range tx.Shortlist.List(storage.ShortlistQuery{}) {
			if err != nil {
				return err
			}
			left = append(left, e.URL)
		}
		for a, err := range tx.Activities.List(storage.ActivityQuery{}) {
			if err != nil {
				return err
			}
			if got := string(a.Detail); a.Type == "backup_restore" && got != `{"leftOut":{"shortlist":4}}` {
				t.Errorf("the activity has the detail %s", got)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"https://apps.example/2", "http://apps.example/4"}, left); diff != "" {
		t.Errorf("restored (-want +got):\n%s", diff)
	}
}
