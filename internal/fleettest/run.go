package fleettest

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// Crash leaves a run of apps 1 and 2 open, whose first item ended two processes.
func (b *Bench) Crash(t *testing.T, runnerName string, kept json.RawMessage) {
	t.Helper()
	err := b.Store.Update(t.Context(), func(tx *storage.Tx) error {
		run := storage.Run{ID: "left", Runner: runnerName, Status: storage.RunRunning, Initiator: runner.Manual, StartedAt: 1, Total: 2}
		if err := tx.Runs.Put(run); err != nil {
			return err
		}
		return tx.RunItems.Put(
			storage.RunItem{Run: "left", Subject: "1", Crashes: 2, Detail: kept}, storage.RunItem{Run: "left", Seq: 1, Subject: "2"})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Resume resumes the open run of a runner and waits for it.
func Resume(t *testing.T, runs *runner.Engine, name string) storage.Run {
	t.Helper()
	run, err := runs.Start(t.Context(), runner.StartOptions{Runner: name, Initiator: runner.Resume})
	if err == nil {
		run, err = runs.Wait(t.Context(), run.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// ActivityOn returns the newest activity entry on an app.
func (b *Bench) ActivityOn(t *testing.T, app storage.AppID) storage.Activity {
	t.Helper()
	for _, a := range storagetest.All[storage.Activity](t, b.Store) {
		if a.App == app {
			return a
		}
	}
	t.Fatalf("no line on app %d", app)
	return storage.Activity{}
}

// Panics checks that a job over app 1 that panics once ends its run as failed, and that
// the next run succeeds.
func (b *Bench) Panics(t *testing.T, job runner.Job, panics *atomic.Bool) {
	t.Helper()
	runs := runner.New(runner.Config{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader, Jobs: []runner.Job{job}})
	defer runs.Stop(0)
	for _, want := range []storage.RunStatus{storage.RunFailed, storage.RunDone} {
		panics.Store(want == storage.RunFailed)
		// The run is ended with the time of its row, without the clock.
		run, err := runs.Start(t.Context(), runner.StartOptions{Runner: job.Name(), Initiator: runner.Manual})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		got, err := runs.Wait(ctx, run.ID)
		cancel()
		if got.Status != want || errors.Is(err, runner.ErrFailed) != (want == storage.RunFailed) {
			t.Errorf("the run is %+v, %v; want it %s", got, err, want)
		}
	}
}
