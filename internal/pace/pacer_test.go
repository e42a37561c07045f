package pace_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/pace"
)

// interval is that of the pacers here.
const interval = 3 * time.Second

// queue runs requests and notes when each got its turn.
type queue struct {
	pacer *pace.Pacer
	begun time.Time

	mu    sync.Mutex
	turns []string
	work  sync.WaitGroup
}

func newQueue(burst int) *queue {
	return &queue{pacer: pace.New(interval, burst), begun: time.Now()}
}

// ask lets a request wait for its turn. It is in the queue when ask returns.
func (q *queue) ask(ctx context.Context, class pace.Class, name string) {
	q.work.Go(func() {
		err := q.pacer.Wait(pace.With(ctx, class))
		entry := fmt.Sprintf("%s at %v", name, time.Since(q.begun).Round(time.Millisecond))
		if err != nil {
			entry += ": " + err.Error()
		}
		q.mu.Lock()
		defer q.mu.Unlock()
		q.turns = append(q.turns, entry)
	})
	synctest.Wait()
}

func (q *queue) wants(t *testing.T, want ...string) {
	t.Helper()
	q.work.Wait()
	if diff := cmp.Diff(want, q.turns); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
}

func TestBurstThenOneEachInterval(t *testing.T) {
	t.Parallel()
	for _, class := range []pace.Class{pace.Interactive, pace.Bulk} {
		synctest.Test(t, func(t *testing.T) {
			q := newQueue(2)
			for i := range 4 {
				q.ask(t.Context(), class, fmt.Sprint(i))
			}
			q.wants(t, "0 at 0s", "1 at 0s", "2 at 3s", "3 at 6s")
			q.turns = nil
			time.Sleep(time.Hour) // unused turns do not add up
			q.begun = time.Now()
			for i := range 3 {
				q.ask(t.Context(), class, fmt.Sprint(i))
			}
			q.wants(t, "0 at 0s", "1 at 0s", "2 at 3s")
		})
	}
}

func TestClassDecidesWhoGoesFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		q.ask(t.Context(), pace.Bulk, "first")
		q.ask(t.Context(), pace.Anonymous, "anonymous")
		q.ask(t.Context(), pace.Bulk, "bulk 1")
		q.ask(t.Context(), pace.Bulk, "bulk 2")
		q.ask(t.Context(), pace.Interactive, "person 1")
		q.ask(t.Context(), pace.Interactive, "person 2")
		time.Sleep(4 * time.Second)
		q.ask(t.Context(), pace.Interactive, "person 3")
		q.wants(t, "first at 0s", "person 1 at 3s", "person 2 at 6s", "person 3 at 9s", "bulk 1 at 12s", "bulk 2 at 15s", "anonymous at 18s")
	})
}

func TestContextWithoutClassIsInteractive(t *testing.T) {
	t.Parallel()
	if got := pace.Of(t.Context()); got != pace.Interactive {
		t.Errorf("class %v", got)
	}
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		q.ask(t.Context(), pace.Bulk, "first")
		q.ask(t.Context(), pace.Bulk, "bulk")
		q.work.Go(func() {
			if err := q.pacer.Wait(t.Context()); err != nil || time.Since(q.begun) != interval {
				t.Errorf("%v after %v", err, time.Since(q.begun))
			}
		})
		q.work.Wait()
	})
}

// In ten minutes 200 turns come up, of which anonymous requests get 20.
func TestAnonymousRequestsShareATenth(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pacer := pace.New(interval, 5)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		var work sync.WaitGroup
		var mu sync.Mutex
		served := 0
		for range 30 {
			work.Go(func() {
				for ctx.Err() == nil {
					var busy *pace.BusyError
					switch err := pacer.Wait(pace.With(ctx, pace.Anonymous)); {
					case err == nil:
						mu.Lock()
						served++
						mu.Unlock()
					case errors.As(err, &busy):
						time.Sleep(busy.RetryAfter)
					default:
						t.Error(err)
					}
				}
			})
		}
		work.Wait()
		if served < 19 || served > 21 {
			t.Errorf("%d turns, want 20", served)
		}
	})
}

// However many previews wait, a person waits for one turn at most.
func TestPersonIsNotDelayedByAnonymousRequests(t *testing.T) {
	t.Parallel()
	for _, burst := range []int{1, 6} {
		synctest.Test(t, func(t *testing.T) {
			pacer := pace.New(interval, burst)
			var work sync.WaitGroup
			for range 30 {
				ctx, cancel := context.WithTimeout(t.Context(), 45*time.Second)
				defer cancel()
				work.Go(func() { _ = pacer.Wait(pace.With(ctx, pace.Anonymous)) })
			}
			for range 20 {
				time.Sleep(2 * interval)
				begun := time.Now()
				if err := pacer.Wait(t.Context()); err != nil || time.Since(begun) > interval {
					t.Errorf("burst %d: %v after %v", burst, err, time.Since(begun))
				}
			}
			work.Wait()
		})
	}
}

func TestAnonymousQueueIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pacer := pace.New(interval, 1)
		ctx, cancel := context.WithCancel(pace.With(t.Context(), pace.Anonymous))
		var work sync.WaitGroup
		var mu sync.Mutex
		var refused []time.Duration
		for range 30 {
			work.Go(func() {
				var busy *pace.BusyError
				if errors.As(pacer.Wait(ctx), &busy) {
					mu.Lock()
					defer mu.Unlock()
					refused = append(refused, busy.RetryAfter)
				}
			})
		}
		synctest.Wait()
		want := slices.Repeat([]time.Duration{9 * 10 * interval}, 21) // one is served, eight wait
		if diff := cmp.Diff(want, refused); diff != "" {
			t.Errorf("refused with (-want +got):\n%s", diff)
		}
		cancel()
		work.Wait()
		time.Sleep(10 * interval)
		if err := pacer.Wait(pace.With(t.Context(), pace.Anonymous)); err != nil {
			t.Errorf("after all have left: %v", err)
		}
	})
}

func TestCancelledRequestLeavesAtOnce(t *testing.T) {
	t.Parallel()
	for _, class := range []pace.Class{pace.Interactive, pace.Bulk, pace.Anonymous} {
		synctest.Test(t, func(t *testing.T) {
			q := newQueue(1)
			q.ask(t.Context(), class, "first")
			ctx, cancel := context.WithCancel(t.Context())
			q.ask(ctx, class, "left")
			q.ask(t.Context(), class, "next")
			time.Sleep(time.Second)
			cancel()
			wait := interval // as if the other had never come
			if class == pace.Anonymous {
				wait *= 10
			}
			q.wants(t, "first at 0s", "left at 1s: context canceled", fmt.Sprintf("next at %v", wait))
		})
	}
	if err := pace.New(interval, 1).Wait(cancelled(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
}

func cancelled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// A turn that comes too late is not waited for.
func TestTurnAfterTheDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pacer := pace.New(interval, 1)
		if err := pacer.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), interval-1)
		defer cancel()
		begun := time.Now()
		for _, class := range []pace.Class{pace.Interactive, pace.Bulk} {
			if err := pacer.Wait(pace.With(ctx, class)); err != context.DeadlineExceeded || time.Since(begun) != 0 {
				t.Errorf("class %v: %v after %v", class, err, time.Since(begun))
			}
		}
		var busy *pace.BusyError
		if err := pacer.Wait(pace.With(ctx, pace.Anonymous)); !errors.As(err, &busy) || busy.RetryAfter != interval || time.Since(begun) != 0 {
			t.Errorf("anonymous: %v after %v", err, time.Since(begun))
		}
		// One that would have come in time, but for others that go first.
		ctx, cancel = context.WithTimeout(t.Context(), 2*interval)
		defer cancel()
		var work sync.WaitGroup
		for _, class := range []pace.Class{pace.Bulk, pace.Anonymous} {
			work.Go(func() {
				err := pacer.Wait(pace.With(ctx, class))
				if errors.As(err, &busy) != (class == pace.Anonymous) || err == nil || time.Since(begun) != 2*interval {
					t.Errorf("class %v: %v after %v", class, err, time.Since(begun))
				}
			})
		}
		synctest.Wait()
		for range 4 {
			work.Go(func() { _ = pacer.Wait(t.Context()) })
		}
		work.Wait()
	})
}

// Interactive requests that never end hold bulk ones up; bulk ones get every turn
// that is left.
func TestBulkGetsRemainingTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pacer := pace.New(interval, 1)
		begun := time.Now()
		var work sync.WaitGroup
		work.Go(func() {
			for range 10 { // every other turn
				_ = pacer.Wait(t.Context())
				time.Sleep(interval + 1)
			}
		})
		for range 10 {
			if err := pacer.Wait(pace.With(t.Context(), pace.Bulk)); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(begun); took > 20*interval {
			t.Errorf("ten bulk turns beside ten others took %v", took)
		}
		work.Wait()
	})
}
