package postgres_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// server names the environment variable with the URL of a PostgreSQL server for tests,
// which make schemas of their own in its database and remove them.
const server = "AUDITOR_POSTGRES"

// admin returns a connection to the server, or skips the test.
func admin(t testing.TB) *sql.DB {
	t.Helper()
	if os.Getenv(server) == "" {
		t.Skip(server + " does not name a PostgreSQL server, such as postgres://root@127.0.0.1:5432/test")
	}
	db, err := sql.Open("pgx", os.Getenv(server))
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

func execute(t testing.TB, db *sql.DB, script string) {
	t.Helper()
	if _, err := db.ExecContext(context.Background(), script); err != nil {
		t.Fatal(err)
	}
}

// newURL returns the URL of a new schema, which is removed after the test.
func newURL(t testing.TB) string {
	t.Helper()
	db := admin(t)
	schema := newSchema(t)
	t.Cleanup(func() { execute(t, db, "DROP SCHEMA "+schema+" CASCADE") })
	return with(t, os.Getenv(server), "search_path", schema)
}

func newSchema(t testing.TB) string {
	t.Helper()
	schema := "auditor_" + strings.ToLower(rand.Text())
	execute(t, admin(t), "CREATE SCHEMA "+schema)
	return schema
}

// with sets a parameter of a URL.
func with(t testing.TB, address, name, value string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String()
}

// openStore opens a store and closes it with the test. Its commits are not flushed, which
// only a crash of the server would show.
func openStore(t testing.TB, address string, opts ...postgres.Option) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(context.Background(), with(t, address, "synchronous_commit", "off"), opts...)
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

// spare are the URLs of schemas whose tables are empty: making them takes longer than
// most tests.
var spare struct {
	sync.Mutex
	urls []string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if err := removeSpare(); err != nil {
		fmt.Fprintln(os.Stderr, "remove schemas:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

func removeSpare() (err error) {
	if len(spare.urls) == 0 {
		return nil
	}
	db, err := sql.Open("pgx", os.Getenv(server))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for _, address := range spare.urls {
		u, err := url.Parse(address)
		if err != nil {
			return err
		}
		if _, err := db.Exec("DROP SCHEMA " + u.Query().Get("search_path") + " CASCADE"); err != nil {
			return err
		}
	}
	return nil
}

// newStore opens an empty store, whose schema another test uses after this one.
func newStore(t testing.TB) storage.Store {
	t.Helper()
	admin(t)
	return openStore(t, takeSpare(t))
}

func takeSpare(t testing.TB) string {
	t.Helper()
	spare.Lock()
	defer spare.Unlock()
	var address string
	if n := len(spare.urls); n > 0 {
		address, spare.urls = spare.urls[n-1], spare.urls[:n-1]
	} else {
		schema := newSchema(t)
		address = with(t, os.Getenv(server), "search_path", schema)
	}
	t.Cleanup(func() {
		if err := empty(address); err != nil {
			t.Error(err)
		}
		spare.Lock()
		defer spare.Unlock()
		spare.urls = append(spare.urls, address)
	})
	return address
}

// empty removes all records of a schema.
func empty(address string) error {
	s, err := postgres.Open(context.Background(), address)
	if err != nil {
		return err
	}
	err = s.Update(context.Background(), func(tx *storage.Tx) error {
		for _, kind := range slices.Backward(storage.Kinds()) {
			if _, err := kind.Rows(tx).Clear(); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, s.Close())
}

func TestStore(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("TestStoreWithinStrict runs the same suite")
	}
	admin(t)
	storagetest.Run(t, newStore)
}
