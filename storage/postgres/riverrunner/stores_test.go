package riverrunner_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// stores are the App Store and Google Play. All replicas ask them from one address.
type stores struct {
	*fleettest.Pages

	mu       sync.Mutex
	refusals int           // number of further requests that Google Play refuses
	refused  int           // number of those that it has refused
	wait     time.Duration // that it asks for
	answered time.Time     // when Google Play last answered
	main     time.Time     // when the App Store did
	until    time.Time     // end of the wait that Google Play last asked for
	between  int           // number of pages that the App Store served during such a wait
	asked    map[string]map[storage.AppID]int
}

// replicaOf is a replica's view of the App Store.
type replicaOf struct {
	*stores
	name string
}

func (r replicaOf) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	time.Sleep(2 * time.Millisecond)
	r.mu.Lock()
	if r.main = time.Now(); r.main.Before(r.until) {
		r.between++
	}
	r.count(r.name, t.ID)
	r.mu.Unlock()
	return r.Pages.Scrape(ctx, t)
}

func (s *stores) count(name string, id storage.AppID) {
	if s.asked[name] == nil {
		s.asked[name] = make(map[storage.AppID]int)
	}
	s.asked[name][id]++
}

// onPlay is a replica's view of Google Play.
type onPlay struct{ replicaOf }

func (p onPlay) Resolve(address string) (fleet.Target, error) {
	return new(playstore.Scraper).Resolve(address)
}

func (p onPlay) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refusals > 0 {
		p.refusals--
		p.refused++
		p.until = time.Now().Add(p.wait)
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: p.wait}
	}
	p.answered = time.Now()
	p.count(p.name, t.ID)
	return fleet.Listing{ID: t.ID, Name: new(t.Identifier), URL: &t.URL, Label: &storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected}}}}, nil
}

// track adds as many apps of both stores.
func (s *stores) track(t *testing.T, service *tracked.Service, number int) {
	t.Helper()
	var urls []string
	for i := range number {
		id := storage.AppID(i + 1)
		s.Show(id, fmt.Sprint("App ", i))
		urls = append(urls, fleettest.URL(id), fmt.Sprintf("https://play.google.com/store/apps/details?id=org.example.a%d", i))
	}
	for batch := range slices.Chunk(urls, 50) {
		results, err := service.Track(t.Context(), tracked.TrackRequest{URLs: batch})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if r.Err != nil {
				t.Fatal(r.Err)
			}
		}
	}
}

// Two replicas refresh the apps of two stores together. When Google Play refuses requests, its apps wait
// and those of the App Store go on; if it refuses for good, its apps fail and the run ends.
func TestReplicasSyncTwoStores(t *testing.T) {
	t.Parallel()
	number := 60
	if !testing.Short() {
		number = 1000
	}
	for name, tt := range map[string]struct {
		refusals int
		failed   int
	}{
		"no store refuses":              {0, 0},
		"Google Play refuses at first":  {1, 0},
		"Google Play refuses all along": {1 << 30, number},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := pgtest.NewSchema(t)
			s := &stores{Pages: fleettest.NewPages(), wait: time.Second, asked: make(map[string]map[storage.AppID]int)}
			var replicas []replica
			for _, name := range []string{"one", "two"} {
				replicas = append(replicas, joinWith(t, address, func(store storage.Store) []runner.Job {
					of := replicaOf{s, name}
					service := tracked.New(tracked.Config{
						Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}, Scraper: of,
						Sources: []fleet.Source{{Name: storage.SourcePlay, Hosts: []string{playstore.Host}, Scraper: onPlay{of}}},
					})
					t.Cleanup(func() { service.Stop(time.Second) })
					if name == "one" {
						s.track(t, service, number)
					}
					return []runner.Job{service.SyncJob()}
				}))
			}
			s.mu.Lock()
			s.refusals, s.asked = tt.refusals, make(map[string]map[storage.AppID]int)
			s.mu.Unlock()
			run, err := replicas[0].Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			run, err = replicas[1].Wait(ctx, run.ID)
			if err != nil {
				t.Fatal(err)
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			t.Logf("%d and %d apps: the App Store took %v, Google Play %v with %d refusals; %d and %d were read by the replicas",
				number, number, s.main.Sub(began), s.answered.Sub(began), s.refused, len(s.asked["one"]), len(s.asked["two"]))
			if run.Status != storage.RunDone || run.Completed != 2*number-tt.failed || run.Failed != tt.failed {
				t.Errorf("the run ended as %+v", run)
			}
			if len(s.asked["one"]) == 0 || len(s.asked["two"]) == 0 {
				t.Errorf("a replica read nothing: %d and %d", len(s.asked["one"]), len(s.asked["two"]))
			}
			for id := range s.asked["one"] {
				if n := s.asked["one"][id] + s.asked["two"][id]; n != 1 {
					t.Errorf("app %d was read %d times", id, n)
				}
			}
			if tt.refusals > 0 && s.between == 0 {
				t.Error("the App Store was not asked while Google Play asked to wait")
			}
			if s.refused > 64 {
				t.Errorf("Google Play was asked %d times though it refuses", s.refused)
			}
		})
	}
}
