package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

const (
	// maxLag is how long another process's commit may remain undetected.
	maxLag = 100 * time.Millisecond
	// watchLag is how long it may, for those who watch, without a read of the revision.
	watchLag = 15 * time.Second
)

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
	began time.Time    // the revision; the next is relative to it
	fresh atomic.Int64 // until when data_version need not be read again

	others atomic.Uint64   // commits of other processes; several may count as one
	tables []atomic.Uint64 // commits of this store, by the fields of storage.Tx

	mu     lock
	conn   *sqlite3.Conn
	query  *sqlite3.Stmt
	number int64 // data_version at the last read

	watchers map[chan<- struct{}]struct{} // notified of each commit
	look     *time.Timer                  // looks for commits of other processes while there are watchers

	writer    *sql.Conn // the connection of the last commit
	statement *sql.Stmt // reads its data_version
	written   int64     // its data_version after that
}

// lock is a mutex whose waiters a test in simulated time counts as idle: SQLite may sleep, until
// another connection is done, while its holder reads, and a [sync.Mutex] would stop that time.
type lock chan struct{}

func (l lock) Lock()   { l <- struct{}{} }
func (l lock) Unlock() { <-l }

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
		began: time.Now(), mu: make(lock, 1),
	}
	r.look = time.AfterFunc(watchLag, r.lookAgain)
	r.look.Stop()
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

// Watch implements [storage.Watcher]. It tells of another process's commit after 15 seconds at
// most.
func (s *Store) Watch(changed chan<- struct{}) (stop func()) {
	r := s.revision
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.watchers[changed] = struct{}{}; len(r.watchers) == 1 && r.conn != nil {
		r.look.Reset(watchLag)
	}
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if delete(r.watchers, changed); len(r.watchers) == 0 {
			r.look.Stop()
		}
	}
}

// lookAgain looks for commits of other processes, and again after [watchLag] while there are
// watchers.
func (r *revision) lookAgain() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.conn == nil || len(r.watchers) == 0 {
		return
	}
	_ = r.read() // who asks for the revision gets the error
	r.look.Reset(watchLag)
}

// tell tells those who watch of a commit.
func (r *revision) tell() {
	for changed := range r.watchers {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
}

func (r *revision) get(ctx context.Context) (uint64, error) {
	if r.isFresh() {
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
	if r.isFresh() { // another caller has read it meanwhile
		return r.n.Load(), nil
	}
	err := r.read()
	return r.n.Load(), err
}

// isFresh reports whether data_version was read within the last [maxLag]. No timer says so,
// because it would wake an idle process once more for each reading.
func (r *revision) isFresh() bool { return int64(time.Since(r.began)) < r.fresh.Load() }

// read counts, and tells of, the commits of other processes since the last reading.
func (r *revision) read() error {
	number, err := r.dataVersion()
	if err != nil {
		return err
	}
	if number != r.number {
		r.number = number
		r.others.Add(1)
		r.n.Add(1)
		r.tell()
	}
	r.fresh.Store(int64(time.Since(r.began) + maxLag))
	return nil
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
	r.tell()
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
	r.look.Stop()
	r.fresh.Store(0)
	if r.statement != nil {
		_ = r.statement.Close()
	}
	err := errors.Join(r.query.Close(), r.conn.Close())
	r.conn = nil
	return err
}
