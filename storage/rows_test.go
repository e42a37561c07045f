package storage_test

import (
	"errors"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// A store written before a kind of record was added compiles, and its table says
// that it is not there.
func TestTableThatAStoreLacks(t *testing.T) {
	t.Parallel()
	for name, tx := range map[string]*storage.Tx{
		"made": storage.NewTx(),
		"zero": new(storage.Tx).Wrap(func(_ storage.Kind, rows storage.AnyRows) storage.AnyRows {
			return struct{ storage.AnyRows }{rows}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lacks(t, tx)
		})
	}
}

// lacks fails the test unless a transaction says of runs that it has none.
func lacks(t *testing.T, tx *storage.Tx) {
	t.Helper()
	_, got := tx.Runs.Get("a")
	_, deleted := tx.Runs.Delete("a")
	_, cleared := tx.Runs.Clear()
	_, counted := tx.Runs.Count(storage.RunQuery{})
	_, listed := storage.Collect(storage.All(tx.Runs))
	for method, err := range map[string]error{
		"Get": got, "Put": tx.Runs.Put(storage.Run{}), "Delete": deleted, "Clear": cleared, "Count": counted, "List": listed,
	} {
		if !errors.Is(err, storage.ErrNotSupported) {
			t.Errorf("%s: %v, want ErrNotSupported", method, err)
		}
	}
}

// Backups and transfers write the kinds in their order, each after its parents.
func TestParentsComeFirst(t *testing.T) {
	t.Parallel()
	place := make(map[string]int)
	for i, kind := range storage.Kinds() {
		place[kind.Name()] = i
	}
	for parent, children := range storage.Children() {
		for _, child := range children {
			if place[child] < place[parent] {
				t.Errorf("%s come before their parents, %s", child, parent)
			}
		}
	}
}
