package sqlite_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor/storage/sqlite"
)

func TestOpenWithoutOthers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "auditor.db")
	other, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := sqlite.Open(t.Context(), path, sqlite.WithoutOthers()); !errors.Is(err, sqlite.ErrInUse) {
		if err == nil {
			err = s.Close()
		}
		t.Errorf("Open beside another: %v, want %v", err, sqlite.ErrInUse)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	alone, err := sqlite.Open(t.Context(), path, sqlite.WithoutOthers())
	if err != nil {
		t.Fatal(err)
	}
	later, err := sqlite.Open(t.Context(), path) // which is not kept out
	if err != nil {
		t.Error(err)
	} else if err := later.Close(); err != nil {
		t.Error(err)
	}
	if err := alone.Close(); err != nil {
		t.Error(err)
	}
}
