package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

func TestRunDoesEveryItemOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("c a b")
	e := engine(t, s, j)

	begun := start(t, e)
	want := storage.Run{Runner: "test", Initiator: "manual", Status: storage.RunRunning, Total: 3, Current: "C"}
	if diff := cmp.Diff(want, begun, cmpopts.IgnoreFields(storage.Run{}, "ID", "StartedAt", "UpdatedAt")); diff != "" || begun.ID == "" || begun.StartedAt == 0 {
		t.Errorf("begun (-want +got):\n%s", diff)
	}
	run, err := e.Wait(t.Context(), begun.ID)
	if err != nil {
		t.Fatal(err)
	}
	want.ID, want.StartedAt, want.Status, want.Completed, want.Current = begun.ID, begun.StartedAt, storage.RunDone, 3, ""
	if diff := cmp.Diff(want, run, cmpopts.IgnoreFields(storage.Run{}, "UpdatedAt", "EndedAt")); diff != "" || run.EndedAt < run.StartedAt {
		t.Errorf("ended (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"a": "I", "b": "I", "c": "I", "ended": "done "}, settings(t, s)); diff != "" {
		t.Errorf("written (-want +got):\n%s", diff)
	}
	if got := j.Worked(); got != "c a b" {
		t.Errorf("worked on %s", got)
	}
	if kept, _ := items(t, s); kept != 0 {
		t.Errorf("%d items are left", kept)
	}
	if l := lease(t, s); l.Owner != "" || l.Attempts != 1 {
		t.Errorf("the lease is %+v, want it given back", l)
	}
	if again, err := e.Wait(t.Context(), run.ID); err != nil || again.ID != run.ID {
		t.Errorf("wait for what has ended: %+v, %v", again, err)
	}
}

func TestNothingToDo(t *testing.T) {
	t.Parallel()
	s := open(t)
	run := finished(t, engine(t, s, over("")))
	if run.Status != storage.RunDone || run.Total != 0 || settings(t, s)["ended"] != "done " {
		t.Errorf("the run is %+v", run)
	}
}

func TestManyItems(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := &job{Work: func(context.Context, runner.Item) (runner.Result, error) { return runner.Result{}, nil }}
	for i := range 501 { // more than are written or deleted at once
		j.Subjects = append(j.Subjects, fmt.Sprint("subject ", i))
	}
	run := finished(t, engine(t, s, j))
	if kept, _ := items(t, s); run.Completed != 501 || kept != 0 || len(j.Did) != 501 {
		t.Errorf("%d of %d completed in %d steps, %d items left", run.Completed, run.Total, len(j.Did), kept)
	}
}

// An item's outcome is counted, and the job's own counts are kept.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("completed failed skipped failed")
	j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
		return runner.Result{Write: func(_ *storage.Tx, run storage.Run) (runner.Outcome, error) {
			var sum []string
			if run.Totals != nil {
				if err := json.Unmarshal(run.Totals, &sum); err != nil {
					return runner.Outcome{}, err
				}
			}
			totals, err := json.Marshal(append(sum, item.Title))
			return runner.Outcome{State: runner.State(item.Subject), Totals: totals}, err
		}}, nil
	}
	run := finished(t, engine(t, s, j))
	if run.Completed != 1 || run.Failed != 2 || run.Skipped != 1 || runner.Left(run) != 0 {
		t.Errorf("the run is %+v", run)
	}
	if got := string(run.Totals); got != `["COMPLETED","FAILED","SKIPPED","FAILED"]` {
		t.Errorf("the job's counts are %s", got)
	}
}

var errFull = errors.New("no room")

// What Write refuses is undone; the job says what is written instead, or that
// the run cannot go on.
func TestWriteThatFails(t *testing.T) {
	t.Parallel()
	refuse := func(item runner.Item) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
		return func(tx *storage.Tx, _ storage.Run) (runner.Outcome, error) {
			return runner.Outcome{}, errors.Join(errFull, add(tx, item.Subject, "X"))
		}
	}
	for name, one := range map[string]struct {
		instead func(runner.Item) func(error) (runner.Result, bool)
		want    string
		written string
	}{
		"nothing instead": {nil, "error 1+0 no room", "I"},
		"cannot": {
			func(runner.Item) func(error) (runner.Result, bool) {
				return func(error) (runner.Result, bool) { return runner.Result{}, false }
			}, "error 1+0 no room", "I",
		},
		"something instead": {
			func(item runner.Item) func(error) (runner.Result, bool) {
				return func(err error) (runner.Result, bool) {
					return runner.Result{Write: func(tx *storage.Tx, _ storage.Run) (runner.Outcome, error) {
						return runner.Outcome{State: runner.Failed}, add(tx, item.Subject, "instead")
					}}, errors.Is(err, errFull)
				}
			}, "done 2+1 ", "I instead I",
		},
		"refused as well": {
			func(item runner.Item) func(error) (runner.Result, bool) {
				return func(error) (runner.Result, bool) { return runner.Result{Write: refuse(item)}, true }
			}, "error 1+0 no room", "I",
		},
		"something instead of that": {
			func(item runner.Item) func(error) (runner.Result, bool) {
				return func(error) (runner.Result, bool) {
					return runner.Result{Write: refuse(item), Instead: func(error) (runner.Result, bool) {
						return runner.Result{}, true
					}}, true
				}
			}, "error 1+0 no room", "I",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			j := over("a b c")
			released := 0
			j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
				result := runner.Result{Write: stroke(item), Release: func() { released++ }}
				if item.Subject == "b" {
					result.Write = refuse(item)
					if one.instead != nil {
						result.Instead = one.instead(item)
					}
				}
				return result, nil
			}
			e := engine(t, s, j)
			run, err := e.Wait(t.Context(), start(t, e).ID)
			if got := fmt.Sprintf("%s %d+%d %s", run.Status, run.Completed, run.Failed, run.Error); got != one.want {
				t.Errorf("the run is %q, want %q", got, one.want)
			}
			if errors.Is(err, runner.ErrFailed) != (run.Status == storage.RunFailed) {
				t.Errorf("wait: %v", err)
			}
			values := settings(t, s)
			if got := strings.TrimSpace(strings.Join([]string{values["a"], values["b"], values["c"]}, " ")); got != one.written {
				t.Errorf("written is %q, want %q", got, one.written)
			}
			if released != len(j.Did) {
				t.Errorf("%d released of %d", released, len(j.Did))
			}
		})
	}
}

// What goes wrong in a job ends its run, and not the process.
func TestJobFaults(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		result runner.Result
		panics bool
		want   string
	}{
		"panic": {panics: true, want: "the job panicked: working on b"},
		"panic while it writes": {
			result: runner.Result{Write: func(*storage.Tx, storage.Run) (runner.Outcome, error) { panic("ouch") }},
			want:   "the job panicked: writing a result",
		},
		"invalid outcome": {
			result: runner.Result{Write: func(*storage.Tx, storage.Run) (runner.Outcome, error) {
				return runner.Outcome{State: "lost"}, nil
			}},
			want: `the job returned an invalid state for b: "lost"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			j := over("a b c")
			j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
				if item.Subject != "b" {
					return runner.Result{}, nil
				}
				if one.panics {
					panic("ouch")
				}
				return one.result, nil
			}
			e := engine(t, s, j)
			run, err := e.Wait(t.Context(), start(t, e).ID)
			if !errors.Is(err, runner.ErrFailed) || run.Error != one.want || runner.Left(run) != 2 {
				t.Errorf("the run is %+v, %v", run, err)
			}
			if got := settings(t, s)["ended"]; got != "error " {
				t.Errorf("the job was called with %q", got)
			}
		})
	}
}

func TestUnknownRunner(t *testing.T) {
	t.Parallel()
	e := engine(t, open(t), over("a"))
	_, started := e.Start(t.Context(), runner.StartOptions{Runner: "other", Initiator: runner.Manual})
	_, paused := e.Pause(t.Context(), "other")
	if !errors.Is(started, runner.ErrUnknown) || !errors.Is(paused, runner.ErrUnknown) {
		t.Errorf("start: %v, pause: %v; want ErrUnknown", started, paused)
	}
}

func TestOldRunsGo(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := engine(t, s, over(""))
	var last storage.Run
	for range runner.KeptRuns + 3 {
		last = finished(t, e)
	}
	view(t, s, func(tx *storage.Tx) error {
		n, err := tx.Runs.Count(storage.RunQuery{})
		if err != nil || n != runner.KeptRuns {
			t.Errorf("%d runs are kept, want %d; %v", n, runner.KeptRuns, err)
		}
		_, err = tx.Runs.Get(last.ID)
		return err
	})
}
