package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

// revisionTimeout limits the time to read the revisions.
const revisionTimeout = 10 * time.Second

// revisions reads the revisions of the tables. Concurrent calls share a query, but never one
// that began before the call, because it might not see a commit that the caller knows of.
type revisions struct {
	db *sql.DB

	mu      sync.Mutex
	closed  bool
	current *reading // the reading whose query has begun
	next    *reading // the reading whose query begins after that
}

// reading is one query and its result, for all callers that wait for it.
type reading struct {
	done   chan struct{}
	counts map[string]uint64 // by table
	err    error
}

// Revision implements [storage.Revisioner], without a lag.
func (s *Store) Revision(ctx context.Context) (uint64, error) {
	return s.TableRevision(ctx, storage.AllTables())
}

// TableRevision implements [storage.TableRevisioner], without a lag.
func (s *Store) TableRevision(ctx context.Context, tables storage.Tables) (uint64, error) {
	counts, err := s.revisions.read(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the revision: %w", explain(err))
	}
	if tables == storage.AllTables() { // includes tables of later versions
		return total(counts), nil
	}
	var sum uint64 // changes with any summand, because none decreases
	for _, name := range tables.Names() {
		sum += counts[name]
	}
	return sum, nil
}

func total(counts map[string]uint64) (sum uint64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

func (r *revisions) read(ctx context.Context) (map[string]uint64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	shared, err := r.join()
	if err != nil {
		return nil, err
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-shared.done:
		return shared.counts, shared.err
	}
}

// join returns a reading whose query begins after the call.
func (r *revisions) join() (*reading, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, sqldb.ErrClosed
	}
	if r.current == nil {
		r.current = &reading{done: make(chan struct{})}
		go r.run(r.current)
		return r.current, nil
	}
	if r.next == nil {
		r.next = &reading{done: make(chan struct{})}
	}
	return r.next, nil
}

func (r *revisions) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
}

// run executes the current reading and those that follow, until none is left.
func (r *revisions) run(current *reading) {
	for current != nil {
		current.counts, current.err = r.query()
		close(current.done)
		r.mu.Lock()
		current, r.next = r.next, nil
		r.current = current
		r.mu.Unlock()
	}
}

// query reads the revisions. If the server has closed the connection meanwhile, it tries once
// more.
func (r *revisions) query() (map[string]uint64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), revisionTimeout)
	defer cancel()
	counts, err := r.counts(ctx)
	if err != nil {
		counts, err = r.counts(ctx)
	}
	return counts, err
}

func (r *revisions) counts(ctx context.Context) (_ map[string]uint64, err error) {
	rows, err := r.db.QueryContext(ctx, "SELECT name, n FROM revisions")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	counts := make(map[string]uint64)
	for rows.Next() {
		var name string
		var n int64
		if err := rows.Scan(&name, &n); err != nil {
			return nil, err
		}
		counts[name] = uint64(n)
	}
	return counts, rows.Err()
}
