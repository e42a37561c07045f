package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Archive is where the past of an app's page is read from: an archive of the
// web that captures pages now and then. It is safe for concurrent use.
type Archive interface {
	// Captures lists when the page of an app was captured, from one moment to
	// another, both included, in order of time and each moment once; where there
	// are many, it may leave some out. An app that was never captured has none. The error is an [*ArchiveError], or the
	// context's.
	Captures(ctx context.Context, target Target, from, to storage.Time) ([]Capture, error)

	// Replay reads what was captured. The error is an [*ArchiveError], or the
	// context's.
	Replay(ctx context.Context, target Target, c Capture) (Memento, error)

	// Save asks the archive to capture the page now, and returns where people
	// will find it. The error is an [*ArchiveError], or the context's.
	Save(ctx context.Context, target Target) (url string, err error)
}

// Capture is a moment at which a page was captured.
type Capture struct {
	At  storage.Time `json:"at"`  // to the second
	URL string       `json:"url"` // the address that was captured

	// View is where people find it; empty: not known.
	View string `json:"view,omitempty"`
}

// Memento is a page as it was captured (the word is RFC 7089's).
type Memento struct {
	// At is when what was replayed was captured. An archive that lacks the
	// moment asked for replays the nearest one.
	At      storage.Time
	URL     string // where people find it
	Listing Listing
}

// What can go wrong with the archive: an [*ArchiveError] wraps one of these,
// [ErrLayout], [ErrTooLarge] or [ErrBusy].
var (
	// ErrNoMemento says that there is no page to be read at that moment: none was
	// captured, or what was captured is an error, or leads elsewhere.
	ErrNoMemento = errors.New("no such page in the web archive")
	// ErrArchiveThrottled says that the archive wants to be left alone for a while.
	ErrArchiveThrottled = errors.New("throttled by the web archive")
	// ErrArchiveUnavailable says that the archive answered with a fault, took too
	// long, or could not be reached, more than once.
	ErrArchiveUnavailable = errors.New("web archive unavailable")
)

// ArchiveError is why the archive could not be asked. Match its cause with errors.Is.
type ArchiveError struct {
	Cause      error         // one of the sentinels above
	Status     int           // HTTP status of the archive's own answer; 0 when there was none
	RetryAfter time.Duration // with ErrArchiveThrottled and ErrBusy: how long to wait before the next try
	Err        error         // what happened underneath; may be nil
}

func (e *ArchiveError) Error() string {
	return describe(e.Cause, e.Status, e.Err)
}

// Unwrap returns the cause and what happened underneath.
func (e *ArchiveError) Unwrap() []error { return causes(e.Cause, e.Err) }
