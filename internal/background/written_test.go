package background_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// quiet is a store that tells nothing.
type quiet struct{ storage.Store }

// telling is a store that tells of writes.
type telling struct {
	storage.Store

	mu       sync.Mutex
	watchers map[chan<- struct{}]bool
}

func (s *telling) Watch(changed chan<- struct{}) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchers[changed] = true
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.watchers, changed)
	}
}

func (s *telling) write() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for changed := range s.watchers {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
}

func TestLoopOfWrites(t *testing.T) {
	t.Parallel()
	const poll, ends = time.Minute, 3 * time.Hour
	for _, tt := range []struct {
		name   string
		tells  bool
		wait   time.Duration // after a step
		writes []time.Duration
		want   []time.Duration
	}{
		{"nothing is written", true, background.Idle, nil, []time.Duration{0, time.Hour, 2 * time.Hour}},
		{"written", true, background.Idle, []time.Duration{10 * time.Minute}, []time.Duration{0, 11 * time.Minute, 71 * time.Minute, 131 * time.Minute}},
		{"written often", true, ends, []time.Duration{time.Hour, time.Hour + time.Second, time.Hour + 61*time.Second},
			[]time.Duration{0, time.Hour + time.Minute, time.Hour + 121*time.Second}},
		{"written when the step is near", true, 2 * time.Hour, []time.Duration{2*time.Hour - time.Second}, []time.Duration{0, 2 * time.Hour}},
		{"not told", false, time.Hour, []time.Duration{time.Second}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var store storage.Store = quiet{}
				told := &telling{watchers: map[chan<- struct{}]bool{}}
				if tt.tells {
					store = told
				} else {
					for at := time.Duration(0); at < ends; at += poll {
						tt.want = append(tt.want, at)
					}
				}
				for _, at := range tt.writes {
					time.AfterFunc(at, told.write)
				}
				ctx, cancel := context.WithTimeout(t.Context(), ends-time.Second)
				defer cancel()
				start := time.Now()
				var steps []time.Duration
				background.Loop{Written: store, Poll: poll, Step: func(context.Context) time.Duration {
					steps = append(steps, time.Since(start))
					return tt.wait
				}}.Run(ctx, nil)
				if diff := cmp.Diff(tt.want, steps); diff != "" {
					t.Errorf("steps (-want +got):\n%s", diff)
				}
				if len(told.watchers) > 0 {
					t.Error("it still watches after its end")
				}
			})
		})
	}
}
