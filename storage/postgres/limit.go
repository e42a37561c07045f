package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sethvargo/go-limiter"
)

// sweepEvery is the number of calls after which a process deletes the windows that have ended.
const sweepEvery = 1000

var (
	errNoWindow = errors.New("the window of a limit must be longer than zero")
	errNoCalls  = errors.New("a limit must allow at least one call")
)

// Limiters returns a constructor of rate limiters for auditor.WithLimiters, which all
// processes with this database share. As in memory, the first call of a key opens a window in
// which a number of calls are allowed. Each call is a round trip to the database. Now is the
// clock of the service.
func (s *Store) Limiters(now func() time.Time) func(bucket string, calls uint64, window time.Duration) (limiter.Store, error) {
	return func(bucket string, calls uint64, window time.Duration) (limiter.Store, error) {
		if window <= 0 {
			return nil, errNoWindow
		}
		if calls == 0 {
			return nil, errNoCalls
		}
		return &limits{db: s.control, bucket: bucket, calls: calls, window: window, now: now}, nil
	}
}

// limits counts the calls of a bucket, by key.
type limits struct {
	db     *sql.DB
	bucket string
	calls  uint64
	window time.Duration
	now    func() time.Time

	taken  atomic.Uint64 // number of calls of Take in this process
	closed atomic.Bool
}

// A window also ends if the clock is set back to before its start, so that it does not last
// for hours.
const (
	running = "$3 < l.ends AND $3 >= l.ends - l.length"

	openWindow = "INSERT INTO limits AS l (bucket, key, ends, length, calls, extra, taken, granted) " +
		"VALUES ($1, $2, $3::BIGINT + $4::BIGINT, $4, $5, $6, $7, TRUE) ON CONFLICT (bucket, key) DO UPDATE SET "

	take = openWindow + "ends = CASE WHEN " + running + " THEN l.ends ELSE $3 + l.length END, " +
		"extra = CASE WHEN " + running + " THEN l.extra ELSE 0 END, " +
		"taken = CASE WHEN " + running + " THEN l.taken + (l.taken < l.calls + l.extra)::INT ELSE least(l.calls, 1) END, " +
		"granted = CASE WHEN " + running + " THEN l.taken < l.calls + l.extra ELSE l.calls > 0 END " +
		"RETURNING ends, calls + extra, taken, granted"

	burst = openWindow + "ends = CASE WHEN " + running + " THEN l.ends ELSE $3 + l.length END, " +
		"extra = CASE WHEN " + running + " THEN l.extra ELSE 0 END + excluded.extra, " +
		"taken = CASE WHEN " + running + " THEN l.taken ELSE 0 END"

	reopen = openWindow + "ends = excluded.ends, length = excluded.length, calls = excluded.calls, extra = 0, taken = 0"
)

// args returns the arguments of a statement that may open a window.
func (l *limits) args(key string, window time.Duration, calls, extra, taken uint64) []any {
	return []any{l.bucket, []byte(key), l.now().UnixNano(), int64(window), int64(calls), int64(extra), int64(taken)}
}

// Take counts a call and reports whether it is allowed.
func (l *limits) Take(ctx context.Context, key string) (calls, left, reset uint64, ok bool, err error) {
	if l.closed.Load() {
		return 0, 0, 0, false, limiter.ErrStopped
	}
	var ends, allowed, taken int64
	err = l.db.QueryRowContext(ctx, take, l.args(key, l.window, l.calls, 0, 1)...).Scan(&ends, &allowed, &taken, &ok)
	if err == nil && l.taken.Add(1)%sweepEvery == 0 {
		_, err = l.db.ExecContext(ctx, "DELETE FROM limits WHERE ends <= $1", l.now().UnixNano())
	}
	if err != nil {
		return 0, 0, 0, false, fmt.Errorf("limits in the database: %w", explain(err))
	}
	return uint64(allowed), uint64(max(0, allowed-taken)), uint64(ends), ok, nil
}

// Get returns how many calls of a key are allowed and how many are left. Both are zero for
// an unknown key.
func (l *limits) Get(ctx context.Context, key string) (calls, left uint64, err error) {
	if l.closed.Load() {
		return 0, 0, limiter.ErrStopped
	}
	var own, extra, taken int64
	var runs bool
	err = l.db.QueryRowContext(ctx, "SELECT calls, extra, taken, "+running+" FROM limits AS l WHERE bucket = $1 AND key = $2",
		l.bucket, []byte(key), l.now().UnixNano()).Scan(&own, &extra, &taken, &runs)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, 0, nil
	case err != nil:
		return 0, 0, fmt.Errorf("limits in the database: %w", explain(err))
	case !runs:
		return uint64(own), uint64(own), nil
	}
	return uint64(own + extra), uint64(max(0, own+extra-taken)), nil
}

// Set gives a key a limit of its own and opens a new window.
func (l *limits) Set(ctx context.Context, key string, calls uint64, window time.Duration) error {
	if window <= 0 {
		return errNoWindow
	}
	return l.execute(ctx, reopen, l.args(key, window, calls, 0, 0))
}

// Burst allows more calls of a key in its current window.
func (l *limits) Burst(ctx context.Context, key string, calls uint64) error {
	return l.execute(ctx, burst, l.args(key, l.window, l.calls, calls, 0))
}

func (l *limits) execute(ctx context.Context, statement string, args []any) error {
	if l.closed.Load() {
		return limiter.ErrStopped
	}
	if _, err := l.db.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("limits in the database: %w", explain(err))
	}
	return nil
}

// Close makes every later call fail with [limiter.ErrStopped]. The counts remain in the
// database, for the other processes.
func (l *limits) Close(context.Context) error {
	l.closed.Store(true)
	return nil
}
