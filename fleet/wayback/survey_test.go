package wayback_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// strict refuses requests above 15 in a minute, and says how often it did.
type strict struct {
	next http.Handler
	now  func() time.Time

	mu      sync.Mutex
	recent  []time.Time
	refused int
}

func (s *strict) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	now := s.now()
	for len(s.recent) > 0 && now.Sub(s.recent[0]) >= time.Minute {
		s.recent = s.recent[1:]
	}
	over := len(s.recent) == 15
	if over {
		s.refused++
	} else {
		s.recent = append(s.recent, now)
	}
	s.mu.Unlock()
	if over {
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	s.next.ServeHTTP(w, r)
}

// surveyed is an app of TestSurveyOfAFleet, and the days on which its label changed,
// counted from the first capture. Each label lasted a year at least.
type surveyed struct {
	app     fakestore.App
	changes []int
}

// fleetOf returns so many apps with no change, or up to three.
func fleetOf(apps int) (all []surveyed) {
	for n := range apps {
		s := surveyed{app: fakestore.App{ID: storage.AppID(1000 + n), Slug: "app", Name: fmt.Sprintf("App %d", n)}}
		for at := 365 + n*37%300; len(s.changes) < n%4 && at < 5*365; at += 365 + n*53%140 {
			s.changes = append(s.changes, at)
		}
		all = append(all, s)
	}
	return all
}

// label returns the label after so many changes.
func (s surveyed) label(changes int) *storage.Label {
	if changes%2 == 0 {
		return &storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "Data Not Collected"}}}
	}
	return &storage.Label{Types: []storage.PrivacyType{{
		Identifier: "DATA_LINKED_TO_YOU", Title: "Data Linked to You", Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}},
	}}}
}

// archived returns archives with a capture of each app every week, one for each app.
func archived(all []surveyed, first time.Time) http.Handler {
	archives := map[string]*fakearchive.Archive{}
	for _, s := range all {
		var pages [2][]byte
		for n := range pages {
			app := s.app
			app.Label = s.label(n)
			answer := httptest.NewRecorder()
			fakestore.New(app).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, s.url(), nil))
			pages[n] = answer.Body.Bytes()
		}
		var captures []fakearchive.Capture
		for day := 0; day <= 5*364; day += 7 {
			captures = append(captures, fakearchive.Capture{URL: s.url(), At: storage.TimeOf(first.AddDate(0, 0, day)), Page: pages[s.at(day)%2]})
		}
		archives[fmt.Sprint("id", s.app.ID)] = fakearchive.New(captures...)
	}
	id := regexp.MustCompile(`id\d+`)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		archives[id.FindString(r.URL.Path+r.URL.Query().Get("url"))].ServeHTTP(w, r)
	})
}

func (s surveyed) url() string {
	return fmt.Sprintf("https://apps.apple.com/us/app/app/id%d", s.app.ID)
}

// result decodes the detail of an item.
func result(t *testing.T, detail []byte) (r history.Result) {
	if err := json.Unmarshal(detail, &r); err != nil {
		t.Error(err)
	}
	return r
}

// at returns how many changes were made until a day.
func (s surveyed) at(day int) (n int) {
	for _, change := range s.changes {
		if change <= day {
			n++
		}
	}
	return n
}

// Of 200 apps with captures every week of 5 years, each change after which the label
// lasted a year is found and dated to 7 days, with at most 8 pages for an app and 7 for
// each change. The archive refuses more than 15 requests a minute: the run waits 5
// minutes at a time, and ends by itself.
func TestSurveyOfAFleet(t *testing.T) {
	t.Parallel()
	apps := 200
	if testing.Short() {
		apps = 20
	}
	all := fleetOf(apps)
	synctest.Test(t, func(t *testing.T) {
		base := time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)
		began := time.Now()
		now := func() time.Time { return base.Add(time.Since(began)) }
		first := base.AddDate(0, 0, -5*364)

		db := memory.New()
		archive := &strict{now: now}
		for _, s := range all {
			if err := db.Update(t.Context(), func(tx *storage.Tx) error {
				return tx.Apps.Put(storage.App{
					ID: s.app.ID, Name: s.app.Name, Country: "us", FirstSeen: storage.TimeOf(base),
					URL: s.url(),
				})
			}); err != nil {
				t.Fatal(err)
			}
		}
		archive.next = archived(all, first)
		client := configured(t, archive, wayback.Config{Now: now})
		service := history.New(history.Config{Env: storage.Env{Store: db, Now: now, Random: rand.Reader}, Archive: client})
		runs := runner.New(runner.Config{Store: db, Now: now, Random: rand.Reader, Jobs: []runner.Job{service.Job()}, Lease: 4 * time.Hour})
		defer runs.Stop(0)
		longest := time.Duration(0)
		events, cancel := runs.Subscribe(history.Runner, 10_000)
		defer cancel()
		results := make(chan map[storage.AppID]history.Result, 1)
		go func() {
			got := map[storage.AppID]history.Result{}
			for e := range events {
				if o, ok := e.Progress.(history.TargetOutcome); ok && o.Outcome == history.Waiting {
					longest = max(longest, o.Until.Sub(storage.TimeOf(now())))
				}
				if e.Kind == runner.ItemDone {
					got[result(t, e.Detail).App] = result(t, e.Detail)
				}
				if e.Kind == runner.RunEnded {
					break
				}
			}
			results <- got
		}()
		run, err := runs.Start(t.Context(), runner.StartOptions{Runner: history.Runner, Initiator: runner.Manual})
		if err != nil {
			t.Fatal(err)
		}
		run, err = runs.Wait(t.Context(), run.ID)
		if err != nil || run.Status != storage.RunDone || run.Completed != apps {
			t.Fatalf("the run is %+v, %v", run, err)
		}
		changes := 0
		for id, r := range <-results {
			s := all[id-1000]
			changes += len(s.changes)
			if most := 8 + 7*len(s.changes); r.Pages > most || len(r.Changes) != len(s.changes) {
				t.Errorf("app %d: %d pages, want at most %d; found %v, want %v", id, r.Pages, most, r.Changes, s.changes)
				continue
			}
			for n, found := range r.Changes {
				made := storage.TimeOf(first.AddDate(0, 0, s.changes[n]))
				if made <= found.After || made > found.At || found.At.Sub(found.After) > 7*24*time.Hour {
					t.Errorf("app %d: the change of %v is dated between %v and %v", id, made.Std(), found.After.Std(), found.At.Std())
				}
			}
		}
		if longest > 5*time.Minute || archive.refused > 6 {
			t.Errorf("the longest wait is %v, after %d refusals", longest, archive.refused)
		}
		pages := history.TotalsOf(run).Pages
		t.Logf("%d apps with %d changes: %d pages, %.1f for an app; %v, refused %d times", apps, changes, pages, float64(pages)/float64(apps),
			time.Since(began).Round(time.Minute), archive.refused)
	})
}
