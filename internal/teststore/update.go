package teststore

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// Update runs a transaction that must not fail.
func Update(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// View returns the result of a transaction that must not fail.
func View[T any](t testing.TB, s storage.Store, read func(*storage.Tx) (T, error)) T {
	t.Helper()
	found, err := storage.View(t.Context(), s, read)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
