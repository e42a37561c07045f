package health

import (
	"context"
	"math"
	"path"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/privacylabels/auditor/storage"
)

const (
	// SlowTransaction is how long a transaction takes that is remembered.
	SlowTransaction = 50 * time.Millisecond
	// KeptTransactions is how many are remembered.
	KeptTransactions = 200
)

// Transaction is a transaction that took long.
type Transaction struct {
	At         storage.Time `json:"at"`     // when it ended
	Caller     string       `json:"caller"` // the function that asked for it
	Method     string       `json:"method"` // view, update
	DurationMs float64      `json:"durationMs"`
	Failed     bool         `json:"failed"`
}

// TimedStore is a store that remembers its slow transactions: the time that
// callers spent in them, which includes what they did and what they waited for. It
// is safe for concurrent use. Optional powers are found through it.
type TimedStore struct {
	storage.Store
	now func() time.Time

	on    atomic.Bool
	slow  *Ring[Transaction]
	count atomic.Int64 // of slow ones
}

// Timed returns a store that measures the transactions of another one, until it
// is told not to.
func Timed(store storage.Store, now func() time.Time) *TimedStore {
	s := &TimedStore{Store: store, now: now, slow: NewRing[Transaction](KeptTransactions)}
	s.on.Store(true)
	return s
}

// Unwrap returns the store that is measured.
func (s *TimedStore) Unwrap() storage.Store { return s.Store }

// View implements [storage.Store].
func (s *TimedStore) View(ctx context.Context, fn func(storage.Tx) error) (err error) {
	defer s.measure("view", &err)()
	return s.Store.View(ctx, fn)
}

// Update implements [storage.Store].
func (s *TimedStore) Update(ctx context.Context, fn func(storage.Tx) error) (err error) {
	defer s.measure("update", &err)()
	return s.Store.Update(ctx, fn)
}

// measure begins to measure, and returns what ends it.
func (s *TimedStore) measure(method string, err *error) (end func()) {
	if !s.on.Load() {
		return func() {}
	}
	began := s.now()
	return func() {
		now := s.now()
		took := now.Sub(began)
		if took < SlowTransaction {
			return
		}
		s.count.Add(1)
		s.slow.Add(Transaction{storage.TimeOf(now), caller(), method, milliseconds(took), *err != nil})
	}
}

// caller names the function below which a transaction was asked for: the first
// one outside this file, which has nothing to do with a store.
func caller() string {
	var at [16]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(3, at[:])])
	for {
		frame, more := frames.Next()
		if name := path.Base(frame.Function); !strings.HasPrefix(name, "health.(*TimedStore)") && name != "." && !strings.HasPrefix(name, "runtime.") {
			return name
		}
		if !more {
			return ""
		}
	}
}

// Measure says whether transactions are to be measured from now on.
func (s *TimedStore) Measure(on bool) { s.on.Store(on) }

// Measures says whether transactions are measured.
func (s *TimedStore) Measures() bool { return s.on.Load() }

// Slow returns the slow transactions that are remembered, newest first, limit at
// most, and how many there have been.
func (s *TimedStore) Slow(limit int) (recent []Transaction, total int64) {
	return s.slow.Newest(limit), s.count.Load()
}

// Forget forgets the transactions that are remembered.
func (s *TimedStore) Forget() { s.slow.Clear() }

// milliseconds returns a duration in milliseconds, to a hundredth.
func milliseconds(d time.Duration) float64 {
	return math.Round(d.Seconds()*1e5) / 100
}
