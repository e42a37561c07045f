package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// Runner is the name of the runner that works on the queue of imports.
const Runner = "import"

// maxFailuresRecorded limits the failures of one run with an activity entry of their
// own, so that an unreachable App Store does not displace the rest of the log.
const maxFailuresRecorded = 20

// Job returns the job that works on the queue: the items that are due when a run begins,
// those of untracked apps first. An item that is no longer queued at its turn, or that
// changed while its app was read, is skipped. When the App Store is rate limiting, the
// run is interrupted with [tracked.InterruptRateLimited], or with
// [tracked.InterruptCooldown] during the cooldown. When another source is, its items are
// skipped and stay in the queue.
func (s *Service) Job() runner.Job { return job{s} }

type job struct{ *Service }

// Name implements [runner.Job].
func (job) Name() string { return Runner }

// Queue lists every item that is due.
func (j job) Queue(tx *storage.Tx) iter.Seq2[string, error] {
	due := storage.ImportItemQuery{Status: storage.ImportQueued, DueBy: j.stamp(), Queue: true}
	return func(yield func(string, error) bool) {
		for _, tracked := range []bool{false, true} {
			for item, err := range tx.ImportItems.List(due) {
				if err == nil && (item.App != 0) != tracked {
					continue
				}
				if !yield(item.ID.String(), err) || err != nil {
					return
				}
			}
		}
	}
}

// Title returns the name of an item, empty if it no longer exists.
func (job) Title(tx *storage.Tx, subject string) (string, error) {
	id, err := storage.ParseImportItemID(subject)
	if err != nil {
		return "", err
	}
	item, _, err := storage.Find(tx.ImportItems, id)
	return cmp.Or(string(item.AppName), item.Query), err
}

// Do reads the app of an item.
func (j job) Do(ctx context.Context, turn runner.Item) (runner.Result, error) {
	id, err := storage.ParseImportItemID(turn.Subject)
	if err != nil {
		return runner.Result{}, err
	}
	started := j.stamp()
	item, err := j.item(ctx, id)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return runner.Result{Write: runner.Skip}, nil
	case err != nil:
		return runner.Result{}, err
	case item.Status != storage.ImportQueued, item.NextAttempt > storage.NullTime(started):
		return runner.Result{Write: runner.Skip}, nil
	}
	reading, target, err := j.read(ctx, item)
	if err == nil {
		return runner.Result{
			Write: j.keep(item, reading), Release: reading.Release,
			Instead: func(err error) (runner.Result, bool) {
				if !errors.Is(err, storage.ErrInvalid) {
					return runner.Result{}, false
				}
				return runner.Result{Write: j.fail(item, target, started, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err, Source: target.Source})}, true
			},
		}, nil
	}
	if ctx.Err() != nil {
		return runner.Result{}, err
	}
	if wait, throttled := tracked.RetryAfter(err); throttled && target.Source != "" { // the others need not wait
		return runner.Result{Write: j.postpone(item, target.Source, wait)}, nil
	}
	if reason, cut := tracked.InterruptReason(err); cut {
		return runner.Result{Interrupt: reason, Elsewhere: true}, j.putOff(ctx, turn, item, reason)
	}
	if unrelated(err) {
		return runner.Result{}, err
	}
	return runner.Result{Write: j.fail(item, target, started, err)}, nil
}

// read reads the app of an item.
func (s *Service) read(ctx context.Context, item storage.ImportItem) (*tracked.Reading, fleet.Target, error) {
	if item.URL == "" {
		return nil, fleet.Target{}, fleet.ErrNoURL
	}
	target, err := s.fleet.Resolve(ctx, string(item.URL), string(item.Country))
	if err != nil {
		return nil, target, err
	}
	reading, err := s.fleet.Read(ctx, target, storage.TriggerImport)
	return reading, target, err
}

// unrelated reports whether an error of read is not about the app.
func unrelated(err error) bool {
	_, scrape := errors.AsType[*fleet.ScrapeError](err)
	return !scrape && !errors.Is(err, fleet.ErrAddress) && !errors.Is(err, fleet.ErrNoURL)
}

// keep stores the app of an item.
func (j job) keep(read storage.ImportItem, reading *tracked.Reading) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, _ storage.Run) (outcome runner.Outcome, err error) {
		found, _, kept, err := j.imported(tx, read, reading, func(*storage.ImportItem) {})
		if err == nil && !kept {
			outcome.State = runner.Skipped
		}
		outcome.Entries = found.Changes
		return outcome, err
	}
}

// imported stores the app of an item, unless the item changed or was removed meanwhile,
// and returns what it found. First applies further changes to the item beforehand.
func (s *Service) imported(tx *storage.Tx, read storage.ImportItem, reading *tracked.Reading, first func(*storage.ImportItem)) (
	found tracked.Refresh, item storage.ImportItem, kept bool, err error,
) {
	item, _, err = storage.Find(tx.ImportItems, read.ID)
	if err != nil || moved(read, item) {
		return found, item, false, err
	}
	if found, err = reading.Keep(tx); err != nil {
		return found, item, false, err
	}
	app, err := tx.Apps.Get(found.ID)
	if err != nil {
		return found, item, false, err
	}
	item, err = s.change(tx, read.ID, true, func(item *storage.ImportItem) error {
		first(item)
		item.Status, item.App, item.AppName = storage.ImportImported, app.ID, storage.Text(app.Name)
		item.Developer, item.IconURL = cmp.Or(app.Developer, item.Developer), cmp.Or(app.IconURL, item.IconURL)
		item.Country = cmp.Or(storage.Text(app.Country), item.Country)
		item.Error, item.RemovedApp, item.NextAttempt = "", 0, 0
		item.Attempts++
		return nil
	})
	return found, item, err == nil, err
}

// fail ends an item whose app could not be read.
func (j job) fail(read storage.ImportItem, target fleet.Target, started storage.Time, cause error) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, run storage.Run) (runner.Outcome, error) {
		_, failed, err := j.failed(tx, read, cause)
		if err != nil || !failed {
			return runner.Outcome{State: runner.Skipped}, err
		}
		outcome := runner.Outcome{State: runner.Failed}
		if target.ID == 0 {
			return outcome, nil
		}
		logged := run.Failed < maxFailuresRecorded // the activity entry of the import counts the others
		outcome.Entries, err = j.fleet.RecordFailure(tx, target, started, cause, logged)
		return outcome, err
	}
}

// failed marks an item as failed, unless it changed or was removed meanwhile.
func (s *Service) failed(tx *storage.Tx, read storage.ImportItem, cause error) (item storage.ImportItem, failed bool, err error) {
	item, _, err = storage.Find(tx.ImportItems, read.ID)
	if err != nil || moved(read, item) {
		return item, false, err
	}
	item, err = s.change(tx, read.ID, true, func(item *storage.ImportItem) error {
		item.Status, item.NextAttempt = storage.ImportFailed, 0
		if item.Error == "" || !errors.Is(cause, fleet.ErrNoURL) { // an earlier error says why no address was found
			item.Error = errorText(cause)
		}
		item.Attempts++
		return nil
	})
	return item, err == nil, err
}

// putOff records that an item waits for the App Store, and until when if it was asked.
func (j job) putOff(ctx context.Context, turn runner.Item, read storage.ImportItem, reason string) error {
	if reason != tracked.InterruptRateLimited {
		return nil
	}
	until, err := j.resumeAt(ctx)
	if err != nil {
		return err
	}
	kept := activity.Detail(map[string]any{"throttled": read.Attempts + 1})
	return turn.SaveCheckpoint(ctx, kept, func(tx *storage.Tx) error {
		_, err := j.throttled(tx, read, "", until, 1)
		return err
	})
}

// postpone returns an item to the queue until its source may be asked again.
func (j job) postpone(read storage.ImportItem, source string, wait time.Duration) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, _ storage.Run) (runner.Outcome, error) {
		_, err := j.throttled(tx, read, source, storage.NullTime(j.stamp().Add(wait)), 1)
		return runner.Outcome{State: runner.Skipped}, err
	}
}

// throttled records that an item waits for its source, after so many attempts, unless it
// changed or was removed meanwhile.
func (s *Service) throttled(tx *storage.Tx, read storage.ImportItem, source string, until storage.NullTime, attempts int) (
	storage.ImportItem, error,
) {
	item, _, err := storage.Find(tx.ImportItems, read.ID)
	if err != nil || moved(read, item) {
		return item, err
	}
	return s.change(tx, read.ID, false, func(item *storage.ImportItem) error {
		item.Status, item.NextAttempt, item.RemovedApp = storage.ImportQueued, until, 0
		item.Error = errorText(&fleet.ScrapeError{Cause: fleet.ErrThrottled, Source: source})
		item.Attempts += attempts
		return nil
	})
}

// resumeAt returns when the cooldown of requests about apps ends, null when there is
// none.
func (s *Service) resumeAt(ctx context.Context) (storage.NullTime, error) {
	c, err := s.fleet.Cooldowns(ctx)
	return storage.NullTime(c.Scrape.ResumeAt), err
}

// Abandon implements [runner.Abandoner]: the item failed, unless it is no longer queued.
func (j job) Abandon(tx *storage.Tx, turn runner.Item) (runner.Abandoned, error) {
	id, err := storage.ParseImportItemID(turn.Subject)
	if err != nil {
		return runner.Abandoned{}, err
	}
	item, queued, err := storage.Find(tx.ImportItems, id)
	if err != nil || !queued || item.Status != storage.ImportQueued {
		return runner.Abandoned{}, err
	}
	if _, _, err := j.failed(tx, item, runner.ErrAbandoned); err != nil {
		return runner.Abandoned{}, err
	}
	name := cmp.Or(string(item.AppName), item.Query)
	return runner.Abandoned{App: item.App}, j.fleet.RecordAbandoned(tx, turn.Run, item.App, name, string(item.URL))
}

// End writes an activity entry of a run that was interrupted or failed. The results of
// other runs are in the entries of their apps and imports.
func (j job) End(tx *storage.Tx, run storage.Run) error {
	line := storage.Activity{Type: activityType, StartedAt: run.StartedAt, EndedAt: storage.NullTime(run.UpdatedAt)}
	switch reason, _ := runner.Interrupted(run); {
	case reason == tracked.InterruptRateLimited:
		line.Kind, line.Status = "partial: rateLimited", activity.Partial
	case run.Status == storage.RunFailed:
		line.Status = activity.Failed
	default:
		return nil
	}
	line.Summary = storage.Text(fmt.Sprintf("Imported %d/%d apps, %d failed, %d left", run.Completed, run.Total, run.Failed, runner.Left(run)))
	line.Detail = activity.Detail(map[string]any{
		"mode": "queue", "runId": run.ID, "total": run.Total, "imported": run.Completed, "failed": run.Failed, "remaining": runner.Left(run),
		"rateLimited": line.Kind != "",
	})
	return activity.Record(tx, j.random, line)
}

// maxErrorLength is how many bytes of an error an item stores.
const maxErrorLength = 500

// errorText returns an error as an item stores it.
func errorText(err error) storage.Text {
	text := strings.ReplaceAll(err.Error(), "\x00", "")
	return storage.Text(strings.ToValidUTF8(text[:min(len(text), maxErrorLength)], ""))
}
