package pgtest

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// Store is an open store.
type Store interface {
	storage.Store
	io.Closer
}

// Spares lends schemas with empty tables to one test after another: making the tables takes
// longer than most tests. It is safe for concurrent use.
type Spares struct {
	// Open opens a store in the schema of a URL, and creates the tables. It is required.
	Open func(address string) (Store, error)

	mu   sync.Mutex
	urls []string
}

// Take returns the URL of a schema. When the test has closed its stores in a cleanup of its
// own, the schema is emptied for another test.
func (s *Spares) Take(t testing.TB) string {
	t.Helper()
	address := s.pop()
	if address == "" {
		address = CreateSchema(t)
	}
	t.Cleanup(func() {
		if err := s.empty(address); err != nil {
			t.Error(err)
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.urls = append(s.urls, address)
	})
	return address
}

// pop returns the URL of a schema that is not lent, or an empty text.
func (s *Spares) pop() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.urls)
	if n == 0 {
		return ""
	}
	address := s.urls[n-1]
	s.urls = s.urls[:n-1]
	return address
}

// empty removes all records of a schema.
func (s *Spares) empty(address string) error {
	store, err := s.Open(address)
	if err != nil {
		return err
	}
	err = store.Update(context.Background(), func(tx *storage.Tx) error {
		for _, kind := range slices.Backward(storage.Kinds()) {
			if _, err := kind.Rows(tx).Clear(); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, store.Close())
}

// Drop removes the schemas that are not lent.
func (s *Spares) Drop() (err error) {
	for address := s.pop(); address != ""; address = s.pop() {
		err = errors.Join(err, DropSchema(address))
	}
	return err
}
