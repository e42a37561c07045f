package archive

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// Archive is a web archive that captures pages from time to time. It must be safe for
// concurrent use. Errors are an [*Error] or that of the context.
type Archive interface {
	// Captures lists the captures of the page of an app between two times, bounds
	// included, in order of time and at most one for each time. It may leave some out.
	// An app that was never captured has none.
	Captures(ctx context.Context, target fleet.Target, from, to storage.Time) ([]Capture, error)

	// Replay reads a captured page.
	Replay(ctx context.Context, target fleet.Target, c Capture) (Memento, error)

	// Save asks the archive to capture the page now, and returns the URL at which a
	// browser will find the capture.
	Save(ctx context.Context, target fleet.Target) (url string, err error)
}

// Sourced is an optional interface of an [Archive] with the pages of further sources.
type Sourced interface {
	// Has reports whether the archive has pages of the apps of a source; "" is the main one.
	Has(source string) bool
}

// Capture is a moment at which a page was captured.
type Capture struct {
	At  storage.Time `json:"at"`  // to the second
	URL string       `json:"url"` // the address that was captured

	// View is the address at which a browser finds it, empty when it is not known.
	View string `json:"view,omitempty"`
}

// Memento is a captured page (the word is RFC 7089's).
type Memento struct {
	// At is when the page was captured. It may differ from the requested time, because an
	// archive replays the nearest capture.
	At      storage.Time
	URL     string // at which a browser finds the capture
	Listing fleet.Listing
}

// The causes of an [*Error], beside [fleet.ErrLayout], [fleet.ErrTooLarge] and
// [fleet.ErrBusy].
var (
	// ErrNoMemento means that there is no page for that time: none was captured, or the
	// capture is an error page or redirects elsewhere.
	ErrNoMemento = errors.New("the web archive has no page of the app at that moment")
	// ErrThrottled means that the archive is rate limiting.
	ErrThrottled = errors.New("the web archive is rate limiting")
	// ErrUnavailable means that the archive repeatedly answered with a server error, took
	// too long, or could not be reached.
	ErrUnavailable = errors.New("the web archive is unavailable")
)

// Error is why a request to the archive failed. Match its cause with errors.Is.
type Error fleet.ScrapeError

func (e *Error) Error() string { return (*fleet.ScrapeError)(e).Error() }

// Unwrap returns the cause and the underlying error.
func (e *Error) Unwrap() []error { return (*fleet.ScrapeError)(e).Unwrap() }
