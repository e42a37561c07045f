package storagetest

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// Run tests a store against the contract of package storage. The function open
// returns an empty store of its own each time, and closes it with t.Cleanup
// where there is something to close. Kinds of record that the store lacks are
// skipped.
//
// The optional interfaces are tested where [storage.As], or a table, finds them. A store within
// [Strict] may be given as well.
func Run(t *testing.T, open func(t testing.TB) storage.Store) {
	t.Helper()
	for _, k := range kinds() {
		t.Run(k.Name(), func(t *testing.T) {
			t.Parallel()
			k.run(t, open)
		})
	}
	group(t, open, "Transaction", transactionTests)
	group(t, open, "Concurrency", concurrencyTests)
	group(t, open, "Capabilities", capabilityTests)
}

// step is a test that has a store of its own.
type step struct {
	name string
	test func(t *testing.T, s storage.Store)
}

func group(t *testing.T, open func(t testing.TB) storage.Store, name string, steps func() []step) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		for _, one := range steps() {
			t.Run(one.name, func(t *testing.T) {
				t.Parallel()
				one.test(t, open(t))
			})
		}
	})
}

// update does what must succeed.
func update(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatalf("Update: %v", err)
	}
}

// view reads what must be readable.
func view(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.View(t.Context(), fn); err != nil {
		t.Fatalf("View: %v", err)
	}
}

// get returns a setting's value, empty when there is none.
func get(t testing.TB, s storage.Store, name string) string {
	t.Helper()
	var value string
	view(t, s, func(tx *storage.Tx) error {
		var err error
		value, err = setting(tx, name)
		return err
	})
	return value
}

// set writes a setting in an Update of its own.
func set(t testing.TB, s storage.Store, name, value string) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: name, Value: value})
	})
}
