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

// onServer opens a store in a new schema, which is removed after the test.
func onServer(t testing.TB) storage.Store {
	t.Helper()
	s, err := postgres.Open(context.Background(), pgtest.NewSchema(t))
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
