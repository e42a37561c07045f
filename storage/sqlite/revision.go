package sqlite

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage/sqldb"
)

// patience is how long another process's commit may go unseen.
const patience = 100 * time.Millisecond

// revision counts commits: this store's as they happen, other processes' by
// SQLite's own number, which moves with each commit of another connection. The
// connection on which it is asked writes nothing, so all others are other ones.
type revision struct {
	n     atomic.Uint64
	fresh atomic.Bool // looked at within the last patience
	stale *time.Timer // ends that

	mu     sync.Mutex
	conn   *sqlite3.Conn
	query  *sqlite3.Stmt
	number int64 // SQLite's, when it was last looked at
}

func watch(ctx context.Context, f file) (*revision, error) {
	conn, err := sqlite3.OpenContext(ctx, f.dsn(readerPragmas()...))
	if err != nil {
		return nil, err
	}
	query, _, err := conn.Prepare("PRAGMA data_version")
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	r := &revision{conn: conn, query: query}
	r.stale = time.AfterFunc(patience, func() { r.fresh.Store(false) })
	if r.number, err = r.look(); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

// Revision implements [storage.Revisioner]. It sees another process's commit
// after 100 milliseconds at most; in between it costs next to nothing.
func (s *Store) Revision(ctx context.Context) (uint64, error) { return s.revision.get(ctx) }

func (r *revision) get(ctx context.Context) (uint64, error) {
	if r.fresh.Load() {
		return r.n.Load(), nil
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.conn == nil {
		return 0, sqldb.ErrClosed
	}
	if r.fresh.Load() { // somebody else has looked while this one waited
		return r.n.Load(), nil
	}
	number, err := r.look()
	if err != nil {
		return 0, err
	}
	if number != r.number {
		r.number = number
		r.n.Add(1)
	}
	r.fresh.Store(true)
	r.stale.Reset(patience)
	return r.n.Load(), nil
}

// committed counts a commit of this store. SQLite's number has moved with it: it
// is looked at now, so as not to be taken for another process's later. Should one
// of those have come in between, both were there before the count moves.
func (r *revision) committed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if number, err := r.look(); err == nil {
		r.number = number
	}
	r.n.Add(1)
}

// look asks for SQLite's number.
func (r *revision) look() (int64, error) {
	defer r.query.Reset()
	if !r.query.Step() {
		return 0, r.query.Err()
	}
	return r.query.ColumnInt64(0), nil
}

func (r *revision) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stale.Stop()
	r.fresh.Store(false)
	err := errors.Join(r.query.Close(), r.conn.Close())
	r.conn = nil
	return err
}
