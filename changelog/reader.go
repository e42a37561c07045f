package changelog

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Reader] needs. Both fields are required.
type Config struct {
	// Store is only read, and not closed.
	Store storage.Store

	// Now is the clock. It decides up to which quarter [Reader.HistoryStats] counts.
	Now func() time.Time
}

// Reader reads changes. It is safe for concurrent use. Each method reads one consistent
// state of the database and returns the errors of the database.
type Reader struct {
	store storage.Store
	now   func() time.Time
}

// New returns a reader, which need not be closed.
func New(c Config) *Reader { return &Reader{store: c.Store, now: c.Now} }

// view returns the result of read in one transaction.
func view[T any](ctx context.Context, s storage.Store, read func(*storage.Tx) (T, error)) (T, error) {
	var result T
	err := s.View(ctx, func(tx *storage.Tx) error {
		var err error
		result, err = read(tx)
		return err
	})
	if err != nil {
		var none T
		return none, err
	}
	return result, nil
}
