package health

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"path"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/privacylabels/auditor/storage"
)

const (
	// SlowTransaction is the duration from which a transaction is remembered.
	SlowTransaction = 50 * time.Millisecond
	// KeptTransactions is how many are remembered.
	KeptTransactions = 200
)

// Transaction is a slow transaction.
type Transaction struct {
	At         storage.Time `json:"at"`         // when it ended
	Caller     string       `json:"caller"`     // the function that called View or Update
	Method     string       `json:"method"`     // "view" or "update"
	DurationMs float64      `json:"durationMs"` // how long it took, in milliseconds
	Failed     bool         `json:"failed"`     // whether the transaction failed
}

// TimedStore is a store that remembers its slow transactions, by the time that callers
// spent in them, including waits, and whether one found the database damaged. It is safe for
// concurrent use. [storage.As] finds the optional interfaces of the store through it.
type TimedStore struct {
	storage.Store
	now    func() time.Time
	logger *slog.Logger

	damaged atomic.Bool

	on    atomic.Bool
	slow  *Ring[Transaction]
	count atomic.Int64 // of slow ones
}

// Timed returns a store that measures the transactions of the store of env.
func Timed(env storage.Env) *TimedStore {
	env = env.WithLogger()
	s := &TimedStore{Store: env.Store, now: env.Now, logger: env.Logger, slow: NewRing[Transaction](KeptTransactions)}
	s.on.Store(true)
	return s
}

// Unwrap returns the measured store.
func (s *TimedStore) Unwrap() storage.Store { return s.Store }

// View implements [storage.Store].
func (s *TimedStore) View(ctx context.Context, fn func(*storage.Tx) error) (err error) {
	defer s.measure("view", &err)()
	return s.watch(ctx, s.Store.View(ctx, fn))
}

// Update implements [storage.Store].
func (s *TimedStore) Update(ctx context.Context, fn func(*storage.Tx) error) (err error) {
	defer s.measure("update", &err)()
	return s.watch(ctx, s.Store.Update(ctx, fn))
}

// watch remembers whether an error of a transaction says that the database is damaged, and returns it.
func (s *TimedStore) watch(ctx context.Context, err error) error {
	if err != nil && errors.Is(err, storage.ErrDamaged) && s.damaged.CompareAndSwap(false, true) {
		s.logger.ErrorContext(ctx, "database damaged", "error", err)
	}
	return err
}

// Damaged reports whether a transaction, or a check of the whole database, found it damaged. Only a
// later check that finds it sound changes that.
func (s *TimedStore) Damaged() bool { return s.damaged.Load() }

// checked remembers the result of a check of the whole database.
func (s *TimedStore) checked(ctx context.Context, sound bool, detail string) {
	switch {
	case sound && s.damaged.CompareAndSwap(true, false):
		s.logger.InfoContext(ctx, "database sound again")
	case !sound && s.damaged.CompareAndSwap(false, true):
		s.logger.ErrorContext(ctx, "database damaged", "detail", detail)
	}
}

// measure starts measuring, and returns a function that ends it.
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

// caller returns the name of the function that called View or Update: the first one
// outside this file.
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

// Measure switches measuring on or off.
func (s *TimedStore) Measure(on bool) { s.on.Store(on) }

// Measures reports whether transactions are measured.
func (s *TimedStore) Measures() bool { return s.on.Load() }

// Slow returns at most limit of the remembered transactions, newest first, and how many
// slow ones there have been.
func (s *TimedStore) Slow(limit int) (recent []Transaction, total int64) {
	return s.slow.Newest(limit), s.count.Load()
}

// Forget forgets the remembered transactions.
func (s *TimedStore) Forget() { s.slow.Clear() }

// milliseconds returns a duration in milliseconds, to a hundredth.
func milliseconds(d time.Duration) float64 {
	return math.Round(d.Seconds()*1e5) / 100
}
