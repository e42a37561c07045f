package teststore

import (
	"context"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// The suites of storage/postgres add this file to the package when they run.
func init() { file, quick = onServer, onServer }

// spares are in the database of the suites, and removed with it.
var spares = pgtest.Spares{Open: open}

func open(address string) (pgtest.Store, error) {
	return postgres.Open(context.Background(), address)
}

// onServer opens a store in a schema of its own, and closes it with the test. Its commits are
// not flushed, which only a crash of the server would show.
func onServer(t testing.TB) storage.Store {
	t.Helper()
	s, err := open(pgtest.With(t, spares.Take(t), "synchronous_commit", "off"))
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
