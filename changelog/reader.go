package changelog

import (
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
