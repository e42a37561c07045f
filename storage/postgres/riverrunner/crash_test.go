package riverrunner_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
)

// stuck returns a job like another one that never returns from an item, and the subjects that
// it has begun.
func stuck(like job) (job, <-chan string) {
	j := job{&fleettest.Strokes{Subjects: like.Subjects}, like.ordered}
	return j, fleettest.Stuck(j.Strokes)
}

// crash cuts a replica off from its store, so that it neither renews its lease nor writes
// anything.
func crash(t *testing.T, r replica) {
	t.Helper()
	if err := r.store.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestItemsOfACrashedReplicaAreDoneByOthers(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	j := over(20)
	hung, begun := stuck(j)
	a := join(t, address, hung)
	run := start(t, a)
	for range 4 {
		<-begun
	}
	b := join(t, address, j)
	for len(strings.Fields(j.Worked())) < 16 {
		time.Sleep(10 * time.Millisecond)
	}
	crash(t, a)
	died := time.Now()
	if run = wait(t, b, run.ID); run.Status != storage.RunDone || run.Completed != 20 {
		t.Errorf("at the end: %+v", run)
	}
	if took := time.Since(died); took > 5*lease {
		t.Errorf("the run ended %v after the crash", took)
	}
	wrote(t, b, j.Once("done "))
}

func TestItemThatEndsTwoReplicasIsAbandoned(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	j := over(20)
	first, begunFirst := stuck(j)
	a := join(t, address, first)
	run := start(t, a)
	for range 4 {
		<-begunFirst
	}
	crash(t, a)
	second := over(20)
	var mu sync.Mutex
	suspects := map[string]bool{"s000": true, "s001": true, "s002": true, "s003": true}
	begun := make(chan string, 100)
	second.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		mu.Lock()
		suspect := suspects[item.Subject]
		mu.Unlock()
		if !suspect {
			return runner.Result{Write: stroke(item)}, nil
		}
		begun <- item.Subject
		<-ctx.Done()
		return runner.Result{}, ctx.Err()
	}
	b := join(t, address, second)
	poison := <-begun
	select {
	case other := <-begun:
		t.Errorf("%s was begun beside %s", other, poison)
	case <-time.After(lease / 2):
	}
	crash(t, b)
	c := join(t, address, j)
	if run = wait(t, c, run.ID); run.Status != storage.RunDone || run.Completed != 19 || run.Failed != 1 {
		t.Errorf("at the end: %+v", run)
	}
	want := j.Once("done ")
	delete(want, poison)
	wrote(t, c, want)
	// The next run allows it one crash less, and this time it ends.
	wait(t, c, start(t, c).ID)
	if got := settings(t, c.store)[poison]; got != "I" {
		t.Errorf("in the next run %s got %q", poison, got)
	}
}

func TestRunIsResumedWhenAllReplicasHaveCrashed(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	j := over(10)
	hung, begun := stuck(j)
	a := join(t, address, hung)
	run := start(t, a)
	for range 4 {
		<-begun
	}
	crash(t, a)
	time.Sleep(2 * lease)
	b := join(t, address, j)
	if run = wait(t, b, run.ID); run.Status != storage.RunDone || run.Completed != 10 || !run.Resumed {
		t.Errorf("at the end: %+v", run)
	}
	wrote(t, b, j.Once("done "))
}

func TestCheckpointIsContinuedByAnotherReplica(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	half := func(ctx context.Context, item runner.Item) error {
		return item.SaveCheckpoint(ctx, json.RawMessage(`{"half":true}`), func(tx *storage.Tx) error { return fleettest.AddTo(tx, item.Subject, "H") })
	}
	saved := make(chan struct{}, 10)
	one := over(1)
	one.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		if err := half(ctx, item); err != nil {
			return runner.Result{}, err
		}
		saved <- struct{}{}
		<-ctx.Done()
		return runner.Result{}, ctx.Err()
	}
	a := join(t, address, one)
	run := start(t, a)
	<-saved
	two := over(1)
	two.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		if item.Checkpoint == nil {
			if err := half(ctx, item); err != nil {
				return runner.Result{}, err
			}
		}
		return runner.Result{Write: stroke(item)}, nil
	}
	b := join(t, address, two)
	crash(t, a)
	wait(t, b, run.ID)
	wrote(t, b, map[string]string{"s000": "HI", "ended": "done "})
}
