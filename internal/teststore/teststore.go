package teststore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
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

// EmptyFile returns the path of a database without records, in a folder of its own. All are copies of
// one, because SQLite takes as long to make one as to open it.
func EmptyFile(t testing.TB) string {
	t.Helper()
	database, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "auditor.db")
	if err := os.WriteFile(path, database, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var empty = sync.OnceValues(func() (_ []byte, err error) {
	dir, err := os.MkdirTemp("", "empty-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "auditor.db")
	db, err := sqlite.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func inFile(t testing.TB) storage.Store {
	t.Helper()
	db, err := sqlite.Open(t.Context(), EmptyFile(t))
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
