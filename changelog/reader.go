package changelog

import (
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Reader reads changes. It is safe for concurrent use. Each method reads one consistent
// state of the database and returns the errors of the database.
type Reader struct {
	store storage.Store
	now   func() time.Time
}

// New returns a reader, which need not be closed.
func New(env storage.Env) *Reader { return &Reader{store: env.Store, now: env.Now} }
