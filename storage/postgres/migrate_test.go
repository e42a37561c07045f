package postgres_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
)

// TestMigrate opens a database of each earlier version. It gets the tables of a new one, and
// keeps its records.
func TestMigrate(t *testing.T) {
	t.Parallel()
	fresh := pgtest.NewSchema(t)
	openStore(t, fresh)
	want := tables(t, database(t, fresh))
	versions, err := filepath.Glob("migrations/*")
	if err != nil || len(versions) < 2 || len(want) == 0 {
		t.Fatalf("%d versions, %d tables and indexes, %v", len(versions), len(want), err)
	}
	for version := 1; version < len(versions); version++ {
		t.Run(fmt.Sprintf("From%d", version), func(t *testing.T) {
			t.Parallel()
			address := pgtest.NewSchema(t)
			db := database(t, address)
			for _, folder := range versions[:version] {
				migrateBy(t, db, folder)
			}
			execute(t, db, fmt.Sprintf("CREATE TABLE schema_version (version INT NOT NULL); INSERT INTO schema_version VALUES (%d)", version))
			execute(t, db, "INSERT INTO settings VALUES ('kept', 'yes')")
			s := openStore(t, address)
			if diff := cmp.Diff(want, tables(t, db)); diff != "" {
				t.Errorf("tables and indexes (-want +got):\n%s", diff)
			}
			err := s.View(t.Context(), func(tx *storage.Tx) error {
				kept, err := tx.Settings.Get("kept")
				if kept.Value != "yes" {
					t.Errorf("the setting is %q", kept.Value)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func execute(t *testing.T, db *sql.DB, script string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), script); err != nil {
		t.Fatal(err)
	}
}

// migrateBy runs the scripts of a migration.
func migrateBy(t *testing.T, db *sql.DB, folder string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		script, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		execute(t, db, string(script))
	}
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
