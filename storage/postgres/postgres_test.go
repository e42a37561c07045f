package postgres_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// openStore opens a store and closes it with the test. Its commits are not flushed, which
// only a crash of the server would show.
func openStore(t testing.TB, address string, opts ...postgres.Option) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(context.Background(), pgtest.With(t, address, "synchronous_commit", "off"), opts...)
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

// spares are schemas for stores that need none of their own.
var spares = pgtest.Spares{Open: func(address string) (pgtest.Store, error) { return postgres.Open(context.Background(), address) }}

func TestMain(m *testing.M) {
	code := m.Run()
	if err := spares.Drop(); err != nil {
		fmt.Fprintln(os.Stderr, "remove schemas:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// newStore opens an empty store, whose schema another test uses after this one.
func newStore(t testing.TB) storage.Store {
	t.Helper()
	return openStore(t, spares.Take(t))
}

func TestStore(t *testing.T) {
	t.Parallel()
	pgtest.URL(t)
	storagetest.Run(t, newStore)
}
