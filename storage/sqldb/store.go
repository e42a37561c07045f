package sqldb

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb/internal/places"
)

// Store is a [storage.Store] over a SQL database. It is safe for concurrent use.
type Store struct {
	writers, readers *pool
	probes           *pool // for urgent Views
	dialect          Dialect
	kinds            []*kind
	places           knownPlaces
	grams            knownGrams
}

// knownPlaces are those of the list of apps by name.
type knownPlaces struct{ forward, reverse places.Table }

var _ storage.Store = (*Store)(nil)

// New returns a store that uses one pool for Updates and another for Views; they may be the
// same. The tables must exist.
//
// The store opens connections as it needs them, up to the current MaxOpenConns of each pool
// (100 if it is not set), and holds them until [Store.Close] or for [Dialect.Idle]. One more of the readers is for a
// View whose context is [storage.Urgent]. Nothing else may use the pools from now on. The caller
// must close them after the Store.
func New(writers, readers *sql.DB, d Dialect) *Store {
	d.BeginView = cmp.Or(d.BeginView, "BEGIN")
	d.BeginUpdate = cmp.Or(d.BeginUpdate, "BEGIN")
	s := &Store{dialect: d, kinds: kindsFor(d), writers: newPool(writers, d)}
	s.readers = s.writers
	if readers != writers {
		s.readers = newPool(readers, d)
	}
	s.probes = poolOf(readers, d, 1)
	return s
}

// Close waits for running transactions and releases all connections. Later calls of View and
// Update fail with [ErrClosed]. Close must not be called within a transaction. Calling it
// again is a no-op.
func (s *Store) Close() error {
	return errors.Join(s.probes.shut(), s.readers.shut(), s.writers.shut())
}

// View implements [storage.Store]. One that is [storage.Urgent] waits only for others that are.
func (s *Store) View(ctx context.Context, fn func(*storage.Tx) error) error {
	from := s.readers
	if storage.IsUrgent(ctx) {
		from = s.probes
	}
	_, err := s.run(ctx, from, false, func(t *tx) error { return fn(t.tables) })
	return err
}

// After a conflict with another process, fn runs again after a pause with exponential backoff,
// a maximum and full jitter.
const (
	attempts   = 50
	firstPause = time.Millisecond
	maxPause   = 250 * time.Millisecond
)

// Update implements [storage.Store]. It gives up on conflicts after 50 attempts.
func (s *Store) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	return s.update(ctx, func(t *tx) error { return fn(t.tables) })
}

func (s *Store) update(ctx context.Context, fn func(*tx) error) error {
	pause := firstPause
	for attempt := 1; ; attempt++ {
		lost, err := s.run(ctx, s.writers, true, fn)
		if !lost || attempt == attempts {
			return err
		}
		select {
		case <-ctx.Done():
			return wrapContext(ctx, err)
		case <-time.After(rand.N(pause)):
		}
		pause = min(2*pause, maxPause)
	}
}

// run calls fn in one transaction. It rolls back after any error, and also if fn panics or
// ends its goroutine. Lost reports whether the transaction conflicted with another one.
func (s *Store) run(ctx context.Context, from *pool, writable bool, fn func(*tx) error) (lost bool, err error) {
	begin := s.dialect.BeginView
	if writable {
		begin = s.dialect.BeginUpdate
	}
	c, err := from.begin(ctx, begin)
	if err != nil {
		if ctx.Err() == nil {
			err = s.dialect.explain(err)
		}
		return false, fmt.Errorf("begin: %w", err)
	}
	t := &tx{ctx: ctx, conn: c, dialect: &s.dialect, places: &s.places, grams: &s.grams, writable: writable}
	committed := false
	defer func() {
		t.end()
		if !committed {
			// Not cancelled with ctx, which would leave the connection in the transaction.
			if err := errors.Join(c.control(context.WithoutCancel(ctx), "ROLLBACK"), t.abandonLoad()); err != nil {
				from.drop(c)
				return
			}
		}
		from.give(c)
	}()

	t.open(s.kinds)
	if err := fn(t); err != nil {
		return writable && (s.dialect.lost(err) || s.dialect.lost(t.err)), err
	}
	if t.err != nil { // fn ignored a failure
		return writable && s.dialect.lost(t.err), t.err
	}
	if !writable {
		return false, nil
	}
	if err := errors.Join(t.endLoad(), t.settle(), t.index()); err != nil {
		return s.dialect.lost(err), err
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	t.end()
	lost, err = s.commit(ctx, t)
	committed = err == nil
	return lost, err
}

// commit commits a transaction that has ended. Lost is as for run.
func (s *Store) commit(ctx context.Context, t *tx) (lost bool, err error) {
	if t.wrote && s.dialect.MayCommit != nil {
		if err := s.dialect.MayCommit(ctx, t.conn.Conn, t.work); err != nil {
			return false, err
		}
	}
	script := "COMMIT"
	if t.wrote && s.dialect.Commit != nil {
		script = s.dialect.Commit(t.affected)
	}
	// Not cancelled with ctx, which would leave the outcome unknown.
	whole := context.WithoutCancel(ctx)
	if err := t.conn.control(whole, script); err != nil {
		return s.dialect.lost(err), fmt.Errorf("commit: %w", s.dialect.explain(err))
	}
	if t.wrote && s.dialect.Committed != nil {
		s.dialect.Committed(whole, t.conn.Conn, t.affected)
	}
	return false, nil
}

// wrapContext adds the error of an ended context, because drivers return errors of their own.
func wrapContext(ctx context.Context, err error) error {
	if gone := ctx.Err(); gone != nil && err != nil && !errors.Is(err, gone) {
		return fmt.Errorf("%w: %w", gone, err)
	}
	return err
}

// explain adds the sentinel to a driver's error.
func (d *Dialect) explain(err error) error {
	if d.Sentinel != nil {
		if sentinel := d.Sentinel(err); sentinel != nil {
			return fmt.Errorf("%w: %w", sentinel, err)
		}
	}
	return err
}

// lost reports whether an error is a conflict after which running the Update again may succeed.
func (d *Dialect) lost(err error) bool { return err != nil && d.Retry != nil && d.Retry(err) }
