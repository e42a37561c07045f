package runner_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// source is what processes read from. It refuses the requests of some.
type source struct {
	mu      sync.Mutex
	refuses map[string]string // by process: the reason
	asked   map[string]int    // requests that it refused
}

func newSource() *source {
	return &source{refuses: make(map[string]string), asked: make(map[string]int)}
}

// refused returns how many requests of a process it refused.
func (s *source) refused(process string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[process]
}

func (s *source) refuse(process, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuses[process] = reason
}

// reads makes a job ask the source, as a process, for a second.
func (s *source) reads(process string, j *job) {
	j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
		s.mu.Lock()
		reason := s.refuses[process]
		if reason != "" {
			s.asked[process]++
		}
		s.mu.Unlock()
		if reason != "" {
			return runner.Result{Interrupt: reason, Elsewhere: true}, nil
		}
		time.Sleep(time.Second)
		return runner.Result{Write: stroke(item)}, nil
	}
}

// sharing starts processes a, b and so on that read from a source.
func sharing(t *testing.T, s storage.Store, from *source, items, n int, wrap func(*job) runner.Job) (processes []process, jobs []*job) {
	t.Helper()
	for i := range n {
		j := many(items)
		from.reads(string(rune('a'+i)), j)
		jobs = append(jobs, j)
		processes = append(processes, join(t, s, wrap(j)))
	}
	time.Sleep(time.Second) // until they know of each other
	return processes, jobs
}

func together(j *job) runner.Job { return apart{j} }
func inOrder(j *job) runner.Job  { return j }

// A process that is refused leaves the run to the others, tries seldom, and works on it again
// when it is no longer refused.
func TestRefusedProcessLeavesTheRunToOthers(t *testing.T) {
	for name, test := range map[string]struct {
		wrap  func(*job) runner.Job
		items int
		most  time.Duration
	}{
		"independent": {together, 160, 19 * time.Second},
		"in order":    {inOrder, 40, 60 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s storage.Store) {
				from := newSource()
				from.refuse("a", "limited")
				processes, jobs := sharing(t, s, from, test.items, 3, test.wrap)
				began := time.Now()
				run := start(t, processes[0].Engine)
				for from.refused("a") == 0 && time.Since(began) < test.most { // others may get the first items
					time.Sleep(100 * time.Millisecond)
				}
				time.Sleep(6 * time.Second)
				if now, err := processes[0].Run(t.Context(), run.ID); err != nil || now.Status != storage.RunRunning || now.Completed == 0 {
					t.Errorf("after 6s: %+v, %v", now, err)
				}
				from.refuse("a", "")
				left(t, processes[0].Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: test.items})
				if took := time.Since(began); took > test.most {
					t.Errorf("it took %v, want at most %v", took, test.most)
				}
				if n := from.refused("a"); n == 0 || n > 12 {
					t.Errorf("the refused process asked %d times, want some, and at most 4 each 5s", n)
				}
				if done := len(jobs[0].Did) - from.refused("a"); test.items == 160 && done == 0 {
					t.Error("it did nothing when it was no longer refused")
				}
				wrote(t, s, jobs[0].Once("done "))
			})
		})
	}
}

// The run is interrupted when all are refused, for the last reason, and resumes whole.
func TestRunIsInterruptedWhenAllAreRefused(t *testing.T) {
	for name, wrap := range map[string]func(*job) runner.Job{"independent": together, "in order": inOrder} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s storage.Store) {
				from := newSource()
				from.refuse("a", "limited a")
				processes, jobs := sharing(t, s, from, 40, 2, wrap)
				run := start(t, processes[0].Engine)
				for now := run; now.Completed == 0; { // the other process has to get an item
					time.Sleep(100 * time.Millisecond)
					var err error
					if now, err = processes[0].Run(t.Context(), run.ID); err != nil || now.Status != storage.RunRunning {
						t.Fatalf("%+v, %v", now, err)
					}
				}
				time.Sleep(sharedLease / 2) // until this is no longer a new run
				from.refuse("b", "limited b")
				got, err := processes[0].Wait(t.Context(), run.ID)
				if err != nil || got.Status != storage.RunInterrupted || got.Completed == 0 || runner.Left(got) == 0 {
					t.Fatalf("%+v, %v", got, err)
				}
				if got.Reason != "limited b" && got.Reason != "limited a" {
					t.Errorf("the reason is %q", got.Reason)
				}
				for _, lease := range storagetest.All[storage.Task](t, s) {
					if lease.Kind != "runner" && lease.Owner == got.Reason {
						t.Errorf("a lease is left: %+v", lease)
					}
				}
				from.refuse("a", "")
				from.refuse("b", "")
				left(t, processes[1].Engine, start(t, processes[1].Engine).ID, storage.Run{Status: storage.RunDone, Completed: 40})
				wrote(t, s, jobs[0].Once("interrupted done "))
			})
		})
	}
}

// When the only process that is not refused dies, the run is interrupted.
func TestRunIsInterruptedWhenTheOthersDie(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		from := newSource()
		from.refuse("a", "limited")
		processes, _ := sharing(t, s, from, 40, 2, together)
		run := start(t, processes[1].Engine)
		time.Sleep(2500 * time.Millisecond)
		processes[1].die()
		died := time.Now()
		got, err := processes[0].Wait(t.Context(), run.ID)
		if err != nil || got.Status != storage.RunInterrupted || got.Reason != "limited" {
			t.Errorf("%+v, %v", got, err)
		}
		if took := time.Since(died); took > 4*sharedLease {
			t.Errorf("that took %v", took)
		}
	})
}

// A run can be paused and cancelled while processes rest.
func TestControlOfARunThatIsLeftToOthers(t *testing.T) {
	for asked, want := range map[string]storage.RunStatus{"pause": storage.RunPaused, "cancel": storage.RunCancelled} {
		t.Run(asked, func(t *testing.T) {
			bubble(t, func(t *testing.T, s storage.Store) {
				from := newSource()
				from.refuse("a", "limited")
				processes, _ := sharing(t, s, from, 40, 2, together)
				run := start(t, processes[0].Engine)
				time.Sleep(2500 * time.Millisecond)
				control := processes[0].Pause
				if asked == "cancel" {
					control = processes[0].Cancel
				}
				if _, err := control(t.Context(), "test"); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
				defer cancel()
				got, err := processes[1].Wait(ctx, run.ID)
				if diff := cmp.Diff(fmt.Sprint(want, nil), fmt.Sprint(got.Status, err)); diff != "" {
					t.Errorf("the run (-want +got):\n%s", diff)
				}
			})
		})
	}
}
