// Package sqldb implements package storage over database/sql, for any SQL
// database. A backend opens the pools, creates the tables and describes the
// differences in a [Dialect].
//
// It owns the columns, key, order and filters of each kind of record, the one
// generic table over them, and the rules of a transaction. It does not own the
// schema, the migrations or a driver: see storage/sqlite for a backend.
//
// # What a database must have
//
// The tables and columns that storage/sqlite/migrations names, with the same
// unique and foreign keys; INSERT … ON CONFLICT (key) DO UPDATE, row filters
// by plain comparisons, LIMIT and OFFSET. Texts compare bytewise: where that
// is not the default, the schema says so (COLLATE "C" in PostgreSQL). A time is
// a whole number of milliseconds, a digest 32 bytes, JSON is text that comes
// back byte for byte, so not a type that reorders members.
//
// # How it works
//
// A transaction has its own connection, whose prepared statements are reused by
// the next transaction; a sql.Tx would prepare them again each time. A record's
// columns are bound and scanned through its fields, without reflection except
// the driver's. Memory use does not depend on the number of records.
package sqldb
