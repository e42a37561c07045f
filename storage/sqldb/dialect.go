package sqldb

import (
	"context"
	"database/sql"

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

	// Rows is the maximum number of records that one statement writes or deletes.
	// More than one is faster if each statement is a round trip. A record has up
	// to 36 parameters, whose number databases limit. Zero: one.
	Rows int

	// Fetch is how many records of a list are buffered at a time, for drivers that
	// allow no other statement while rows are open: a list that may be longer is
	// read through a cursor (DECLARE, FETCH). Zero: rows are streamed.
	Fetch int

	// MaxBytes is the maximum length of a single text or blob; a record with a
	// longer one is refused with storage.ErrInvalid. Zero: the database's limit.
	MaxBytes int

	// Size returns a statement that reads the number of records in a table, or in a
	// part of it, from a counter that the database maintains. Parts are apps/changed,
	// apps/failed, apps/delisted, and apps/risk= with each of storage.Risks. Nil, or an
	// empty statement: the records are counted.
	Size func(part string) string

	// Daily returns the name of the table in which a database counts a table's
	// records per day: for snapshots, with the columns day, counted from
	// 1970-01-01 UTC, and n; for the changes that the feed shows, with type and
	// category as well. Nil, or empty: the records are counted.
	Daily func(table string) string

	// Sentinel returns an error to wrap beside a driver's error:
	// storage.ErrConflict for a broken unique or foreign key rule, or one of the
	// backend's own. Nil, or a nil error: none.
	Sentinel func(error) error

	// Retry reports whether the driver's error means that an Update
	// conflicted with another one, so that a retry may succeed. Nil: never.
	Retry func(error) bool

	// Tally returns the name of the table in which a database counts a table's records:
	// for notifications, with the columns type, read and n. Nil, or empty: the records
	// are counted.
	Tally func(table string) string

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
