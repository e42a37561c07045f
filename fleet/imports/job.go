package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// Runner is the name of the runner that works on the queue of imports.
const Runner = "import"

// maxFailuresTold is how many failures of one run have a line of their own: a
// store that cannot be reached must not push all else out of the log.
const maxFailuresTold = 20

// Job returns the job that works on the queue: what is due when a run begins,
// apps that are not tracked yet first. An item that is not queued any more when
// its turn comes, or whose app was read in vain as it was changed meanwhile, is
// skipped. When the store throttles, the run is cut off with
// [fleet.CutOffRateLimited], or [fleet.CutOffCooling] while it lasts.
func (i *Intake) Job() runner.Job { return job{i} }

type job struct{ *Intake }

// Name returns [Runner].
func (job) Name() string { return Runner }

// Queue lists every item that is due.
func (j job) Queue(tx storage.Tx) iter.Seq2[string, error] {
	due := storage.ImportItemQuery{Status: storage.ImportQueued, DueBy: j.stamp(), Queue: true}
	return func(yield func(string, error) bool) {
		for _, tracked := range []bool{false, true} {
			for item, err := range tx.ImportItems().List(due) {
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

// Title returns what an item is called, empty when it is not there any more.
func (job) Title(tx storage.Tx, subject string) (string, error) {
	id, err := storage.ParseImportItemID(subject)
	if err != nil {
		return "", err
	}
	item, err := tx.ImportItems().Get(id)
	if err != nil {
		return "", unlessNotFound(err)
	}
	return cmp.Or(string(item.AppName), item.Query), nil
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
		return runner.Result{Write: skip}, nil
	case err != nil:
		return runner.Result{}, err
	case item.Status != storage.ImportQueued, item.NextAttempt > storage.NullTime(started):
		return runner.Result{Write: skip}, nil
	}
	reading, target, err := j.read(ctx, item)
	if err == nil {
		return runner.Result{
			Write: j.keep(item, reading), Release: reading.Release,
			Instead: func(err error) (runner.Result, bool) {
				if !errors.Is(err, storage.ErrInvalid) {
					return runner.Result{}, false
				}
				return runner.Result{Write: j.fail(item, target, started, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err})}, true
			},
		}, nil
	}
	if ctx.Err() != nil {
		return runner.Result{}, err
	}
	if reason, cut := fleet.CutOffBy(err); cut {
		return runner.Result{CutOff: reason}, j.putOff(ctx, turn, item, reason)
	}
	if foreign(err) {
		return runner.Result{}, err
	}
	return runner.Result{Write: j.fail(item, target, started, err)}, nil
}

// read reads the app of an item.
func (i *Intake) read(ctx context.Context, item storage.ImportItem) (*fleet.Reading, fleet.Target, error) {
	if item.URL == "" {
		return nil, fleet.Target{}, fleet.ErrNoURL
	}
	target, err := i.fleet.Resolve(ctx, string(item.URL), string(item.Country))
	if err != nil {
		return nil, target, err
	}
	reading, err := i.fleet.Read(ctx, target, storage.TriggerImport)
	return reading, target, err
}

// foreign says whether an error of read is not about the app.
func foreign(err error) bool {
	_, scrape := errors.AsType[*fleet.ScrapeError](err)
	return !scrape && !errors.Is(err, fleet.ErrAddress) && !errors.Is(err, fleet.ErrNoURL)
}

// skip counts an item that is not to be imported any more.
func skip(storage.Tx, storage.Run) (runner.Outcome, error) {
	return runner.Outcome{State: runner.Skipped}, nil
}

// keep keeps what was read for an item.
func (j job) keep(read storage.ImportItem, reading *fleet.Reading) func(storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx storage.Tx, _ storage.Run) (outcome runner.Outcome, err error) {
		_, kept, err := j.imported(tx, read, reading, func(*storage.ImportItem) {})
		if err == nil && !kept {
			outcome.State = runner.Skipped
		}
		return outcome, err
	}
}

// imported keeps what was read for an item, unless somebody changed the item
// meanwhile, or removed it. What is to be changed of it besides comes first.
func (i *Intake) imported(tx storage.Tx, read storage.ImportItem, reading *fleet.Reading, first func(*storage.ImportItem)) (
	item storage.ImportItem, kept bool, err error,
) {
	item, err = tx.ImportItems().Get(read.ID)
	if err != nil || moved(read, item) {
		return item, false, unlessNotFound(err)
	}
	found, err := reading.Keep(tx)
	if err != nil {
		return item, false, err
	}
	app, err := tx.Apps().Get(found.ID)
	if err != nil {
		return item, false, err
	}
	item, err = i.change(tx, read.ID, true, func(item *storage.ImportItem) error {
		first(item)
		item.Status, item.App, item.AppName = storage.ImportImported, app.ID, storage.Text(app.Name)
		item.Developer, item.IconURL = cmp.Or(app.Developer, item.Developer), cmp.Or(app.IconURL, item.IconURL)
		item.Country = cmp.Or(storage.Text(app.Country), item.Country)
		item.Error, item.RemovedApp, item.NextAttempt = "", 0, 0
		item.Attempts++
		return nil
	})
	return item, err == nil, err
}

// fail ends an item whose app could not be read.
func (j job) fail(read storage.ImportItem, target fleet.Target, started storage.Time, cause error) func(storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx storage.Tx, run storage.Run) (runner.Outcome, error) {
		_, failed, err := j.failed(tx, read, cause)
		if err != nil || !failed {
			return runner.Outcome{State: runner.Skipped}, err
		}
		outcome := runner.Outcome{State: runner.Failed}
		if run.Failed >= maxFailuresTold || target.ID == 0 {
			return outcome, nil // the import's own line counts them
		}
		return outcome, j.fleet.RecordFailure(tx, target, started, cause)
	}
}

// failed says of an item that its app could not be read, unless somebody changed
// the item meanwhile, or removed it.
func (i *Intake) failed(tx storage.Tx, read storage.ImportItem, cause error) (item storage.ImportItem, failed bool, err error) {
	item, err = tx.ImportItems().Get(read.ID)
	if err != nil || moved(read, item) {
		return item, false, unlessNotFound(err)
	}
	item, err = i.change(tx, read.ID, true, func(item *storage.ImportItem) error {
		item.Status, item.Error, item.NextAttempt = storage.ImportFailed, storage.Text(fleet.Explain(cause)), 0
		item.Attempts++
		return nil
	})
	return item, err == nil, err
}

// putOff notes that an item waits for the store, and since when, if it was asked.
func (j job) putOff(ctx context.Context, turn runner.Item, read storage.ImportItem, reason string) error {
	if reason != fleet.CutOffRateLimited {
		return nil
	}
	until, err := j.resumeAt(ctx)
	if err != nil {
		return err
	}
	kept := detail(map[string]any{"throttled": read.Attempts + 1})
	return turn.Keep(ctx, kept, func(tx storage.Tx) error {
		_, err := j.throttled(tx, read, until, 1)
		return err
	})
}

// throttled says of an item that it waits for the store, which was asked so many
// times about it, unless somebody changed it meanwhile, or removed it.
func (i *Intake) throttled(tx storage.Tx, read storage.ImportItem, until storage.NullTime, attempts int) (storage.ImportItem, error) {
	item, err := tx.ImportItems().Get(read.ID)
	if err != nil || moved(read, item) {
		return item, unlessNotFound(err)
	}
	return i.change(tx, read.ID, false, func(item *storage.ImportItem) error {
		item.Status, item.NextAttempt, item.RemovedApp = storage.ImportQueued, until, 0
		item.Error = storage.Text(fleet.Explain(fleet.ErrThrottled))
		item.Attempts += attempts
		return nil
	})
}

// resumeAt returns when the store is asked about apps again, never when it may be now.
func (i *Intake) resumeAt(ctx context.Context) (storage.NullTime, error) {
	c, err := i.fleet.Cooldowns(ctx)
	return storage.NullTime(c.Scrape.ResumeAt), err
}

// End tells the activity log of a run that was cut off, or failed. What one that
// came to its end led to, the lines on apps and imports tell.
func (j job) End(tx storage.Tx, run storage.Run) error {
	line := storage.Activity{Type: activityType, StartedAt: run.StartedAt, EndedAt: storage.NullTime(run.UpdatedAt)}
	switch reason, _ := runner.CutOff(run); {
	case reason == fleet.CutOffRateLimited:
		line.Kind, line.Status = "partial: rateLimited", activity.Partial
	case run.Status == storage.RunFailed:
		line.Status = activity.Failed
	default:
		return nil
	}
	line.Summary = storage.Text(fmt.Sprintf("Imported %d/%d apps, %d failed, %d left", run.Completed, run.Total, run.Failed, runner.Left(run)))
	line.Detail = detail(map[string]any{
		"mode": "queue", "runId": run.ID, "total": run.Total, "imported": run.Completed, "failed": run.Failed, "remaining": runner.Left(run),
		"rateLimited": line.Kind != "",
	})
	return activity.Record(tx, j.random, line)
}
