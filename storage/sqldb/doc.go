// Package sqldb is the contract of package storage over database/sql: what is
// the same in every SQL database. A backend opens the pools, makes the tables
// and says in a [Dialect] what is different.
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
// back byte for byte, so not a type that orders members anew.
//
// # How it works
//
// A transaction has a connection of its own, on which the statements it
// prepares stay for the next one: database/sql would keep a statement prepared
// on its Tx until the end of it, however often it is used, and prepare it again
// next time. A record's columns are bound and scanned through its fields, with
// no reflection but the driver's. Nothing is held per record, so a transaction
// of millions of them needs no more memory than one of a few.
package sqldb
