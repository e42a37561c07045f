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
	"path/filepath"
	"strings"
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
// the seed of the tests came to then. The flag -update adds that of the newest, which
// may lack one while it can change, and never changes those before.
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
			if _, err := os.Stat(goldenPath(version)); version == newest && errors.Is(err, fs.ErrNotExist) {
				t.Skip("the newest version has no file yet")
			}
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

// TestMigrateCommits holds that the changes from before there was an order of commits are
// in the order of time.
func TestMigrateCommits(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	write(t, path, golden(t, 2))
	s := openStore(t, path)
	err := s.View(t.Context(), func(tx *storage.Tx) error {
		var got, want []storage.SnapshotID
		for c, err := range storage.All(tx.Commits) {
			if err != nil {
				return err
			}
			if got = append(got, c.Snapshot); c.Number != int64(len(got)) {
				t.Errorf("commit %d has number %d", len(got), c.Number)
			}
		}
		for s, err := range tx.Snapshots.List(storage.SnapshotQuery{Changed: true, Reverse: true}) {
			if err != nil {
				return err
			}
			want = append(want, s.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
			t.Errorf("commits (-want +got):\n%s", diff)
		}
		counter, err := tx.Settings.Get("changeLog")
		if text := fmt.Sprintf(`{"generation":"%d-%d","last":%d}`, want[0].App, want[0].At, len(want)); counter.Value != text {
			t.Errorf("the counter is %s, want %s", counter.Value, text)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestMigrateInterrupted holds that a paused run with an error, as an interrupted one was
// stored before, becomes one.
func TestMigrateInterrupted(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	write(t, path, golden(t, 2))
	raw(t, path, func(c *sqlite3.Conn) error {
		for _, run := range []string{"1 paused archiveThrottled", "2 paused ", "3 cancelled another", "4 error fault", "5 running "} {
			words := strings.Split(run, " ")
			if err := c.Exec(fmt.Sprintf(`INSERT INTO runs VALUES ('%s', 'x', '', 0, NULL, '%s', '', 1, 1, 0, 0, 0, 0, 0, '', NULL, '%s')`,
				words[0], words[1], words[2])); err != nil {
				return err
			}
		}
		return nil
	})
	var got []string
	err := openStore(t, path).View(t.Context(), func(tx *storage.Tx) error {
		for run, err := range tx.Runs.List(storage.RunQuery{Runner: "x"}) {
			if err != nil {
				return err
			}
			got = append(got, fmt.Sprintf("%s %s reason=%s error=%s", run.ID, run.Status, run.Reason, run.Error))
		}
		return nil
	})
	want := []string{
		"5 running reason= error=", "4 error reason= error=fault", "3 cancelled reason=another error=",
		"2 paused reason= error=", "1 interrupted reason=archiveThrottled error=",
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("runs, %v (-want +got):\n%s", err, diff)
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
