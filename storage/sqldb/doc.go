// Package sqldb implements package storage for any SQL database with a driver for
// database/sql whose connections and statements take a context. A backend opens the
// pools, creates the tables and describes the differences in a [Dialect].
//
// It owns the columns, key, order and filters of each kind of record, the generic
// table that uses them, and the rules of a transaction. It does not own the schema,
// the migrations or a driver: see storage/sqlite for a backend.
//
// # What a database must have
//
// It must have the tables and columns that storage/sqlite/migrations defines, with
// the same unique and foreign keys, and INSERT … ON CONFLICT (key) DO UPDATE, filters
// by comparisons, LIMIT and OFFSET. Text must compare bytewise; if that is not the
// default, the schema must declare it (COLLATE "C" in PostgreSQL). A time is an
// integer number of milliseconds and a digest 32 bytes. JSON is text that is returned
// byte for byte, so its type must not be one that reorders members.
//
// # How it works
//
// A transaction has a connection of its own. database/sql opens and closes it, and
// the transaction runs the statements of the driver on it, without the locks, the
// goroutine and the copies of values that database/sql has for each query. The next
// transaction on the connection uses its prepared statements again. Memory use does
// not depend on the number of records.
package sqldb
