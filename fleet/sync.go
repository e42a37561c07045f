package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// SyncRunner is the name of the runner that refreshes every tracked app.
const SyncRunner = "sync"

// Why a sync is cut off.
const (
	CutOffRateLimited = "rateLimited" // the store throttled
	CutOffCooling     = "cooling"     // the store still wants to be left alone, and was not asked
)

// maxFailuresTold is how many failures of one run have a line of their own: a
// store that cannot be reached must not push all else out of the log.
const maxFailuresTold = 20

// SyncTotals counts what a sync found.
type SyncTotals struct {
	Attempted   int `json:"attempted"`
	Succeeded   int `json:"succeeded"`
	Changes     int `json:"changes"` // apps with changes
	Failed      int `json:"failed"`
	RateLimited int `json:"rateLimited"` // left when the store throttled
	Skipped     int `json:"skipped"`     // removed while the run was at it
}

// found is what a run keeps of its own: the rest is counted on its row.
type found struct {
	Changes int `json:"changes"`
}

func foundBy(run storage.Run) (f found) {
	if run.Totals != nil {
		_ = json.Unmarshal(run.Totals, &f) // what is not ours counts nothing
	}
	return f
}

// TotalsOf returns what a sync found so far.
func TotalsOf(run storage.Run) SyncTotals {
	t := SyncTotals{
		Attempted: run.Completed + run.Failed, Succeeded: run.Completed, Changes: foundBy(run).Changes,
		Failed: run.Failed, Skipped: run.Skipped,
	}
	if _, cut := runner.CutOff(run); cut {
		t.RateLimited = runner.Left(run)
	}
	return t
}

// SyncJob returns the job that refreshes every app, in the order of the list.
//
// An app that nothing new was found of leaves no trace but a snapshot, and one that
// another process refreshed at the same moment none. One that cannot be read is
// counted, and told of in the activity log, the first 20 of a run; one that was
// removed meanwhile is skipped. When the store throttles, the run
// is cut off with [CutOffRateLimited], or [CutOffCooling] while it lasts.
func (l *Library) SyncJob() runner.Job { return syncJob{l} }

type syncJob struct{ *Library }

// Name returns [SyncRunner].
func (syncJob) Name() string { return SyncRunner }

// Queue lists every app.
func (syncJob) Queue(tx storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for app, err := range tx.Apps().List(storage.AppQuery{}) {
			if !yield(app.ID.String(), err) {
				return
			}
		}
	}
}

// Title returns the name of an app.
func (syncJob) Title(tx storage.Tx, subject string) (string, error) { return titleOf(tx, subject) }

// titleOf returns the name of the app that is the subject of an item, empty when
// it is not tracked any more.
func titleOf(tx storage.Tx, subject string) (string, error) {
	app, err := appOf(tx, subject)
	if errors.Is(err, storage.ErrNotFound) {
		return "", nil
	}
	return app.Name, err
}

func appOf(tx storage.Tx, subject string) (storage.App, error) {
	id, err := storage.ParseAppID(subject)
	if err != nil {
		return storage.App{}, fmt.Errorf("%q: %w", subject, err)
	}
	return tx.Apps().Get(id)
}

// Do reads an app.
func (j syncJob) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	id, err := storage.ParseAppID(item.Subject)
	if err != nil {
		return runner.Result{}, fmt.Errorf("%q: %w", item.Subject, err)
	}
	seen, release, err := j.look(ctx, id, asKept, triggerOf(item.Run))
	var failed *ScrapeError
	switch {
	case err == nil:
		seen.ofRun = true
		return runner.Result{Write: j.keep(seen), Instead: j.unfit(seen), Release: release}, nil
	case errors.Is(err, errRemoved):
		return runner.Result{Write: skip}, nil
	case ctx.Err() != nil:
		return runner.Result{}, err
	}
	if reason, cut := CutOffBy(err); cut {
		return runner.Result{CutOff: reason}, nil
	}
	if errors.As(err, &failed) {
		return runner.Result{Write: j.fail(seen, err)}, nil
	}
	return runner.Result{}, err
}

// asKept returns where an app is read that is tracked, or errRemoved.
func asKept(app storage.App) (Target, error) {
	if app.ID == 0 {
		return Target{}, errRemoved
	}
	return Target{ID: app.ID, URL: app.URL, Country: app.Country}, nil
}

func triggerOf(run storage.Run) storage.Trigger {
	if run.Initiator == runner.Manual {
		return storage.TriggerManual
	}
	return storage.TriggerScheduled
}

// skip counts an app that was removed since the run began.
func skip(storage.Tx, storage.Run) (runner.Outcome, error) {
	return runner.Outcome{State: runner.Skipped}, nil
}

// keep keeps what was seen of an app.
func (j syncJob) keep(seen sighting) func(storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx storage.Tx, run storage.Run) (runner.Outcome, error) {
		refresh, err := j.commit(tx, seen)
		if errors.Is(err, errRemoved) { // before anything was written
			return skip(tx, run)
		}
		if errors.Is(err, errOvertaken) { // somebody else has seen to it
			return runner.Outcome{}, nil
		}
		if err != nil || len(refresh.Changes) == 0 {
			return runner.Outcome{}, err
		}
		totals := foundBy(run)
		totals.Changes++
		encoded, err := json.Marshal(totals)
		return runner.Outcome{Totals: encoded}, err
	}
}

// unfit makes what was read and cannot be kept the app's own failure.
func (j syncJob) unfit(seen sighting) func(error) (runner.Result, bool) {
	return func(err error) (runner.Result, bool) {
		if !errors.Is(err, storage.ErrInvalid) {
			return runner.Result{}, false
		}
		return runner.Result{Write: j.fail(seen, &ScrapeError{Cause: ErrLayout, Err: err})}, true
	}
}

// fail counts an app that could not be read, and tells of the first.
func (j syncJob) fail(seen sighting, cause error) func(storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx storage.Tx, run storage.Run) (runner.Outcome, error) {
		outcome := runner.Outcome{State: runner.Failed}
		if run.Failed >= maxFailuresTold {
			return outcome, nil // the run's own line counts them
		}
		return outcome, j.tellOfFailure(tx, seen.target, seen.started, cause)
	}
}

// End tells the activity log how a run went. One that only found that the store
// still wants to be left alone has nothing to tell: the line of the answer that
// said so is there already.
func (j syncJob) End(tx storage.Tx, run storage.Run) error {
	if reason, _ := runner.CutOff(run); reason == CutOffCooling {
		return nil
	}
	left := 0 // not tried, and not for the store's sake
	line := storage.Activity{Type: "scheduled_sync", Status: activity.OK, StartedAt: run.StartedAt, EndedAt: storage.NullTime(run.UpdatedAt)}
	if triggerOf(run) == storage.TriggerManual {
		line.Type = "manual_sync"
	}
	switch run.Status {
	case storage.RunPaused:
		line.Kind, line.Status = "partial: rateLimited", activity.Partial
		if runner.Paused(run) {
			line.Kind, line.Status, left = "", activity.Cancelled, runner.Left(run)
		}
	case storage.RunCancelled:
		line.Status, left = activity.Cancelled, runner.Left(run)
	case storage.RunFailed:
		line.Status, left = activity.Failed, runner.Left(run)
	default:
		if run.Failed > 0 {
			line.Status = activity.Partial
		}
	}
	if err := noteLastRun(tx, run); err != nil {
		return err
	}
	totals := TotalsOf(run)
	sentence := totals.sentence()
	if left > 0 {
		sentence += fmt.Sprintf(", %d not tried", left)
	}
	line.Summary = storage.Text(sentence)
	line.Detail = detail(map[string]any{
		"mode": runner.Mode(run), "runId": run.ID, "appCount": run.Total, "totals": totals, "notTried": left, "rateLimited": line.Kind != "",
	})
	return activity.Record(tx, j.random, line)
}

// Resumed tells the activity log that a run goes on.
func (j syncJob) Resumed(tx storage.Tx, run storage.Run) error {
	kind := "scheduled_sync"
	if triggerOf(run) == storage.TriggerManual {
		kind = "manual_sync"
	}
	return j.tellOfResuming(tx, kind, run)
}

// tellOfResuming tells the activity log that a run goes on.
func (l *Library) tellOfResuming(tx storage.Tx, kind string, run storage.Run) error {
	now := l.stamp()
	return activity.Record(tx, l.random, storage.Activity{
		Type: kind, Status: activity.OK, StartedAt: now, EndedAt: storage.NullTime(now),
		Summary: storage.Text(fmt.Sprintf("Goes on after an interruption, %d of %d left", runner.Left(run), run.Total)),
		Detail:  detail(map[string]any{"mode": runner.ModeResumed, "runId": run.ID, "remaining": runner.Left(run), "total": run.Total}),
	})
}

func (t SyncTotals) sentence() string {
	s := fmt.Sprintf("%d/%d synced, %d changes", t.Succeeded, t.Attempted, t.Changes)
	for _, part := range []struct {
		n    int
		what string
	}{{t.Failed, "errors"}, {t.RateLimited, "rate-limited"}, {t.Skipped, "skipped"}} {
		if part.n > 0 {
			s += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return s
}
