package riverrunner_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/postgres/riverrunner"
)

// replica is the engine of a process, with a store of its own.
type replica struct {
	*runner.Engine
	store *postgres.Store
}

// lease is short, so that tests of crashes are.
const lease = 2 * time.Second // shorter ones end while a busy machine works on an item

// join starts a replica, which stops with the test.
func join(t testing.TB, address string, jobs ...runner.Job) replica {
	t.Helper()
	return joinWith(t, address, func(storage.Store) []runner.Job { return jobs })
}

// joinWith is [join] with jobs that need the replica's store.
func joinWith(t testing.TB, address string, jobs func(storage.Store) []runner.Job) replica {
	t.Helper()
	store, runs, log := open(t, address)
	e := runner.New(runner.Config{
		Store: store, Now: time.Now, Random: rand.Reader, Jobs: jobs(store), Lease: lease, AtOnce: 4, Logger: log, Queue: runs,
	})
	var resuming sync.WaitGroup
	resuming.Go(func() { e.Resume(context.Background()) })
	t.Cleanup(func() {
		e.Stop(0)
		resuming.Wait()
	})
	return replica{e, store}
}

// open opens a store and its queue, which are closed after the test.
func open(t testing.TB, address string) (*postgres.Store, *riverrunner.Runs, *slog.Logger) {
	t.Helper()
	store, err := postgres.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	runs, err := riverrunner.Open(t.Context(), store, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		runs.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store, runs, log
}

// job is a job whose items are independent, unless ordered.
type job struct {
	*fleettest.Strokes
	ordered bool
}

func (j job) Independent(storage.Run) bool { return !j.ordered }

func over(n int) job {
	j := job{Strokes: &fleettest.Strokes{}}
	for i := range n {
		j.Subjects = append(j.Subjects, fmt.Sprintf("s%03d", i))
	}
	return j
}

var (
	stroke   = fleettest.Stroke
	settings = fleettest.Settings
)

func start(t testing.TB, r replica) storage.Run {
	t.Helper()
	return fleettest.StartRun(t, r.Engine)
}

func wait(t testing.TB, e replica, id string) storage.Run {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	run, err := e.Wait(ctx, id)
	if err != nil {
		t.Fatalf("%v, at %+v", err, run)
	}
	return run
}
