package postgres_test

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

const (
	pageTime    = 200 * time.Millisecond // of the App Store
	pagesAtOnce = 8
)

// TestSyncInSimulatedTime syncs a fleet of 1,000 apps, or AUDITOR_APPS, from an App Store that
// takes 200 ms for a page. Waiting for a page, the renewals of leases and all other timers take
// simulated time only, so a sync of hours takes as long as its work. Each app is refreshed once,
// and the simulated time is that of the pages. The sync is cancelled after AUDITOR_SECONDS of
// real time, if set.
func TestSyncInSimulatedTime(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	address := pgtest.NewSchema(t)
	m := many{db: database(t, address), apps: number(t, "AUDITOR_APPS", 1000), pages: newEditions()}
	seeder := openStore(t, address)
	began := time.Now()
	m.seed(t, seeder)
	vacuum(t, seeder)
	t.Logf("%d apps were seeded in %v", m.apps, time.Since(began).Round(time.Second))

	var run storage.Run
	var took time.Duration
	shop := &slow{editions: m.pages}
	began = time.Now()
	rates := shop.watch(time.Duration(number(t, "AUDITOR_SECONDS", 24*60*60)) * time.Second)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))) // after the seeded snapshots
		run, took = simulate(t, openStore(t, address), shop)
	})
	t.Logf("%d apps were refreshed in %v of simulated and %v of real time; apps in a second of real time, in each of ten parts: %.0f",
		run.Completed, took.Round(time.Second), time.Since(began).Round(time.Second), rates())

	type counts struct {
		Status                             storage.RunStatus
		Completed, Failed, Snapshots, Apps int
		Items                              int // that are left
	}
	got := counts{Status: run.Status, Completed: run.Completed, Failed: run.Failed}
	if err := m.db.QueryRowContext(t.Context(), "SELECT count(*), count(DISTINCT app_id), (SELECT count(*) FROM run_items) FROM snapshots WHERE at >= $1", run.StartedAt).
		Scan(&got.Snapshots, &got.Apps, &got.Items); err != nil {
		t.Fatal(err)
	}
	want := counts{Status: storage.RunDone, Completed: m.apps, Snapshots: m.apps, Apps: m.apps}
	if shop.over.Load() {
		want = counts{Status: storage.RunCancelled, Completed: run.Completed, Snapshots: run.Completed, Apps: run.Completed}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the sync (-want +got):\n%s", diff)
	}
	least := time.Duration(run.Completed) * pageTime / pagesAtOnce
	if most := least + least/20 + time.Minute; took < least || took > most {
		t.Errorf("the sync took %v, want %v to %v", took, least, most)
	}
}

// simulate syncs all apps, and returns the run and the simulated time that it took.
func simulate(t *testing.T, s *postgres.Store, shop *slow) (storage.Run, time.Duration) {
	t.Helper()
	service := tracked.New(tracked.Config{Env: storage.Env{Store: s, Now: time.Now, Random: rand.Reader}, Scraper: shop})
	e := runner.New(runner.Config{Store: s, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{service.SyncJob()}, AtOnce: pagesAtOnce})
	defer e.Stop(time.Minute)
	shop.cancel = sync.OnceFunc(func() {
		if _, err := e.Cancel(context.Background(), tracked.SyncRunner); err != nil {
			t.Error(err)
		}
	})
	run, err := e.Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	run, err = e.Wait(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	return run, time.Since(began)
}

// slow is an App Store that takes its time.
type slow struct {
	*editions
	pages  atomic.Int64
	over   atomic.Bool // cancel is to be called
	cancel func()
}

// Scrape implements [fleet.Scraper].
func (s *slow) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	select {
	case <-time.After(pageTime):
	case <-ctx.Done():
		return fleet.Listing{}, ctx.Err()
	}
	if s.pages.Add(1); s.over.Load() {
		s.cancel()
	}
	return s.editions.Scrape(ctx, t)
}

// watch counts the pages in real time, and ends the sync after some of it. The function that it
// returns stops that, and returns how many pages were read in a second in each of ten parts of
// the sync.
func (s *slow) watch(most time.Duration) func() []float64 {
	type reading struct {
		at    time.Time
		pages int64
	}
	var all []reading
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(20 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
			case <-stop:
				return
			}
			n := s.pages.Load()
			if n == 0 || len(all) > 0 && all[len(all)-1].pages == n {
				continue
			}
			all = append(all, reading{time.Now(), n})
			if time.Since(all[0].at) >= most {
				s.over.Store(true)
			}
		}
	}()
	return func() (rates []float64) {
		close(stop)
		<-ended
		for i := range min(10, len(all)-1) {
			from, to := all[i*(len(all)-1)/10], all[(i+1)*(len(all)-1)/10]
			if from != to {
				rates = append(rates, float64(to.pages-from.pages)/to.at.Sub(from.at).Seconds())
			}
		}
		return rates
	}
}
