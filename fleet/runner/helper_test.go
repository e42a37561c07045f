package runner_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

type job = fleettest.Strokes

var (
	stroke   = fleettest.Stroke
	add      = fleettest.AddTo
	settings = fleettest.Settings
	gated    = fleettest.NewGate
	stuck    = fleettest.Stuck
	start    = fleettest.StartRun
)

func over(subjects string) *job { return &job{Subjects: strings.Fields(subjects)} }

// open returns an empty store that forgives nothing.
func open(t testing.TB) storage.Store {
	t.Helper()
	return teststore.Open(t)
}

// engine returns an engine that stops with the test.
func engine(t testing.TB, s storage.Store, jobs ...runner.Job) *runner.Engine {
	t.Helper()
	e := runner.New(runner.Config{Store: s, Now: time.Now, Random: rand.Reader, Jobs: jobs})
	t.Cleanup(func() { e.Stop(0) })
	return e
}

// finished starts a run and returns it as it was left.
func finished(t testing.TB, e *runner.Engine) storage.Run {
	t.Helper()
	run, err := e.Wait(t.Context(), start(t, e).ID)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func view(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.View(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// lease returns the lease of the test's runner.
func lease(t testing.TB, s storage.Store) (l storage.Task) {
	t.Helper()
	view(t, s, func(tx *storage.Tx) (err error) {
		l, err = storage.First(tx.Tasks.List(storage.TaskQuery{Kind: "runner"}))
		return err
	})
	return l
}

// items returns how many items are kept, and how many are pending.
func items(t testing.TB, s storage.Store) (kept, pending int) {
	t.Helper()
	view(t, s, func(tx *storage.Tx) (err error) {
		if kept, err = tx.RunItems.Count(storage.RunItemQuery{}); err != nil {
			return err
		}
		pending, err = tx.RunItems.Count(storage.RunItemQuery{Pending: true})
		return err
	})
	return kept, pending
}
