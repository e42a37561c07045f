package imports

import (
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/lifecycle"
	"github.com/privacylabels/auditor/storage"
)

// How large an import may be.
const (
	MaxAdded = 5000   // items with one [Intake.Add]
	MaxItems = 50_000 // items of one import
)

// ErrFull says that an import would have more than [MaxItems] items.
var ErrFull = errors.New("the import has too many items")

// Config is what an [Intake] needs.
type Config struct {
	Store  storage.Store    // required
	Fleet  *fleet.Library   // required: what reads and keeps apps, over the same store
	Now    func() time.Time // required
	Random io.Reader        // required: what identifiers are made from
	Logger *slog.Logger     // nil: silent
}

// Intake takes in lists of apps. It is safe for concurrent use.
type Intake struct {
	store  storage.Store
	fleet  *fleet.Library
	now    func() time.Time
	random io.Reader
	log    *slog.Logger

	queued chan struct{} // something may be due: look soon
	work   lifecycle.Group
}

// New returns an intake. It starts nothing.
func New(c Config) *Intake {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return &Intake{store: c.Store, fleet: c.Fleet, now: c.Now, random: c.Random, log: c.Logger, queued: make(chan struct{}, 1)}
}

// Stop ends what the intake does in the background: at its next boundary, or,
// after patience, at once. It returns when all has ended, and may be called any
// number of times.
func (i *Intake) Stop(patience time.Duration) { i.work.Stop(patience) }

func (i *Intake) stamp() storage.Time { return storage.TimeOf(i.now()) }

// nudge makes [Intake.Keep] look soon.
func (i *Intake) nudge() {
	select {
	case i.queued <- struct{}{}:
	default: // it is about to look
	}
}
