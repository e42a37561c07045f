package health_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// keep runs the schedules of checkers on a store until the returned function is called.
func keep(t *testing.T, s storage.Store, processes int) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range processes {
		c := checker(t, s, func(c *health.Config) { c.Now = time.Now })
		all.Go(func() { c.RunSchedule(ctx) })
	}
	return func() {
		cancel()
		all.Wait()
	}
}

// times returns when the records were checked, as time since a moment, first one
// first.
func times(t *testing.T, s storage.Store, since time.Time) (all []time.Duration) {
	t.Helper()
	for _, l := range lines(t, s) {
		all = append([]time.Duration{l.StartedAt.Std().Sub(since)}, all...)
	}
	return all
}

func TestOnceADay(t *testing.T) {
	t.Parallel()
	for _, processes := range []int{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			s, began := storagetest.Strict(t, memory.New()), time.Now()
			end := keep(t, s, processes)
			time.Sleep(10*24*time.Hour + 12*time.Hour)
			end()
			got := times(t, s, began)
			if len(got) != 11 || got[0] < time.Minute || got[0] > 2*time.Minute {
				t.Fatalf("%d processes checked at %v", processes, got)
			}
			for i := range got[1:] {
				if gap := got[i+1] - got[i]; gap < 24*time.Hour || gap > 24*time.Hour+2*time.Minute {
					t.Errorf("%d processes checked at %v", processes, got)
				}
			}
			if r := lines(t, s)[0]; r.Type != health.ActivityType || r.Status != "ok" {
				t.Errorf("the last line is %+v", r)
			}
		})
	}
}

// A new start is no reason for a check, nor is one by hand for another.
func TestRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, began := storagetest.Strict(t, memory.New()), time.Now()
		for range 5 {
			end := keep(t, s, 1)
			time.Sleep(4 * time.Hour)
			end()
		}
		if got := times(t, s, began); len(got) != 1 {
			t.Errorf("within 20 hours it was checked at %v", got)
		}
		check(t, checker(t, s, func(c *health.Config) { c.Now = time.Now }))
		defer keep(t, s, 1)()
		time.Sleep(23 * time.Hour)
		if got := times(t, s, began); len(got) != 2 {
			t.Errorf("a day after one by hand it was checked at %v", got)
		}
		time.Sleep(2 * time.Hour)
		if got := times(t, s, began); len(got) != 3 {
			t.Errorf("after the day it was checked at %v", got)
		}
	})
}

func TestSwitchedOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, began := storagetest.Strict(t, memory.New()), time.Now()
		set(t, s, settings.HealthCheckEnabled, "false")
		defer keep(t, s, 1)()
		time.Sleep(100 * time.Hour)
		if got := times(t, s, began); len(got) != 0 {
			t.Errorf("switched off it was checked at %v", got)
		}
		check(t, checker(t, s, func(c *health.Config) { c.Now = time.Now })) // who asks is answered
		set(t, s, settings.HealthCheckEnabled, "true")
		time.Sleep(26 * time.Hour)
		if got := times(t, s, began); len(got) != 2 {
			t.Errorf("switched on again it was checked at %v", got)
		}
	})
}

// A clock that was set back does not delay the next check for years.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, began := storagetest.Strict(t, memory.New()), time.Now()
		check(t, checker(t, s, func(c *health.Config) { c.Now = func() time.Time { return time.Now().AddDate(10, 0, 0) } }))
		defer keep(t, s, 1)()
		time.Sleep(3 * time.Hour)
		if got := times(t, s, began); len(got) != 2 {
			t.Errorf("checked at %v", got)
		}
	})
}

func TestStopEndsTheSchedule(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := checker(t, memory.New(), func(c *health.Config) {
			c.Now = time.Now
			c.Repairs = []health.Repair{{Kind: "long", Do: func(ctx context.Context) (int, error) {
				<-ctx.Done() // until the timeout
				return 0, ctx.Err()
			}}}
		})
		ended := make(chan struct{})
		go func() {
			c.RunSchedule(t.Context())
			close(ended)
		}()
		time.Sleep(3 * time.Minute) // the check has begun
		began := time.Now()
		c.Stop(5 * time.Second)
		<-ended
		if took := time.Since(began); took != 5*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// A store that does not answer is logged and asked again.
func TestScheduleContinuesAfterFault(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		inner, began := memory.New(), time.Now()
		recorder := health.NewRecorder(slog.DiscardHandler)
		c := checker(t, storagetest.Faulty(inner, storagetest.Faults{View: storagetest.Nth(1)}), func(c *health.Config) {
			c.Now, c.Logger = time.Now, slog.New(recorder)
		})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			c.RunSchedule(ctx)
			close(ended)
		}()
		time.Sleep(3 * time.Hour)
		cancel()
		<-ended
		if got := times(t, inner, began); len(got) != 1 || got[0] < time.Hour {
			t.Errorf("checked at %v", got)
		}
		if logged := messages(recorder); len(logged) != 1 || logged[0] != "error health check failed error="+storagetest.ErrFault.Error() {
			t.Errorf("logged was %q", logged)
		}
	})
}

// A process that dies during a check is followed by another one within seconds.
func TestCheckOfADeadProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, began := storagetest.Strict(t, memory.New()), time.Now()
		defer keep(t, s, 1)()
		time.Sleep(12 * time.Hour)
		first := times(t, s, began)
		if len(first) != 1 {
			t.Fatalf("checked at %v", first)
		}
		// Another process takes the lease a moment before the next check, and dies.
		time.Sleep(first[0] + 24*time.Hour - time.Since(began) - time.Second)
		died := time.Now()
		update(t, s, func(tx *storage.Tx) error {
			return tx.Tasks.Put(storage.Task{Kind: "health", Owner: "dead", Attempts: 99, Due: storage.TimeOf(died.Add(9 * time.Second))})
		})
		time.Sleep(time.Minute)
		got := times(t, s, died)
		if len(got) != 2 || got[1] > 15*time.Second {
			t.Errorf("after the death it was checked at %v", got)
		}
	})
}
