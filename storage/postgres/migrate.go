package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
)

var (
	// ErrNewer means that a later version of this package has migrated the tables.
	ErrNewer = errors.New("database is of a newer version")
	// ErrOlder means that the tables need a migration, which [WithoutMigration] forbids, or are
	// of a version before the first release, for which there is none.
	ErrOlder = errors.New("database is of an earlier version")
)

// The schema, as the migrations from each version to the next. Each migration is a folder,
// named by the version that it leads to, with a script for each subject, applied in the order
// of their names. After a release, the scripts of a folder must not be edited, except for
// comments.
//
// The first migration makes the tables in an empty schema. Its version is that of SQLite's:
// development versions had the numbers below.
//
//go:embed migrations/*/*.sql
var migrations embed.FS

// firstVersion is the version that the first migration leads to.
const firstVersion = 6

// migrate migrates the tables to the newest version that the migrations lead to. Processes
// that start at the same time wait for the first of them.
func migrate(ctx context.Context, db *sql.DB, files fs.FS, asIs bool) (err error) {
	folders, err := fs.Glob(files, "migrations/*")
	if err != nil {
		return err
	}
	newest := firstVersion + len(folders) - 1
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreDone(tx.Rollback()))
		}
	}()
	// Wait for the migration of another process, however long it takes.
	if _, err := tx.ExecContext(ctx, "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0"); err != nil {
		return err
	}
	version, err := lockVersion(ctx, tx)
	if err != nil {
		return err
	}
	switch {
	case version > newest:
		return fmt.Errorf("%w: its schema has version %d, and this program knows %d: start the version of the program that migrated it, or a later one",
			ErrNewer, version, newest)
	case version > 0 && version < firstVersion:
		return fmt.Errorf("%w: its schema has version %d, and the first that this program can migrate is %d: make a backup with the program that wrote it, "+
			"start this one with an empty database, and restore the backup there", ErrOlder, version, firstVersion)
	case version < newest && asIs:
		return fmt.Errorf("%w: its schema has version %d, and this program's is %d: start the service to migrate it", ErrOlder, version, newest)
	}
	for v := max(version+1, firstVersion); v <= newest; v++ {
		if err := apply(ctx, tx, files, folders[v-firstVersion]); err != nil {
			return fmt.Errorf("migrate to version %d: %w", v, err)
		}
	}
	if version < newest {
		if _, err := tx.ExecContext(ctx, "UPDATE schema_version SET version = $1", newest); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// advise adds to an error of the migration what to do about it.
func advise(err error) error {
	switch code(err) {
	case notPermitted:
		return fmt.Errorf("the role may not use or create tables in the schema: make it the owner of the schema and its tables: %w", err)
	case duplicateTable:
		return fmt.Errorf("the schema has a table of another program: name an empty one with search_path in the URL: %w", err)
	}
	return err
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// lockVersion returns the version of the schema, which is 0 if it is empty, and locks it until
// the transaction ends.
func lockVersion(ctx context.Context, tx *sql.Tx) (version int, err error) {
	var schema sql.NullString
	if err := tx.QueryRowContext(ctx, "SELECT current_schema()").Scan(&schema); err != nil {
		return 0, err
	}
	if !schema.Valid {
		return 0, errors.New("no schema of the search path exists that the role may use: create it, or name another one with search_path in the URL")
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtext('auditor'), hashtext($1))", schema.String); err != nil {
		return 0, err
	}
	var exists bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'schema_version')",
		schema.String).Scan(&exists); err != nil {
		return 0, err
	}
	if !exists {
		_, err := tx.ExecContext(ctx, "CREATE TABLE schema_version (version INT NOT NULL); INSERT INTO schema_version VALUES (0)")
		return 0, err
	}
	err = tx.QueryRowContext(ctx, "SELECT version FROM schema_version").Scan(&version)
	return version, err
}

// apply runs the scripts of a migration, by name.
func apply(ctx context.Context, tx *sql.Tx, files fs.FS, folder string) error {
	names, err := fs.Glob(files, folder+"/*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		script, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(script)); err != nil {
			return fmt.Errorf("%s: %w", path.Base(name), err)
		}
	}
	return nil
}
