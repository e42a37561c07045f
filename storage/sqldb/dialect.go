package sqldb

import (
	"context"
	"database/sql"
)

// Dialect is what differs between databases. The zero Dialect is of one that
// takes question marks for parameters, begins with BEGIN, never asks for an
// Update to be run again, and lets other statements run while rows are read.
type Dialect struct {
	// Placeholder returns how the n-th parameter of a statement is written,
	// counted from 1. Nil: a question mark.
	Placeholder func(n int) string

	// BeginView and BeginUpdate open a transaction that reads one consistent
	// state, and one that is serializable. Empty: BEGIN. In PostgreSQL they are
	// BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY, and SERIALIZABLE.
	BeginView, BeginUpdate string

	// Rows is how many records one statement writes or deletes at most: more
	// than one pays where each statement is a round trip. Each has up to 36
	// parameters, of which databases take so many. Zero: one.
	Rows int

	// Fetch is how many records of a list are held at a time, for drivers that
	// allow no other statement while rows are open: a list that may be longer is
	// read through a cursor (DECLARE, FETCH). Zero: they are read as they come.
	Fetch int

	// MaxBytes is how long a single text or blob may be; a record with a longer
	// one is refused with storage.ErrInvalid. Zero: no bound but the database's.
	MaxBytes int

	// Size returns a statement that tells how many records a table has without a
	// look at them, for a database that keeps count of it. Nil, or an empty
	// statement: they are counted.
	Size func(table string) string

	// Daily returns the name of the table in which a database keeps count of a
	// table's records on each day, so that nobody looks at them: of snapshots, with
	// the columns day, counted from 1970-01-01 UTC, and n; and of the changes that
	// the feed shows, with type and category as well. Nil, or empty: there is none,
	// and they are counted.
	Daily func(table string) string

	// Sentinel returns the error that a driver's error stands for, which is then
	// wrapped beside it: storage.ErrConflict for a broken unique or foreign key
	// rule, or one of the backend's own. Nil, or a nil error: none.
	Sentinel func(error) error

	// Retry reports whether the driver's error tells that an Update lost
	// against another one, so that running it again may succeed. Nil: never.
	Retry func(error) bool

	// MayCommit is called before the commit of an Update that wrote something, on
	// its connection and within its transaction. Its error undoes the Update,
	// which returns it. Nil: nothing is asked.
	MayCommit func(context.Context, *sql.Conn, Work) error

	// Committed is called after each commit that wrote something, before the
	// Update returns, possibly by several goroutines at once. Nil: nobody is told.
	Committed func()
}

// Work is how many records an Update wrote, without those that went with another
// one of a cascade.
type Work struct{ Put, Deleted int }
