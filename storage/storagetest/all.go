package storagetest

import (
	"reflect"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// All returns every record of type R, in the order of its kind. It fails the test
// when they cannot be read.
func All[R any](t testing.TB, store storage.Store) []R {
	t.Helper()
	var records []R
	err := store.View(t.Context(), func(tx *storage.Tx) error {
		var found []R
		for _, kind := range storage.Kinds() {
			if _, is := kind.New().(*R); !is {
				continue
			}
			for record, err := range kind.Rows(tx).List(reflect.ValueOf(kind.NewQuery()).Elem().Interface()) {
				if err != nil {
					return err
				}
				found = append(found, record.(R))
			}
			records = found
			return nil
		}
		t.Fatalf("no kind of record has the type %T", *new(R))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return records
}
