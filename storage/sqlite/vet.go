package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
)

// ErrOlder means that a database needs a migration, which [WithoutMigration] forbids, or is of
// a version before the first release, for which there is none.
var ErrOlder = errors.New("database is of an earlier version")

// sound refuses files that SQLite would treat as a new database although parts of an older one
// exist, and files for which SQLite would return an unclear error.
func (f file) sound(c config) error {
	info, err := os.Stat(string(f))
	lost := ""
	switch {
	case errors.Is(err, fs.ErrNotExist) && c.asIs:
		return err
	case errors.Is(err, fs.ErrNotExist):
		lost = "missing"
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: %s is not a file", ErrNotADatabase, f)
	case info.Size() == 0:
		lost = "empty"
	}
	if log, err := os.Stat(string(f) + "-wal"); lost != "" && err == nil && log.Size() > 0 {
		// SQLite would delete the log, which belongs to a lost database.
		return fmt.Errorf("%w: %s is %s, but its log %s-wal exists", storage.ErrDamaged, f, lost, f)
	}
	switch {
	case lost == "missing":
		return nil
	case lost == "empty" && newReserve(f, 0).exists():
		return fmt.Errorf("%w: %s is empty", storage.ErrDamaged, f)
	case lost == "empty" && c.asIs:
		return fmt.Errorf("%w: %s is empty", ErrOlder, f)
	}
	tried, err := os.OpenFile(string(f), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return tried.Close()
}

// vet refuses a database that this package cannot use. It does not change the files.
func (f file) vet(ctx context.Context, c config) (err error) {
	conn, err := sqlite3.OpenContext(ctx, f.dsn(readerPragmas()...))
	if err != nil {
		return unsupported(err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if log, err := os.Stat(string(f) + "-wal"); err == nil && log.Size() > 0 {
		// Otherwise closing would move the log to the file if no other process has it open.
		if _, err := conn.Config(sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE, true); err != nil {
			return err
		}
	}
	if err := conn.Exec("BEGIN"); err != nil {
		return err
	}
	var version, id, tables int
	err = each(conn, identity, func(row *sqlite3.Stmt) {
		version, id, tables = row.ColumnInt(0), row.ColumnInt(1), row.ColumnInt(2)
	})
	if err != nil {
		return unsupported(err)
	}
	if err := identify(version, id, tables, c.history.newest()); err != nil {
		return err
	}
	if newest := c.history.newest(); c.asIs && version < newest {
		return fmt.Errorf("%w: %d, this program's is %d: start the service to migrate it", ErrOlder, version, newest)
	}
	return c.history.compare(conn, version)
}

// unsupported adds storage.ErrDamaged to the error of an unsupported value in the header.
func unsupported(err error) error {
	if errors.Is(err, sqlite3.ERROR) {
		return fmt.Errorf("%w: %w", storage.ErrDamaged, err)
	}
	return err
}

// requireAlone fails with [ErrInUse] if another process has the database open. In WAL mode
// each connection holds a shared lock on the file while it is open, which prevents an exclusive
// lock.
func (f file) requireAlone(ctx context.Context) (err error) {
	conn, err := sqlite3.OpenContext(ctx, f.dsn("busy_timeout(1000)", "locking_mode(exclusive)"))
	if err != nil {
		return inUse(err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	return inUse(conn.Exec("BEGIN EXCLUSIVE; ROLLBACK"))
}

func inUse(err error) error {
	if errors.Is(err, sqlite3.BUSY) {
		return fmt.Errorf("%w: %w", ErrInUse, err)
	}
	return err
}

// damaged wraps errors of corrupt contents with storage.ErrDamaged.
func damaged(err error) error {
	for _, code := range []error{sqlite3.CORRUPT, sqlite3.NOTADB} {
		if errors.Is(err, code) && !errors.Is(err, storage.ErrDamaged) {
			return fmt.Errorf("%w: %w", storage.ErrDamaged, err)
		}
	}
	return err
}
