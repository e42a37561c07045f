package riverrunner_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
)

// gated returns the gate of a job.
func gated(j job) *fleettest.Gate { return fleettest.NewGate(j.Strokes) }

// shared starts a run of twenty items on two replicas, each of which works on four of them.
func shared(t *testing.T) (a, b replica, run storage.Run, j job, g *fleettest.Gate) {
	t.Helper()
	address := pgtest.NewSchema(t)
	j = over(20)
	g = gated(j)
	a, b = join(t, address, j), join(t, address, j)
	run = start(t, a)
	for range 8 {
		<-g.Reached
	}
	return a, b, run, j, g
}

// wrote compares what the jobs wrote.
func wrote(t *testing.T, r replica, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, settings(t, r.store)); diff != "" {
		t.Errorf("written (-want +got):\n%s", diff)
	}
}

func TestPauseAndContinue(t *testing.T) {
	t.Parallel()
	a, b, run, j, g := shared(t)
	if _, err := b.Pause(t.Context(), "test"); err != nil {
		t.Fatal(err)
	}
	g.Pass <- struct{}{} // the current item of one of them
	if run = wait(t, a, run.ID); run.Status != storage.RunPaused || run.Completed != 1 {
		t.Errorf("paused: %+v", run)
	}
	if _, err := a.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, runner.ErrPaused) {
		t.Errorf("the start of a paused run: %v", err)
	}
	close(g.Pass)
	run, begun, err := b.Continue(t.Context(), "test")
	if err != nil || !begun {
		t.Fatal(begun, err)
	}
	if run = wait(t, a, run.ID); run.Status != storage.RunDone || run.Completed != 20 || !run.Resumed {
		t.Errorf("at the end: %+v", run)
	}
	wrote(t, a, j.Once("paused done "))
}

func TestCancelEndsTheWorkOfOthers(t *testing.T) {
	t.Parallel()
	a, b, run, j, g := shared(t)
	if run, err := b.Cancel(t.Context(), "test"); err != nil || run.Status != storage.RunCancelled {
		t.Fatalf("%+v, %v", run, err)
	}
	if run = wait(t, a, run.ID); run.Status != storage.RunCancelled || run.Completed != 0 {
		t.Errorf("cancelled: %+v", run)
	}
	close(g.Pass)
	if run = wait(t, a, start(t, b).ID); run.Status != storage.RunDone || run.Completed != 20 {
		t.Errorf("the next run: %+v", run)
	}
	wrote(t, a, j.Once("cancelled done "))
}

func TestHowRunsEnd(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		result runner.Result
		err    error
		panics bool
		want   storage.RunStatus
		why    string
	}{
		"interrupted": {result: runner.Result{Interrupt: "limited"}, want: storage.RunInterrupted, why: "limited"},
		"failed":      {err: errors.New("broken"), want: storage.RunFailed, why: "broken"},
		"panic":       {panics: true, want: storage.RunFailed, why: "the job panicked: working on s003"},
		"refused": {result: runner.Result{Write: func(*storage.Tx, storage.Run) (runner.Outcome, error) {
			return runner.Outcome{}, errors.New("unfit")
		}}, want: storage.RunFailed, why: "unfit"},
		"instead": {result: runner.Result{
			Write:   func(*storage.Tx, storage.Run) (runner.Outcome, error) { return runner.Outcome{}, errors.New("unfit") },
			Instead: func(error) (runner.Result, bool) { return runner.Result{Write: runner.Skip}, true },
		}, want: storage.RunDone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := over(8)
			j.ordered = true
			j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
				if item.Subject != "s003" {
					return runner.Result{Write: stroke(item)}, nil
				}
				if test.panics {
					panic("boom")
				}
				return test.result, test.err
			}
			a := join(t, pgtest.NewSchema(t), j)
			events, cancel := a.Subscribe("test", 100)
			defer cancel()
			run := start(t, a)
			run, err := a.Wait(t.Context(), run.ID)
			if run.Status != test.want || !strings.Contains(run.Reason+run.Error, test.why) {
				t.Errorf("the run ended as %+v", run)
			}
			if errors.Is(err, runner.ErrFailed) != (test.want == storage.RunFailed) {
				t.Errorf("error %v", err)
			}
			for {
				select {
				case event := <-events:
					if event.Kind != runner.RunEnded {
						continue
					}
					if event.Run.Status != test.want {
						t.Errorf("the event says %s", event.Run.Status)
					}
					return
				case <-time.After(10 * time.Second):
					t.Fatal("no event of the end")
				}
			}
		})
	}
}

func TestStopLeavesTheRunToOthers(t *testing.T) {
	t.Parallel()
	a, b, run, j, g := shared(t)
	a.Stop(0)
	close(g.Pass)
	if run = wait(t, b, run.ID); run.Status != storage.RunDone || run.Completed != 20 || run.Resumed {
		t.Errorf("at the end: %+v", run)
	}
	wrote(t, b, j.Once("done "))
	if _, err := a.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, runner.ErrStopping) {
		t.Errorf("a start after the stop: %v", err)
	}
}

func TestEmptyRunEndsAtOnce(t *testing.T) {
	t.Parallel()
	a := join(t, pgtest.NewSchema(t), over(0))
	if run := start(t, a); run.Status != storage.RunDone {
		t.Errorf("%+v", run)
	}
	if run := wait(t, a, start(t, a).ID); run.Status != storage.RunDone {
		t.Errorf("%+v", run)
	}
}

func TestRunOfTheOtherEngineIsAdopted(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	j := over(10)
	a := join(t, address, j)
	local := runner.New(runner.Config{Store: a.store, Now: time.Now, Random: zeros{}, Jobs: []runner.Job{j}, Lease: lease, AtOnce: 2})
	g := gated(j)
	run := start(t, replica{Engine: local})
	<-g.Reached
	if _, err := a.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, runner.ErrBusy) {
		t.Errorf("a start while the other engine works: %v", err)
	}
	local.Stop(0)
	close(g.Pass)
	if run = wait(t, a, run.ID); run.Status != storage.RunDone || run.Completed != 10 || !run.Resumed {
		t.Errorf("at the end: %+v", run)
	}
	wrote(t, a, j.Once("done "))
}

// zeros is a source of randomness that has none.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
