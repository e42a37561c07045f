package appdata_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// all returns the records of every kind as text, without what remembers a removal.
func all(tx *storage.Tx) (map[string][]any, error) {
	records := make(map[string][]any)
	for _, kind := range storage.Kinds() {
		switch kind.Name() {
		case "RemovedApps", "RemovedParts", "Imports", "ImportItems":
			continue
		}
		for record, err := range kind.Rows(tx).List(query(kind)) {
			if err != nil {
				return nil, fmt.Errorf("%s: %w", kind.Name(), err)
			}
			records[kind.Name()] = append(records[kind.Name()], record)
		}
	}
	return records, nil
}

// seed stores two records of every kind, none of them of a removal, and the counter of the commits.
func seed(tx *storage.Tx) error {
	if err := storagetest.Seed(tx); err != nil {
		return err
	}
	_, err := tx.RemovedApps.Clear()
	return errors.Join(err, tx.Settings.Put(storage.Setting{Name: "changeLog", Value: `{"generation":"of Seed","last":9000}`}))
}

// TestRestore removes apps with two records of every kind, and restores them.
func TestRestore(t *testing.T) {
	t.Parallel()
	store := teststore.Open(t)
	teststore.Update(t, store, seed)
	view := func() map[string][]any {
		t.Helper()
		records, err := storage.View(t.Context(), store, all)
		if err != nil {
			t.Fatal(err)
		}
		return records
	}
	before := view()
	ids, err := storage.View(t.Context(), store, func(tx *storage.Tx) (ids []storage.AppID, err error) {
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, app.ID)
		}
		return ids, nil
	})
	if err != nil || len(ids) < 2 {
		t.Fatalf("%d apps, %v", len(ids), err)
	}
	update := func(change func(*storage.Tx) (bool, error)) bool {
		t.Helper()
		done, err := storage.Update(t.Context(), store, change)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	for _, id := range ids {
		if !update(func(tx *storage.Tx) (bool, error) { return appdata.PutAside(tx, id, 5) }) {
			t.Errorf("app %d was not removed", id)
		}
	}
	if rest := view(); len(rest["Apps"]) != 0 || len(rest["Snapshots"]) != 0 || len(rest["AppTags"]) != 0 {
		t.Errorf("what is left is %d apps, %d snapshots, %d tags", len(rest["Apps"]), len(rest["Snapshots"]), len(rest["AppTags"]))
	}
	for _, id := range ids {
		if !update(func(tx *storage.Tx) (bool, error) { return appdata.Restore(tx, id) }) {
			t.Errorf("app %d was not restored", id)
		}
		if update(func(tx *storage.Tx) (bool, error) { return appdata.Restore(tx, id) }) {
			t.Errorf("app %d was restored twice", id)
		}
	}
	after := view()
	for kind, want := range before {
		if diff := cmp.Diff(want, after[kind]); diff != "" {
			t.Errorf("%s after a removal and its undo (-want +got):\n%s", kind, diff)
		}
	}
}

// TestRestoreOfTrackedApp tracks removed apps again, and restores them at once or after a second removal.
// Nothing is lost of what was recorded before.
func TestRestoreOfTrackedApp(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(testing.TB) storage.Store{"memory": teststore.Quick, "file": teststore.Open} {
		for _, twice := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, removed twice: %t", name, twice), func(t *testing.T) {
				t.Parallel()
				restoreOfTrackedApp(t, open(t), twice)
			})
		}
	}
}

func restoreOfTrackedApp(t *testing.T, store storage.Store, twice bool) {
	teststore.Update(t, store, seed)
	before := teststore.View(t, store, all)
	teststore.Update(t, store, func(tx *storage.Tx) error {
		for _, record := range before["Apps"] {
			app := record.(storage.App)
			if _, err := appdata.PutAside(tx, app.ID, 5); err != nil {
				return err
			}
			now := storage.App{ID: app.ID, Name: "Newer", URL: app.URL, FirstSeen: storage.MaxTime, LastSynced: storage.MaxTime, SyncCount: 1}
			if err := tx.Apps.Put(now); err != nil {
				return err
			}
			if !twice {
				continue
			}
			if _, err := appdata.PutAside(tx, app.ID, 6); err != nil {
				return err
			}
		}
		return nil
	})
	teststore.Update(t, store, func(tx *storage.Tx) error {
		for _, record := range before["Apps"] {
			if restored, err := appdata.Restore(tx, record.(storage.App).ID); err != nil || !restored {
				return fmt.Errorf("restored: %t, %w", restored, err)
			}
		}
		return nil
	})
	after := teststore.View(t, store, all)
	for _, record := range before["Apps"] {
		was := record.(storage.App)
		now := teststore.View(t, store, func(tx *storage.Tx) (storage.App, error) { return tx.Apps.Get(was.ID) })
		if now.Name != "Newer" || now.FirstSeen != was.FirstSeen || now.SyncCount != was.SyncCount+1 || now.LabelDigest != was.LabelDigest {
			t.Errorf("app %d is %q, first seen at %d, read %d times, with the label %v", now.ID, now.Name, now.FirstSeen, now.SyncCount, now.LabelDigest)
		}
	}
	for kind, want := range before {
		if kind == "Apps" || kind == "Features" { // what the page shows: the newer state
			continue
		}
		if diff := cmp.Diff(want, after[kind]); diff != "" {
			t.Errorf("%s of the apps (-want +got):\n%s", kind, diff)
		}
	}
}

// TestRestoreOfTheSameApp restores a removed app that a backup from before the removal has brought back.
func TestRestoreOfTheSameApp(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(testing.TB) storage.Store{"memory": teststore.Quick, "file": teststore.Open} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := open(t)
			teststore.Update(t, store, seed)
			teststore.Update(t, store, func(tx *storage.Tx) error { // an app has no decision without a verdict
				verdict := storage.Verdict{App: 1, Decision: "replace", Origin: storage.OriginUser, SetAt: 1, UpdatedAt: 1}
				of2 := verdict
				of2.App = 2
				return tx.Verdicts.Put(verdict, of2)
			})
			before := teststore.View(t, store, all)
			teststore.Update(t, store, func(tx *storage.Tx) error {
				for _, record := range before["Apps"] {
					if _, err := appdata.PutAside(tx, record.(storage.App).ID, 5); err != nil {
						return err
					}
				}
				for _, kind := range storage.Kinds() {
					if err := kind.Rows(tx).Put(before[kind.Name()]...); err != nil {
						return fmt.Errorf("%s: %w", kind.Name(), err)
					}
				}
				for _, record := range before["Apps"] {
					if restored, err := appdata.Restore(tx, record.(storage.App).ID); err != nil || !restored {
						return fmt.Errorf("restored: %t, %w", restored, err)
					}
				}
				return nil
			})
			after := teststore.View(t, store, all)
			for kind, want := range before {
				if diff := cmp.Diff(want, after[kind]); diff != "" {
					t.Errorf("%s of the apps (-want +got):\n%s", kind, diff)
				}
			}
		})
	}
}

// query returns the query that lists every record of a kind.
func query(kind storage.Kind) any { return reflect.ValueOf(kind.NewQuery()).Elem().Interface() }
