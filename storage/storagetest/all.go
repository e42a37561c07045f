package storagetest

import (
	"iter"
	"reflect"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// All returns every record of type R, in the order of its kind. It fails the test
// when they cannot be read.
func All[R any](t testing.TB, store storage.Store) []R {
	t.Helper()
	var records []R
	err := store.View(t.Context(), func(tx *storage.Tx) (err error) {
		tables := reflect.ValueOf(tx).Elem()
		for i := range tables.NumField() {
			if table, ok := tables.Field(i).Interface().(interface{ All() iter.Seq2[R, error] }); ok {
				records, err = storage.Collect(table.All())
				return err
			}
		}
		t.Fatalf("no kind of record has the type %T", *new(R))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return records
}
