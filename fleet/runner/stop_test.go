package runner_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// A stop ends a run at its next item, answers who waits, gives the lease back,
// and leaves the rest for another process. The bubble fails the test when a
// goroutine is left.
func TestStopEndsAtTheNextItem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		j := over("a b c")
		g := gated(j)
		one, two := engine(t, s, j), engine(t, s, over("a b c"))
		run := start(t, one)
		waiter := make(chan error)
		go func() {
			_, err := one.Wait(t.Context(), run.ID)
			waiter <- err
		}()
		synctest.Wait()
		began := time.Now()
		time.AfterFunc(3*time.Second, func() { g.Pass <- struct{}{} })
		go one.Stop(time.Minute)
		if err := <-waiter; !errors.Is(err, runner.ErrStopping) {
			t.Errorf("Wait returned %v, want ErrStopping", err)
		}
		one.Stop(time.Minute)
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("the stop took %v, want the item's time", took)
		}
		if l := lease(t, s); l.Owner != "" || l.Attempts != 1 {
			t.Errorf("the lease is %+v, want it given back", l)
		}
		if _, err := one.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, runner.ErrStopping) {
			t.Errorf("after the stop: %v, want ErrStopping", err)
		}
		if _, pending := items(t, s); pending != 2 || settings(t, s)["ended"] != "" {
			t.Errorf("%d items are pending, want 2, and no end: %v", pending, settings(t, s))
		}

		go two.Resume(t.Context())
		got, err := two.Wait(t.Context(), run.ID)
		if err != nil || got.Completed != 3 || time.Since(began) > 4*time.Second {
			t.Errorf("resumed: %+v, %v, %v after the stop", got, err, time.Since(began))
		}
	})
}

// Hanging work is cancelled after the stop timeout, and repeated when the run resumes.
func TestStopCallsOffWhatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		j := over("a b")
		gated(j)
		e := engine(t, s, j)
		start(t, e)
		synctest.Wait()
		began := time.Now()
		e.Stop(7 * time.Second)
		if took := time.Since(began); took != 7*time.Second {
			t.Errorf("the stop took %v, want the timeout", took)
		}
		if _, pending := items(t, s); pending != 2 || lease(t, s).Owner != "" {
			t.Errorf("%d items are pending, want 2; the lease is %+v", pending, lease(t, s))
		}
	})
}

// Resume ends with its context, or with the engine, and does nothing after that.
func TestResumeEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := engine(t, open(t), over("a"))
		ctx, enough := context.WithCancel(t.Context())
		ended := 0
		for _, c := range []context.Context{ctx, t.Context()} {
			go func() {
				e.Resume(c)
				ended++
			}()
			synctest.Wait()
		}
		enough()
		synctest.Wait()
		if ended != 1 {
			t.Errorf("%d ended with the context, want 1", ended)
		}
		e.Stop(time.Minute)
		synctest.Wait()
		if ended != 2 {
			t.Errorf("%d ended, want both", ended)
		}
		e.Resume(t.Context())
	})
}

// Who waits for a run of another process is answered when this one stops.
func TestStopAnswersWhoWaitsForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		j := over("a")
		g := gated(j)
		one, two := engine(t, s, j), engine(t, s, over("a"))
		run := start(t, one)
		waiter := make(chan error)
		go func() {
			_, err := two.Wait(t.Context(), run.ID)
			waiter <- err
		}()
		time.Sleep(10 * time.Second)
		go two.Stop(time.Minute)
		if err := <-waiter; !errors.Is(err, runner.ErrStopping) {
			t.Errorf("Wait returned %v, want ErrStopping", err)
		}
		close(g.Pass)
		if _, err := one.Wait(t.Context(), run.ID); err != nil {
			t.Error(err)
		}
	})
}

func TestWaitErrors(t *testing.T) {
	t.Parallel()
	e := engine(t, open(t), over("a"))
	if _, err := e.Wait(t.Context(), "unknown"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("a run that is not there: %v, want ErrNotFound", err)
	}
	ctx, gone := context.WithCancel(t.Context())
	gone()
	if _, err := e.Wait(ctx, "unknown"); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if _, err := e.Start(ctx, runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, context.Canceled) {
		t.Errorf("a start with a context that has ended: %v", err)
	}
}

// Who waits at an engine that has stopped learns how far the run is.
func TestWaitAfterTheStop(t *testing.T) {
	t.Parallel()
	s := open(t)
	e, run := paused(t, s)
	one := engine(t, s, over("a b c"))
	one.Stop(0)
	if got, err := one.Wait(t.Context(), run.ID); err != nil || got.Status != storage.RunPaused || got.Completed != 1 {
		t.Errorf("of a paused run: %+v, %v", got, err)
	}
	e.Stop(0)
	j := over("a b")
	gated(j)
	two := engine(t, open(t), j)
	open := start(t, two)
	two.Stop(0)
	if got, err := two.Wait(t.Context(), open.ID); !errors.Is(err, runner.ErrStopping) || got.ID != open.ID || got.Total != 2 {
		t.Errorf("of an open run: %+v, %v; want it, and ErrStopping", got, err)
	}
}
