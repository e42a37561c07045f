package runner_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// apart is a job whose items can be worked on at the same time.
type apart struct{ *job }

func (apart) Independent(storage.Run) bool { return true }

// atOnce returns an engine for the job that works on so many items at the same time.
func atOnce(t *testing.T, s storage.Store, j *job, most int) *runner.Engine {
	t.Helper()
	e := runner.New(runner.Config{Store: s, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{apart{j}}, AtOnce: most})
	t.Cleanup(func() { e.Stop(0) })
	return e
}

// subjects returns so many different ones.
func subjects(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("s%02d", i))
	}
	return strings.Join(all, " ")
}

// Items that end in any order are committed and published in that of the queue, and no
// more are worked on than the configuration says.
func TestWorkAheadIsCommittedInOrder(t *testing.T) {
	for _, most := range []int{1, 2, 5} {
		synctest.Test(t, func(t *testing.T) {
			s := open(t)
			j := over(subjects(40))
			var inside, peak atomic.Int32
			j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
				peak.Store(max(peak.Load(), inside.Add(1)))
				item.Report(item.Subject)
				time.Sleep(time.Duration(40-item.Seq) * time.Second) // the later, the faster
				inside.Add(-1)
				return runner.Result{Write: func(tx *storage.Tx, run storage.Run) (runner.Outcome, error) {
					if run.Completed != item.Seq {
						t.Errorf("%s is written after %d others", item.Subject, run.Completed)
					}
					return stroke(item)(tx, run)
				}}, nil
			}
			e := atOnce(t, s, j, most)
			events, cancel := e.Subscribe("test", 1000)
			defer cancel()
			if run := finished(t, e); run.Completed != 40 || run.Status != storage.RunDone {
				t.Fatalf("the run is %+v", run)
			}
			if got := int(peak.Load()); got != most {
				t.Errorf("%d items were worked on at the same time, want %d", got, most)
			}
			var got, want []string
			for range 3*40 + 1 {
				event := <-events
				got = append(got, fmt.Sprint(event.Kind, event.Item.Subject, event.Item.Title, event.Item.Run.Completed, event.Run.Completed, event.Run.Current))
			}
			for i, subject := range j.Subjects {
				title := strings.ToUpper(subject)
				next := ""
				if i+1 < len(j.Subjects) {
					next = strings.ToUpper(j.Subjects[i+1])
				}
				want = append(want, fmt.Sprint(runner.ItemStarted, subject, title, i, i, title), fmt.Sprint(runner.ItemProgress, subject, title, i, i, title),
					fmt.Sprint(runner.ItemDone, subject, title, i, i+1, next))
			}
			want = append(want, fmt.Sprint(runner.RunEnded, "", "", 0, 40, ""))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
			for _, subject := range j.Subjects {
				if got := settings(t, s)[subject]; got != "I" {
					t.Errorf("%s has %q", subject, got)
				}
			}
		})
	}
}

// A job that does not say that its items are independent is called for one at a time.
func TestNoWorkAheadUnlessIndependent(t *testing.T) {
	t.Parallel()
	j := over(subjects(20))
	var inside atomic.Int32
	j.Work = func(context.Context, runner.Item) (runner.Result, error) {
		if inside.Add(1) > 1 {
			t.Error("two items at the same time")
		}
		defer inside.Add(-1)
		return runner.Result{}, nil
	}
	finished(t, engine(t, open(t), j))
}

// Whatever leaves a run before its end discards what was done ahead, and the next start
// does it.
func TestWorkAheadIsDiscarded(t *testing.T) {
	const at = 20 // the item at which the run is left
	for name, tt := range map[string]struct {
		leave func(t *testing.T, e *runner.Engine) (runner.Result, error)
		want  storage.RunStatus
		done  int
	}{
		"interrupted": {func(*testing.T, *runner.Engine) (runner.Result, error) { return runner.Result{Interrupt: "why"}, nil }, storage.RunInterrupted, at},
		"failed":      {func(*testing.T, *runner.Engine) (runner.Result, error) { return runner.Result{}, errors.New("wrong") }, storage.RunFailed, at},
		"paused": {func(t *testing.T, e *runner.Engine) (runner.Result, error) {
			_, err := e.Pause(t.Context(), "test")
			return runner.Result{}, err
		}, storage.RunPaused, at + 1},
		"stopped": {func(_ *testing.T, e *runner.Engine) (runner.Result, error) {
			go e.Stop(time.Hour)
			time.Sleep(time.Second)
			return runner.Result{}, nil
		}, storage.RunRunning, at + 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := open(t)
				j := over(subjects(40))
				var e *runner.Engine
				var open, cancelled atomic.Int32
				j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
					if item.Seq > at {
						if item.Seq%2 == 0 { // some are read already, some are not
							select {
							case <-ctx.Done():
								cancelled.Add(1)
								return runner.Result{}, ctx.Err()
							case <-time.After(time.Hour):
							}
						}
					} else if item.Seq < at {
						time.Sleep(time.Minute)
					} else {
						time.Sleep(10 * time.Minute) // until its turn
						return tt.leave(t, e)
					}
					open.Add(1)
					return runner.Result{Release: func() { open.Add(-1) }, Write: stroke(item)}, nil
				}
				e = atOnce(t, s, j, 4)
				run := start(t, e)
				got, err := e.Wait(t.Context(), run.ID)
				if tt.want == storage.RunRunning || tt.want == storage.RunFailed {
					if err == nil {
						t.Error("no error")
					}
					got, _ = e.Run(t.Context(), run.ID)
				} else if err != nil {
					t.Fatal(err)
				}
				if got.Status != tt.want || got.Completed != tt.done || got.Failed+got.Skipped != 0 {
					t.Errorf("the run is %+v, want %s with %d done", got, tt.want, tt.done)
				}
				if open.Load() != 0 || cancelled.Load() == 0 {
					t.Errorf("%d results are not released, %d items were cancelled", open.Load(), cancelled.Load())
				}
				if tt.want == storage.RunFailed {
					return
				}
				if _, pending := items(t, s); pending != 40-tt.done {
					t.Errorf("%d items are pending, want %d", pending, 40-tt.done)
				}
				second := over("")
				two := atOnce(t, s, second, 4)
				if _, _, err := two.Continue(t.Context(), "test"); err != nil && tt.want != storage.RunRunning {
					t.Fatal(err)
				} else if tt.want == storage.RunRunning {
					resume(t, two)
				}
				if got, err := two.Wait(t.Context(), run.ID); err != nil || got.Completed != 40 {
					t.Errorf("the run is %+v, %v", got, err)
				}
				if len(second.Did) != 40-tt.done {
					t.Errorf("the second engine did %v", second.Did)
				}
			})
		})
	}
}

// A cancelled run ends although several items are being worked on, and counts none.
func TestCancelDuringWorkAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := over(subjects(30))
		j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
			if item.Seq < 10 {
				return runner.Result{}, nil
			}
			<-ctx.Done()
			return runner.Result{}, ctx.Err()
		}
		e := atOnce(t, open(t), j, 4)
		run := start(t, e)
		synctest.Wait()
		if _, err := e.Cancel(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		if got, err := e.Wait(t.Context(), run.ID); err != nil || got.Status != storage.RunCancelled || got.Completed != 10 {
			t.Errorf("the run is %+v, %v", got, err)
		}
		if len(j.Did) != 14 {
			t.Errorf("worked on %v, want four ahead", j.Did)
		}
	})
}

// Where the pace is the limit, an item is not started before its turn at the host: it
// would only wait. Where the host is slow, several are.
func TestWorkAheadFollowsThePace(t *testing.T) {
	for _, tt := range []struct {
		latency time.Duration
		most    int32 // under way at the end
	}{
		{time.Second, 2},
		{30 * time.Second, 16},
	} {
		synctest.Test(t, func(t *testing.T) {
			pacer := pace.New(3*time.Second, 1)
			j := over(subjects(99))
			var inside, peak atomic.Int32
			j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
				now := inside.Add(1)
				defer inside.Add(-1)
				if item.Seq > 50 {
					peak.Store(max(peak.Load(), now))
				}
				if err := pacer.Wait(ctx); err != nil {
					return runner.Result{}, err
				}
				time.Sleep(tt.latency)
				return runner.Result{}, nil
			}
			began := time.Now()
			finished(t, atOnce(t, open(t), j, 16))
			took := time.Since(began)
			if got := peak.Load(); got > tt.most {
				t.Errorf("with a latency of %v up to %d items were under way, want at most %d", tt.latency, got, tt.most)
			}
			if most := 99*3*time.Second + 10*tt.latency; took > most { // the pace, and not the latency
				t.Errorf("with a latency of %v the run took %v, want at most %v", tt.latency, took, most)
			}
		})
	}
}

// An item is worked on once while the number of items at the same time changes, also from
// one to several.
func TestWorkAheadBeginsOnce(t *testing.T) {
	for seed := range uint64(10) {
		synctest.Test(t, func(t *testing.T) {
			random := mathrand.New(mathrand.NewPCG(seed, 1))
			pacer := pace.New(3*time.Second, 1)
			waits := make([]bool, 99) // which items are limited by the pace, a few in a row
			for i := range waits {
				waits[i] = i > 0 && random.IntN(4) > 0 && waits[i-1] || random.IntN(4) == 0
			}
			j := over(subjects(len(waits)))
			j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
				if waits[item.Seq] {
					return runner.Result{}, pacer.Wait(ctx)
				}
				time.Sleep(time.Second)
				return runner.Result{}, nil
			}
			finished(t, atOnce(t, open(t), j, 4))
			slices.Sort(j.Did)
			if diff := cmp.Diff(j.Subjects, j.Did); diff != "" {
				t.Errorf("worked on (-want +got):\n%s", diff)
			}
		})
	}
}

// Checkpoints and long waits of an item that is worked on ahead are stored at its turn.
func TestCheckpointAheadWaitsForItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		j := over(subjects(12))
		j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
			if item.Seq == 6 {
				time.Sleep(time.Minute)
			}
			if err := pace.Wait(ctx, 10*time.Second, func() error { return nil }); err != nil {
				return runner.Result{}, err
			}
			err := item.SaveCheckpoint(ctx, []byte(`1`), func(tx *storage.Tx) error {
				before, err := tx.RunItems.Count(storage.RunItemQuery{Run: item.Run.ID, Pending: true})
				if before != 12-item.Seq {
					t.Errorf("item %d saves a checkpoint while %d items are pending", item.Seq, before)
				}
				return err
			})
			return runner.Result{Write: stroke(item)}, err
		}
		if run := finished(t, atOnce(t, s, j, 4)); run.Completed != 12 {
			t.Errorf("the run is %+v", run)
		}
	})
}

// After a crash items are worked on one at a time, until all are done that may have been
// under way; an item with a crash always is.
func TestNoWorkAheadAfterACrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		all := subjects(60)
		crashed(t, s, all, storage.RunItem{})
		j := over("")
		var inside atomic.Int32
		var mu sync.Mutex
		var alone []bool
		j.Work = func(context.Context, runner.Item) (runner.Result, error) {
			mu.Lock()
			alone = append(alone, inside.Add(1) == 1)
			mu.Unlock()
			defer inside.Add(-1)
			time.Sleep(time.Second)
			return runner.Result{}, nil
		}
		if run := resume(t, atOnce(t, s, j, 4)); run.Completed != 60 {
			t.Fatalf("the run is %+v", run)
		}
		first := slices.Index(alone, false)
		if first != 17 {
			t.Errorf("item %d is the first that is not worked on alone, want 17: %v", first, alone)
		}
	})
}
