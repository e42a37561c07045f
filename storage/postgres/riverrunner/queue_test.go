package riverrunner_test

import (
	"context"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres/riverrunner"
)

// TestTaskIsHandedOn hands a task back that no other process wants. Between two times that a process gets it, the task is
// there for the others for as long as they may take to look for tasks.
func TestTaskIsHandedOn(t *testing.T) {
	t.Parallel()
	store, runs, _ := open(t, pgtest.NewSchema(t))
	task := func(yield func(runner.Task, error) bool) { yield(runner.Task{Runner: "test", Run: "run", Seq: 1}, nil) }
	if err := store.Update(t.Context(), func(tx *storage.Tx) error { return runs.Add(tx, task) }); err != nil {
		t.Fatal(err)
	}

	got := make(chan time.Time, 100)
	work(t, runs, func(context.Context, runner.Handout) *time.Duration {
		got <- time.Now()
		return new(time.Millisecond)
	})

	const interval = time.Second // in which each process looks for tasks, if not much later
	before := <-got
	for range 2 {
		now := <-got
		if free := now.Sub(before); free < 3*interval/2 {
			t.Errorf("the process got the task again after %v", free)
		}
		before = now
	}
}

// work lets a process work on the tasks of a queue until the test ends.
func work(t *testing.T, runs *riverrunner.Runs, do func(context.Context, runner.Handout) *time.Duration) {
	t.Helper()
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		w := runner.Worker{Process: "one", Runners: []string{"test"}, AtOnce: 4, Do: do}
		if err := runs.Work(context.WithoutCancel(t.Context()), stop, w); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { close(stop); <-ended })
}
