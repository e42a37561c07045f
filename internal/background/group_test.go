package background_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/privacylabels/auditor/internal/background"
)

const timeout = 5 * time.Second

// ended reports whether the channel is closed.
func ended(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// took fails the test when not as much time went by since start as it should.
func took(t *testing.T, start time.Time, want time.Duration) {
	t.Helper()
	if got := time.Since(start); got != want {
		t.Errorf("it took %v, want %v", got, want)
	}
}

func TestWorkRunsBesideItsStarter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g background.Group
		start := time.Now()
		var steps atomic.Int32
		if !g.Go(func(ctx context.Context, stop <-chan struct{}) {
			for range 3 {
				time.Sleep(time.Hour)
				steps.Add(1)
			}
			if ctx.Err() != nil || ended(stop) {
				t.Errorf("it ended unasked: %v, %v", ctx.Err(), ended(stop))
			}
		}) {
			t.Error("the work was refused")
		}
		took(t, start, 0)
		time.Sleep(3 * time.Hour)
		synctest.Wait()
		if steps.Load() != 3 {
			t.Errorf("it did %d steps", steps.Load())
		}
		g.Stop(timeout)
		took(t, start, 3*time.Hour)
	})
}

func TestStopWaitsForTheNextBoundary(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g background.Group
		var work context.Context
		g.Go(func(ctx context.Context, stop <-chan struct{}) {
			work = ctx
			for !ended(stop) {
				time.Sleep(2 * time.Second)
			}
			if ctx.Err() != nil {
				t.Errorf("cancelled before the timeout: %v", ctx.Err())
			}
		})
		time.Sleep(time.Second)
		start := time.Now()
		g.Stop(timeout)
		took(t, start, time.Second)
		if !errors.Is(work.Err(), context.Canceled) {
			t.Errorf("when all has ended, the context says %v", work.Err())
		}
	})
}

func TestStopCancelsAfterTheTimeout(t *testing.T) {
	t.Parallel()
	for _, timeout := range []time.Duration{0, time.Millisecond, timeout} {
		synctest.Test(t, func(t *testing.T) {
			var g background.Group
			start := time.Now()
			g.Go(func(ctx context.Context, stop <-chan struct{}) {
				<-stop
				took(t, start, 0)
				<-ctx.Done()
				took(t, start, timeout)
				time.Sleep(time.Second) // tidies up
			})
			work, stop, done, ok := g.Join(t.Context())
			if !ok {
				t.Fatal("nothing joins a new group")
			}
			go func() {
				defer done()
				<-stop
				<-work.Done()
				took(t, start, timeout)
				if err := work.Err(); !errors.Is(err, context.Canceled) {
					t.Errorf("the context ended with %v", err)
				}
			}()
			g.Stop(timeout)
			took(t, start, timeout+time.Second)
			if t.Context().Err() != nil {
				t.Error("the caller's own context ended")
			}
		})
	}
}

func TestNothingBeginsAfterStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g background.Group
		start := time.Now()
		g.Stop(timeout)
		took(t, start, 0)
		refuses(t, &g)
	})
}

func TestNothingBeginsWhileStopWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g background.Group
		g.Go(func(_ context.Context, stop <-chan struct{}) {
			<-stop
			refuses(t, &g) // from within
			time.Sleep(time.Second)
		})
		go g.Stop(timeout)
		synctest.Wait()
		refuses(t, &g)
		g.Stop(timeout)
	})
}

// refuses fails the test when the group takes new work.
func refuses(t *testing.T, g *background.Group) {
	t.Helper()
	if g.Go(func(context.Context, <-chan struct{}) { t.Error("work began after Stop") }) {
		t.Error("the group took new work")
	}
	if work, stop, done, ok := g.Join(t.Context()); ok || work != nil || stop != nil || done != nil {
		t.Errorf("Join after Stop returns %v, %v, %v", work, stop, ok)
	}
}

func TestStopMoreThanOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g background.Group
		g.Go(func(ctx context.Context, _ <-chan struct{}) { <-ctx.Done() })
		start := time.Now()
		var stops sync.WaitGroup
		for _, timeout := range []time.Duration{time.Hour, time.Minute, time.Second} { // the shortest decides
			stops.Go(func() {
				g.Stop(timeout)
				took(t, start, time.Second)
			})
		}
		stops.Wait()
		g.Stop(time.Hour)
		took(t, start, time.Second)
	})
}

func TestJoinedWorkUsesCallersContext(t *testing.T) {
	t.Parallel()
	type key struct{}
	synctest.Test(t, func(t *testing.T) {
		var g background.Group
		caller, cancel := context.WithCancelCause(context.WithValue(t.Context(), key{}, "value"))
		work, stop, done, _ := g.Join(caller)
		if work.Value(key{}) != "value" || work.Err() != nil {
			t.Errorf("the context has %v and says %v", work.Value(key{}), work.Err())
		}
		hungUp := errors.New("hung up")
		cancel(hungUp)
		if got := context.Cause(work); got != hungUp || !ended(work.Done()) {
			t.Errorf("when the caller hangs up the context says %v", got)
		}
		if ended(stop) {
			t.Error("when one caller hangs up the group is asked to end")
		}

		other, _, otherDone, ok := g.Join(t.Context())
		if !ok || other.Err() != nil {
			t.Errorf("beside one who hung up: joined is %v, %v", ok, other.Err())
		}
		otherDone()
		if other.Err() == nil {
			t.Error("the context outlives the work")
		}

		start := time.Now()
		go func() {
			time.Sleep(time.Second)
			done()
		}()
		g.Stop(timeout) // who hung up is waited for too
		took(t, start, time.Second)
	})
}

func TestJoinWithEndedContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g background.Group
		caller, cancel := context.WithCancel(t.Context())
		cancel()
		work, _, done, ok := g.Join(caller)
		if !ok || !errors.Is(work.Err(), context.Canceled) {
			t.Errorf("joined is %v, with %v", ok, work.Err())
		}
		done()
		start := time.Now()
		g.Stop(timeout)
		took(t, start, 0)
	})
}

func TestJoinKeepsTheCallersDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g background.Group
		caller, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		work, stop, done, _ := g.Join(caller)
		defer done()
		start := time.Now()
		<-work.Done()
		took(t, start, time.Second)
		if !errors.Is(work.Err(), context.DeadlineExceeded) || ended(stop) {
			t.Errorf("the context ended with %v, the channel: %v", work.Err(), ended(stop))
		}
	})
}

// A group that lives for months does not hold on to every request that joined.
func TestGroupReleasesEndedWork(t *testing.T) {
	t.Parallel()
	var g background.Group
	defer g.Stop(timeout)
	type key struct{}
	request := new([1024]byte)
	held := weak.Make(request)
	_, _, done, ok := g.Join(context.WithValue(t.Context(), key{}, request))
	if !ok {
		t.Fatal("nothing joins a new group")
	}
	done()
	request, done = nil, nil
	for range 10 { // what was started before may take a moment to end
		runtime.GC()
		if held.Value() == nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("the caller's context is held after its work has ended")
}

// Many goroutines start and join work while others stop the group: whatever
// began has ended when any Stop returns, and nothing begins after.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	for range 50 {
		var g background.Group
		var under, began atomic.Int64
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				for n := range 200 {
					if i%2 == 0 {
						if !g.Go(func(ctx context.Context, stop <-chan struct{}) {
							under.Add(1)
							defer under.Add(-1)
							began.Add(1)
							if n%10 == 0 {
								<-stop
							}
							if n%20 == 0 {
								<-ctx.Done()
							}
						}) {
							return
						}
						continue
					}
					caller, hangUp := context.WithCancel(t.Context())
					_, _, done, ok := g.Join(caller)
					if !ok {
						hangUp()
						return
					}
					under.Add(1)
					began.Add(1)
					if n%2 == 0 {
						hangUp()
					}
					under.Add(-1)
					done()
					hangUp()
				}
			})
		}
		for i := range 3 {
			all.Go(func() {
				time.Sleep(time.Duration(i) * 100 * time.Microsecond)
				g.Stop(time.Millisecond)
				if n := under.Load(); n != 0 {
					t.Errorf("%d are under way when Stop returns", n)
				}
				before := began.Load()
				refuses(t, &g)
				if after := began.Load(); after != before {
					t.Errorf("%d began after Stop returned", after-before)
				}
			})
		}
		all.Wait()
	}
}
