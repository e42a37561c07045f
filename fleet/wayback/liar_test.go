package wayback_test

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// liar is an archive of one app that answers every fifth request for a capture by what
// is so, and the others with a lie of a kind of its own.
type liar struct {
	honest http.Handler
	now    time.Time
	other  []byte // the page of another app
	asked  int
}

var webPath = regexp.MustCompile(`^/web/(\d{14})id_/`)

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.asked++
	match := webPath.FindStringSubmatch(r.URL.Path)
	if match == nil { // the index, with captures that cannot be
		l.honest.ServeHTTP(w, r)
		for _, row := range []string{
			"20990101000000 https://apps.apple.com/us/app/app/id1000 text/html 200",
			"20230101000000 https://apps.apple.com/us/app/app/id10001 text/html 200",
			"20230101000000 https://evil.example/us/app/app/id1000 text/html 200",
			"20231341000000 https://apps.apple.com/us/app/app/id1000 text/html 200",
		} {
			fmt.Fprintf(w, "com,apple,apps)/x %s - 1\n", row)
		}
		return
	}
	captured, err := time.Parse("20060102150405", match[1])
	if err != nil {
		http.NotFound(w, r)
		return
	}
	said := func(at time.Time) { w.Header().Set("Memento-Datetime", at.UTC().Format(http.TimeFormat)) }
	switch int(l.now.Sub(captured).Hours()/24/7) % 5 {
	case 0:
		l.honest.ServeHTTP(w, r)
	case 1:
		said(l.now.Add(20 * 24 * time.Hour)) // in the future
		_, _ = w.Write(l.other)
	case 2:
		said(captured)
		_, _ = w.Write(l.other)
	case 3:
		said(captured)
		w.Header().Set("Location", r.URL.String())
		w.WriteHeader(http.StatusFound)
	case 4: // the honest page, of another year
		answer := httptest.NewRecorder()
		l.honest.ServeHTTP(answer, r)
		said(captured.AddDate(-1, 0, 0))
		_, _ = w.Write(answer.Body.Bytes())
	}
}

// Of an archive that lies nothing is stored but what can be so, and the survey ends. A
// change is dated as exactly as the captures around it allow, of which three are tried.
func TestSurveyOfALiar(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now, began := time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC), time.Now()
		clock := func() time.Time { return now.Add(time.Since(began)) }
		first := now.AddDate(0, 0, -5*364)
		app := surveyed{app: fakestore.App{ID: 1000, Slug: "app", Name: "App"}, changes: []int{900}}
		other := fakestore.App{ID: 2000, Slug: "other", Name: "Other", Label: &storage.Label{Types: []storage.PrivacyType{{
			Identifier: storage.DataUsedToTrackYou, Title: "Data Used to Track You", Categories: []storage.LabelCategory{{Identifier: "CONTACTS", Title: "Contacts"}},
		}}}}
		page := httptest.NewRecorder()
		fakestore.New(other).ServeHTTP(page, httptest.NewRequest(http.MethodGet, "https://apps.apple.com/us/app/other/id2000", nil))
		archive := &liar{honest: archived([]surveyed{app}, first), now: now, other: page.Body.Bytes()}

		db := memory.New()
		if err := db.Update(t.Context(), func(tx *storage.Tx) error {
			return tx.Apps.Put(storage.App{ID: 1000, Name: "App", Country: "us", FirstSeen: storage.TimeOf(now), URL: app.url()})
		}); err != nil {
			t.Fatal(err)
		}
		client := configured(t, archive, wayback.Config{Now: clock})
		service := history.New(history.Config{Env: storage.Env{Store: db, Now: clock, Random: rand.Reader}, Archive: client})
		result, err := service.Import(t.Context(), 1000, 0)
		if err != nil {
			t.Fatal(err)
		}
		made := storage.TimeOf(first.AddDate(0, 0, app.changes[0]))
		if len(result.Changes) != 1 || result.Changes[0].After >= made || result.Changes[0].At < made || result.Changes[0].At.Sub(result.Changes[0].After) > 15*7*24*time.Hour {
			t.Errorf("found %+v, want one change at %v", result.Changes, made.Std())
		}
		if most := 6*result.Pages + 10; result.Pages > 60 || archive.asked > most {
			t.Errorf("%d pages and %d requests", result.Pages, archive.asked)
		}
		if err := db.View(t.Context(), func(tx *storage.Tx) error {
			all, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: 1000}))
			for _, s := range all {
				weeks := int(now.Sub(s.ID.At.Std()).Hours() / 24 / 7)
				body, err := tx.Labels.Get(s.Label)
				if err != nil || s.ID.At > storage.TimeOf(now) || weeks%5 != 0 || len(body.Label.Types) != 1 ||
					!slices.Contains([]string{storage.DataNotCollected, storage.DataLinkedToYou}, body.Label.Types[0].Identifier) {
					t.Errorf("stored is a state of %v: %+v, %v", s.ID.At.Std(), body.Label, err)
				}
			}
			if len(all) < 5 {
				t.Errorf("%d states are stored", len(all))
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}
