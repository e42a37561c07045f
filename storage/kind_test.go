package storage_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// TestKindsAreTheFieldsOfTx checks that a new field of Tx has a kind, at its place.
func TestKindsAreTheFieldsOfTx(t *testing.T) {
	t.Parallel()
	var want, got []string
	for field := range reflect.TypeFor[storage.Tx]().Fields() {
		want = append(want, field.Name)
	}
	for _, kind := range storage.Kinds() {
		got = append(got, kind.Name())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}
