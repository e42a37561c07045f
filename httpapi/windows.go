package httpapi

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sethvargo/go-limiter"
)

// maxClients is how many keys one counter remembers.
const maxClients = 10_000

// windows counts calls by key in fixed windows: the first call of a key opens
// its window, in which so many calls are let through, and the first call after
// its end opens the next. It is safe for concurrent use and starts nothing.
//
// Its memory is bounded: when it is full, keys whose window has ended go first,
// then the one whose window is oldest, which thereby starts afresh.
type windows struct {
	calls  uint64
	length time.Duration
	now    func() time.Time

	mu     sync.Mutex
	byKey  map[string]*list.Element // of *window
	oldest *list.List               // front: the window that began first
	closed bool
}

var _ limiter.Store = (*windows)(nil)

// window is the state of one key.
type window struct {
	key    string
	began  time.Time
	length time.Duration
	calls  uint64 // let through in each window
	extra  uint64 // let through in this one besides
	taken  uint64
}

var (
	errNoWindow = errors.New("a limit needs a window longer than nothing")
	errStopped  = limiter.ErrStopped
)

func newWindows(calls uint64, length time.Duration, now func() time.Time) *windows {
	return &windows{calls: calls, length: length, now: now, byKey: make(map[string]*list.Element), oldest: list.New()}
}

// running says whether the window has begun and not ended. A clock that was put
// back ends it too, lest it lasts for hours.
func (w *window) running(now time.Time) bool {
	passed := now.Sub(w.began)
	return passed >= 0 && passed < w.length
}

func (w *window) left() uint64 { return max(w.calls+w.extra, w.taken) - w.taken }

// at returns the running window of a key, opened if need be.
func (s *windows) at(key string, now time.Time) *window {
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
		if w.running(now) && len(s.byKey) < maxClients {
			break
		}
		s.oldest.Remove(front)
		delete(s.byKey, w.key)
	}
	w := &window{key: key, began: now, length: s.length, calls: s.calls}
	s.byKey[key] = s.oldest.PushBack(w)
	return w
}

// Take counts a call and says whether it is let through.
func (s *windows) Take(_ context.Context, key string) (calls, left, reset uint64, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, 0, 0, false, errStopped
	}
	w := s.at(key, s.now())
	ok = w.left() > 0
	if ok {
		w.taken++
	}
	return w.calls + w.extra, w.left(), uint64(w.began.Add(w.length).UnixNano()), ok, nil
}

// Get tells how many calls of a key are let through and how many are left, both
// zero for a key that is not known.
func (s *windows) Get(_ context.Context, key string) (calls, left uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, 0, errStopped
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

// Set gives a key its own limit, and a fresh window.
func (s *windows) Set(_ context.Context, key string, calls uint64, length time.Duration) error {
	if length <= 0 {
		return errNoWindow
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errStopped
	}
	w := s.at(key, s.now())
	w.began, w.length, w.calls, w.taken, w.extra = s.now(), length, calls, 0, 0
	s.oldest.MoveToBack(s.byKey[key])
	return nil
}

// Burst lets more calls of a key through in its present window.
func (s *windows) Burst(_ context.Context, key string, calls uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errStopped
	}
	s.at(key, s.now()).extra += calls
	return nil
}

// Close makes every later call fail with [limiter.ErrStopped].
func (s *windows) Close(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	clear(s.byKey)
	s.oldest.Init()
	return nil
}
