package ratelimit

import (
	"container/list"
	"context"
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

// window is the state of one key.
type window struct {
	key   string
	began time.Time
	taken uint64
}

// NewWindows returns a counter that allows a number of calls per window.
func NewWindows(calls uint64, length time.Duration, now func() time.Time) *Windows {
	return &Windows{calls: calls, length: length, now: now, byKey: make(map[string]*list.Element), oldest: list.New()}
}

// running reports whether a window has begun and not ended. A clock that is set
// back ends it as well, so that no window lasts for hours.
func (s *Windows) running(w *window, now time.Time) bool {
	passed := now.Sub(w.began)
	return passed >= 0 && passed < s.length
}

// at returns the running window of a key. It opens one if there is none.
func (s *Windows) at(key string, now time.Time) *window {
	if e, ok := s.byKey[key]; ok {
		w := e.Value.(*window)
		if !s.running(w, now) {
			w.began, w.taken = now, 0
			s.oldest.MoveToBack(e)
		}
		return w
	}
	for front := s.oldest.Front(); front != nil; front = s.oldest.Front() {
		w := front.Value.(*window)
		if s.running(w, now) && len(s.byKey) < maxKeys {
			break
		}
		s.oldest.Remove(front)
		delete(s.byKey, w.key)
	}
	w := &window{key: key, began: now}
	s.byKey[key] = s.oldest.PushBack(w)
	return w
}

// Take counts a call and reports whether it is allowed, as that of a [limiter.Store] does.
func (s *Windows) Take(_ context.Context, key string) (calls, left, reset uint64, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, 0, 0, false, limiter.ErrStopped
	}
	w := s.at(key, s.now())
	ok = w.taken < s.calls
	if ok {
		w.taken++
	}
	return s.calls, s.calls - w.taken, uint64(w.began.Add(s.length).UnixNano()), ok, nil
}

// Close makes every later Take fail with [limiter.ErrStopped].
func (s *Windows) Close(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	clear(s.byKey)
	s.oldest.Init()
	return nil
}
