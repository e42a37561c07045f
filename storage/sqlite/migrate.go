package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// The schema, as the migrations from each version to the next. Each migration is a folder,
// named by the version that it leads to, with a script for each subject, applied in the order
// of their names. One of the scripts contains the digest of the resulting schema, which
// TestDigests prints. After a release, the scripts of a folder must not be edited, except for
// comments.
//
// The first migration makes the schema of an empty file. Its version is 6: development
// versions had the numbers below.
//
//go:embed migrations/*/*.sql
var migrations embed.FS

// firstVersion is the version that the first migration leads to.
const firstVersion = 6

// applicationID identifies files of this program. The first migration sets it.
const applicationID = 0x504C6175

// prepare migrates a database to the newest version of the schema, or refuses it without
// changing it. Several processes may call it at the same time.
func prepare(ctx context.Context, f file, c config, db *sql.DB) error {
	for {
		err := notADatabase(f.vet(ctx, c))
		if err == nil {
			err = prepareOnce(ctx, c.history, db)
		}
		if !errors.Is(err, sqlite3.BUSY) {
			return err
		}
		// SQLite fails instead of waiting where two processes would block each other,
		// for example when both change the journal mode of a new file.
		select {
		case <-ctx.Done():
			return err
		case <-time.After(rand.N(20 * time.Millisecond)):
		}
	}
}

// history is the migrations that a program knows.
type history struct {
	files   fs.FS
	folders []string // in order of the versions
}

// historyOf lists the migrations in a file system.
func historyOf(files fs.FS) (history, error) {
	folders, err := fs.Glob(files, "migrations/*")
	return history{files, folders}, err
}

// newest returns the version that the last migration leads to.
func (h history) newest() int { return firstVersion + len(h.folders) - 1 }

// after returns the version that follows a version, 0 being that of an empty file.
func (h history) after(version int) int { return max(version+1, firstVersion) }

// scripts calls run with each script of the migration to a version, by name.
func (h history) scripts(version int, run func(string) error) error {
	names, err := fs.Glob(h.files, h.folders[version-firstVersion]+"/*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		script, err := fs.ReadFile(h.files, name)
		if err != nil {
			return err
		}
		if err := run(string(script)); err != nil {
			return fmt.Errorf("%s: %w", path.Base(name), err)
		}
	}
	return nil
}

func prepareOnce(ctx context.Context, h history, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return notADatabase(err)
	}
	defer conn.Close()
	version, err := check(ctx, conn, h.newest())
	if err != nil {
		return err
	}
	// The journal mode is stored in the file. In WAL mode, readers and the writer do not
	// wait for each other.
	var mode string
	if err := conn.QueryRowContext(ctx, "PRAGMA journal_mode = wal").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("journal mode is %s: no shared memory on this file system", mode)
	}
	for version < h.newest() {
		if version, err = h.migrate(ctx, conn); err != nil {
			return err
		}
	}
	return nil
}

// identity selects the application ID and version of a database.
const identity = `SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)
	FROM pragma_user_version, pragma_application_id`

// check returns the version of a database that may be opened.
func check(ctx context.Context, conn *sql.Conn, newest int) (version int, err error) {
	var id, tables int
	if err := conn.QueryRowContext(ctx, identity).Scan(&version, &id, &tables); err != nil {
		return 0, notADatabase(err)
	}
	return version, identify(version, id, tables, newest)
}

// identify refuses a database of another program, and one of a version of this program that
// it cannot migrate.
func identify(version, id, tables, newest int) error {
	switch {
	case id != applicationID && (id != 0 || version != 0 || tables != 0), version < 0, version == 0 && tables > 0:
		return fmt.Errorf("%w: application id %#x, version %d, %d tables: name another file, or restore a backup",
			ErrNotADatabase, id, version, tables)
	case version > newest:
		return fmt.Errorf("%w: %d, this program knows %d: use the version that wrote it, or restore a backup", ErrNewer, version, newest)
	case version > 0 && version < firstVersion:
		return fmt.Errorf("%w: %d, and the first that this program can migrate is %d: make a backup with the program that wrote it, "+
			"start this one with an empty folder, and restore the backup there", ErrOlder, version, firstVersion)
	}
	return nil
}

// migrate applies the next migration, or none if another process was first. It returns the
// resulting version of the database.
func (h history) migrate(ctx context.Context, conn *sql.Conn) (version int, err error) {
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			_, undo := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
			err = errors.Join(err, undo)
		}
	}()
	if version, err = check(ctx, conn, h.newest()); err != nil {
		return 0, err
	}
	if version < h.newest() {
		version = h.after(version)
		if err := h.scripts(version, func(script string) error {
			_, err := conn.ExecContext(ctx, script)
			return err
		}); err != nil {
			return 0, fmt.Errorf("migrate to version %d: %w", version, err)
		}
		if _, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
			return 0, err
		}
	}
	_, err = conn.ExecContext(ctx, "COMMIT")
	return version, err
}

func notADatabase(err error) error {
	if errors.Is(err, sqlite3.NOTADB) {
		return fmt.Errorf("%w: %w", ErrNotADatabase, err)
	}
	return err
}
