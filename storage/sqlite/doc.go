// Package sqlite implements a [storage.Store] in one SQLite file. It needs no
// server and no C compiler: the driver is SQLite itself, translated to Go.
//
// It owns the file with its schema, migrations and permissions, the two pools that
// share it, and the optional interfaces that concern files. The records and the rules
// of a transaction are in package storage, the statements in storage/sqldb.
//
// # The file
//
// It is a plain SQLite database that other tools can open, even while it is in use
// (`sqlite3 file .schema`). Beside it are `file-wal`, with the recent writes, and
// `file-shm`. A copy without them is incomplete, so use [Store.CopyTo]. The file must
// be on a local disk, because SQLite's locks do not work over a network.
//
// One goroutine writes at a time, while many read. Several processes may open the
// same file; an Update waits up to 30 seconds for an Update of another process.
//
// A commit survives a crash of the process. It survives a loss of power after the next
// checkpoint of `file-wal`, or after Close. Transactions are always atomic.
package sqlite
