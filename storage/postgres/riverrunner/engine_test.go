package riverrunner_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

func TestReplicasShareARun(t *testing.T) {
	t.Parallel()
	address := newURL(t)
	jobs := []*job{over(60), over(60), over(60)}
	var replicas []replica
	for _, j := range jobs {
		j.do = func(_ context.Context, item runner.Item) (runner.Result, error) {
			time.Sleep(20 * time.Millisecond)
			return runner.Result{Write: stroke(item)}, nil
		}
		replicas = append(replicas, join(t, address, j))
	}
	run := wait(t, replicas[1], start(t, replicas[0]).ID)
	if run.Status != storage.RunDone || run.Completed != 60 {
		t.Errorf("the run ended as %+v", run)
	}
	if diff := cmp.Diff(jobs[0].once("done "), settings(t, replicas[0].store)); diff != "" {
		t.Errorf("written (-want +got):\n%s", diff)
	}
	total := 0
	for i, j := range jobs {
		n := len(j.worked())
		if total += n; n == 0 {
			t.Errorf("replica %d did nothing", i)
		}
	}
	if total != 60 {
		t.Errorf("%d items were worked on, want 60", total)
	}
}

func TestItemsInOrder(t *testing.T) {
	t.Parallel()
	address := newURL(t)
	one := over(12)
	one.ordered = true
	a, b := join(t, address, one), join(t, address, one)
	for range 2 {
		one.mu.Lock()
		one.did = nil
		one.mu.Unlock()
		wait(t, b, start(t, a).ID)
		if diff := cmp.Diff(one.subjects, one.worked()); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
	}
}
