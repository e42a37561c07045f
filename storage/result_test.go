package storage_test

import (
	"errors"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func TestDeleteListed(t *testing.T) {
	t.Parallel()
	left, err := storage.Update(t.Context(), memory.New(), func(tx *storage.Tx) ([]storage.Setting, error) {
		if err := tx.Settings.Put(storage.Setting{Name: "a.1", Value: "x"}, storage.Setting{Name: "a.2", Value: "x"}, storage.Setting{Name: "b", Value: "x"}); err != nil {
			return nil, err
		}
		if n, err := storage.DeleteListed(tx.Settings, storage.SettingQuery{Prefix: "a."}); n != 2 || err != nil {
			t.Errorf("%d records were deleted: %v", n, err)
		}
		return storage.Collect(storage.All(tx.Settings))
	})
	if err != nil || len(left) != 1 || left[0].Name != "b" {
		t.Errorf("what is left is %v, %v", left, err)
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	store, failed := memory.New(), errors.New("failed")
	for _, want := range []error{failed, nil} {
		n, err := storage.Update(t.Context(), store, func(tx *storage.Tx) (int, error) {
			return 1, errors.Join(want, tx.Settings.Put(storage.Setting{Name: "a", Value: "b"}))
		})
		if !errors.Is(err, want) || (n == 1) != (err == nil) {
			t.Errorf("the result of an update is %d, %v; want %v", n, err, want)
		}
		value, err := storage.View(t.Context(), store, func(tx *storage.Tx) (string, error) {
			found, ok, err := storage.Find(tx.Settings, "a")
			if ok != (want == nil) || err != nil {
				t.Errorf("found %t, %v after an update that returned %v", ok, err, want)
			}
			return found.Value, err
		})
		if err != nil || (value == "b") != (want == nil) {
			t.Errorf("the result of a view is %q, %v", value, err)
		}
	}
}
