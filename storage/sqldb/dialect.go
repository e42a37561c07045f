package sqldb

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// Dialect describes how a database differs from others. The zero Dialect uses
// question marks for parameters, begins with BEGIN, never retries an Update, and
// allows other statements while rows are being read.
type Dialect struct {
	// Placeholder returns the placeholder of a statement's n-th parameter,
	// counted from 1. Nil: a question mark.
	Placeholder func(n int) string

	// BeginView and BeginUpdate open a transaction that reads one consistent
	// state, and one that is serializable. Empty: BEGIN. In PostgreSQL they are
	// BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY, and SERIALIZABLE.
	BeginView, BeginUpdate string

	// Commit returns what commits an Update that wrote something, and may have changed
	// the lists of these tables. Nil: COMMIT.
	Commit func(storage.Tables) string

	// Scripts says that what begins and ends a transaction is not prepared, so that it
	// can be several statements, with semicolons between them. Preparing is faster where
	// no message to a server is saved.
	Scripts bool

	// Rows is the maximum number of records that one statement writes or deletes.
	// More than one is faster, most of all if each statement is a round trip. A record has
	// up to 36 parameters, whose number databases limit. Zero: one.
	Rows int

	// Replace says that a row is always written as a whole, also where all its indexed
	// columns stay as they are: for a database that writes every index of a changed row
	// again, or where it costs more to send another statement.
	Replace bool

	// Fetch is how many records of a list are buffered at a time, for drivers that
	// allow no other statement while rows are open: a list that may be longer is
	// read through a cursor (DECLARE, FETCH). Zero: rows are streamed.
	Fetch int

	// MaxBytes is the maximum length of a single text or blob; a record with a
	// longer one is refused with storage.ErrInvalid. Zero: the database's limit.
	MaxBytes int

	// Counters says that the database maintains the tables of counters that
	// storage/sqlite/migrations names: sizes, snapshot_days, change_days and
	// notification_counts. False: the records are counted.
	Counters bool

	// Places says that the counter apps/order of the table sizes counts up with each
	// insert, deletion and renaming of an app. It makes pages far down the list fast.
	Places bool

	// UTF8 says that the database takes no text that has a NUL or is not UTF-8, so
	// that a query for such a text is not sent as it is. It finds nothing.
	UTF8 bool

	// Sentinel returns an error to wrap beside a driver's error:
	// storage.ErrConflict for a broken unique or foreign key rule,
	// storage.ErrUnavailable for a lost connection, or one of the backend's own. Nil, or a nil error: none.
	Sentinel func(error) error

	// Retry reports whether the driver's error means that an Update
	// conflicted with another one, so that a retry may succeed. Nil: never.
	Retry func(error) bool

	// MayCommit is called before the commit of an Update that wrote something, on
	// its connection and within its transaction. On an error, the Update is
	// rolled back and returns it. Nil: no check.
	MayCommit func(context.Context, *sql.Conn, Work) error

	// Committed is called after each commit that wrote something, before the
	// Update returns, with the connection, which is in no transaction, and the tables
	// whose lists may have changed. Nil: not called.
	Committed func(context.Context, *sql.Conn, storage.Tables)
}

// Work is the number of records that an Update wrote, cascades not included.
type Work struct{ Put, Deleted int }

// size returns a statement that reads the number of records in a table, or in a part of
// it, from a counter; empty: there is none. Parts are apps/changed, apps/failed,
// apps/delisted, and apps/risk= with each of storage.Risks.
func (d *Dialect) size(part string) string {
	if !d.Counters || part != "apps" && !strings.HasPrefix(part, "apps/") {
		return ""
	}
	return "SELECT n FROM sizes WHERE kind = '" + part + "'"
}

// daily returns the name of the table in which the records of a table are counted per
// day: for snapshots, with the columns day, counted from 1970-01-01 UTC, and n; for the
// changes that the feed shows, with type and category as well. Empty: there is none.
func (d *Dialect) daily(table string) string {
	switch {
	case !d.Counters:
		return ""
	case table == "snapshots":
		return "snapshot_days"
	case table == "changes":
		return "change_days"
	}
	return ""
}

// tally returns the name of the table in which the records of a table are counted: for
// notifications, with the columns type, read and n. Empty: there is none.
func (d *Dialect) tally(table string) string {
	if !d.Counters || table != "notifications" {
		return ""
	}
	return "notification_counts"
}

// unmatched stands for a text that the database cannot hold. No stored text is equal to
// it, contains it or begins with it.
const unmatched = "\U0010FFFE\U0010FFFF no text of this database \U0010FFFE\U0010FFFF"

// sought returns the arguments of a query as the database takes them.
func (d *Dialect) sought(args []any) []any {
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
