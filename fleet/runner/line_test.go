package runner_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// lined is a job with a line for each first letter of its subjects.
type lined struct{ apart }

func (lined) Line(_ *storage.Tx, subject string) (int, error) { return int(subject[0] - 'a'), nil }

// linedJob returns a job with so many subjects in each line.
func linedJob(lines string, each int) *job {
	j := over("")
	for i := range each {
		for _, line := range lines {
			j.Subjects = append(j.Subjects, fmt.Sprintf("%c%02d", line, i))
		}
	}
	return j
}

func inLines(t *testing.T, s storage.Store, j *job) *runner.Engine {
	t.Helper()
	e := runner.New(runner.Config{Store: s, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{lined{apart{j}}}, AtOnce: 4})
	t.Cleanup(func() { e.Stop(0) })
	return e
}

// A line takes as long as it does alone, its results are written in its order, and the run counts
// them all.
func TestLinesAdvanceAtTheirPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, j := open(t), linedJob("ab", 40)
		began := time.Now()
		wrote, ended := map[byte][]string{}, map[byte]time.Duration{}
		j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
			time.Sleep(map[byte]time.Duration{'a': 10 * time.Second, 'b': time.Second}[item.Subject[0]])
			return runner.Result{Write: func(tx *storage.Tx, run storage.Run) (runner.Outcome, error) {
				line := item.Subject[0]
				if list := wrote[line]; len(list) == 0 || list[len(list)-1] != item.Subject { // the store may try twice
					wrote[line] = append(list, item.Subject)
				}
				ended[line] = time.Since(began)
				return stroke(item)(tx, run)
			}}, nil
		}
		e := inLines(t, s, j)
		events, cancel := e.Subscribe("test", 1000)
		defer cancel()
		if run := finished(t, e); run.Completed != 80 || run.Status != storage.RunDone {
			t.Fatalf("the run is %+v", run)
		}
		if ended['b'] > 20*time.Second || ended['a'] > 2*time.Minute {
			t.Errorf("the lines took %v", ended)
		}
		for i := range 40 {
			for _, line := range []byte("ab") {
				if want := fmt.Sprintf("%c%02d", line, i); wrote[line][i] != want {
					t.Errorf("%s was written in place of %s", wrote[line][i], want)
				}
			}
		}
		var done []int
		for len(done) < 80 {
			if event := <-events; event.Kind == runner.ItemDone {
				done = append(done, event.Run.Completed)
			}
		}
		for i, n := range done {
			if n != i+1 {
				t.Fatalf("events in the order %v", done)
			}
		}
	})
}

// A line that waits holds up no other, and goes on when its time has come. A run with a line that
// still waits when all others have ended is interrupted.
func TestLineWaits(t *testing.T) {
	for name, tt := range map[string]struct {
		result runner.Result
		lasts  time.Duration // of what makes the line wait
		want   storage.RunStatus
		done   int
	}{
		"for a while":              {runner.Result{Later: 7 * time.Second}, 20 * time.Second, storage.RunDone, 80},
		"after the others":         {runner.Result{Later: time.Minute}, 10 * time.Minute, storage.RunDone, 80},
		"or interrupts the run":    {runner.Result{Interrupt: "why"}, time.Hour, storage.RunInterrupted, 45},
		"until it may":             {runner.Result{Interrupt: "why", Later: 3 * time.Second}, 5 * time.Second, storage.RunDone, 80},
		"longer than others last":  {runner.Result{Interrupt: "why", Later: time.Hour}, time.Hour, storage.RunInterrupted, 45},
		"or again and again":       {runner.Result{Interrupt: "why", Later: 2 * time.Second}, time.Hour, storage.RunInterrupted, 45},
		"for what ends right away": {runner.Result{Later: time.Nanosecond}, time.Second, storage.RunDone, 80},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, j := open(t), linedJob("ab", 40)
				until := time.Now().Add(tt.lasts)
				j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
					if item.Subject == "a05" && time.Now().Before(until) {
						return tt.result, nil
					}
					time.Sleep(time.Second)
					return runner.Result{Write: stroke(item)}, nil
				}
				run := finished(t, inLines(t, s, j))
				if run.Status != tt.want || run.Completed != tt.done || (run.Reason == "why") != (tt.want == storage.RunInterrupted) {
					t.Errorf("the run is %+v, want %s with %d done", run, tt.want, tt.done)
				}
				again := linedJob("", 0)
				if tt.want == storage.RunDone {
					return
				}
				if run := resume(t, inLines(t, s, again)); run.Completed != 80 || run.Status != storage.RunDone {
					t.Errorf("resumed, the run is %+v", run)
				}
				if len(again.Did) != 35 {
					t.Errorf("the second process did %v", again.Did)
				}
			})
		})
	}
}

// A line that waits ends its run at the moment at which the others have ended.
func TestLineWaitsForNoStep(t *testing.T) {
	const each = 3021 * time.Millisecond // of an item of the other line
	for name, result := range map[string]runner.Result{
		"for an hour":          {Interrupt: "why", Later: time.Hour},
		"until the others end": {Interrupt: "why"},
		"and tries in between": {Interrupt: "why", Later: 3013 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, j := open(t), linedJob("ab", 3)
				j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
					if item.Subject[0] == 'a' {
						return result, nil
					}
					time.Sleep(each)
					return runner.Result{Write: stroke(item)}, nil
				}
				began := time.Now()
				run := finished(t, inLines(t, s, j))
				if took := time.Since(began); run.Status != storage.RunInterrupted || took%each != 0 {
					t.Errorf("the run is %s after %v, want %s after a multiple of %v", run.Status, took, storage.RunInterrupted, each)
				}
			})
		})
	}
}

// A run that is left while a line waits is left at once.
func TestLeavingWhileALineWaits(t *testing.T) {
	for name, leave := range map[string]func(*testing.T, *runner.Engine) error{
		"cancelled": func(t *testing.T, e *runner.Engine) error { _, err := e.Cancel(t.Context(), "test"); return err },
		"paused":    func(t *testing.T, e *runner.Engine) error { _, err := e.Pause(t.Context(), "test"); return err },
		"stopped":   func(_ *testing.T, e *runner.Engine) error { e.Stop(time.Minute); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, j := open(t), linedJob("ab", 3)
				j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
					return runner.Result{Later: time.Hour}, nil
				}
				e := inLines(t, s, j)
				run := start(t, e)
				time.Sleep(time.Minute)
				began := time.Now()
				if err := leave(t, e); err != nil {
					t.Fatal(err)
				}
				if _, err := e.Wait(t.Context(), run.ID); err != nil && !errors.Is(err, runner.ErrStopping) {
					t.Fatal(err)
				}
				if took := time.Since(began); took > 10*time.Second {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

// leftInLines leaves a run over lines whose process crashed. The heads count the given crashes.
func leftInLines(t *testing.T, s storage.Store, subjects []string, crashes map[string]int) {
	t.Helper()
	crashed(t, s, "", storage.RunItem{})
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		run, err := tx.Runs.Get("left")
		if err != nil {
			return err
		}
		run.Total = len(subjects)
		if err := tx.Runs.Put(run); err != nil {
			return err
		}
		place := map[byte]int{}
		for _, subject := range subjects {
			line := subject[0]
			item := storage.RunItem{Run: "left", Seq: int(line-'a')<<24 + place[line], Subject: subject, Crashes: crashes[subject]}
			place[line]++
			if err := tx.RunItems.Put(item); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// After a crash the items of all lines that may have caused it are worked on one at a time, those
// that were at the head of a line with a crash counted. What then ends a process again is
// abandoned, and nothing else.
func TestCrashWithLines(t *testing.T) {
	for name, tt := range map[string]struct {
		crashes map[string]int
		failed  int
	}{
		"first":  {nil, 0},
		"second": {map[string]int{"a00": 1, "b00": 2}, 1}, // b00 was worked on
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, j := open(t), linedJob("ab", 30)
				leftInLines(t, s, j.Subjects, tt.crashes)
				var inside, together atomic.Int32
				begun := map[string]int{} // the crashes when an item began; no two begin together before all are
				j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
					if inside.Add(1) > 1 {
						together.Add(1)
						if number := item.Subject[1:]; number < "16" {
							t.Errorf("%s was not worked on alone", item.Subject)
						}
					} else if strings.HasSuffix(item.Subject, "00") {
						for _, row := range rows(t, s) {
							if row.Subject == item.Subject {
								begun[row.Subject] = row.Crashes
							}
						}
					}
					time.Sleep(time.Second)
					inside.Add(-1)
					return runner.Result{}, nil
				}
				run := resume(t, inLines(t, s, j))
				if run.Completed != 60-tt.failed || run.Failed != tt.failed {
					t.Errorf("the run is %+v", run)
				}
				want := map[string]int{"a00": 2, "b00": 2}
				if tt.failed > 0 {
					delete(want, "b00")
				}
				if diff := cmp.Diff(want, begun); diff != "" {
					t.Errorf("crashes of the first items while they are worked on (-want +got):\n%s", diff)
				}
				if together.Load() == 0 {
					t.Error("all items were worked on alone")
				}
			})
		})
	}
}
