package runner_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// sleeper is a store of a process that can fall asleep: what it commits waits.
type sleeper struct {
	storage.Store
	mu     sync.Mutex
	asleep chan struct{} // closed when it wakes; nil while it is awake
}

func (s *sleeper) sleep() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asleep = make(chan struct{})
}

func (s *sleeper) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.asleep)
	s.asleep = nil
}

func (s *sleeper) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	s.mu.Lock()
	asleep := s.asleep
	s.mu.Unlock()
	if asleep != nil {
		<-asleep
	}
	return s.Store.Update(ctx, fn)
}

// One who slept while another process took over writes nothing.
func TestSleeperWritesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		process := &sleeper{Store: s}
		slow, quick := over("a b c"), over("a b c")
		first, second := gated(slow), gated(quick)
		one, two := engine(t, process, slow), engine(t, s, quick)

		run := start(t, one)
		first.Pass <- struct{}{} // a
		synctest.Wait()          // b is being worked on
		process.sleep()
		go two.Resume(t.Context())
		time.Sleep(runner.DefaultLease + 2*time.Second) // and b by the other one as well
		close(first.Pass)                               // the sleeper has what it asked for
		process.wake()
		synctest.Wait()
		if got := settings(t, s); got["b"] != "" {
			t.Errorf("the sleeper has written %v", got)
		}
		if l := lease(t, s); l.Owner == "" || l.Attempts != 2 {
			t.Errorf("the lease is %+v, want it taken over", l)
		}
		close(second.Pass)
		got, err := one.Wait(t.Context(), run.ID)
		if err != nil || got.Status != storage.RunDone || got.Completed != 3 {
			t.Errorf("the sleeper sees %+v, %v", got, err)
		}
		if got := settings(t, s); got["a"] != "I" || got["b"] != "I" || got["c"] != "I" || got["ended"] != "done " {
			t.Errorf("written is %v, want each once", got)
		}
		if slow, quick := slow.Worked(), quick.Worked(); slow != "a b" || quick != "b c" {
			t.Errorf("the sleeper worked on %s, the other one on %s", slow, quick)
		}
	})
}

// A lease that has ended takes nothing from a slow owner; only a successor does.
func TestSlowOwnerContinues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		process := &sleeper{Store: s}
		j := over("a b")
		g := gated(j)
		e := engine(t, process, j)
		run := start(t, e)
		synctest.Wait()
		process.sleep()
		time.Sleep(time.Minute)
		process.wake()
		close(g.Pass)
		got, err := e.Wait(t.Context(), run.ID)
		if err != nil || got.Completed != 2 || lease(t, s).Attempts != 1 {
			t.Errorf("the run is %+v, %v", got, err)
		}
	})
}

// The lease is renewed during a long item, so no other process starts.
func TestLongItemKeepsTheLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		j, other := over("a b"), over("a b")
		g := gated(j)
		one, two := engine(t, s, j), engine(t, s, other)
		run := start(t, one)
		go two.Resume(t.Context())
		for range 20 {
			time.Sleep(7 * time.Second)
			if _, err := two.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, runner.ErrBusy) {
				t.Fatalf("another start: %v, want ErrBusy", err)
			}
		}
		seen, err := two.Open(t.Context())
		if err != nil || len(seen) != 1 || seen[0].ID != run.ID || seen[0].Current != "A" {
			t.Errorf("the other process sees %+v, %v", seen, err)
		}
		close(g.Pass)
		got, err := two.Wait(t.Context(), run.ID) // of another process
		if err != nil || got.Completed != 2 || other.Worked() != "" {
			t.Errorf("the run is %+v, %v; the other process worked on %q", got, err, other.Worked())
		}
	})
}

// A run whose process ended is resumed when its lease expires, not before.
func TestTakeOverWhenTheLeaseEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		process := &sleeper{Store: s}
		g := over("a b c")
		first := gated(g)
		one, two := engine(t, process, g), engine(t, s, over("a b c"))
		run := start(t, one)
		first.Pass <- struct{}{}
		synctest.Wait()
		process.sleep() // it never commits again
		left := lease(t, s).Due

		go two.Resume(t.Context())
		got, err := two.Wait(t.Context(), run.ID)
		late := storage.TimeOf(time.Now()).Sub(left)
		if err != nil || got.Completed != 3 || late < 0 || late > time.Second {
			t.Errorf("the run is %+v, %v, %v after the lease", got, err, late)
		}
		view(t, s, func(tx *storage.Tx) error {
			n, err := storage.First(tx.Notifications.List(storage.NotificationQuery{}))
			if n.Type != storage.NoticeJobResumed || n.Changes[0].Type != "test_resumed" || string(n.Changes[0].More) != `{"appsRemaining":2,"totalApps":3}` {
				t.Errorf("the notice is %+v", n)
			}
			return err
		})
		if got.Initiator != "manual" {
			t.Errorf("the initiator became %q", got.Initiator)
		}
		process.wake()
	})
}

// A start resumes a run that no process works on, even without Resume.
func TestStartTakesOver(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b c")
	g := gated(j)
	one, two := engine(t, s, j), engine(t, s, over("a b c"))
	run := start(t, one)
	g.Pass <- struct{}{}
	<-g.Reached
	<-g.Reached
	one.Stop(0)

	again, err := two.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Scheduled})
	if err != nil || again.ID != run.ID || again.Initiator != "scheduled" || again.Completed != 1 {
		t.Fatalf("the start gives %+v, %v; want run %s", again, err, run.ID)
	}
	if _, err := two.Wait(t.Context(), run.ID); err != nil {
		t.Error(err)
	}
	if got := settings(t, s); got["a"]+got["b"]+got["c"] != "III" || got["ended"] != "done " {
		t.Errorf("written is %v, want each once", got)
	}
}
