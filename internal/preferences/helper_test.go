package preferences_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

const now = storage.Time(1_760_000_000_000)

// set writes settings.
func set(t testing.TB, s storage.Store, texts map[string]string) {
	t.Helper()
	teststore.Update(t, s, func(tx *storage.Tx) error {
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
	return teststore.View(t, s, func(tx *storage.Tx) (map[string]string, error) {
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
