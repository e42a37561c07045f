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

	"github.com/privacylabels/auditor/storage"
)

// The schema, as the migrations from each version to the next. Each migration is a folder with
// a script for each subject, applied in the order of their names. One of the scripts contains
// the digest of the resulting schema, which TestDigests prints. After a release, the scripts
// of a folder must not be edited, except for comments.
//
//go:embed migrations/*/*.sql
var migrations embed.FS

// applicationID identifies files of this program. The first migration sets it.
const applicationID = 0x504C6175

// prepare migrates a database to the newest version of the schema, or refuses it without
// changing it. Several processes may call it at the same time.
func prepare(ctx context.Context, f file, c config, db *sql.DB) error {
	for {
		err := notADatabase(f.vet(ctx, c))
		if err == nil {
			err = prepareOnce(ctx, db)
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

// steps returns the folders of the migrations in order of their numbers.
func steps() ([]string, error) { return fs.Glob(migrations, "migrations/*") }

func prepareOnce(ctx context.Context, db *sql.DB) error {
	steps, err := steps()
	if err != nil {
		return err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return notADatabase(err)
	}
	defer conn.Close()
	version, err := check(ctx, conn, len(steps))
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
	for version < len(steps) {
		if version, err = step(ctx, conn, steps); err != nil {
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

// identify refuses a database of another program, or of a later version of this
// one.
func identify(version, id, tables, newest int) error {
	switch {
	case id != applicationID && (id != 0 || version != 0 || tables != 0), version < 0, version == 0 && tables > 0:
		return fmt.Errorf("%w: application id %#x, version %d, %d tables: name another file, or restore a backup",
			ErrNotADatabase, id, version, tables)
	case version > newest:
		return fmt.Errorf("%w: %d, this program knows %d: use the version that wrote it, or restore a backup", ErrNewer, version, newest)
	}
	return nil
}

// step applies the next migration, or none if another process was first. It returns the
// resulting version of the database.
func step(ctx context.Context, conn *sql.Conn, steps []string) (version int, err error) {
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			_, undo := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
			err = errors.Join(err, undo)
		}
	}()
	if version, err = check(ctx, conn, len(steps)); err != nil {
		return 0, err
	}
	if version < len(steps) {
		if err := apply(ctx, conn, steps[version]); err != nil {
			return 0, fmt.Errorf("migrate to version %d: %w", version+1, err)
		}
		version++
		if _, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
			return 0, err
		}
	}
	_, err = conn.ExecContext(ctx, "COMMIT")
	return version, err
}

// apply runs the scripts of a migration, by name.
func apply(ctx context.Context, conn *sql.Conn, folder string) error {
	return scripts(folder, func(script string) error {
		_, err := conn.ExecContext(ctx, script)
		return err
	})
}

// scripts calls run with each script of a migration, by name.
func scripts(folder string, run func(string) error) error {
	names, err := fs.Glob(migrations, folder+"/*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		script, err := migrations.ReadFile(name)
		if err != nil {
			return err
		}
		if err := run(string(script)); err != nil {
			return fmt.Errorf("%s: %w", path.Base(name), err)
		}
	}
	return nil
}

// addFunctions adds the functions that migrations use. The schema itself does not use them, so
// that every program can read and write the file.
func addFunctions(c *sqlite3.Conn) error {
	return c.CreateFunction("fold_case", 1, sqlite3.DETERMINISTIC, func(ctx sqlite3.Context, arg ...sqlite3.Value) {
		ctx.ResultText(storage.Fold(arg[0].Text()))
	})
}

func notADatabase(err error) error {
	if errors.Is(err, sqlite3.NOTADB) {
		return fmt.Errorf("%w: %w", ErrNotADatabase, err)
	}
	return err
}
