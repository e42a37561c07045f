package postgres_test

import (
	"database/sql"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// following returns the migrations of the program and one more, with this script.
func following(t *testing.T, script string) fs.FS {
	t.Helper()
	all := fstest.MapFS{"migrations/9999/next.sql": &fstest.MapFile{Data: []byte(script)}}
	err := fs.WalkDir(postgres.Migrations(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(postgres.Migrations(), name)
		all[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// keep stores a setting, which kept reads.
func keep(t *testing.T, s *postgres.Store) {
	t.Helper()
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: "kept", Value: "yes"})
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
}

func kept(t *testing.T, s *postgres.Store) {
	t.Helper()
	err := s.View(t.Context(), func(tx *storage.Tx) error {
		kept, err := tx.Settings.Get("kept")
		if kept.Value != "yes" {
			t.Errorf("the setting is %q", kept.Value)
		}
		return err
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Error(err)
	}
}

// TestMigrateToNext opens the tables of this version with a program of the next one, which
// gives them what a new database of it has and keeps the records, and goes back.
func TestMigrateToNext(t *testing.T) {
	t.Parallel()
	next := postgres.WithMigrations(following(t, `CREATE TABLE initials (initial TEXT COLLATE "C" NOT NULL PRIMARY KEY);
		INSERT INTO initials SELECT DISTINCT left(name, 1) FROM settings;
		ALTER TABLE audits ADD COLUMN country TEXT COLLATE "C" NOT NULL DEFAULT ''`))
	fresh, address := pgtest.NewSchema(t), pgtest.NewSchema(t)
	openStore(t, fresh, next)
	keep(t, openStore(t, address))
	if _, err := postgres.Open(t.Context(), address, next, postgres.WithoutMigration()); !errors.Is(err, postgres.ErrOlder) {
		t.Errorf("without migration: %v, want %v", err, postgres.ErrOlder)
	}
	kept(t, openStore(t, address, next))
	db := database(t, address)
	if diff := cmp.Diff(tables(t, database(t, fresh)), tables(t, db)); diff != "" {
		t.Errorf("tables and indexes (-want +got):\n%s", diff)
	}
	var initial string
	if err := db.QueryRowContext(t.Context(), "SELECT initial FROM initials").Scan(&initial); err != nil || initial != "k" {
		t.Errorf("derived from the settings: %q, %v", initial, err)
	}
	if _, err := postgres.Open(t.Context(), address); !errors.Is(err, postgres.ErrNewer) {
		t.Errorf("by this version: %v, want %v", err, postgres.ErrNewer)
	}
}

// TestMigrateFails holds that a migration that fails half way leaves the tables to the program
// of their version.
func TestMigrateFails(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	keep(t, openStore(t, address))
	want := tables(t, database(t, address))
	broken := postgres.WithMigrations(following(t, "DROP TABLE audits; DELETE FROM settings; SELECT no_such_function()"))
	if _, err := postgres.Open(t.Context(), address, broken); err == nil || !strings.Contains(err.Error(), "next.sql: ") {
		t.Errorf("Open: %v, want an error that names the script", err)
	}
	if diff := cmp.Diff(want, tables(t, database(t, address))); diff != "" {
		t.Errorf("tables and indexes (-want +got):\n%s", diff)
	}
	kept(t, openStore(t, address))
}

// tables returns the columns and indexes of a schema.
func tables(t *testing.T, db *sql.DB) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), `SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) AS line
		FROM information_schema.columns WHERE table_schema = current_schema()
		UNION ALL SELECT replace(indexdef, current_schema() || '.', '') FROM pg_indexes WHERE schemaname = current_schema() ORDER BY line`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		all = append(all, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
