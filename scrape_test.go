package auditor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// shelf has apps whose ids end their addresses. App 4 names no policy, and what is
// above 9 cannot be scraped.
type shelf struct{}

func (shelf) Resolve(address string) (fleet.Target, error) {
	digits := strings.TrimPrefix(address, "https://store.example/id")
	id, err := storage.ParseAppID(digits)
	if err != nil {
		return fleet.Target{}, fleet.ErrAddress
	}
	return fleet.Target{ID: id, URL: address}, nil
}

func (shelf) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	if t.ID > 9 {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed}
	}
	name := fmt.Sprint("App ", t.ID)
	listing := fleet.Listing{ID: t.ID, Name: &name}
	if t.ID != 4 {
		address := fmt.Sprintf("https://site.example/%d", t.ID)
		listing.PrivacyPolicyURL = &address
	}
	return listing, nil
}

// noPast is an archive that is never asked.
type noPast struct{ archive.Archive }

// policySite serves the policies of the shelf, and remembers who asked for which.
type policySite struct {
	mu    sync.Mutex
	asked []string
	hold  chan struct{} // nil: no fetch waits
}

func (d *policySite) Fetch(ctx context.Context, url string, _ ...string) (fetch.Document, error) {
	d.mu.Lock()
	d.asked = append(d.asked, strings.TrimPrefix(url, "https://site.example/"))
	hold := d.hold
	d.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return fetch.Document{}, ctx.Err()
		}
	}
	return fetch.Document{Text: strings.Repeat("We collect personal data and share it with others.\n\n", 60), FinalURL: url, Origin: storage.PolicyDirect}, nil
}

// all returns which policies were asked for so far, sorted.
func (d *policySite) all() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(slices.Values(d.asked))
}

// scraping is an auditor that runs, over a shelf.
type scraping struct {
	t          *testing.T
	store      storage.Store
	policySite *policySite
	*auditor.Auditor
	stop func()
}

func (s *scraping) start() {
	s.t.Helper()
	a, err := auditor.New(auditor.WithStore(s.store), auditor.WithScraper(shelf{}), auditor.WithPolicyFetcher(s.policySite), auditor.WithArchive(noPast{}))
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(s.t.Context())
	ended := make(chan error)
	go func() { ended <- a.Run(ctx) }()
	synctest.Wait()
	s.Auditor, s.stop = a, func() {
		cancel()
		if err := <-ended; err != nil {
			s.t.Error(err)
		}
		if err := a.Close(); err != nil {
			s.t.Error(err)
		}
	}
}

// scrapes runs a test in a bubble, an hour after an auditor has begun to run.
func scrapes(t *testing.T, test func(t *testing.T, s *scraping)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &scraping{t: t, store: storagetest.Strict(t, memory.New()), policySite: &policySite{}}
		s.start()
		time.Sleep(time.Hour)
		test(t, s)
		s.stop()
	})
}

func (s *scraping) scrape(more string, ids ...int) {
	s.t.Helper()
	addresses := make([]string, len(ids))
	for i, id := range ids {
		addresses[i] = fmt.Sprintf("%q", fmt.Sprint("https://store.example/id", id))
	}
	s.post("/api/scrape", `{"urls":[`+strings.Join(addresses, ",")+`]`+more+`}`)
}

func (s *scraping) post(path, body string) {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), "POST", "http://localhost:3000"+path, strings.NewReader(body))
	r.Header.Set("Origin", "http://localhost:3000")
	answer := httptest.NewRecorder()
	if watched(s.t, s.Auditor).ServeHTTP(answer, r); answer.Code != 200 {
		s.t.Fatalf("%s: %d %s", path, answer.Code, answer.Body)
	}
}

// runs returns the runs over policies so far, newest first.
func (s *scraping) runs() (runs []storage.Run) {
	s.t.Helper()
	err := s.store.View(s.t.Context(), func(tx *storage.Tx) (err error) {
		runs, err = storage.Collect(tx.Runs.List(storage.RunQuery{Runner: policy.Runner}))
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return runs
}

// status returns how far the policy of an app is.
func (s *scraping) status(id int) string {
	s.t.Helper()
	var answer struct{ Status string }
	if err := json.Unmarshal([]byte(ask(s.t, s.Auditor, fmt.Sprint("/api/policy/status/", id))), &answer); err != nil {
		s.t.Fatal(err)
	}
	return answer.Status
}

func (s *scraping) fetched(want ...string) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.policySite.all()); diff != "" {
		s.t.Errorf("policies fetched (-want +got):\n%s", diff)
	}
}

func TestAScrapeReadsPolicies(t *testing.T) {
	scrapes(t, func(t *testing.T, s *scraping) {
		if _, err := s.Services().Fleet.Track(t.Context(), tracked.TrackRequest{URLs: []string{"https://store.example/id5"}}); err != nil {
			t.Fatal(err) // no request, so its policy is not read
		}
		s.scrape("", 1, 77, 2, 4)
		time.Sleep(1900 * time.Millisecond)
		synctest.Wait()
		if n := len(s.runs()); n != 0 {
			t.Fatalf("%d runs before two seconds are over", n)
		}
		time.Sleep(200 * time.Millisecond)
		synctest.Wait()
		s.fetched("1", "2")
		runs := s.runs()
		if len(runs) != 1 || runs[0].Initiator != "automatic" || runs[0].Total != 2 || runs[0].Completed != 2 {
			t.Fatalf("the runs are %+v", runs)
		}
		if s.status(1) != "source_ready" || s.status(5) != "" {
			t.Errorf("the policies are %q and %q", s.status(1), s.status(5))
		}
		if state := ask(t, s.Auditor, "/api/policy/sync-all"); strings.Contains(state, "apps") {
			t.Errorf("the state is %s", state)
		}
		s.scrape(`,"summarizePolicies":false`, 3)
		time.Sleep(3 * time.Second)
		s.scrape(`,"summarizePolicies":true,"resync":true`, 6)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		s.fetched("1", "2", "3", "6")
		if s.status(3) != "source_ready" || s.status(6) != "ready" {
			t.Errorf("the policies are %q and %q", s.status(3), s.status(6))
		}
		s.scrape("", 77)
		s.scrape("", 4)
		time.Sleep(time.Hour)
		if n := len(s.runs()); n != 3 {
			t.Errorf("%d runs, the last ones of nothing", n)
		}
	})
}

// Scrapes within two seconds share a run, and one after the other without end do not
// put it off.
func TestScrapesShareARun(t *testing.T) {
	scrapes(t, func(t *testing.T, s *scraping) {
		for id := range 3 {
			s.scrape("", id+1)
			time.Sleep(900 * time.Millisecond)
		}
		synctest.Wait()
		s.fetched("1", "2", "3")
		if runs := s.runs(); len(runs) != 1 || runs[0].Total != 3 {
			t.Errorf("the runs are %+v", runs)
		}
	})
}

func TestScrapedPoliciesSurviveAShutdown(t *testing.T) {
	scrapes(t, func(t *testing.T, s *scraping) {
		s.scrape("", 1)
		s.scrape(`,"summarizePolicies":true`, 2)
		time.Sleep(time.Second)
		s.stop()
		s.fetched()
		time.Sleep(time.Hour)
		s.start()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		s.fetched("1", "2")
		if s.status(1) != "source_ready" || s.status(2) != "ready" {
			t.Errorf("the policies are %q and %q", s.status(1), s.status(2))
		}
	})
}

func TestScrapedPoliciesWaitForARunUnderWay(t *testing.T) {
	scrapes(t, func(t *testing.T, s *scraping) {
		s.policySite.hold = make(chan struct{})
		s.scrape("", 1)
		time.Sleep(3 * time.Second) // its run is under way, and held
		s.scrape("", 2)
		time.Sleep(time.Minute)
		s.fetched("1")
		close(s.policySite.hold)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		s.fetched("1", "2")
		if runs := s.runs(); len(runs) != 2 {
			t.Errorf("the runs are %+v", runs)
		}
	})
}

// A run over some apps is none of the whole fleet: the one that follows a sync comes
// all the same.
func TestARunOfAScrapeDoesNotReplaceTheOneAfterASync(t *testing.T) {
	scrapes(t, func(t *testing.T, s *scraping) {
		s.scrape("", 1, 2)
		time.Sleep(time.Second)
		s.post("/api/sync/trigger", "")
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		time.Sleep(time.Hour)
		runs := s.runs()
		if len(runs) != 2 || runs[0].Total+runs[1].Total != 4 {
			t.Errorf("the runs are %+v", runs)
		}
	})
}

func TestScrapedPoliciesWaitWhileFetchingIsOff(t *testing.T) {
	scrapes(t, func(t *testing.T, s *scraping) {
		s.post("/api/settings", `{"policyScrapeDisabled":true}`)
		s.scrape("", 1)
		time.Sleep(time.Hour)
		s.fetched()
		s.post("/api/settings", `{"policyScrapeDisabled":false}`)
		time.Sleep(time.Hour)
		s.fetched("1")
		err := s.store.View(t.Context(), func(tx *storage.Tx) error {
			for task, err := range tx.Tasks.List(storage.TaskQuery{}) {
				if err != nil {
					return err
				}
				if task.Waits() {
					t.Errorf("%+v still waits", task)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
