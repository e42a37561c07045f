package teststore

import (
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// What opens an empty store that is closed after the test. The suites of storage/postgres
// replace both.
var (
	file  = inFile
	quick = func(testing.TB) storage.Store { return memory.New() }
)

// Open returns an empty database, which is closed after the test. It forgives nothing, see
// [storagetest.Strict].
func Open(t testing.TB) storage.Store {
	t.Helper()
	return storagetest.Strict(t, file(t))
}

// Bare is Open without the checks, which cost time.
func Bare(t testing.TB) storage.Store {
	t.Helper()
	return file(t)
}

// Quick is Open of a store that is quick to open, in memory.
func Quick(t testing.TB) storage.Store {
	t.Helper()
	return storagetest.Strict(t, quick(t))
}

func inFile(t testing.TB) storage.Store {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
