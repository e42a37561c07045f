package fleet

import (
	"errors"
	"fmt"
	"time"
)

// What can go wrong when an app is scraped: a [*ScrapeError] wraps one of these.
var (
	// ErrAddress says that an address names no app of the store.
	ErrAddress = errors.New("not the address of an app")
	// ErrNotListed says that the store does not list the app, in the storefronts
	// that were asked. Once is no proof that it was removed.
	ErrNotListed = errors.New("not listed in the store")
	// ErrLayout says that the page was read but not understood, or is about another app.
	ErrLayout = errors.New("page not understood")
	// ErrThrottled says that the store wants to be left alone for a while.
	ErrThrottled = errors.New("throttled by the store")
	// ErrBusy says that too many requests wait for the App Store or the web archive,
	// so that this one, which is asked for anonymously, would wait too long.
	ErrBusy = errors.New("too many requests are waiting")
	// ErrBlocked says that the store refused this one request.
	ErrBlocked = errors.New("refused by the store")
	// ErrTooLarge says that the answer was longer than is read.
	ErrTooLarge = errors.New("answer too large")
	// ErrTimeout says that the store took too long.
	ErrTimeout = errors.New("the store took too long")
	// ErrUnavailable says that the store answered with a fault, or could not be reached.
	ErrUnavailable = errors.New("store unavailable")
)

// ScrapeError is why an app could not be scraped. Match its cause with errors.Is.
type ScrapeError struct {
	Cause      error         // one of the sentinels above
	Status     int           // HTTP status of the store's answer; 0 when there was none
	RetryAfter time.Duration // with ErrThrottled and ErrBusy: how long to wait before the next try
	Err        error         // what happened underneath; may be nil
}

func (e *ScrapeError) Error() string {
	return describe(e.Cause, e.Status, e.Err)
}

// Unwrap returns the cause and what happened underneath.
func (e *ScrapeError) Unwrap() []error { return causes(e.Cause, e.Err) }

// describe tells of a cause, the HTTP status that said so, if any, and what
// happened underneath, if that is known.
func describe(cause error, status int, underneath error) string {
	msg := cause.Error()
	if status != 0 {
		msg = fmt.Sprintf("%s (HTTP %d)", msg, status)
	}
	if underneath != nil {
		msg += ": " + underneath.Error()
	}
	return msg
}

// causes returns what an error is to be matched with.
func causes(cause, underneath error) []error {
	if underneath == nil {
		return []error{cause}
	}
	return []error{cause, underneath}
}
