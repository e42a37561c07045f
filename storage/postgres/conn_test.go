package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/postgres"
)

func TestConnIsThatOfTheTransaction(t *testing.T) {
	t.Parallel()
	s, err := postgres.Open(t.Context(), pgtest.NewSchema(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	undone := errors.New("undone")
	for _, want := range []error{undone, nil} {
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			conn, err := postgres.Conn(tx)
			if err != nil {
				return err
			}
			if err := tx.Settings.Put(storage.Setting{Name: "n", Value: "1"}); err != nil {
				return err
			}
			var n int
			if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM settings WHERE name = 'n'").Scan(&n); err != nil || n != 1 {
				t.Errorf("%d rows of the transaction, %v", n, err)
			}
			if _, err := conn.Exec(t.Context(), "CREATE TABLE other (n INT)"); err != nil {
				return err
			}
			return want
		})
		if !errors.Is(err, want) {
			t.Fatalf("error %v, want %v", err, want)
		}
	}
	pool, err := s.NewPool(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var n int
	if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM other").Scan(&n); err != nil {
		t.Errorf("the table of the transaction: %v", err)
	}
}

func TestConnOfAnotherStore(t *testing.T) {
	t.Parallel()
	err := memory.New().View(context.Background(), func(tx *storage.Tx) error {
		_, err := postgres.Conn(tx)
		return err
	})
	if err == nil {
		t.Error("a store in memory has a connection")
	}
}
