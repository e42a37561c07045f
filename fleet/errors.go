package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
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
	Source     string        // name of the source, set by the [Service]; empty: the main one
}

func (e *ScrapeError) Error() string {
	if isScrapeError(e.Err) { // its text has the cause and the status
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

// ofSource returns the error of a further source as a [*ScrapeError] that names it. It leaves
// any other error, such as that of the context.
func ofSource(source string, err error) error {
	scrape, ok := errors.AsType[*ScrapeError](err)
	if !ok || source == "" || scrape.Source == source {
		return err
	}
	return &ScrapeError{Cause: scrape.cause(), Status: scrape.Status, RetryAfter: scrape.RetryAfter, Err: err, Source: source}
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

func isScrapeError(err error) bool {
	_, ok := errors.AsType[*ScrapeError](err)
	return ok
}

// scrapeErrorIn converts an error of a scraper that is no [*ScrapeError] to one, with the
// cause that the error wraps, unless the context ended.
func scrapeErrorIn(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || isScrapeError(err) {
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

// explain returns the cause of a failure in the form in which it is stored.
func explain(cause error, at storage.Time) storage.Failure {
	return storage.Failure{Code: codeOf(cause), Message: netguard.Redact(cause.Error()), At: at}
}

// codes are the causes of a [*ScrapeError] that have a code of their own.
var codes = map[error]storage.FailureCode{
	ErrAddress: storage.FailureAddress, ErrNotListed: storage.FailureNotFound, ErrLayout: storage.FailureLayout,
	ErrThrottled: storage.FailureRateLimited, ErrBusy: storage.FailureRateLimited, ErrBlocked: storage.FailureBlocked,
	ErrTooLarge: storage.FailureTooLarge, ErrTimeout: storage.FailureTimeout,
}

// codeOf returns the kind of a failure. For ErrUnavailable it depends on the underlying
// error or, if that has no kind, on whether there was a status.
func codeOf(cause error) storage.FailureCode {
	scrape, ok := errors.AsType[*ScrapeError](cause)
	if !ok {
		return netguard.Explain(cause).Code
	}
	for cause, code := range codes {
		if errors.Is(scrape.Cause, cause) {
			return code
		}
	}
	if why := netguard.Explain(scrape.Err); why != nil && why.Code != storage.FailureOther {
		return why.Code
	}
	if scrape.Status != 0 {
		return storage.FailureStatus
	}
	return storage.FailureOther
}

// recordFailed stores why an observation failed on the row of a tracked app and, if logged, in
// the activity log. It returns the change if the app is found to be delisted by it, which only
// the storefront in which it is tracked can say. A failure of a refresh that began before a
// later one succeeded is not stored on the row.
func (s *Service) recordFailed(tx *storage.Tx, seen observation, cause error, logged bool) (changes []storage.Entry, err error) {
	app, tracked, err := storage.Find(tx.Apps, seen.target.ID)
	if err != nil {
		return nil, err
	}
	why := explain(cause, s.stamp())
	if tracked && app.LastSynced <= seen.started {
		app.LastError = &why
		ownStorefront := app.Country == "" || app.Country == seen.target.Country
		if errors.Is(cause, ErrNotListed) && ownStorefront && !seen.doubtful && missed(&app.Availability, why.At) {
			if app, changes, err = s.delist(tx, app, seen.trigger, why.At); err != nil {
				return nil, err
			}
		}
		if app.Availability.DelistedAt != 0 { // no page will show that it has come to rest
			resting, err := rested(tx, &app, changes, why.At)
			if err == nil {
				err = notify.Post(tx, why.At, s.random, resting...)
			}
			if err != nil {
				return nil, err
			}
		}
		if err := tx.Apps.Put(app); err != nil {
			return nil, err
		}
	}
	if errors.Is(cause, ErrLayout) {
		notice := parserNotice(seen.target.Source, cmp.Or(app.Name, seen.target.URL),
			"The %s page of %s could not be parsed. What was known before is unchanged.")
		if err := notify.Post(tx, why.At, s.random, notice); err != nil {
			return nil, err
		}
	}
	if !logged {
		return changes, nil
	}
	return changes, activity.Record(tx, s.random, storage.Activity{
		Type: activityType(!tracked), Status: activity.Failed, App: app.ID, AppName: storage.Text(app.Name),
		StartedAt: seen.started, EndedAt: storage.NullTime(why.At), Summary: storage.Text("Could not read " + seen.target.URL),
		Detail: activity.Detail(map[string]any{
			"url": seen.target.URL, "errorCode": why.Code, "errorMessage": why.Message, "httpStatus": status(cause),
		}),
	})
}

// storeFailed is recordFailed in its own transaction.
func (s *Service) storeFailed(ctx context.Context, seen observation, cause error, logged bool) error {
	return s.store.Update(context.WithoutCancel(ctx), func(tx *storage.Tx) error {
		_, err := s.recordFailed(tx, seen, cause, logged)
		return err
	})
}

// status returns the HTTP status of the source's response, nil if there was none.
func status(err error) *int {
	if scrape, ok := errors.AsType[*ScrapeError](err); ok && scrape.Status != 0 {
		return &scrape.Status
	}
	return nil
}
