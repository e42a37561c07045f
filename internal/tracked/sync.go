package tracked

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// SyncRunner is the name of the runner that refreshes every tracked app.
const SyncRunner = "sync"

// The reasons for which a sync is interrupted.
const (
	InterruptRateLimited = "rateLimited" // the App Store is rate limiting
	InterruptCooldown    = "cooling"     // a cooldown is active, so no request was sent
)

// maxFailuresRecorded limits the failures of one run with an activity entry of their
// own, so that an unreachable App Store does not displace the rest of the log.
const maxFailuresRecorded = 20

// SyncTotals counts what a sync found.
type SyncTotals struct {
	Attempted   int `json:"attempted"`   // the number of apps that were attempted
	Succeeded   int `json:"succeeded"`   // the number of apps that succeeded
	Changes     int `json:"changes"`     // number of entries that the sync added to the changelog
	Failed      int `json:"failed"`      // the number of apps that failed
	RateLimited int `json:"rateLimited"` // the number of apps that were not attempted because the App Store was rate limiting
	Skipped     int `json:"skipped"`     // the number of apps that were removed during the run
}

// changesIn returns the changes in the stored totals of a run. The other numbers are in its
// row.
func changesIn(run storage.Run) int {
	var totals struct {
		Changes int `json:"changes"`
	}
	_ = json.Unmarshal(run.Totals, &totals) // invalid totals count as zero
	return totals.Changes
}

// addChanges returns the stored totals of a run after adding changes.
func addChanges(run storage.Run, changes int) json.RawMessage {
	return activity.Detail(map[string]int{"changes": changesIn(run) + changes})
}

// TotalsOf returns the totals of a sync so far.
func TotalsOf(run storage.Run) SyncTotals {
	t := SyncTotals{
		Attempted: run.Completed + run.Failed, Succeeded: run.Completed, Changes: changesIn(run),
		Failed: run.Failed, Skipped: run.Skipped,
	}
	if _, cut := runner.Interrupted(run); cut {
		t.RateLimited = runner.Left(run)
	}
	return t
}

// SyncJob returns the job that refreshes every app, in the order of the list, with a line for
// each source, so that each advances at its own pace.
//
// An unchanged app gets a snapshot but no activity entry. An app that another process
// refreshed at the same time gets neither. Failed apps are counted, and the first 20 of a
// run are recorded in the activity log. An app that was removed during the run is skipped.
// If a source is rate limiting, its apps wait while those of other sources go on. If no others
// are left and the App Store is still rate limiting, the run is interrupted with
// [InterruptRateLimited], or with [InterruptCooldown] during the cooldown, unless another process
// can continue. The apps of another source fail if it is rate limiting again after that.
func (s *Service) SyncJob() runner.Job { return syncJob{s} }

type syncJob struct{ *Service }

// Name implements [runner.Job].
func (syncJob) Name() string { return SyncRunner }

// Queue implements [runner.Job].
func (j syncJob) Queue(tx *storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		paused, err := pausedApps(tx)
		if err != nil {
			yield("", err)
			return
		}
		for subject, err := range runner.Apps(tx, func(app storage.App) bool { return paused[app.ID] == 0 }) {
			if !yield(subject, err) || err != nil {
				return
			}
		}
	}
}

// Line implements [runner.Lined]: each source has a line.
func (j syncJob) Line(tx *storage.Tx, subject string) (int, error) {
	id, err := runner.AppID(subject)
	if err != nil || !id.IsNumber() {
		return 0, err
	}
	known, _, err := storage.Find(tx.Identifiers, id)
	return j.sources.place(string(known.Source)), err
}

// Title implements [runner.Job].
func (syncJob) Title(tx *storage.Tx, subject string) (string, error) {
	return runner.AppTitle(tx, subject)
}

// Independent implements [runner.Independent]: no app's refresh depends on another one's.
func (syncJob) Independent(storage.Run) bool { return true }

// Do implements [runner.Job].
func (j syncJob) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	id, err := runner.AppID(item.Subject)
	if err != nil {
		return runner.Result{}, err
	}
	seen, release, err := j.observe(context.WithValue(ctx, runKey{}, item.Run.ID), id, storedTarget, triggerOf(item.Run))
	switch {
	case err == nil:
		seen.ofRun, seen.onlyTracked = true, true
		return runner.Result{Write: j.keep(seen), Instead: j.unfit(seen), Release: release}, nil
	case errors.Is(err, ErrRemoved):
		return runner.Result{Write: runner.Skip}, nil
	case ctx.Err() != nil:
		return runner.Result{}, err
	}
	if wait, limited := RetryAfter(err); limited && seen.target.Source != "" && j.limits.tolerable(seen.target.Source) {
		return runner.Result{Later: wait}, nil
	}
	if reason, cut := InterruptReason(err); cut && seen.target.Source == "" {
		wait, _ := RetryAfter(err)
		limited, err := j.limited(ctx, item.Run.ID)
		if limited {
			reason = InterruptRateLimited // an app of the same run, read concurrently, caused the cooldown
		}
		return runner.Result{Interrupt: reason, Elsewhere: true, Later: wait}, err
	}
	if isScrapeError(err) {
		return runner.Result{Write: j.fail(seen, err)}, nil
	}
	return runner.Result{}, err
}

// limited reports whether the App Store refused a request of a sync since the sync was
// started or last resumed.
func (s *Service) limited(ctx context.Context, run string) (bool, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (bool, error) {
		id, err := settings.Text(tx, limitedRun)
		return id == run, err
	})
}

// runKey is the context key for the ID of the sync.
type runKey struct{}

// storedTarget returns the target of a tracked app as it is stored, or ErrRemoved.
func storedTarget(app storage.AppOrigin) (fleet.Target, error) {
	if app.ID == 0 {
		return fleet.Target{}, ErrRemoved
	}
	return fleet.Target{ID: app.ID, Source: string(app.Source), URL: app.URL, Country: app.Country}, nil
}

func triggerOf(run storage.Run) storage.Trigger {
	if run.Initiator == runner.Manual {
		return storage.TriggerManual
	}
	return storage.TriggerScheduled
}

// keep returns the function that stores the observation of an app.
func (j syncJob) keep(seen observation) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, run storage.Run) (runner.Outcome, error) {
		refresh, err := j.commit(tx, seen)
		if errors.Is(err, ErrRemoved) { // nothing was written
			return runner.Skip(tx, run)
		}
		if errors.Is(err, errOvertaken) { // the other refresh counts as this one
			return runner.Outcome{}, nil
		}
		if err != nil || len(refresh.Changes) == 0 {
			return runner.Outcome{}, err
		}
		return runner.Outcome{Totals: addChanges(run, len(refresh.Changes)), Entries: refresh.Changes}, nil
	}
}

// unfit returns the handler for an observation that cannot be stored, which counts as a
// failure of its app.
func (j syncJob) unfit(seen observation) func(error) (runner.Result, bool) {
	return func(err error) (runner.Result, bool) {
		if !errors.Is(err, storage.ErrInvalid) {
			return runner.Result{}, false
		}
		return runner.Result{Write: j.fail(seen, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err, Source: seen.target.Source})}, true
	}
}

// fail returns the function that counts an app that could not be read, and records the
// failure if it is one of the first of the run.
func (j syncJob) fail(seen observation, cause error) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, run storage.Run) (runner.Outcome, error) {
		outcome := runner.Outcome{State: runner.Failed, Detail: activity.Detail(map[string]any{"error": netguard.Redact(cause.Error())})}
		logged := run.Failed < maxFailuresRecorded // the activity entry of the run counts the others
		changes, err := j.recordFailed(tx, seen, cause, logged)
		if len(changes) > 0 {
			outcome.Totals, outcome.Entries = addChanges(run, len(changes)), changes
		}
		return outcome, err
	}
}

// Abandon implements [runner.Abandoner].
func (j syncJob) Abandon(tx *storage.Tx, item runner.Item) (runner.Abandoned, error) {
	app, tracked, err := runner.App(tx, item.Subject)
	if err != nil || !tracked {
		return runner.Abandoned{}, err
	}
	app.LastError = &storage.Failure{Code: storage.FailureCrash, Message: runner.ErrAbandoned.Error(), At: j.stamp()}
	if err := tx.Apps.Put(app); err != nil {
		return runner.Abandoned{}, err
	}
	return runner.Abandoned{App: app.ID}, j.RecordAbandoned(tx, item.Run, app.ID, app.Name, app.URL)
}

// End implements [runner.Job]: it writes the activity entry of the run. A run that was
// interrupted during a cooldown has none, since the run that was rate limited already
// wrote it.
func (j syncJob) End(tx *storage.Tx, run storage.Run) error {
	if _, err := tx.Settings.Delete(limitedRun); err != nil {
		return err
	}
	reason, interrupted := runner.Interrupted(run)
	if reason == InterruptCooldown {
		return nil
	}
	if err := noteLastRun(tx, run); err != nil {
		return err
	}
	if err := j.settleRefusals(tx, run); err != nil {
		return err
	}
	totals := TotalsOf(run)
	line := storage.Activity{
		Type: syncActivity(run), Status: runner.ActivityStatus(run), StartedAt: run.StartedAt, EndedAt: storage.NullTime(run.UpdatedAt),
		Summary: storage.Text(totals.summary()),
	}
	left := runner.Left(run)
	if interrupted { // the totals then count the remaining apps, too
		line.Kind, left = "partial: rateLimited", 0
	}
	if left > 0 {
		line.Summary += storage.Text(fmt.Sprintf(", %d not tried", left))
	}
	line.Detail = activity.Detail(map[string]any{
		"mode": runner.Mode(run), "runId": run.ID, "appCount": run.Total, "totals": totals, "notTried": left, "rateLimited": interrupted,
	})
	return activity.Record(tx, j.random, line)
}

// Resumed implements [runner.Resumer].
func (j syncJob) Resumed(tx *storage.Tx, run storage.Run) error {
	return runner.RecordResumed(tx, j.random, j.stamp(), syncActivity(run), run, nil)
}

// syncActivity returns the type of the activity entries of a run.
func syncActivity(run storage.Run) string {
	if triggerOf(run) == storage.TriggerManual {
		return "manual_sync"
	}
	return "scheduled_sync"
}

func (t SyncTotals) summary() string {
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
