package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/ncruces/go-sqlite3"
)

// copyPages is the number of pages, 4 MiB, that are copied between two checks of the context.
const copyPages = 1024

// CopyTo implements [storage.Copier]. The copy is a database for [Open], accessible to this
// user only, with the state at the beginning of the call. It does not block other
// transactions. If CopyTo fails, it leaves no file.
func (s *Store) CopyTo(ctx context.Context, path string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("copy database: %w", err)
		}
	}()
	target := file(path)
	for _, beside := range []string{"-wal", "-journal"} {
		if _, err := os.Lstat(path + beside); err == nil {
			return fmt.Errorf("%s%s exists and would be treated as a part of the copy: remove it", path, beside)
		}
	}
	made, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, fileMode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	if err := errors.Join(made.Chmod(fileMode), made.Close()); err != nil {
		return err
	}
	return s.withConn(ctx, func(conn *sqlite3.Conn) error { return copyPagewise(ctx, conn, target) })
}

func copyPagewise(ctx context.Context, conn *sqlite3.Conn, target file) error {
	// A read transaction, because otherwise each commit would restart the backup.
	if err := conn.Exec("BEGIN; SELECT count(*) FROM sqlite_schema"); err != nil {
		return err
	}
	backup, err := conn.BackupInit("main", target.uri(nil))
	if err != nil {
		return err
	}
	for done := false; !done && err == nil; {
		if err = ctx.Err(); err == nil {
			done, err = backup.Step(copyPages)
		}
	}
	return errors.Join(err, backup.Close())
}

// withConn calls fn with a connection outside the pools, so that no View waits for long work.
func (s *Store) withConn(ctx context.Context, fn func(*sqlite3.Conn) error) error {
	return s.withPragmas(ctx, readerPragmas(), fn)
}

// withPragmas is withConn with other pragmas.
func (s *Store) withPragmas(ctx context.Context, pragmas []string, fn func(*sqlite3.Conn) error) error {
	conn, err := sqlite3.OpenContext(ctx, s.file.dsn(pragmas...))
	if err != nil {
		return err
	}
	conn.SetInterrupt(ctx)
	err = fn(conn)
	conn.SetInterrupt(context.Background())
	return errors.Join(because(ctx, err), conn.Close())
}
