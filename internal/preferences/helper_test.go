package preferences_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

const now = storage.Time(1_760_000_000_000)

// open opens an empty store, which forgives nothing.
func open(t testing.TB) storage.Store {
	t.Helper()
	return teststore.Open(t)
}

func update(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// set writes settings.
func set(t testing.TB, s storage.Store, texts map[string]string) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		for name, text := range texts {
			if err := settings.PutText(tx, name, text); err != nil {
				return err
			}
		}
		return nil
	})
}

// kept returns all settings.
func kept(t testing.TB, s storage.Store) map[string]string {
	t.Helper()
	return view(t, s, func(tx *storage.Tx) (map[string]string, error) {
		all := make(map[string]string)
		for each, err := range tx.Settings.List(storage.SettingQuery{}) {
			if err != nil {
				return nil, err
			}
			all[each.Name] = each.Value
		}
		return all, nil
	})
}

// view returns the result of a read in a View.
func view[T any](t testing.TB, s storage.Store, read func(*storage.Tx) (T, error)) (found T) {
	t.Helper()
	err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
		found, err = read(tx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
