package background_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/background"
)

func TestLoop(t *testing.T) {
	t.Parallel()
	const first, every, settle = time.Minute, time.Hour, 2 * time.Second
	for _, tt := range []struct {
		name  string
		first time.Duration
		wakes []time.Duration // since the start
		ends  time.Duration
		want  []time.Duration // when a step ran
	}{
		{"at intervals", first, nil, 3 * every, []time.Duration{first, first + every, first + 2*every}},
		{"at once", 0, nil, every / 2, []time.Duration{0}},
		{"woken", first, []time.Duration{5 * time.Second}, every, []time.Duration{7 * time.Second}},
		{"woken more than once", first, []time.Duration{5 * time.Second, 6 * time.Second, 10 * time.Second}, every,
			[]time.Duration{7 * time.Second, 12 * time.Second}},
		{"woken when it is near", settle, []time.Duration{time.Second}, every, []time.Duration{settle}},
		{"woken before the start", first, []time.Duration{0, 0}, time.Minute, []time.Duration{settle}},
		{"ended before the first", first, nil, first / 2, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var steps []time.Duration
				start, wake := time.Now(), background.NewSignal()
				ctx, cancel := context.WithTimeout(t.Context(), tt.ends)
				defer cancel()
				for _, at := range tt.wakes {
					if at == 0 {
						wake.Send()
					}
					time.AfterFunc(at, wake.Send)
				}
				background.Loop{First: tt.first, Wake: wake, Settle: settle, Step: func(context.Context) time.Duration {
					steps = append(steps, time.Since(start))
					return every
				}}.Run(ctx, nil)
				took(t, start, tt.ends)
				if diff := cmp.Diff(tt.want, steps); diff != "" {
					t.Errorf("steps (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestLoopOfAGroup(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g background.Group
		start, steps := time.Now(), 0
		loop := background.Loop{Step: func(ctx context.Context) time.Duration {
			steps++
			time.Sleep(3 * time.Second)
			if ctx.Err() != nil {
				t.Errorf("the context of a step that is waited for: %v", ctx.Err())
			}
			return time.Minute
		}}
		go g.Loop(t.Context(), loop)
		time.Sleep(time.Second)
		g.Stop(timeout)
		took(t, start, 3*time.Second)
		g.Loop(t.Context(), loop)
		if steps != 1 {
			t.Errorf("%d steps, want 1", steps)
		}
	})
}

// A loop that is stopped interrupts its step if it is to, and waits for it otherwise.
func TestLoopInterrupted(t *testing.T) {
	t.Parallel()
	why := errors.New("enough")
	for _, interrupt := range []error{nil, why} {
		synctest.Test(t, func(t *testing.T) {
			var group background.Group
			var cause error
			start, ended := time.Now(), make(chan struct{})
			go func() {
				defer close(ended)
				group.Loop(t.Context(), background.Loop{Interrupt: interrupt, Step: func(ctx context.Context) time.Duration {
					select {
					case <-ctx.Done():
						cause = context.Cause(ctx)
					case <-time.After(time.Hour):
					}
					return time.Hour
				}})
			}()
			time.Sleep(time.Minute)
			group.Stop(2 * time.Hour)
			<-ended
			want := time.Hour
			if interrupt != nil {
				want = time.Minute
			}
			if took := time.Since(start); took != want || !errors.Is(cause, interrupt) {
				t.Errorf("interrupted with %v: %v after %v, want %v", interrupt, cause, took, want)
			}
		})
	}
}

func TestInterrupt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		stopping := errors.New("stopping")
		stop := make(chan struct{})
		first, cancel := background.Interrupt(t.Context(), stop, stopping)
		second, cancelSecond := background.Interrupt(t.Context(), stop, stopping)
		defer cancelSecond()
		cancel()
		if background.Stopped(second, stop) || !background.Stopped(first, nil) {
			t.Errorf("before the stop: %v, %v", first.Err(), second.Err())
		}
		close(stop)
		<-second.Done()
		if got := context.Cause(second); got != stopping || context.Cause(first) == stopping {
			t.Errorf("causes: %v, and %v of what was done before", got, context.Cause(first))
		}
		if !background.Stopped(t.Context(), stop) {
			t.Error("stop is closed, but Stopped reports false")
		}
	})
}

func TestHold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		lost := fmt.Errorf("%w: a test", background.ErrLost)
		results := []error{nil, errors.New("the database is away"), nil, lost}
		start, renewals := time.Now(), 0
		held, release := background.Hold(t.Context(), time.Second, func(context.Context) error {
			renewals++
			return results[renewals-1]
		})
		<-held.Done()
		took(t, start, 4*time.Second)
		release()
		if context.Cause(held) != lost || renewals != 4 {
			t.Errorf("%v after %d renewals", context.Cause(held), renewals)
		}

		held, release = background.Hold(t.Context(), time.Second, func(ctx context.Context) error {
			<-ctx.Done()
			time.Sleep(time.Second)
			return ctx.Err()
		})
		time.Sleep(time.Second)
		synctest.Wait()
		release() // waits for the call under way
		took(t, start, 6*time.Second)
		if !errors.Is(context.Cause(held), context.Canceled) {
			t.Errorf("released: %v", context.Cause(held))
		}
	})
}

func TestJitter(t *testing.T) {
	t.Parallel()
	most := 7 * time.Second
	for seed := range byte(100) {
		if d := background.Jitter(bytes.NewReader(bytes.Repeat([]byte{seed * 37}, 8)), most); d < 0 || d > most {
			t.Errorf("%v, want from zero to %v", d, most)
		}
	}
	if d := background.Jitter(bytes.NewReader(make([]byte, 8)), -1); d != 0 {
		t.Errorf("of a negative duration: %v", d)
	}
	if d := background.Jitter(strings.NewReader("short"), most); d != most {
		t.Errorf("without random numbers: %v", d)
	}
}
