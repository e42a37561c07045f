package ratelimit

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sethvargo/go-limiter"
)

// maxKeys is how many keys one counter remembers.
const maxKeys = 10_000

// Windows counts calls by key in fixed windows. The first call of a key opens its
// window, in which a number of calls are allowed. The first call after its end
// opens the next window. It is safe for concurrent use and starts no goroutine.
//
// Its memory is bounded. When it is full, it drops the keys whose window has ended,
// and otherwise the key with the oldest window, which is then counted from zero.
type Windows struct {
	calls  uint64
	length time.Duration
	now    func() time.Time

	mu     sync.Mutex
	byKey  map[string]*list.Element // of *window
	oldest *list.List               // front: the window that began first
	closed bool
}

var _ limiter.Store = (*Windows)(nil)

// window is the state of one key.
type window struct {
	key    string
	began  time.Time
	length time.Duration
	calls  uint64 // allowed in each window
	extra  uint64 // allowed in this one as well
	taken  uint64
}

var errNoWindow = errors.New("the window of a limit must be longer than zero")

// NewWindows returns a counter that allows a number of calls per window.
func NewWindows(calls uint64, length time.Duration, now func() time.Time) *Windows {
	return &Windows{calls: calls, length: length, now: now, byKey: make(map[string]*list.Element), oldest: list.New()}
}

// running reports whether the window has begun and not ended. A clock that is set
// back ends it as well, so that no window lasts for hours.
func (w *window) running(now time.Time) bool {
	passed := now.Sub(w.began)
	return passed >= 0 && passed < w.length
}

func (w *window) left() uint64 { return max(w.calls+w.extra, w.taken) - w.taken }

// at returns the running window of a key. It opens one if there is none.
func (s *Windows) at(key string, now time.Time) *window {
	if e, ok := s.byKey[key]; ok {
		w := e.Value.(*window)
		if !w.running(now) {
			w.began, w.taken, w.extra = now, 0, 0
			s.oldest.MoveToBack(e)
		}
		return w
	}
	for front := s.oldest.Front(); front != nil; front = s.oldest.Front() {
		w := front.Value.(*window)
		if w.running(now) && len(s.byKey) < maxKeys {
			break
		}
		s.oldest.Remove(front)
		delete(s.byKey, w.key)
	}
	w := &window{key: key, began: now, length: s.length, calls: s.calls}
	s.byKey[key] = s.oldest.PushBack(w)
	return w
}

// Take counts a call and reports whether it is allowed.
func (s *Windows) Take(_ context.Context, key string) (calls, left, reset uint64, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, 0, 0, false, limiter.ErrStopped
	}
	w := s.at(key, s.now())
	ok = w.left() > 0
	if ok {
		w.taken++
	}
	return w.calls + w.extra, w.left(), uint64(w.began.Add(w.length).UnixNano()), ok, nil
}

// Get returns how many calls of a key are allowed and how many are left. Both are
// zero for an unknown key.
func (s *Windows) Get(_ context.Context, key string) (calls, left uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, 0, limiter.ErrStopped
	}
	e, ok := s.byKey[key]
	if !ok {
		return 0, 0, nil
	}
	w := e.Value.(*window)
	if !w.running(s.now()) {
		return w.calls, w.calls, nil
	}
	return w.calls + w.extra, w.left(), nil
}

// Set gives a key a limit of its own and opens a new window.
func (s *Windows) Set(_ context.Context, key string, calls uint64, length time.Duration) error {
	if length <= 0 {
		return errNoWindow
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return limiter.ErrStopped
	}
	w := s.at(key, s.now())
	w.began, w.length, w.calls, w.taken, w.extra = s.now(), length, calls, 0, 0
	s.oldest.MoveToBack(s.byKey[key])
	return nil
}

// Burst allows more calls of a key in its current window.
func (s *Windows) Burst(_ context.Context, key string, calls uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return limiter.ErrStopped
	}
	s.at(key, s.now()).extra += calls
	return nil
}

// Close makes every later call fail with [limiter.ErrStopped].
func (s *Windows) Close(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	clear(s.byKey)
	s.oldest.Init()
	return nil
}
