// Package postgres implements a [storage.Store] in a PostgreSQL database, for several
// processes on several machines that serve one fleet. It is a module of its own, so that
// programs with SQLite do not need its driver.
//
// It owns the schema and its migrations, the connections, and the optional interfaces
// [storage.Revisioner], [storage.TableRevisioner], [storage.Checker] and
// [storage.Inspector]. The records and the rules of a transaction are those of package
// storage, the statements those of storage/sqldb. It is no [storage.Copier]: pg_dump
// copies the database, and a backup of package backup holds the same on every store.
//
// # The database
//
// PostgreSQL 13 or later, with the encoding UTF8. The tables are in the first schema of
// the search path, which must exist; several installations can share a database, each in
// a schema of its own. [Open] creates and migrates the tables, one process at a time. It
// refuses a connection pooler such as PgBouncer, which does not pass on the settings of
// a session: connect to the server itself.
//
// # Transactions
//
// A View is a REPEATABLE READ transaction that writes nothing. An Update is SERIALIZABLE
// and begins with a lock, so that one process writes at a time, as with SQLite, and
// other Updates wait instead of being run again: nearly each of them changes the same
// counters, so that of two at the same time one would be lost. Should one be lost to
// another program, its function runs again, at most 50 times. The server ends an Update
// whose process has stopped in the middle of it, and then the next one proceeds.
//
// Each Update counts up the revisions of the tables that it wrote to, in its own
// transaction. [Store.Revision] reads them from the database, together with all calls
// that wait for it, so that it never lags behind a commit, whichever process made it.
// That is why nothing here waits for a notification of the server, which can be late.
package postgres
