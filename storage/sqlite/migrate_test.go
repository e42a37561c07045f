package sqlite_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

var update = flag.Bool("update", false, "write the golden database of the newest version")

// schema returns the version of a database and what it is made of.
func schema(t *testing.T, path string) (version int, parts []string) {
	t.Helper()
	raw(t, path, func(c *sqlite3.Conn) error {
		rows, _, err := c.Prepare(`SELECT coalesce(sql, name), (SELECT user_version FROM pragma_user_version)
			FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Step() {
			parts = append(parts, rows.ColumnText(0))
			version = rows.ColumnInt(1)
		}
		return rows.Err()
	})
	return version, parts
}

// TestMigrate opens a database of each version there was: testdata holds what
// the seed of the tests came to then. The flag -update writes that of the newest, and
// never changes those before.
func TestMigrate(t *testing.T) {
	t.Parallel()
	fresh := newPath(t)
	want := openStore(t, fresh)
	seed(t, want, fleet{apps: 3, snapshots: 7})
	newest, wantSchema := schema(t, fresh)
	if *update {
		keep(t, want, newest)
	}
	for version := sqlite.FirstVersion; version <= newest; version++ {
		t.Run(fmt.Sprintf("From%d", version), func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			write(t, path, golden(t, version))
			got := openStore(t, path)
			now, gotSchema := schema(t, path)
			if now != newest {
				t.Errorf("the version is %d, want %d", now, newest)
			}
			if diff := cmp.Diff(wantSchema, gotSchema); diff != "" {
				t.Errorf("the schema (-want +got):\n%s", diff)
			}
			healthy(t, got)
			if diff := cmp.Diff(contents(t, want), contents(t, got)); diff != "" {
				t.Errorf("the records (-want +got):\n%s", diff)
			}
		})
	}
}

// following returns the migrations of the program and the next one, with this script.
func following(t *testing.T, script string) fs.FS {
	t.Helper()
	all := make(fstest.MapFS)
	newest := ""
	err := fs.WalkDir(sqlite.Migrations(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		newest = path.Base(path.Dir(name))
		content, err := fs.ReadFile(sqlite.Migrations(), name)
		all[name] = &fstest.MapFile{Data: content}
		return err
	})
	number, notANumber := strconv.Atoi(newest)
	if err := errors.Join(err, notANumber); err != nil {
		t.Fatal(err)
	}
	all[fmt.Sprintf("migrations/%04d/next.sql", number+1)] = &fstest.MapFile{Data: []byte(script)}
	return all
}

// TestMigrateToNext opens the file of this version with a program of the next one, whose
// migration adds a table and derives its rows from those there are, and goes back.
func TestMigrateToNext(t *testing.T) {
	t.Parallel()
	const script = `CREATE TABLE initials (initial TEXT NOT NULL PRIMARY KEY, n INTEGER NOT NULL) STRICT;
		INSERT INTO initials SELECT substr(name, 1, 1), count(*) FROM apps GROUP BY 1;
		ALTER TABLE audits ADD COLUMN country TEXT NOT NULL DEFAULT '';`
	file := newPath(t)
	s := openStore(t, file)
	seed(t, s, fleet{apps: 3, snapshots: 7})
	want := contents(t, s)
	before, _ := schema(t, file)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	next := sqlite.WithMigrations(following(t, script))
	if _, err := sqlite.Open(t.Context(), file, next, sqlite.WithoutMigration()); !errors.Is(err, sqlite.ErrOlder) {
		t.Errorf("without migration: %v, want %v", err, sqlite.ErrOlder)
	}
	s = openStore(t, file, next)
	if diff := cmp.Diff(want, contents(t, s)); diff != "" {
		t.Errorf("the records (-want +got):\n%s", diff)
	}
	healthy(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	fresh := newPath(t)
	if err := openStore(t, fresh, next).Close(); err != nil {
		t.Fatal(err)
	}
	after, parts := schema(t, file)
	if _, wantParts := schema(t, fresh); !cmp.Equal(wantParts, parts) || after != before+1 {
		t.Errorf("version %d, want %d; the schema (-want +got):\n%s", after, before+1, cmp.Diff(wantParts, parts))
	}
	if n := number(t, file, "SELECT sum(n) FROM initials"); n != 3 {
		t.Errorf("%d apps are counted, want 3", n)
	}
	migrated := read(t, file)
	if _, err := sqlite.Open(t.Context(), file); !errors.Is(err, sqlite.ErrNewer) {
		t.Errorf("by this version: %v, want %v", err, sqlite.ErrNewer)
	}
	if !bytes.Equal(migrated, read(t, file)) {
		t.Error("the file has changed")
	}
}

// TestMigrateFails holds that a migration that fails half way leaves the file to the program of
// its version.
func TestMigrateFails(t *testing.T) {
	t.Parallel()
	file := newPath(t)
	s := openStore(t, file)
	set(t, s, "kept", "yes")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, want := schema(t, file)
	broken := following(t, "DROP TABLE audits; DELETE FROM settings; SELECT no_such_function()")
	if _, err := sqlite.Open(t.Context(), file, sqlite.WithMigrations(broken)); err == nil || !strings.Contains(err.Error(), "next.sql: ") {
		t.Errorf("Open: %v, want an error that names the script", err)
	}
	if _, got := schema(t, file); !cmp.Equal(want, got) {
		t.Errorf("the schema (-want +got):\n%s", cmp.Diff(want, got))
	}
	mustView(t, openStore(t, file), func(tx *storage.Tx) error {
		kept, err := tx.Settings.Get("kept")
		if kept.Value != "yes" {
			t.Errorf("the setting is %q", kept.Value)
		}
		return err
	})
}

// TestDevelopmentVersions holds that files from before the first version are refused with a
// sentence that says what to do, and stay as they are.
func TestDevelopmentVersions(t *testing.T) {
	t.Parallel()
	for version := 1; version < sqlite.FirstVersion; version++ {
		file := newPath(t)
		openAndClose(t, file)
		behind(t, file, fmt.Sprintf("DROP TABLE results; PRAGMA user_version = %d", version))
		before := read(t, file)
		for _, options := range [][]sqlite.Option{nil, {sqlite.WithoutMigration()}} {
			s, err := sqlite.Open(t.Context(), file, options...)
			if err == nil {
				s.Close()
			}
			want := fmt.Sprintf("earlier version: %d, and the first that this program can migrate is %d: make a backup with the program that wrote it, "+
				"start this one with an empty folder, and restore the backup there", version, sqlite.FirstVersion)
			if !errors.Is(err, sqlite.ErrOlder) || !strings.Contains(err.Error(), want) {
				t.Errorf("Open: %v, want %q", err, want)
			}
		}
		if !bytes.Equal(before, read(t, file)) {
			t.Errorf("version %d: the file has changed", version)
		}
	}
}

// contents returns what was seeded of the kinds that hold the most.
func contents(t *testing.T, s storage.Store) (all struct {
	Apps      []storage.App
	Snapshots []storage.Snapshot
	Changes   []storage.Change
	Labels    []storage.LabelBody
	Runs      []storage.Run
	Items     []storage.RunItem
	Devices   []storage.Device
	Links     []storage.DeviceLink
}) {
	t.Helper()
	mustView(t, s, func(tx *storage.Tx) (err error) {
		if all.Apps, err = storage.Collect(tx.Apps.List(storage.AppQuery{})); err != nil {
			return err
		}
		if all.Snapshots, err = storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{})); err != nil {
			return err
		}
		if all.Changes, err = storage.Collect(tx.Changes.List(storage.ChangeQuery{})); err != nil {
			return err
		}
		if all.Labels, err = storage.Collect(tx.Labels.List(storage.LabelQuery{})); err != nil {
			return err
		}
		if all.Runs, err = storage.Collect(tx.Runs.List(storage.RunQuery{})); err != nil {
			return err
		}
		if all.Devices, err = storage.Collect(tx.Devices.List(storage.DeviceQuery{})); err != nil {
			return err
		}
		if all.Links, err = storage.Collect(tx.DeviceLinks.List(storage.DeviceLinkQuery{})); err != nil {
			return err
		}
		all.Items, err = storage.Collect(tx.RunItems.List(storage.RunItemQuery{}))
		return err
	})
	return all
}

func goldenPath(version int) string {
	return filepath.Join("testdata", fmt.Sprintf("v%04d.db.gz", version))
}

func golden(t *testing.T, version int) []byte {
	t.Helper()
	f, err := os.Open(goldenPath(version))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// keep writes a database to testdata.
func keep(t *testing.T, s storage.Copier, version int) {
	t.Helper()
	path := newPath(t)
	if err := s.CopyTo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(read(t, path)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, goldenPath(version), packed.Bytes())
}
