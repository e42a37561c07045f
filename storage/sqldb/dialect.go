package sqldb

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// Dialect describes how a database differs from the defaults. The zero Dialect uses
// question marks for parameters, begins transactions with BEGIN, never retries an Update,
// and allows other statements while rows are being read.
type Dialect struct {
	// Placeholder returns the placeholder of the n-th parameter of a statement, counted
	// from 1. Nil: a question mark.
	Placeholder func(n int) string

	// BeginView and BeginUpdate begin a transaction that reads one consistent state, and one
	// that is serializable. Empty: BEGIN. In PostgreSQL they are BEGIN ISOLATION LEVEL
	// REPEATABLE READ READ ONLY, and SERIALIZABLE.
	BeginView, BeginUpdate string

	// Commit returns the script that commits an Update which wrote something and may have
	// changed the lists of these tables. Nil: COMMIT.
	Commit func(storage.Tables) string

	// Scripts means that the scripts that begin and end a transaction are not prepared, so
	// that each can consist of several statements, separated by semicolons. Prepared
	// statements are faster if there is no round trip to a server to save.
	Scripts bool

	// Rows is the maximum number of records that one statement writes or deletes. More
	// than one is faster, in particular if each statement is a round trip. Note that a
	// record has up to 36 parameters, and databases limit their number. Zero: one.
	Rows int

	// Replace means that a row is always written as a whole, even if its indexed columns
	// are unchanged. It is for databases that update every index of a changed row anyway,
	// or for which an additional statement costs more.
	Replace bool

	// InsertWith means that a WITH clause may contain an INSERT, so that a statement can write a
	// row and read another one, which saves a round trip to a server. It needs a Placeholder
	// with which a parameter can be used twice.
	InsertWith bool

	// Fetch is the number of records of a list that are buffered at a time, for drivers
	// that allow no other statement while rows are open. A list that may be longer is read
	// through a cursor (DECLARE, FETCH). Zero: rows are streamed.
	Fetch int

	// MaxBytes is the maximum length of a single text or blob. A record with a longer one
	// is refused with storage.ErrInvalid. Zero: the limit of the database.
	MaxBytes int

	// Counters means that the database maintains the tables of counters that
	// storage/sqlite/migrations defines: sizes, snapshot_days, change_days and
	// notification_counts. False: the records are counted.
	Counters bool

	// Places means that the counter apps/order in the table sizes is incremented with each
	// insertion, deletion and renaming of an app. It makes pages far down the list fast.
	Places bool

	// Trigrams means that the database has the full text index app_search that
	// storage/sqlite/migrations defines, and is not to be used with Replace. False: a search reads
	// the texts of all apps.
	Trigrams bool

	// Idle is how long a connection may be idle, at least, before it is closed, and twice that at most,
	// unless it is the one that the pool would lend next. Zero: until [Store.Close].
	Idle time.Duration

	// UTF8 means that the database rejects text that contains a NUL or is not UTF-8. In
	// queries, such text is replaced by one that matches nothing.
	UTF8 bool

	// Empty deletes all rows of a table at once, with what the triggers of the table do, and returns
	// their number. It reports false, and does nothing, if other rows depend on these. It is not called
	// while rows are being read. Nil: rows are deleted one by one.
	Empty func(ctx context.Context, c *sql.Conn, table string) (n int, done bool, err error)

	// Load is called before records are put into a table that the transaction has emptied, and end
	// after them, before any other statement. Between the calls the database need not maintain
	// counters of the records: end counts them. If count is false, the transaction was rolled back. A
	// nil end means that the table gains nothing. Nil: no table does.
	Load func(ctx context.Context, c *sql.Conn, table string) (end func(ctx context.Context, count bool) error, err error)

	// Sentinel returns an error to wrap beside a driver's error:
	// storage.ErrConflict for a broken unique or foreign key rule,
	// storage.ErrUnavailable for a lost connection, or one of the backend's own. Nil, or a nil error: none.
	Sentinel func(error) error

	// Retry reports whether a driver's error means that an Update conflicted with another
	// one, so that a retry may succeed. Nil: never.
	Retry func(error) bool

	// MayCommit is called before the commit of an Update that wrote something, on its
	// connection and within its transaction. If it returns an error, the Update is rolled
	// back and returns that error. Nil: no check.
	MayCommit func(context.Context, *sql.Conn, Work) error

	// Committed is called after each commit that wrote something, before the Update
	// returns, with the connection, which is not in a transaction, and the tables whose
	// lists may have changed. May be nil.
	Committed func(context.Context, *sql.Conn, storage.Tables)
}

// Work is the number of records that an Update wrote, cascades not included.
type Work struct {
	Put, Deleted int
	Apps         int // of Deleted, the apps deleted by their IDs, with which most of their records go
}

// unmatched replaces a text that the database cannot hold. No stored text equals it, contains
// it or begins with it.
const unmatched = "\U0010FFFE\U0010FFFF no text of this database \U0010FFFE\U0010FFFF"

// arguments returns the arguments of a query with those that the database would reject
// replaced by unmatched, see UTF8.
func (d *Dialect) arguments(args []any) []any {
	if !d.UTF8 {
		return args
	}
	var changed []any
	for i, arg := range args {
		if text, ok := arg.(string); ok && (!utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0) {
			if changed == nil {
				changed = slices.Clone(args)
			}
			changed[i] = unmatched
		}
	}
	if changed == nil {
		return args
	}
	return changed
}
