package sqldb_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
)

// TestDamagedRows reads what this package would not have written.
func TestDamagedRows(t *testing.T) {
	t.Parallel()
	app := storage.App{ID: 1, Name: "a", URL: "b"}
	label := storage.LabelBody{Digest: storage.Digest{1}}
	snapshot := storage.Snapshot{ID: storage.SnapshotID{App: 1, At: 1}, Source: storage.SourceLive, Label: label.Digest}
	change := storage.Change{ID: storage.ChangeID{Snapshot: snapshot.ID}, Entry: storage.Entry{Type: "added", Description: "c"}}
	for name, c := range map[string]struct {
		damage string
		read   func(*storage.Tx) error
	}{
		"a label that is not JSON": {`UPDATE labels SET label = '{'`, func(tx *storage.Tx) error {
			_, err := tx.Labels.Get(label.Digest)
			return err
		}},
		"a digest that is too short": {`PRAGMA ignore_check_constraints = on; UPDATE apps SET label = x'00'`, func(tx *storage.Tx) error {
			_, err := tx.Apps.Get(1)
			return err
		}},
		"a number that does not fit": {`UPDATE apps SET pending = 256`, func(tx *storage.Tx) error {
			_, err := tx.Apps.Get(1)
			return err
		}},
		"details that are no list": {`UPDATE changes SET details = '{"a":1}'`, func(tx *storage.Tx) error {
			_, err := storage.Collect(tx.Changes.List(storage.ChangeQuery{}))
			return err
		}},
		"a column that is gone": {`DROP VIEW v_observations; DROP VIEW v_states; DROP INDEX snapshots_feed; DROP INDEX snapshots_changed; ALTER TABLE snapshots DROP COLUMN changed`, func(tx *storage.Tx) error {
			_, err := tx.Snapshots.Count(storage.SnapshotQuery{Changed: true})
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			s := server.store(t, nil)
			if err := s.Update(t.Context(), func(tx *storage.Tx) error {
				return errors.Join(tx.Apps.Put(app), tx.Labels.Put(label), tx.Snapshots.Put(snapshot), tx.Changes.Put(change))
			}); err != nil {
				t.Fatal(err)
			}
			conn, err := sqlite3.Open("file:" + server.path)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(conn.Exec(c.damage), conn.Close()); err != nil {
				t.Fatal(err)
			}
			if err := s.View(t.Context(), c.read); err == nil || errors.Is(err, storage.ErrNotFound) {
				t.Errorf("reading returns %v, want that it failed", err)
			}
		})
	}
}

// FuzzPrefix compares the range that a prefix comes to with the prefix itself.
func FuzzPrefix(f *testing.F) {
	for _, seed := range [][3]string{
		{"flag.", "flag.a", "flag/"}, {"a\uD7FF", "a\uE000", "a\uD7FFb"}, {"\U0010FFFF", "\U0010FFFFa", "z"}, {"é", "éa", "ê"}, {"\x7f", "\u0080", "\x7f\x7f"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	s := newServer(f).store(f, nil)
	f.Fuzz(func(t *testing.T, prefix, one, other string) {
		if prefix == "" {
			t.Skip("every name begins so")
		}
		names := []string{one, other, prefix, prefix + one, prefix + other}
		prefixed(t, s, prefix, names)
	})
}

func prefixed(t *testing.T, s storage.Store, prefix string, names []string) {
	t.Helper()
	want := make(map[string]bool)
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		if _, err := tx.Settings.Clear(); err != nil {
			return err
		}
		for _, name := range names {
			r := storage.Setting{Name: name}
			if storage.Validate(r) != nil {
				t.Skip("not a name")
			}
			want[name] = strings.HasPrefix(name, prefix)
			if err := tx.Settings.Put(r); err != nil {
				return err
			}
		}
		for r, err := range tx.Settings.List(storage.SettingQuery{Prefix: prefix}) {
			if err != nil {
				return err
			}
			if !want[r.Name] {
				t.Errorf("%q does not begin with %q", r.Name, prefix)
			}
			delete(want, r.Name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, begins := range want {
		if begins {
			t.Errorf("%q begins with %q and is not listed", name, prefix)
		}
	}
}
