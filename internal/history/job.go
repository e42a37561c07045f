package history

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// Runner is the name of the runner that imports the past of every app.
const Runner = "wayback"

// The reasons for which a run is interrupted.
const (
	InterruptThrottled   = "archiveThrottled"   // a pause was requested while the run waited for the archive
	InterruptUnavailable = "archiveUnavailable" // the archive was unavailable for three apps in a row
)

const (
	// maxUnavailable is the number of consecutive apps for which the archive may be
	// unavailable; the next one interrupts the run.
	maxUnavailable = 2
	// maxRecorded limits the apps of one run with an activity entry of their own, so that
	// the first import of a large fleet does not displace the rest of the log.
	maxRecorded = 180
	// maxFailuresRecorded is the same for apps whose import failed.
	maxFailuresRecorded = 20
)

// RunOptions are the options of a run of [Service.Job].
type RunOptions struct {
	// Months is the distance between the targets, [MaxMonths] at most. Anything else is
	// a survey.
	Months int `json:"intervalMonths,omitempty"`
}

// JSON returns the options for [runner.StartOptions]; nil: a survey.
func (o RunOptions) JSON() json.RawMessage {
	if monthsOf(o.Months) == 0 {
		return nil
	}
	return activity.Detail(o)
}

// optionsOf returns the options of a run, zero if they cannot be read.
func optionsOf(run storage.Run) (o RunOptions) {
	if run.Options != nil {
		_ = json.Unmarshal(run.Options, &o)
	}
	return o
}

// Job returns the job that imports the past of every app that has a URL, in the order of
// the list. Its options are [RunOptions]. It reports a [TargetOutcome] for each target, and
// one with [Waiting] before it waits for the archive. The detail of an item is a [Result]
// or, if the import failed as a whole, an object with an error.
//
// The progress within an app is saved together with the snapshots, so that after a crash
// only the request in progress is repeated. While the archive is rate limiting, the run
// waits. If the archive is unavailable for three apps in a row, the run is interrupted at
// the third with [InterruptUnavailable].
//
// The activity log gets an entry for the run, for the first 180 apps with an outcome other
// than skipped, and for the first 20 apps whose import failed.
//
// Without an archive no run starts: the error wraps [fleet.ErrNotSupported].
func (s *Service) Job() runner.Job { return job{s} }

type job struct{ *Service }

// Name implements [runner.Job].
func (job) Name() string { return Runner }

// Queue implements [runner.Job].
func (j job) Queue(tx *storage.Tx) iter.Seq2[string, error] {
	if j.archive == nil {
		return func(yield func(string, error) bool) {
			yield("", fmt.Errorf("import of history: %w", fleet.ErrNotSupported))
		}
	}
	return runner.Apps(tx, func(app storage.App) bool { return j.has(app.Source) && strings.TrimSpace(app.URL) != "" })
}

// Title implements [runner.Job].
func (job) Title(tx *storage.Tx, subject string) (string, error) { return runner.AppTitle(tx, subject) }

// Do imports the past of an app.
func (j job) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	if j.archive == nil { // the run was started by a process with an archive
		return runner.Result{}, fmt.Errorf("import of history: %w", fleet.ErrNotSupported)
	}
	id, err := runner.AppID(item.Subject)
	if err != nil {
		return runner.Result{}, err
	}
	app, err := j.withURL(ctx, id)
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, fleet.ErrNoURL) {
		return runner.Result{Write: runner.Skip}, nil
	}
	if err != nil {
		return runner.Result{}, err
	}
	unlock, err := j.importing.Lock(ctx, id)
	if err != nil {
		return runner.Result{}, err
	}
	handedOn := false
	defer func() {
		if !handedOn { // Do panicked
			unlock()
		}
	}()
	im := j.importerOf(app, item)
	err = im.run(ctx)
	result, err := j.ended(ctx, im, item.Run, err)
	result.Release, handedOn = unlock, true
	return result, err
}

// importerOf returns the importer of an item, which continues from its checkpoint.
func (j job) importerOf(app storage.App, item runner.Item) *importer {
	im := j.importer(app, monthsOf(optionsOf(item.Run).Months), item.Stopping())
	// A checkpoint that lacks its survey was saved by a version without surveys.
	if saved, ok := checkpointOf(item, app); ok && (im.months > 0 || !saved.Any || saved.Survey != nil) {
		im.progress, im.saved = saved, saved
	}
	im.waits = true
	im.report = func(o TargetOutcome) { item.Report(o) }
	im.paused = func(ctx context.Context) (bool, error) {
		return storage.View(ctx, j.store, func(tx *storage.Tx) (bool, error) { return runner.PauseAsked(tx, item.Run.ID) })
	}
	im.save = func(ctx context.Context, p progress, write func(*storage.Tx) error) error {
		encoded, err := json.Marshal(p)
		if err != nil {
			return err
		}
		return item.SaveCheckpoint(ctx, encoded, write)
	}
	return im
}

// checkpointOf returns the progress in the checkpoint of an item. It reports false if the
// checkpoint is from before the app was removed and tracked again.
func checkpointOf(item runner.Item, app storage.App) (p progress, ok bool) {
	ok = item.Checkpoint != nil && json.Unmarshal(item.Checkpoint, &p) == nil && p.FirstSeen == app.FirstSeen && p.Began > 0
	return p, ok
}

// ended returns the result of an item whose import ended with err.
func (j job) ended(ctx context.Context, im *importer, run storage.Run, err error) (runner.Result, error) {
	_, ofArchive := errors.AsType[*archive.Error](err)
	switch {
	case err == nil:
		return runner.Result{Write: j.done(im, nil)}, nil
	case errors.Is(err, errRemoved):
		return runner.Result{Write: runner.Skip}, nil
	case ctx.Err() != nil || !ofArchive:
		return runner.Result{}, err
	case errors.Is(err, archive.ErrThrottled):
		return runner.Result{Interrupt: InterruptThrottled}, nil
	case errors.Is(err, archive.ErrUnavailable) && countsOf(run).Unavailable >= maxUnavailable && !im.saved.GaveUp:
		// The run resumes at this app. If the archive fails for it again, the app itself is the
		// cause and is skipped.
		gaveUp := im.saved
		gaveUp.GaveUp = true
		return runner.Result{Interrupt: InterruptUnavailable}, im.save(ctx, gaveUp, nil)
	}
	j.log.WarnContext(ctx, "history not imported", "app_id", im.app.ID, "run_id", run.ID, "error", err)
	return runner.Result{Write: j.done(im, err)}, nil
}

// done returns the function that records the end of an import. A nil failure means success.
func (j job) done(im *importer, failure error) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	result := im.result()
	return func(tx *storage.Tx, run storage.Run) (o runner.Outcome, err error) {
		if err := checkTracked(tx, im.app.ID); errors.Is(err, errRemoved) {
			return runner.Skip(tx, run)
		} else if err != nil {
			return o, err
		}
		counts := countsOf(run)
		counts.add(result)
		o.Detail = activity.Detail(result)
		if o.Entries, err = entriesOf(tx, result); err != nil {
			return o, err
		}
		record := result.notable() && counts.Told < maxRecorded
		if failure != nil {
			o.State, o.Detail = runner.Failed, activity.Detail(map[string]any{"error": failure.Error()})
			record = run.Failed < maxFailuresRecorded
		} else if record {
			counts.Told++
		}
		switch {
		case errors.Is(failure, archive.ErrUnavailable):
			counts.Unavailable++
		case im.Asked: // the archive answered at least once
			counts.Unavailable = 0
		}
		o.Totals = activity.Detail(counts)
		if !record {
			return o, nil
		}
		return o, j.recordImport(tx, importRecord{
			result: result, began: im.Began, err: failure, ofRun: true, resumed: run.Resumed,
		})
	}
}

// entriesOf returns the entries of the snapshots that an import stored, and those of the
// snapshots that follow them, which are now compared with an imported one.
func entriesOf(tx *storage.Tx, r Result) (entries []storage.Entry, err error) {
	stored := map[storage.Time]bool{}
	for _, t := range r.Targets {
		if t.Outcome == Imported || t.Outcome == Unchanged {
			stored[t.CaptureDate] = true
		}
	}
	if len(stored) == 0 {
		return nil, nil
	}
	all, err := changes(tx, r.App)
	if err != nil {
		return nil, err
	}
	for _, found := range all {
		if !stored[found.After] && !stored[found.At] {
			continue
		}
		for c, err := range tx.Changes.List(storage.ChangeQuery{App: r.App, From: found.At, To: found.At}) {
			if err != nil {
				return nil, err
			}
			if timeline.OfLabel(c.Entry) {
				entries = append(entries, c.Entry)
			}
		}
	}
	return entries, nil
}

// Abandon implements [runner.Abandoner]. Snapshots that were already imported stay and are
// counted.
func (j job) Abandon(tx *storage.Tx, item runner.Item) (runner.Abandoned, error) {
	app, tracked, err := runner.App(tx, item.Subject)
	if err != nil || !tracked {
		return runner.Abandoned{}, err
	}
	p, ok := checkpointOf(item, app)
	if !ok {
		p = progress{Began: j.stamp()}
	}
	result := resultOf(app.ID, p.Decided)
	result.Pages = p.Pages
	counts := countsOf(item.Run)
	counts.add(result)
	return runner.Abandoned{
			App: app.ID, Totals: activity.Detail(counts), Detail: activity.Detail(map[string]any{"error": runner.ErrAbandoned.Error()}),
		}, j.recordImport(tx, importRecord{
			result: result, began: p.Began, err: runner.ErrAbandoned, ofRun: true, resumed: item.Run.Resumed,
		})
}

// End implements [runner.Job]: it writes the activity entry of the run.
func (j job) End(tx *storage.Tx, run storage.Run) error {
	totals := TotalsOf(run)
	line := storage.Activity{
		Type: activityType, Status: runner.ActivityStatus(run), StartedAt: run.StartedAt, EndedAt: storage.NullTime(run.UpdatedAt),
		Summary: storage.Text(totals.summary(run)),
	}
	if line.Status == activity.OK && totals.Failed > 0 {
		line.Status = activity.Partial
	}
	members := map[string]any{"mode": runner.Mode(run), "runId": run.ID, "totals": totals}
	if run.Reason == runner.Discarded {
		members["discardedRunId"] = run.ID
	}
	if left := runner.Left(run); left > 0 {
		members["remaining"], members["total"] = left, run.Total
	}
	if run.Status == storage.RunCancelled {
		members["cancelled"] = true
	}
	if reason, ok := runner.Interrupted(run); ok {
		members["interrupted"] = reason
		if reason == InterruptThrottled {
			line.Kind = "partial: rateLimited"
		}
	}
	line.Detail = activity.Detail(members)
	return activity.Record(tx, j.random, line)
}

// Resumed implements [runner.Resumer].
func (j job) Resumed(tx *storage.Tx, run storage.Run) error {
	return runner.RecordResumed(tx, j.random, j.stamp(), activityType, run, nil)
}
