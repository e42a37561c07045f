package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// HistoryRunner is the name of the runner that imports the past of every app.
const HistoryRunner = "wayback"

// Why an import of every app is cut off.
const (
	CutOffArchiveThrottled   = "archiveThrottled"   // the archive throttled, also after it was left alone
	CutOffArchiveUnavailable = "archiveUnavailable" // it failed for three apps in a row
)

const (
	// maxArchiveWaits is how often it is waited, for each app, for an archive that
	// throttles.
	maxArchiveWaits = 2
	// maxUnavailable is how many apps in a row may fail since the archive does.
	maxUnavailable = 2
	// maxHistoryTold is how many apps of one run have a line of their own in the
	// activity log, of which maxFailuresTold are for those that failed: the first
	// import of a large fleet must not push all else out of it.
	maxHistoryTold = 200
)

// HistoryJob returns the job that imports the past of every app that has an
// address, in the order of the list, [DefaultHistoryMonths] apart. Those who
// follow a run are told a [TargetOutcome] for each target, and one with
// [HistoryWaiting] when the archive is left alone; the detail of an item is a
// [HistoryResult], or an object with an error when the import failed as a whole.
//
// What was read is kept at once, with how far the app's import is, so that a
// process that is killed repeats no request but the one under way. When the
// archive throttles it is left alone for a while, twice for an app; after that the
// run is cut off with [CutOffArchiveThrottled]. When it fails for three apps in a
// row, the run is cut off at the third one with [CutOffArchiveUnavailable].
//
// The activity log has a line on the run, and on the first 180 apps of which a
// page was kept, could not be, or was requested, and the first 20 whose import
// failed as a whole.
//
// Without an archive no run begins: the error wraps [ErrNotSupported].
func (l *Library) HistoryJob() runner.Job { return historyJob{l} }

type historyJob struct{ *Library }

// Name returns [HistoryRunner].
func (historyJob) Name() string { return HistoryRunner }

// Queue lists every app that has an address.
func (j historyJob) Queue(tx storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if j.archive == nil {
			yield("", fmt.Errorf("import of history: %w", ErrNotSupported))
			return
		}
		for app, err := range tx.Apps().List(storage.AppQuery{}) {
			if err == nil && strings.TrimSpace(app.URL) == "" {
				continue
			}
			if !yield(app.ID.String(), err) {
				return
			}
		}
	}
}

// Title returns the name of an app.
func (historyJob) Title(tx storage.Tx, subject string) (string, error) { return titleOf(tx, subject) }

// Do reads the past of an app.
func (j historyJob) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	if j.archive == nil { // any more, since the run began
		return runner.Result{}, fmt.Errorf("import of history: %w", ErrNotSupported)
	}
	id, err := storage.ParseAppID(item.Subject)
	if err != nil {
		return runner.Result{}, fmt.Errorf("%q: %w", item.Subject, err)
	}
	app, err := j.withURL(ctx, id)
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, ErrNoURL) {
		return runner.Result{Write: skip}, nil
	}
	if err != nil {
		return runner.Result{}, err
	}
	release, err := j.importing.take(ctx, id)
	if err != nil {
		return runner.Result{}, err
	}
	handedOn := false
	defer func() {
		if !handedOn { // something panics
			release()
		}
	}()
	im := j.importerOf(app, item)
	err = im.run(ctx)
	result, err := j.ended(ctx, im, item.Run, err)
	result.Release, handedOn = release, true
	return result, err
}

// importerOf returns what goes on with an item.
func (j historyJob) importerOf(app storage.App, item runner.Item) *importer {
	im := j.importer(app, DefaultHistoryMonths, item.Stopping())
	var kept progress
	if item.Kept != nil && json.Unmarshal(item.Kept, &kept) == nil && kept.FirstSeen == app.FirstSeen && kept.Began > 0 {
		im.progress, im.kept = kept, kept // of this app, and not of one that was removed since
	}
	im.waits = maxArchiveWaits
	im.tell = func(o TargetOutcome) { item.Tell(o) }
	im.halted = func(ctx context.Context) (asked bool, err error) {
		err = j.store.View(ctx, func(tx storage.Tx) error {
			asked, err = runner.PauseAsked(tx, item.Run.ID)
			return err
		})
		return asked, err
	}
	im.keep = func(ctx context.Context, p progress, write func(storage.Tx) error) error {
		encoded, err := json.Marshal(p)
		if err != nil {
			return err
		}
		return item.Keep(ctx, encoded, write)
	}
	return im
}

// ended says what to make of an import that ended.
func (j historyJob) ended(ctx context.Context, im *importer, run storage.Run, err error) (runner.Result, error) {
	var archive *ArchiveError
	switch {
	case err == nil:
		return runner.Result{Write: j.done(im, nil)}, nil
	case errors.Is(err, errRemoved):
		return runner.Result{Write: skip}, nil
	case ctx.Err() != nil || !errors.As(err, &archive):
		return runner.Result{}, err
	case errors.Is(err, ErrArchiveThrottled):
		return runner.Result{CutOff: CutOffArchiveThrottled}, nil
	case errors.Is(err, ErrArchiveUnavailable) && historyCountsOf(run).Unavailable >= maxUnavailable && !im.kept.GaveUp:
		// The run goes on at this app, and past it if it is the app's own fault.
		gaveUp := im.kept
		gaveUp.GaveUp = true
		return runner.Result{CutOff: CutOffArchiveUnavailable}, im.keep(ctx, gaveUp, nil)
	}
	return runner.Result{Write: j.done(im, err)}, nil
}

// done writes how an import ended: failure is why it did not come to its end.
func (j historyJob) done(im *importer, failure error) func(storage.Tx, storage.Run) (runner.Outcome, error) {
	result := resultOf(im.app.ID, im.Decided)
	return func(tx storage.Tx, run storage.Run) (o runner.Outcome, err error) {
		if _, err := tx.Apps().Get(im.app.ID); errors.Is(err, storage.ErrNotFound) {
			return skip(tx, run)
		} else if err != nil {
			return o, err
		}
		counts := historyCountsOf(run)
		counts.add(result)
		o.Detail, err = json.Marshal(result)
		if failure != nil {
			o.State, o.Detail = runner.Failed, detail(map[string]any{"error": Explain(failure)})
		}
		switch {
		case errors.Is(failure, ErrArchiveUnavailable):
			counts.Unavailable++
		case im.Asked: // and it answered
			counts.Unavailable = 0
		}
		tells := failure != nil && run.Failed < maxFailuresTold
		if failure == nil && result.tells() && counts.Told < maxHistoryTold-maxFailuresTold {
			tells = true
			counts.Told++
		}
		if err == nil {
			o.Totals, err = json.Marshal(counts)
		}
		if err != nil || !tells {
			return o, err
		}
		return o, j.tellOfHistory(tx, historyLine{
			mode: "bulk-app", result: result, began: im.Began, err: failure, ofRun: true, resumed: run.Resumed,
		})
	}
}

// tells says whether there is more to tell than that nothing was of use.
func (r HistoryResult) tells() bool {
	return r.Imported+r.Unchanged+r.SnapshotsRequested+r.Failed > 0
}

// End tells the activity log how a run went.
func (j historyJob) End(tx storage.Tx, run storage.Run) error {
	totals := HistoryTotalsOf(run)
	line := storage.Activity{
		Type: historyActivity, Status: activity.OK, StartedAt: run.StartedAt, EndedAt: storage.NullTime(run.UpdatedAt),
	}
	members := map[string]any{"mode": runner.Mode(run), "runId": run.ID, "totals": totals}
	if run.Error == runner.GivenUp {
		members["discardedRunId"] = run.ID
	}
	left := runner.Left(run)
	if left > 0 {
		members["remaining"], members["total"] = left, run.Total
	}
	switch reason, cut := runner.CutOff(run); {
	case cut:
		line.Status, members["cutOff"] = activity.Partial, reason
		if reason == CutOffArchiveThrottled {
			line.Kind = "partial: rateLimited"
		}
	case runner.Paused(run):
		line.Status = activity.Cancelled
	case run.Status == storage.RunCancelled:
		line.Status, members["cancelled"] = activity.Cancelled, true
	case run.Status == storage.RunFailed:
		line.Status = activity.Failed
	case totals.Failed > 0 || run.Failed > 0:
		line.Status = activity.Partial
	}
	line.Summary = storage.Text(totals.sentence(run))
	line.Detail = detail(members)
	return activity.Record(tx, j.random, line)
}

// Resumed tells the activity log that a run goes on.
func (j historyJob) Resumed(tx storage.Tx, run storage.Run) error {
	return j.tellOfResuming(tx, historyActivity, run)
}
