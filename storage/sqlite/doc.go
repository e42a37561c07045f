// Package sqlite implements a [storage.Store] in one SQLite file. It needs no
// server and no C compiler: the driver is SQLite itself, translated to Go.
//
// It owns the file: its schema and migrations, its permissions, the two pools
// that share it, and the optional interfaces [storage.Revisioner], [storage.Copier]
// and [storage.Checker]. The records and the rules of a transaction are those
// of package storage, the statements those of storage/sqldb.
//
// # The file
//
// It is a plain SQLite database that other tools open, also while it is in use
// (`sqlite3 file .schema`). Beside it are `file-wal`, the recent writes, and
// `file-shm`; a copy without them is incomplete, so use [Store.CopyTo]. The file
// must be on a local disk, since SQLite's locks do not work over a network.
//
// One goroutine writes at a time, many read concurrently. Several processes may
// open the same file; an Update waits up to 30 seconds for one of another process.
//
// A commit survives a crash of the process, and, after the next checkpoint of
// `file-wal` or after Close, a loss of power. Transactions are always atomic.
package sqlite
