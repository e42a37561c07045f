package sqlite_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage/sqlite"
)

func TestSchemaIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, change, want string }{
		{"a table", "DROP TABLE audits", `table "audits" is missing`},
		{"a column", "ALTER TABLE audits RENAME COLUMN detail TO details", `table "audits": column "detail" is missing`},
		{"one column more", "ALTER TABLE audits ADD COLUMN more TEXT NOT NULL DEFAULT ''", `table "audits" has the unknown column "more"`},
		{"a view in place of a table", "DROP TABLE audits; CREATE VIEW audits AS SELECT 1 AS id", `table "audits" is missing`},
		{"an index", "DROP INDEX INDEXNAME", `is missing`},
		{"another index", "DROP INDEX INDEXNAME; CREATE INDEX INDEXNAME ON settings (name)", `is defined in another way`},
		{"a trigger", "DROP TRIGGER TRIGGERNAME", `is missing`},
		{"many", "DROP TABLE audits; DROP TABLE ai_logs; DROP TABLE settings; DROP TABLE tasks; DROP TABLE deliveries", "more differences"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			openAndClose(t, path)
			script := strings.NewReplacer("INDEXNAME", nameOf(t, path, "index"), "TRIGGERNAME", nameOf(t, path, "trigger")).Replace(c.change)
			behind(t, path, "PRAGMA foreign_keys = off; "+script)
			before := read(t, path)
			for _, options := range [][]sqlite.Option{nil, {sqlite.WithoutMigration()}} {
				s, err := sqlite.Open(t.Context(), path, options...)
				if err == nil {
					s.Close()
				}
				if !errors.Is(err, sqlite.ErrSchema) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "restore a backup") {
					t.Errorf("Open: %v, want %q", err, c.want)
				}
			}
			if string(before) != string(read(t, path)) {
				t.Error("the file has changed")
			}
		})
	}
}

// nameOf returns the name of some object of a kind.
func nameOf(t *testing.T, path, kind string) (name string) {
	t.Helper()
	_, parts := schema(t, path)
	for _, sql := range parts {
		words := strings.Fields(sql)
		if len(words) > 2 && words[0] == "CREATE" && strings.EqualFold(words[1], kind) {
			return words[2]
		}
	}
	t.Fatalf("the schema has no %s", kind)
	return ""
}

// Each new migration needs the digest of what it makes. That of a released one
// never changes.
func TestDigests(t *testing.T) {
	t.Parallel()
	known, made, err := sqlite.Digests()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(made, known); diff != "" {
		t.Errorf("digests of the schemas (-made by the migrations +known):\n%s", diff)
	}
}

// What others add to a database does no harm.
func TestSchemaWithMore(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"statistics":   "ANALYZE",
		"an index":     "CREATE INDEX mine ON audits (detail)",
		"a table":      "CREATE TABLE mine (id INTEGER PRIMARY KEY AUTOINCREMENT)",
		"a view":       "CREATE VIEW mine AS SELECT count(*) FROM audits",
		"replication":  "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); CREATE TABLE _litestream_lock (id INTEGER)",
		"a full scan":  "VACUUM; REINDEX",
		"full text":    "CREATE TABLE [odd -- name] ([a /* b */ c] TEXT)",
		"one table on": "CREATE TABLE sqlitelike (id)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			openAndClose(t, path)
			behind(t, path, change)
			openAndClose(t, path)
		})
	}
}

// Comments and space in a migration may have changed since it made a database.
func TestSchemaInOtherWords(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	openAndClose(t, path)
	behind(t, path, `PRAGMA writable_schema = on; UPDATE sqlite_schema SET sql = replace(replace(sql, char(10), ' -- '' more "' || char(10) || '  /* and
		more */ '), ', ', ' , ') WHERE sql LIKE '%,%'`)
	openAndClose(t, path)
}

func TestWithoutMigration(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	if _, err := sqlite.Open(t.Context(), path, sqlite.WithoutMigration()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v, want %v", err, fs.ErrNotExist)
	}
	write(t, path, nil)
	if _, err := sqlite.Open(t.Context(), path, sqlite.WithoutMigration()); !errors.Is(err, sqlite.ErrOlder) {
		t.Errorf("an empty file: %v, want %v", err, sqlite.ErrOlder)
	}
	if diff := cmp.Diff([]string{"auditor.db"}, keys(modes(t, filepath.Dir(path)))); diff != "" {
		t.Errorf("what is there (-want +got):\n%s", diff)
	}
	openAndClose(t, path)
	s, err := sqlite.Open(t.Context(), path, sqlite.WithoutMigration())
	if err != nil {
		t.Fatal(err)
	}
	set(t, s, "a", "1")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func keys(m map[string]fs.FileMode) (all []string) {
	for name := range m {
		all = append(all, name)
	}
	return all
}
