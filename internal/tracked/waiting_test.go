package tracked_test

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// The number of apps to review is counted once until an app is written or a snooze ends.
func TestWaiting(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(4) {
		b.Observe(t, id+1, "App", fleettest.Labelled("LINKED: LOCATION"))
	}
	counts := 0
	l := tracked.New(tracked.Config{Env: storage.Env{Store: countedStore{b.Store, &counts}, Now: b.Clock.Now, Random: rand.Reader}})
	start := storage.TimeOf(b.Clock.Now())
	change := func(id storage.AppID, changes int, snoozed time.Duration) func() {
		return func() {
			teststore.Update(t, b.Store, func(tx *storage.Tx) error {
				app, err := tx.Apps.Get(id)
				if err != nil {
					return err
				}
				app.ChangeCount, app.ChangesSnoozedUntil = changes, 0
				if snoozed > 0 {
					app.ChangesSnoozedUntil = start.Add(snoozed)
				}
				return tx.Apps.Put(app)
			})
		}
	}
	later := func(d time.Duration) func() { return func() { b.Clock.Add(d) } }
	for _, step := range []struct {
		name   string
		before func()
		want   int
		counts bool
	}{
		{"without changes", nil, 0, true},
		{"again", nil, 0, false},
		{"one app changed", change(1, 2, 0), 1, true},
		{"another one is snoozed", change(2, 1, time.Hour), 1, true},
		{"a third one is snoozed for longer", change(3, 1, 3*time.Hour), 1, true},
		{"time passes", later(30 * time.Minute), 1, false},
		{"the first snooze has ended", later(time.Hour), 2, true},
		{"again after that", nil, 2, false},
		{"the second one has ended", later(2 * time.Hour), 3, true},
		{"again after both", nil, 3, false},
		{"one is reviewed", change(1, 0, 0), 2, true},
	} {
		if step.before != nil {
			step.before()
		}
		counts = 0
		got, err := l.Waiting(t.Context())
		if err != nil || got != step.want || counts > 0 != step.counts {
			t.Errorf("%s: %d, counted %d times, %v, want %d, counted: %v", step.name, got, counts, err, step.want, step.counts)
		}
	}
}
