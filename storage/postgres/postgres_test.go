package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
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
	for _, address := range spare.urls {
		err = errors.Join(err, pgtest.DropSchema(address))
	}
	return err
}

// newStore opens an empty store, whose schema another test uses after this one.
func newStore(t testing.TB) storage.Store {
	t.Helper()
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
		address = pgtest.CreateSchema(t)
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
	pgtest.URL(t)
	storagetest.Run(t, newStore)
}
