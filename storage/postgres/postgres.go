package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

// Store is a [storage.Store] in a PostgreSQL database. It is safe for concurrent use.
type Store struct {
	*sqldb.Store
	address                   address
	writers, readers, control *sql.DB
	revisions                 *revisions

	closing sync.Once
	closed  error
}

var (
	_ storage.Store           = (*Store)(nil)
	_ storage.Revisioner      = (*Store)(nil)
	_ storage.TableRevisioner = (*Store)(nil)
	_ storage.Checker         = (*Store)(nil)
	_ storage.Inspector       = (*Store)(nil)
)

// Open connects to the database of a URL, such as
// postgres://auditor@db.example/auditor?sslmode=verify-full. It creates the tables, or
// migrates them to this version of the schema. The URL has the form and the parameters of
// libpq, including sslrootcert, search_path and passfile.
//
// It fails with [ErrNewer], [ErrOlder] or [ErrPooler] if it cannot use the database, which
// it leaves unchanged. The context is for opening only. The caller must close the store.
func Open(ctx context.Context, url string, opts ...Option) (*Store, error) {
	s, err := open(ctx, url, opts)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	return s, nil
}

func open(ctx context.Context, url string, opts []Option) (_ *Store, err error) {
	c := defaults()
	for _, opt := range opts {
		if err := opt(&c); err != nil {
			return nil, err
		}
	}
	a, err := parse(url, c)
	if err != nil {
		return nil, err
	}
	s := &Store{
		address: a,
		writers: a.open(1, c.idle), // only one goroutine of one process writes at a time
		readers: a.open(c.readers, viewIdle),
		control: a.open(2, c.idle), // for revisions, limits and the diagnostics
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if err := a.vet(ctx, s.control); err != nil {
		return nil, err
	}
	if err := migrate(ctx, s.writers, c.migrations, c.asIs); err != nil {
		return nil, advise(err)
	}
	s.revisions = &revisions{db: s.control}
	s.Store = sqldb.New(s.writers, s.readers, sqldb.Dialect{
		Placeholder: func(n int) string { return "$" + strconv.Itoa(n) },
		BeginView:   "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
		BeginUpdate: "BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE writer IN EXCLUSIVE MODE",
		Commit:      commit,
		Scripts:     true,
		Rows:        32,
		Replace:     true,
		InsertWith:  true,
		Fetch:       256,
		MaxBytes:    maxValue,
		Counters:    true,
		UTF8:        true,
		Sentinel:    sentinel,
		Retry:       lost,
	})
	return s, nil
}

// maxValue is the maximum length of a text, 32 MiB, as with SQLite.
const maxValue = 32 << 20

// Close waits for running transactions and closes the connections. A later View or
// Update fails with [sqldb.ErrClosed]. Closing again is a no-op.
func (s *Store) Close() error {
	s.closing.Do(func() {
		var errs []error
		if s.Store != nil {
			s.revisions.close()
			errs = append(errs, s.Store.Close())
		}
		for _, db := range []*sql.DB{s.readers, s.writers, s.control} {
			errs = append(errs, db.Close())
		}
		if s.closed = errors.Join(errs...); s.closed != nil {
			s.closed = fmt.Errorf("close database: %w", s.closed)
		}
	})
	return s.closed
}

// commit returns the script that increments the revisions of these tables and commits, in one
// message to the server.
func commit(tables storage.Tables) string {
	names := tables.Names()
	if len(names) == 0 {
		return "COMMIT"
	}
	return "INSERT INTO revisions (name, n) VALUES ('" + strings.Join(names, "', 1), ('") +
		"', 1) ON CONFLICT (name) DO UPDATE SET n = revisions.n + 1; COMMIT"
}

// The codes of errors (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	restrictViolation    = "23001"
	foreignKeyViolation  = "23503"
	uniqueViolation      = "23505"
	untranslatable       = "22P05"
	notInRepertoire      = "22021" // text is not UTF-8 or contains a NUL
	tooLong              = "54000" // text is too long for an index
	diskFull             = "53100"
	dataCorrupted        = "XX" + "001"
	indexCorrupted       = "XX" + "002"
	duplicateTable       = "42P07"
	notPermitted         = "42501"
	tooManyConnections   = "53300"
	lockTimeout          = "55P03"
	idleTimeout          = "25P03" // the server ended an Update whose process stood still
	shutDown             = "57P01"
	crashed              = "57P02"
	starting             = "57P03"
	connectionException  = "08" // the class of codes
)

func code(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// lost reports whether an Update conflicted with another transaction. It reports false for an
// error of the connection, after which the outcome of a commit is unknown.
func lost(err error) bool {
	c := code(err)
	return c == serializationFailure || c == deadlockDetected
}

// sentinel returns the sentinel for an error that callers handle, or nil.
func sentinel(err error) error {
	switch code(err) {
	case uniqueViolation, foreignKeyViolation, restrictViolation:
		return storage.ErrConflict
	case untranslatable, notInRepertoire, tooLong:
		return storage.ErrInvalid
	case diskFull:
		return storage.ErrFull
	case dataCorrupted, indexCorrupted:
		return storage.ErrDamaged
	}
	if unavailable(err) {
		return storage.ErrUnavailable
	}
	return nil
}

// unavailable reports whether an error means that the server could not be asked, so that
// the same call may succeed later.
func unavailable(err error) bool {
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) { // for whatever reason, such as a password that is being changed
		return true
	}
	switch c := code(err); c {
	case tooManyConnections, lockTimeout, idleTimeout, shutDown, crashed, starting:
		return true
	case "":
	default:
		return strings.HasPrefix(c, connectionException)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var network *net.OpError
	return errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || pgconn.SafeToRetry(err)
}

// explain adds the sentinel to an error of a statement outside the transactions of the
// store.
func explain(err error) error {
	if known := sentinel(err); known != nil {
		return fmt.Errorf("%w: %w", known, err)
	}
	return err
}
