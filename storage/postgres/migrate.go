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
	// ErrOlder means that the tables need a migration, which [WithoutMigration] forbids.
	ErrOlder = errors.New("database is of an earlier version")
)

// The schema, as the migrations from each version to the next. Each migration is a folder with
// a script for each subject, applied in the order of their names. After a release, the scripts
// of a folder must not be edited, except for comments.
//
//go:embed migrations/*/*.sql
var migrations embed.FS

// migrate migrates the tables to the newest version. Processes that start at the same time
// wait for the first of them.
func migrate(ctx context.Context, db *sql.DB, asIs bool) (err error) {
	steps, err := fs.Glob(migrations, "migrations/*")
	if err != nil {
		return err
	}
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
	case version > len(steps):
		return fmt.Errorf("%w: its schema has version %d, and this program knows %d: start the version of the program that migrated it, or a later one",
			ErrNewer, version, len(steps))
	case version < len(steps) && asIs:
		return fmt.Errorf("%w: its schema has version %d, and this program's is %d: start the service to migrate it", ErrOlder, version, len(steps))
	}
	for i, folder := range steps[version:] {
		if err := apply(ctx, tx, folder); err != nil {
			return fmt.Errorf("migrate to version %d: %w", version+i+1, err)
		}
	}
	if version < len(steps) {
		if _, err := tx.ExecContext(ctx, "UPDATE schema_version SET version = $1", len(steps)); err != nil {
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
func apply(ctx context.Context, tx *sql.Tx, folder string) error {
	names, err := fs.Glob(migrations, folder+"/*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		script, err := migrations.ReadFile(name)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(script)); err != nil {
			return fmt.Errorf("%s: %w", path.Base(name), err)
		}
	}
	return nil
}
