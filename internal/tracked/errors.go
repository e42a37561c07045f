package tracked

import (
	"cmp"
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// ofSource returns the error of a further source as a [*fleet.ScrapeError] that names it. It leaves
// any other error, such as that of the context.
func ofSource(source string, err error) error {
	scrape, ok := errors.AsType[*fleet.ScrapeError](err)
	if !ok || source == "" || scrape.Source == source {
		return err
	}
	cause := scrape.Unwrap()[0] // also of one without a Cause
	return &fleet.ScrapeError{Cause: cause, Status: scrape.Status, RetryAfter: scrape.RetryAfter, Err: err, Source: source}
}

func isScrapeError(err error) bool {
	_, ok := errors.AsType[*fleet.ScrapeError](err)
	return ok
}

// scrapeErrorIn is [fleet.AsScrapeError] unless the context has ended.
func scrapeErrorIn(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return fleet.AsScrapeError(err)
}

// explain returns the cause of a failure in the form in which it is stored.
func explain(cause error, at storage.Time) storage.Failure {
	return storage.Failure{Code: codeOf(cause), Message: netguard.Redact(cause.Error()), At: at}
}

// codes are the causes of a [*fleet.ScrapeError] that have a code of their own.
var codes = map[error]storage.FailureCode{
	fleet.ErrAddress: storage.FailureAddress, fleet.ErrNotListed: storage.FailureNotFound, fleet.ErrLayout: storage.FailureLayout,
	fleet.ErrThrottled: storage.FailureRateLimited, fleet.ErrBusy: storage.FailureRateLimited, fleet.ErrBlocked: storage.FailureBlocked,
	fleet.ErrTooLarge: storage.FailureTooLarge, fleet.ErrTimeout: storage.FailureTimeout,
}

// codeOf returns the kind of a failure. For ErrUnavailable it depends on the underlying
// error or, if that has no kind, on whether there was a status.
func codeOf(cause error) storage.FailureCode {
	scrape, ok := errors.AsType[*fleet.ScrapeError](cause)
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
		if errors.Is(cause, fleet.ErrNotListed) && ownStorefront && !seen.doubtful && missed(&app.Availability, why.At) {
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
	if errors.Is(cause, fleet.ErrLayout) {
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
	if scrape, ok := errors.AsType[*fleet.ScrapeError](err); ok && scrape.Status != 0 {
		return &scrape.Status
	}
	return nil
}
