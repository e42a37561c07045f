package teststore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// The suites of storage/postgres add this file to the package when they run.
func init() { file, quick = onServer, onServer }

// onServer opens a store in a new schema, which is removed after the test.
func onServer(t testing.TB) storage.Store {
	t.Helper()
	address, err := url.Parse(os.Getenv("AUDITOR_POSTGRES"))
	if err != nil {
		t.Fatal(err)
	}
	schema := "auditor_" + strings.ToLower(rand.Text())
	execute(t, "CREATE SCHEMA "+schema)
	t.Cleanup(func() { execute(t, "DROP SCHEMA "+schema+" CASCADE") })
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	s, err := postgres.Open(context.Background(), address.String())
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

func execute(t testing.TB, script string) {
	t.Helper()
	db, err := sql.Open("pgx", os.Getenv("AUDITOR_POSTGRES"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), script); err != nil {
		t.Error(err)
	}
}
