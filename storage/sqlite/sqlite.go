package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

var (
	// ErrNewer means that the file was written by a later version of this package.
	ErrNewer = errors.New("database is of a newer version")
	// ErrNotADatabase means that the file is not a SQLite database, or belongs to another program.
	ErrNotADatabase = errors.New("not a database of this program")
	// ErrInUse means that another process has the database open, which [WithoutOthers] forbids.
	ErrInUse = errors.New("another process has the database open: stop it first")
)

// maxValue is the maximum length of a text, 32 MiB. A connection has 256 MiB of
// memory, and must never exhaust them.
const maxValue = 32 << 20

// readerIdle is how long a connection that another one could stand in for may be idle. Each has a
// cache of its own of up to 2 MB, and a new one is open within a millisecond or two.
const readerIdle = time.Minute

// Store is a [storage.Store] in a SQLite file. It is safe for concurrent use.
type Store struct {
	*sqldb.Store
	file             file
	pragmas          []string // of the writer
	writers, readers *sql.DB
	revision         *revision
	reserve          *reserve // nil: none
	bounded          bool     // by WithMaxBytes

	closing sync.Once
	closed  error
}

var (
	_ storage.Store      = (*Store)(nil)
	_ storage.Revisioner = (*Store)(nil)
	_ storage.Copier     = (*Store)(nil)

	_ storage.TableRevisioner = (*Store)(nil)
	_ storage.Watcher         = (*Store)(nil)

	_ storage.Checker   = (*Store)(nil)
	_ storage.Inspector = (*Store)(nil)
)

// Open opens the database in a file and migrates it to this version of the schema.
// It creates the file and the directories above it if they do not exist. The file
// and those beside it are made accessible to this user only.
//
// It fails with [ErrNewer], [ErrOlder], [ErrNotADatabase], [ErrSchema] or
// [storage.ErrDamaged] if it cannot use the file, which it leaves unchanged. It does not
// detect all damage, see [Store.Check]. The context is for opening only. The caller must close
// the store.
func Open(ctx context.Context, path string, opts ...Option) (*Store, error) {
	s, err := open(ctx, path, opts)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", because(ctx, damaged(err)))
	}
	return s, nil
}

func open(ctx context.Context, path string, opts []Option) (*Store, error) {
	c, err := defaults()
	if err != nil {
		return nil, err
	}
	for _, opt := range opts {
		if err := opt(&c); err != nil {
			return nil, err
		}
	}
	if path == "" {
		return nil, errors.New("no path")
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	f := file(path)
	s, err := f.open(ctx, c)
	if err == nil || c.reserve == 0 {
		return s, err
	}
	// Opening a database also needs some space.
	if r := newReserve(f, c.reserve); r.exists() && f.noRoom() && r.release() == nil {
		return f.open(ctx, c)
	}
	return nil, err
}

func (f file) open(ctx context.Context, c config) (_ *Store, err error) {
	if err := f.sound(c); err != nil {
		return nil, err
	}
	if err := f.create(); err != nil {
		return nil, err
	}
	if c.alone {
		if err := f.requireAlone(ctx); err != nil {
			return nil, err
		}
	}
	s := &Store{file: f, pragmas: c.writerPragmas(), bounded: c.maxBytes > 0}
	if c.reserve > 0 {
		s.reserve = newReserve(f, c.reserve)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if s.writers, err = openDB(f.dsn(s.pragmas...)); err != nil {
		return nil, err
	}
	s.writers.SetMaxOpenConns(1)
	if err := prepare(ctx, f, c, s.writers); err != nil {
		return nil, err
	}
	if err := f.protect(); err != nil {
		return nil, err
	}
	if s.readers, err = openDB(f.dsn(readerPragmas()...)); err != nil {
		return nil, err
	}
	s.readers.SetMaxOpenConns(c.readers)
	if s.revision, err = watch(ctx, f); err != nil {
		return nil, err
	}
	s.Store = sqldb.New(s.writers, s.readers, sqldb.Dialect{
		BeginUpdate: "BEGIN IMMEDIATE", // excludes other Updates, so that none is ever lost
		MaxBytes:    maxValue,
		Rows:        8,
		Idle:        readerIdle,
		Counters:    true,
		Places:      true,
		Trigrams:    true,
		Empty:       empty,
		Load:        load,
		Sentinel:    f.sentinel,
		Committed:   s.revision.committed,
		MayCommit:   s.mayCommit,
	})
	if s.reserve != nil && s.reserve.fill() != nil {
		s.reserve.short.Store(true) // a later Update will try again
	}
	return s, nil
}

// Close waits for running transactions and closes the file. A later View
// or Update fails with [sqldb.ErrClosed]. Closing again is a no-op.
func (s *Store) Close() error {
	s.closing.Do(func() {
		var errs []error
		if s.Store != nil {
			errs = append(errs, s.Store.Close())
			// Updates the statistics of tables that have grown. Failure is harmless.
			_, _ = s.writers.Exec("PRAGMA optimize")
		}
		if s.revision != nil {
			errs = append(errs, s.revision.close())
		}
		for _, db := range []*sql.DB{s.readers, s.writers} { // the writers last, because the last connection that can write removes the log
			if db != nil {
				errs = append(errs, db.Close())
			}
		}
		if s.closed = errors.Join(errs...); s.closed != nil {
			s.closed = fmt.Errorf("close database: %w", s.closed)
		}
	})
	return s.closed
}

// because adds the error of an ended context, which SQLite reports as an interruption.
func because(ctx context.Context, err error) error {
	if gone := ctx.Err(); gone != nil && err != nil && !errors.Is(err, gone) {
		return fmt.Errorf("%w: %w", gone, err)
	}
	return err
}

// temporaryRoom is how much space must be free for a write that failed not to count as one on a
// full disk.
const temporaryRoom = 16 << 20

// sentinel returns the sentinel for an error that callers handle, or nil. Other constraint
// errors are bugs of this program.
func (f file) sentinel(err error) error {
	for _, rule := range []error{
		sqlite3.CONSTRAINT_PRIMARYKEY, sqlite3.CONSTRAINT_UNIQUE, sqlite3.CONSTRAINT_ROWID,
		sqlite3.CONSTRAINT_FOREIGNKEY, sqlite3.CONSTRAINT_TRIGGER, // the last is how ON DELETE RESTRICT refuses
	} {
		if errors.Is(err, rule) {
			return storage.ErrConflict
		}
	}
	if errors.Is(err, sqlite3.CORRUPT) || errors.Is(err, sqlite3.NOTADB) {
		return storage.ErrDamaged
	}
	if errors.Is(err, sqlite3.BUSY) {
		return storage.ErrUnavailable // another process has held the lock for longer than busyTimeout
	}
	if errors.Is(err, sqlite3.FULL) {
		return storage.ErrFull // the disk is full, or the limit of [WithMaxBytes] is reached
	}
	for _, failure := range []error{
		sqlite3.IOERR_WRITE, sqlite3.IOERR_SHMSIZE, sqlite3.IOERR_SHMMAP, sqlite3.IOERR_FSYNC, sqlite3.IOERR_TRUNCATE, sqlite3.IOERR_GETTEMPPATH,
	} {
		// A temporary file of SQLite may have needed more than is free, and is gone by now.
		if errors.Is(err, failure) && f.noRoomFor(temporaryRoom) {
			return storage.ErrFull
		}
	}
	return nil
}
