package ratelimit

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sethvargo/go-limiter"
)

// clock is a clock that a test advances.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time { return c.now }

func (c *clock) Advance(d time.Duration) { c.now = c.now.Add(d) }

func take(t *testing.T, s *Windows, key string) (left uint64, ok bool) {
	t.Helper()
	_, left, _, ok, err := s.Take(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return left, ok
}

func TestWindowOpensWithTheFirstCall(t *testing.T) {
	t.Parallel()
	c := newClock()
	s := NewWindows(3, time.Minute, c.Now)
	for want := range 3 {
		left, ok := take(t, s, "a")
		if !ok || left != uint64(2-want) {
			t.Fatalf("call %d: left %d, ok %v", want+1, left, ok)
		}
		c.Advance(10 * time.Second)
	}
	if _, ok := take(t, s, "a"); ok {
		t.Error("the fourth call passed")
	}
	if _, ok := take(t, s, "b"); !ok {
		t.Error("a call of another key was refused")
	}
	c.Advance(30*time.Second - 1)
	if _, ok := take(t, s, "a"); ok {
		t.Error("a call passed before the window's end")
	}
	c.Advance(1)
	if left, ok := take(t, s, "a"); !ok || left != 2 {
		t.Errorf("after the window: left %d, ok %v", left, ok)
	}
}

func TestTakeReturnsTheEndOfTheWindow(t *testing.T) {
	t.Parallel()
	c := newClock()
	s := NewWindows(5, time.Minute, c.Now)
	end := c.Now().Add(time.Minute)
	for range 7 {
		calls, _, reset, _, err := s.Take(t.Context(), "a")
		if err != nil || calls != 5 || !time.Unix(0, int64(reset)).Equal(end) {
			t.Errorf("calls %d, reset %v, error %v", calls, time.Unix(0, int64(reset)), err)
		}
		c.Advance(time.Second)
	}
}

func TestClockSetBackEndsTheWindow(t *testing.T) {
	t.Parallel()
	c := newClock()
	s := NewWindows(1, time.Minute, c.Now)
	take(t, s, "a")
	c.Advance(-time.Hour)
	if _, ok := take(t, s, "a"); !ok {
		t.Error("refused by a window in the future")
	}
}

func TestWindowsAreBounded(t *testing.T) {
	t.Parallel()
	c := newClock()
	s := NewWindows(1, time.Minute, c.Now)
	for i := range maxKeys {
		take(t, s, fmt.Sprint(i))
	}
	if _, ok := take(t, s, "0"); ok {
		t.Error("a key was forgotten before the counter was full")
	}
	take(t, s, "one more")
	if _, ok := take(t, s, "1"); ok {
		t.Error("more than the oldest key was forgotten")
	}
	if _, ok := take(t, s, "0"); !ok {
		t.Error("the oldest key was not forgotten")
	}
	c.Advance(time.Minute)
	take(t, s, "much later")
	if n := len(s.byKey); n != 1 {
		t.Errorf("%d keys after all windows but one have ended", n)
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	s := NewWindows(2, time.Minute, newClock().Now)
	for range 2 {
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, _, ok, err := s.Take(t.Context(), "a"); !errors.Is(err, limiter.ErrStopped) || ok {
		t.Errorf("after Close: %v, want ErrStopped", err)
	}
}

func TestWindowsCountExactlyWhenManyCall(t *testing.T) {
	t.Parallel()
	s := NewWindows(100, time.Minute, newClock().Now)
	var passed atomic.Int64
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			for range 50 {
				if _, ok := take(t, s, "a"); ok {
					passed.Add(1)
				}
			}
		})
	}
	group.Wait()
	if passed.Load() != 100 {
		t.Errorf("%d calls passed, want 100", passed.Load())
	}
}

func BenchmarkTake(b *testing.B) {
	s := NewWindows(1<<40, time.Minute, newClock().Now)
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, _, ok, _ := s.Take(ctx, "local"); !ok {
			b.Fatal("refused")
		}
	}
}
