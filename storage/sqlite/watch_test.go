package sqlite_test

import (
	"testing"
	"testing/synctest"
	"time"
)

// Who watches learns of another process's commits, at once by a read of the revision,
// and once for many.
func TestWatchOfOthers(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	synctest.Test(t, func(t *testing.T) {
		s, other := openStore(t, path), openStore(t, path)
		changed := make(chan struct{}, 1)
		stop := s.Watch(changed)
		took := func() time.Duration {
			start := time.Now()
			select {
			case <-changed:
				return time.Since(start)
			case <-time.After(time.Hour + time.Second): // not when the store looks, which would meet the next write
				return time.Hour
			}
		}
		if got := took(); got != time.Hour {
			t.Fatalf("told of a write after %v, and nothing was written", got)
		}
		for _, value := range []string{"1", "2", "3"} {
			set(t, other, "a", value)
			set(t, other, "b", value)
			if got := took(); got > 15*time.Second {
				t.Errorf("told of another process's write after %v", got)
			}
			if got := took(); got != time.Hour {
				t.Errorf("told again after %v", got)
			}
		}
		time.Sleep(time.Second) // after which the revision is read anew
		set(t, other, "a", "4")
		if _, err := s.Revision(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := took(); got != 0 {
			t.Errorf("after a read of the revision it took %v", got)
		}

		stop()
		set(t, other, "a", "5")
		if got := took(); got != time.Hour {
			t.Errorf("told after the end, after %v", got)
		}
		stop = s.Watch(changed)
		defer stop()
		if got := took(); got > 15*time.Second {
			t.Errorf("told of what was written before after %v", got)
		}
	})
}
