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

// TestRestore removes apps with two records of every kind, and restores them.
func TestRestore(t *testing.T) {
	t.Parallel()
	store := teststore.Open(t)
	if err := store.Update(t.Context(), func(tx *storage.Tx) error {
		if err := storagetest.Seed(tx); err != nil {
			return err
		}
		_, err := tx.RemovedApps.Clear()
		return err
	}); err != nil {
		t.Fatal(err)
	}
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

func TestRestoreOfTrackedApp(t *testing.T) {
	t.Parallel()
	store := teststore.Open(t)
	app := storage.App{ID: 7, Name: "Tide Table", URL: "https://store.example/id7"}
	err := store.Update(t.Context(), func(tx *storage.Tx) error {
		if err := tx.Apps.Put(app); err != nil {
			return err
		}
		if _, err := appdata.PutAside(tx, app.ID, 5); err != nil {
			return err
		}
		if err := tx.Apps.Put(app); err != nil {
			return err
		}
		_, err := appdata.Restore(tx, app.ID)
		return err
	})
	if !errors.Is(err, appdata.ErrTracked) {
		t.Errorf("the error is %v", err)
	}
}

// query returns the query that lists every record of a kind.
func query(kind storage.Kind) any { return reflect.ValueOf(kind.NewQuery()).Elem().Interface() }
