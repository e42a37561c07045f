package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// openStore opens a store, in a new file unless a path is given.
func openStore(t testing.TB, path string, opts ...sqlite.Option) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newPath(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "auditor.db")
}

func TestStore(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(t testing.TB) storage.Store { return openStore(t, newPath(t)) })
}
