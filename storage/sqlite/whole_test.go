package sqlite_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// A new trigger needs a statement that does what it does for a whole table.
func TestUpkeepOfEachTrigger(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	openStore(t, path)
	want := make(map[string][]string)
	raw(t, path, func(c *sqlite3.Conn) error {
		return eachRow(c, "SELECT tbl_name, name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name", func(row *sqlite3.Stmt) {
			want[row.ColumnText(0)] = append(want[row.ColumnText(0)], row.ColumnText(1))
		})
	})
	if diff := cmp.Diff(want, sqlite.Triggers()); diff != "" {
		t.Errorf("triggers of the schema (-want +got):\n%s", diff)
	}
}

// A database with a trigger of another program deletes and counts row by row. The others are to be as if they did.
func TestWholeTables(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		write func(*storage.Tx) error
	}{
		{"empty all", clearAll},
		{"replace all", func(tx *storage.Tx) error { return errors.Join(clearAll(tx), storagetest.Seed(tx)) }},
		{"replace all twice", func(tx *storage.Tx) error {
			return errors.Join(clearAll(tx), storagetest.Seed(tx), clearAll(tx), storagetest.Seed(tx))
		}},
		{"empty parents", func(tx *storage.Tx) error {
			for _, kind := range storage.Kinds() {
				if _, err := kind.Rows(tx).Clear(); err != nil {
					return err
				}
			}
			return nil
		}},
		{"empty children", func(tx *storage.Tx) error {
			for _, clear := range []func() (int, error){
				tx.DeviceLinks.Clear, tx.PolicyAnalyses.Clear, tx.PolicyVersions.Clear, tx.ManualPolicyVersions.Clear, tx.Notifications.Clear, tx.Changes.Clear,
			} {
				if _, err := clear(); err != nil {
					return err
				}
			}
			return nil
		}},
		{"empty one of two tables with texts", func(tx *storage.Tx) error {
			_, err := tx.PolicyVersions.Clear()
			return err
		}},
		{"empty a list that is being read", func(tx *storage.Tx) error {
			if err := clearAll(tx); err != nil {
				return err
			}
			if err := storagetest.Seed(tx); err != nil {
				return err
			}
			n := 0
			for _, err := range storage.All(tx.Notifications) {
				if err != nil {
					return err
				}
				if n++; n == 1 {
					if _, err := tx.Changes.Clear(); err != nil {
						return err
					}
				}
			}
			return nil
		}},
		{"put what is there already", func(tx *storage.Tx) error {
			if err := clearAll(tx); err != nil {
				return err
			}
			for _, name := range []string{"A", "B", "A"} {
				for id := range storage.AppID(3) {
					app := storage.App{ID: id + 1, Name: name, URL: "https://example.org/", ChangeCount: int(id), TrackCount: len(name)}
					if err := tx.Apps.Put(app, storage.App{ID: 9, Name: name + "9", URL: "https://example.org/"}); err != nil {
						return err
					}
				}
			}
			for _, changed := range []bool{false, true} {
				one := storage.Snapshot{ID: storage.SnapshotID{App: 1, At: 5}, Source: storage.SourceLive, Changed: changed}
				two := storage.Snapshot{ID: storage.SnapshotID{App: 2, At: 5 * day}, Source: storage.SourceLive, Changed: !changed}
				if err := tx.Snapshots.Put(one, two); err != nil {
					return err
				}
			}
			for _, kind := range []storage.EntryType{storage.EntryAdded, storage.EntryRemoved} {
				change := storage.Change{ID: storage.ChangeID{Snapshot: storage.SnapshotID{App: 1, At: 5}}, Changed: true}
				change.Entry = storage.Entry{Type: kind, Description: "x"}
				hidden := change
				hidden.ID.Index, hidden.Changed = 1, false
				if err := tx.Changes.Put(change, hidden); err != nil {
					return err
				}
			}
			return nil
		}},
		{"count meanwhile", func(tx *storage.Tx) error {
			if err := clearAll(tx); err != nil {
				return err
			}
			for id := range storage.AppID(5) {
				if err := tx.Apps.Put(storage.App{ID: id + 1, Name: "A", URL: "https://example.org/"}); err != nil {
					return err
				}
				n, err := tx.Apps.Count(storage.AppQuery{})
				if err == nil && n != int(id)+1 {
					err = fmt.Errorf("there are %d apps, want %d", n, id+1)
				}
				if err != nil {
					return err
				}
			}
			return nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rowByRow := newPath(t)
			reference := openStore(t, rowByRow)
			behind(t, rowByRow, "CREATE TRIGGER other AFTER DELETE ON audits BEGIN SELECT 1; END")
			whole := newPath(t)
			s := openStore(t, whole)
			for _, s := range []storage.Store{reference, s} {
				mustUpdate(t, s, storagetest.Seed)
				mustUpdate(t, s, c.write)
				mustUpdate(t, s, func(tx *storage.Tx) error { // what comes later is counted by the triggers
					return tx.Apps.Put(storage.App{ID: 77, Name: "Later", URL: "https://example.org/", ChangeCount: 1})
				})
			}
			if diff := cmp.Diff(tablesOf(t, rowByRow), tablesOf(t, whole)); diff != "" {
				t.Errorf("tables (-row by row +whole):\n%s", diff)
			}
			healthy(t, s)
		})
	}
}

// What an Update turned off is on again after it has failed.
func TestFailedWholeTables(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	mustUpdate(t, s, storagetest.Seed)
	before := tablesOf(t, path)
	orphan := storage.Snapshot{ID: storage.SnapshotID{App: 4711, At: 1}, Source: storage.SourceLive}
	for name, c := range map[string]struct {
		write func(*storage.Tx) error
		want  error
	}{
		"a snapshot without an app": {func(tx *storage.Tx) error { return errors.Join(clearAll(tx), tx.Snapshots.Put(orphan)) }, storage.ErrConflict},
		"an invalid app":            {func(tx *storage.Tx) error { return errors.Join(clearAll(tx), tx.Apps.Put(storage.App{})) }, storage.ErrInvalid},
		"an error of the caller": {func(tx *storage.Tx) error {
			return errors.Join(clearAll(tx), tx.Apps.Put(storage.App{ID: 1, Name: "A", URL: "https://example.org/"}), errUndone)
		}, errUndone},
	} {
		if err := s.Update(t.Context(), c.write); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if diff := cmp.Diff(before, tablesOf(t, path)); diff != "" {
			t.Errorf("%s: tables (-before +after):\n%s", name, diff)
		}
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			if err := tx.Apps.Put(storage.App{ID: 78, Name: "A", URL: "https://example.org/"}); err != nil {
				return err
			}
			n, err := tx.Apps.Count(storage.AppQuery{})
			all, listing := storage.Collect(tx.Apps.List(storage.AppQuery{}))
			if n != len(all) {
				t.Errorf("%s: then %d apps are counted, want %d", name, n, len(all))
			}
			return errors.Join(err, listing, tx.Snapshots.Put(orphan))
		})
		if !errors.Is(err, storage.ErrConflict) {
			t.Errorf("%s: then a snapshot without an app: %v, want %v", name, err, storage.ErrConflict)
		}
	}
}

var errUndone = errors.New("undone")

// clearAll removes all records, children first.
func clearAll(tx *storage.Tx) error {
	cleared := make(map[string]bool)
	var remove func(kind storage.Kind) error
	remove = func(kind storage.Kind) error {
		if cleared[kind.Name()] {
			return nil
		}
		cleared[kind.Name()] = true
		for _, child := range storage.Kinds() {
			if slices.Contains(storage.Children()[kind.Name()], child.Name()) {
				if err := remove(child); err != nil {
					return err
				}
			}
		}
		_, err := kind.Rows(tx).Clear()
		return err
	}
	for _, kind := range storage.Kinds() {
		if err := remove(kind); err != nil {
			return fmt.Errorf("clear %s: %w", kind.Name(), err)
		}
	}
	return nil
}

// tablesOf returns the rows of all tables, without counters of nothing and the number of changes of the order.
func tablesOf(t *testing.T, path string) map[string][]string {
	t.Helper()
	all := make(map[string][]string)
	raw(t, path, func(c *sqlite3.Conn) error {
		var tables []string
		err := eachRow(c, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'app\_search%' ESCAPE '\'`,
			func(row *sqlite3.Stmt) { tables = append(tables, row.ColumnText(0)) })
		for _, table := range tables {
			where := ""
			switch table {
			case "sizes":
				where = " WHERE kind <> 'apps/order'"
			case "snapshot_days", "change_days", "notification_counts":
				where = " WHERE n <> 0"
			}
			err = errors.Join(err, eachRow(c, "SELECT * FROM "+table+where, func(row *sqlite3.Stmt) {
				var cells []string
				for i := range row.ColumnCount() {
					cells = append(cells, fmt.Sprintf("%q", row.ColumnText(i)))
				}
				all[table] = append(all[table], strings.Join(cells, " "))
			}))
			slices.Sort(all[table])
		}
		return err
	})
	return all
}

// eachRow calls fn for each row of a query.
func eachRow(c *sqlite3.Conn, query string, fn func(*sqlite3.Stmt)) error {
	rows, _, err := c.Prepare(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Step() {
		fn(rows)
	}
	return rows.Err()
}
