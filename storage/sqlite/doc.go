// Package sqlite keeps everything in one SQLite file. It needs no server and no
// C compiler: the driver is SQLite itself, translated to Go.
//
// It owns the file: its schema and migrations, its permissions, the two pools
// that share it, and the optional powers [storage.Revisioner], [storage.Copier]
// and [storage.Checker]. The records and the rules of a transaction are those
// of package storage, the statements those of storage/sqldb.
//
// # The file
//
// It is a plain SQLite database that other tools open, also while it is in use
// (`sqlite3 file .schema`). Beside it lie `file-wal`, what was written lately,
// and `file-shm`; both belong to it: a copy made without them is not whole, so
// use [Store.CopyTo]. It must lie on a disk of the machine itself, since
// SQLite's locks do not reach over a network.
//
// One goroutine writes at a time, many read beside it. Several processes may
// open the same file; an Update waits up to 30 seconds for one of another process.
//
// A commit survives a crash of the process at once, and a loss of power from
// the next time that `file-wal` is moved to the file, at the latest when it is
// closed. Nothing is ever half there.
package sqlite
