package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/vocabulary"
)

// The causes of a [*ScrapeError]. ErrAddress is also returned by itself. Their texts are those
// of the main source; a ScrapeError of another source names that one.
var (
	// ErrAddress means that an address does not name an app.
	ErrAddress = errors.New("not the App Store address of an app")
	// ErrNotListed means that the App Store does not list the app in the storefronts
	// that were asked. A single such answer does not prove that it was removed.
	ErrNotListed = errors.New("the App Store does not list this app, or not in this country")
	// ErrLayout means that the page was fetched but not understood, or is about another app.
	ErrLayout = errors.New("the page was not understood")
	// ErrLookup is [ErrLayout] of the answer to a lookup, a search or the request of a chart,
	// rather than of a page.
	ErrLookup error = lookupError{}
	// ErrThrottled means that the App Store is rate limiting.
	ErrThrottled = errors.New("the App Store is rate limiting")
	// ErrBusy means that too many requests wait for the App Store or the web archive. It
	// is returned to anonymous requests only.
	ErrBusy = errors.New("too many requests are waiting; try again later")
	// ErrBlocked means that the App Store refused this one request.
	ErrBlocked = errors.New("the App Store refused the request")
	// ErrTooLarge means that the response exceeds the limit.
	ErrTooLarge = errors.New("the answer is too large")
	// ErrTimeout means that the App Store took too long to answer.
	ErrTimeout = errors.New("the App Store took too long to answer")
	// ErrUnavailable means that the App Store answered with a server error or could not
	// be reached.
	ErrUnavailable = errors.New("the App Store is unavailable")
)

var (
	// ErrNoURL means that an app has no address, so that it cannot be read.
	ErrNoURL = errors.New("the app has no address to read it from")
	// ErrNotSupported means that the scraper lacks an optional interface, or that there
	// is no archive.
	ErrNotSupported = errors.New("not supported by this source of apps")
)

// lookupError is the type of [ErrLookup].
type lookupError struct{}

func (lookupError) Error() string { return "the answer to the lookup was not understood" }

// Unwrap returns [ErrLayout].
func (lookupError) Unwrap() error { return ErrLayout }

// ScrapeError is why an app could not be read. Match its cause with errors.Is.
type ScrapeError struct {
	Cause      error         // one of the errors above; nil: ErrUnavailable
	Status     int           // HTTP status of the answer; 0: there was none
	RetryAfter time.Duration // with ErrThrottled and ErrBusy: how long to wait
	Err        error         // the underlying error; may be nil
	Source     string        // name of the source, set by the service; empty: the main one
}

func (e *ScrapeError) Error() string {
	if _, ok := errors.AsType[*ScrapeError](e.Err); ok { // its text has the cause and the status
		return sayingSource(e.Source, e.Err.Error())
	}
	msg := e.cause().Error()
	if e.Status != 0 {
		msg = fmt.Sprintf("%s (HTTP %d)", msg, e.Status)
	}
	if e.Err != nil {
		msg += ": " + e.Err.Error()
	}
	return sayingSource(e.Source, msg)
}

// causes are the possible causes of a [*ScrapeError] that a [Scraper] returns.
var causes = []error{ErrThrottled, ErrBusy, ErrBlocked, ErrNotListed, ErrAddress, ErrLookup, ErrLayout, ErrTooLarge, ErrTimeout, ErrUnavailable}

// sayingSource returns the text of an error with a further source in place of the main one,
// where the text is that of one of the causes. It leaves what a scraper wrote itself.
func sayingSource(source, text string) string {
	if source == "" {
		return text
	}
	name := vocabulary.SourceTitle(source)
	pairs := []string{
		ErrAddress.Error(), "not the address of an app of " + name,
		ErrLayout.Error(), "the page of " + name + " was not understood",
		ErrLookup.Error(), "the answer to the lookup of " + name + " was not understood",
		ErrTooLarge.Error(), "the answer of " + name + " is too large",
	}
	for _, cause := range causes {
		if rest, ok := strings.CutPrefix(cause.Error(), "the App Store "); ok {
			pairs = append(pairs, cause.Error(), name+" "+rest)
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Unwrap returns the cause and the underlying error.
func (e *ScrapeError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.cause()}
	}
	return []error{e.cause(), e.Err}
}

func (e *ScrapeError) cause() error {
	if e.Cause == nil { // custom scrapers may leave it out
		return ErrUnavailable
	}
	return e.Cause
}

// AsScrapeError returns the error of a scraper as a [*ScrapeError], with the cause that it wraps. An error that is or
// wraps one is returned as it is, and so is nil.
func AsScrapeError(err error) error {
	if _, ok := errors.AsType[*ScrapeError](err); ok || err == nil {
		return err
	}
	if slices.Contains(causes, err) {
		return &ScrapeError{Cause: err}
	}
	for _, cause := range causes {
		if errors.Is(err, cause) {
			return &ScrapeError{Cause: cause, Err: err}
		}
	}
	if errors.Is(err, context.DeadlineExceeded) { // the request would not get its turn before the deadline
		return &ScrapeError{Cause: ErrTimeout, Err: err}
	}
	return &ScrapeError{Cause: ErrUnavailable, Err: err}
}
