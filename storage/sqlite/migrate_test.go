package sqlite_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
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
// the seed of the tests came to then. A new version adds one by the flag
// -update, and never changes those before.
func TestMigrate(t *testing.T) {
	t.Parallel()
	fresh := newPath(t)
	want := openStore(t, fresh)
	seed(t, want, fleet{apps: 3, snapshots: 7})
	newest, wantSchema := schema(t, fresh)
	if *update {
		keep(t, want, newest)
	}
	for version := 1; version <= newest; version++ {
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
	err := s.View(t.Context(), func(tx storage.Tx) (err error) {
		if all.Apps, err = storage.Collect(tx.Apps().List(storage.AppQuery{})); err != nil {
			return err
		}
		if all.Snapshots, err = storage.Collect(tx.Snapshots().List(storage.SnapshotQuery{})); err != nil {
			return err
		}
		if all.Changes, err = storage.Collect(tx.Changes().List(storage.ChangeQuery{})); err != nil {
			return err
		}
		if all.Labels, err = storage.Collect(tx.Labels().List(storage.LabelQuery{})); err != nil {
			return err
		}
		if all.Runs, err = storage.Collect(tx.Runs().List(storage.RunQuery{})); err != nil {
			return err
		}
		if all.Devices, err = storage.Collect(tx.Devices().List(storage.DeviceQuery{})); err != nil {
			return err
		}
		if all.Links, err = storage.Collect(tx.DeviceLinks().List(storage.DeviceLinkQuery{})); err != nil {
			return err
		}
		all.Items, err = storage.Collect(tx.RunItems().List(storage.RunItemQuery{}))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
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
