package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

// maxLag is how long another process's commit may remain undetected.
const maxLag = 100 * time.Millisecond

// revision counts commits. It counts those of this store as they happen. It detects those of
// other processes by data_version, which changes with each commit of another connection; the
// connection that reads it never writes, so it detects every commit.
//
// It also counts the commits that may have changed each table. Commits of other processes
// count for all tables. A commit of another process around the time of one of this store is
// detected by the data_version of the writer's connection, which the writer's own commits do
// not change.
type revision struct {
	n     atomic.Uint64
	fresh atomic.Bool // data_version was read within the last maxLag
	stale *time.Timer // resets fresh

	others atomic.Uint64   // commits of other processes; several may count as one
	tables []atomic.Uint64 // commits of this store, by the fields of storage.Tx

	mu     sync.Mutex
	conn   *sqlite3.Conn
	query  *sqlite3.Stmt
	number int64 // data_version at the last read

	watchers map[chan<- struct{}]struct{} // told of each commit of this store

	writer    *sql.Conn // the connection of the last commit
	statement *sql.Stmt // reads its data_version
	written   int64     // its data_version after that
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
	r := &revision{
		conn: conn, query: query, tables: make([]atomic.Uint64, len(storage.Kinds())), watchers: make(map[chan<- struct{}]struct{}),
	}
	r.stale = time.AfterFunc(maxLag, func() { r.fresh.Store(false) })
	if r.number, err = r.dataVersion(); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

// TableRevision implements [storage.TableRevisioner], with the same lag as Revision.
func (s *Store) TableRevision(ctx context.Context, tables storage.Tables) (uint64, error) {
	if _, err := s.revision.get(ctx); err != nil {
		return 0, err
	}
	sum := s.revision.others.Load() // the sum changes with any summand, because none decreases
	for i := range s.revision.tables {
		if tables&(1<<i) != 0 {
			sum += s.revision.tables[i].Load()
		}
	}
	return sum, nil
}

// Revision implements [storage.Revisioner]. It sees another process's commit
// after 100 milliseconds at most, and is cheap in between.
func (s *Store) Revision(ctx context.Context) (uint64, error) { return s.revision.get(ctx) }

// Watch implements [storage.Watcher].
func (s *Store) Watch(changed chan<- struct{}) (stop func()) {
	r := s.revision
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watchers[changed] = struct{}{}
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.watchers, changed)
	}
}

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
	if r.fresh.Load() { // another caller has read it meanwhile
		return r.n.Load(), nil
	}
	number, err := r.dataVersion()
	if err != nil {
		return 0, err
	}
	if number != r.number {
		r.number = number
		r.others.Add(1)
		r.n.Add(1)
	}
	r.fresh.Store(true)
	r.stale.Reset(maxLag)
	return r.n.Load(), nil
}

// committed counts a commit of this store. It reads the data_version, which the commit has
// changed, so that get does not count the commit again. If another process has committed, too,
// both count as one commit to all tables.
func (r *revision) committed(ctx context.Context, writer *sql.Conn, tables storage.Tables) {
	r.mu.Lock()
	defer r.mu.Unlock()
	number, err := r.dataVersion()
	if err == nil {
		r.number = number
	}
	// The writer's data_version is read second, so that it shows every commit of another
	// process that the first reading has hidden from get.
	same := writer == r.writer
	if !same {
		r.useWriter(ctx, writer)
	}
	var written int64
	failed := errNoStatement
	if r.statement != nil {
		failed = r.statement.QueryRowContext(ctx).Scan(&written)
	}
	if failed != nil || !same || written != r.written {
		r.others.Add(1)
	}
	r.written = written
	for i := range r.tables {
		if tables&(1<<i) != 0 {
			r.tables[i].Add(1)
		}
	}
	r.n.Add(1)
	for changed := range r.watchers {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
}

// errNoStatement means that the data_version of the writer cannot be read.
var errNoStatement = errors.New("no statement for data_version")

// useWriter prepares to read the data_version of another writer's connection.
func (r *revision) useWriter(ctx context.Context, writer *sql.Conn) {
	if r.statement != nil {
		_ = r.statement.Close()
	}
	statement, err := writer.PrepareContext(ctx, "PRAGMA data_version")
	if err != nil {
		statement = nil
	}
	r.writer, r.statement = writer, statement
}

// dataVersion reads PRAGMA data_version.
func (r *revision) dataVersion() (int64, error) {
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
	if r.statement != nil {
		_ = r.statement.Close()
	}
	err := errors.Join(r.query.Close(), r.conn.Close())
	r.conn = nil
	return err
}
