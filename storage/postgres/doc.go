// Package postgres implements a [storage.Store] in a PostgreSQL database, for several
// processes on several machines that serve one fleet. It is a module of its own, so that
// programs with SQLite do not need its driver.
//
// It owns the schema and its migrations, the connections, and the optional interfaces
// [storage.Revisioner], [storage.TableRevisioner], [storage.Checker] and
// [storage.Inspector]. The records and the rules of a transaction are in package storage,
// the statements in storage/sqldb. It does not implement [storage.Copier]: use pg_dump to
// copy the database, or package backup for a backup that any store can restore.
//
// # The database
//
// The server must be PostgreSQL 13 or later, and the encoding of the database UTF8. The
// tables are in the first schema of the search path, which must exist. Several
// installations can share a database, each in a schema of its own. [Open] creates and
// migrates the tables, one process at a time. It refuses a connection pooler such as
// PgBouncer, which does not pass on session settings: connect to the server itself.
//
// # Transactions
//
// A View is a REPEATABLE READ transaction that writes nothing. An Update is SERIALIZABLE
// and begins with a lock, so that one process writes at a time, as with SQLite. Without the
// lock, nearly all concurrent Updates would conflict, because they change the same
// counters. If an Update conflicts with another program, its function runs again, at most
// 50 times. The server ends an Update whose process has stopped in the middle of it, and
// then the next Update proceeds.
//
// Each Update increments the revisions of the tables that it wrote to, in its own
// transaction. [Store.Revision] reads them from the database, with one query for all
// concurrent calls, so that it never lags behind a commit of any process. LISTEN and NOTIFY
// are not used, because a notification can arrive after a client already knows of the
// commit.
package postgres
