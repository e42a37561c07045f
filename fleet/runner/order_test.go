package runner_test

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// paused returns an engine with a run that was paused after one of three items.
func paused(t *testing.T, s storage.Store) (*runner.Engine, storage.Run) {
	t.Helper()
	j := over("a b c")
	g := gated(j)
	e := engine(t, s, j)
	run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual, Options: json.RawMessage(`{"n":1}`)})
	if err != nil {
		t.Fatal(err)
	}
	<-g.Reached
	if _, err := e.Pause(t.Context(), "test"); err != nil {
		t.Fatal(err)
	}
	close(g.Pass)
	run, err = e.Wait(t.Context(), run.ID)
	if err != nil || run.Status != storage.RunPaused || run.Completed != 1 {
		t.Fatalf("the run is %+v, %v", run, err)
	}
	return e, run
}

// A run that goes on does so with what it was asked for at first.
func TestContinueKeepsTheOrder(t *testing.T) {
	t.Parallel()
	e, run := paused(t, open(t))
	again, begun, err := e.Continue(t.Context(), "test")
	if err != nil || !begun || again.ID != run.ID || again.Initiator != runner.Manual || !again.Resumed || string(again.Options) != `{"n":1}` {
		t.Errorf("it goes on as %+v, %v", again, err)
	}
	if got, err := e.Wait(t.Context(), run.ID); err != nil || got.Completed != 3 {
		t.Errorf("it ends as %+v, %v", got, err)
	}
}

// Runs that start in the same millisecond are listed in the order of their starts.
func TestOrderWithinAMillisecond(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("")
	clock := func() time.Time { return time.UnixMilli(1) }
	e := runner.New(runner.Config{Store: s, Now: clock, Random: rand.Reader, Jobs: []runner.Job{j}})
	t.Cleanup(func() { e.Stop(0) })
	var want []string
	for range 12 {
		want = append([]string{finished(t, e).ID}, want...)
	}
	runs, _, err := e.Runs(t.Context(), storage.RunQuery{})
	var got []string
	for _, run := range runs {
		got = append(got, run.ID)
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("runs, %v (-want +got):\n%s", err, diff)
	}
}

// Restart cancels the open run, and the job is called to end it.
func TestRestart(t *testing.T) {
	t.Parallel()
	s := open(t)
	e, old := paused(t, s)
	order := runner.StartOptions{Runner: "test", Initiator: runner.Manual}
	if _, err := e.Start(t.Context(), order); !errors.Is(err, runner.ErrBusy) || !errors.Is(err, runner.ErrPaused) {
		t.Errorf("beside a paused run: %v, want ErrBusy and ErrPaused", err)
	}
	order.Restart = true
	run, err := e.Start(t.Context(), order)
	if err != nil || run.ID == old.ID || run.Resumed || run.Options != nil || run.Total != 3 {
		t.Fatalf("restart: %+v, %v", run, err)
	}
	if got, err := e.Wait(t.Context(), run.ID); err != nil || got.Completed != 3 {
		t.Errorf("it ends as %+v, %v", got, err)
	}
	if got := settings(t, s); got["ended"] != "paused cancelled done " || got["a"] != "II" || got["b"] != "I" {
		t.Errorf("written is %v", got)
	}
}

// A run under way is not given up.
func TestRestartBesideARun(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a")
	g := gated(j)
	one, two := engine(t, s, j), engine(t, s, over("a"))
	run := start(t, one)
	<-g.Reached
	for _, e := range []*runner.Engine{one, two} {
		if _, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual, Restart: true}); !errors.Is(err, runner.ErrBusy) {
			t.Errorf("restart: %v, want ErrBusy", err)
		}
	}
	close(g.Pass)
	if got, err := one.Wait(t.Context(), run.ID); err != nil || got.Status != storage.RunDone {
		t.Errorf("the run is %+v, %v", got, err)
	}
}

// Resume starts nothing new.
func TestStartResumeWithoutARun(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := engine(t, s, over("a"))
	if _, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Resume}); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("with nothing open: %v, want ErrNotFound", err)
	}
	if open, err := e.Open(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("open are %v, %v", open, err)
	}
}
