package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// Runner is the name of the runner of policies.
const Runner = "policy"

// maxFailuresLogged limits the failures of a run that have an entry of their own in the
// activity log, so that a run without a network does not displace the rest of the log.
const maxFailuresLogged = 20

// Totals counts the apps of a run.
type Totals struct {
	Attempted int `json:"attempted"` // the number of apps that were attempted
	Succeeded int `json:"succeeded"` // the number of apps that succeeded
	Failed    int `json:"failed"`    // the number of apps that failed
	Throttled int `json:"throttled"` // the number of apps that were not fetched because their text is recent
	Skipped   int `json:"skipped"`   // the number of apps that were removed during the run, or whose fetching was disabled
}

// ownTotals are the totals of a run that its row does not count.
type ownTotals struct {
	Throttled int `json:"throttled"`
}

func ownTotalsOf(run storage.Run) (t ownTotals) {
	if run.Totals != nil {
		_ = json.Unmarshal(run.Totals, &t) // invalid totals count as zero
	}
	return t
}

// TotalsOf returns the totals of a run so far.
func TotalsOf(run storage.Run) Totals {
	throttled := ownTotalsOf(run).Throttled
	return Totals{
		Attempted: run.Completed + run.Failed + run.Skipped, Succeeded: run.Completed - throttled,
		Failed: run.Failed, Throttled: throttled, Skipped: run.Skipped,
	}
}

// Result is the outcome of an app of a run, the detail of its item.
type Result struct {
	// The status of the policy, or skipped; missing: the run gave up on the app.
	Status    string `json:"status"`
	Throttled bool   `json:"throttled"`       // whether the policy was not fetched because the text is recent
	Error     string `json:"error,omitempty"` // what went wrong, in a sentence; missing: nothing
	Note      string `json:"note,omitempty"`  // why the app was skipped
}

// PolicyJob returns the job that fetches the policies of the apps in the order of the
// list. With [AllPhases] it also summarizes those without a summary, or with force all of
// them. Its options are [RunOptions]. It reports each [storage.PolicyStep] as progress.
//
// A text is saved before it is summarized. If the summary fails, the app fails and keeps
// its last summary, and the next run summarizes it again.
//
// For an unchanged policy only the time of the fetch is updated. The first 20 failures of a
// run are recorded in the activity log. Apps that were removed are skipped, and so are all
// apps once fetching is disabled. When the engine stops, the fetch in progress is cancelled;
// it is repeated when the run is resumed.
func (r *Service) PolicyJob() runner.Job { return policyJob{r} }

type policyJob struct{ *Service }

// Name returns [Runner].
func (policyJob) Name() string { return Runner }

// Select lists the apps in the options of a run or, if there are none, those of Queue.
func (j policyJob) Select(tx *storage.Tx, options json.RawMessage) iter.Seq2[string, error] {
	apps, only := ParseRunOptions(options).some()
	if !only {
		return j.Queue(tx)
	}
	return func(yield func(string, error) bool) {
		for _, id := range apps {
			if !yield(id.String(), nil) {
				return
			}
		}
	}
}

// Queue lists the apps with a policy URL.
func (policyJob) Queue(tx *storage.Tx) iter.Seq2[string, error] { return runner.Apps(tx, hasPolicy) }

// Title returns the name of an app.
func (policyJob) Title(tx *storage.Tx, subject string) (string, error) {
	return runner.AppTitle(tx, subject)
}

// Do fetches and summarizes the policy of an app.
func (j policyJob) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	id, err := runner.AppID(item.Subject)
	if err != nil {
		return runner.Result{}, err
	}
	ctx, cancel := background.Interrupt(ctx, item.Stopping(), runner.ErrStopping)
	defer cancel()
	result, err := j.do(ctx, item, id)
	switch {
	case errors.Is(context.Cause(ctx), runner.ErrStopping) && err != nil:
		return runner.Result{}, runner.ErrStopping
	case skipped(err):
		return runner.Result{Write: skip(err)}, nil
	}
	return result, err
}

func (j policyJob) do(ctx context.Context, item runner.Item, id storage.AppID) (runner.Result, error) {
	options := ParseRunOptions(item.Run.Options)
	if item.Checkpoint != nil { // the text was saved before the process ended
		return j.summarized(ctx, item, id, attempt{})
	}
	a, err := j.attempt(ctx, id, options.Force, func(s storage.PolicyStep) { item.Report(s) })
	if err != nil {
		return runner.Result{}, err
	}
	if options.Phase == AllPhases && a.failed == nil {
		due, err := j.summaryDue(ctx, a, options.Force)
		if err != nil {
			return runner.Result{}, err
		}
		if due {
			return j.summarized(ctx, item, id, a)
		}
	}
	if a.throttled {
		return runner.Result{Write: pass(a)}, nil
	}
	return runner.Result{Write: j.write(a)}, nil
}

// skipped reports whether an app with this error counts as skipped.
func skipped(err error) bool {
	return errors.Is(err, storage.ErrNotFound) || errors.Is(err, ErrNoPolicy) || errors.Is(err, ErrDisabled) || errors.Is(err, ErrBusy)
}

// skip returns the function that counts an app as skipped.
func skip(why error) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(*storage.Tx, storage.Run) (runner.Outcome, error) {
		return runner.Outcome{State: runner.Skipped, Detail: activity.Detail(Result{Status: "skipped", Note: Explain(why)})}, nil
	}
}

// pass returns the function that counts an app whose text is fresh.
func pass(a attempt) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(_ *storage.Tx, run storage.Run) (runner.Outcome, error) {
		totals := ownTotalsOf(run)
		totals.Throttled++
		return runner.Outcome{Totals: activity.Detail(totals), Detail: activity.Detail(Result{Status: string(a.before.Status), Throttled: true})}, nil
	}
}

// write returns the function that saves the outcome of an attempt.
func (j policyJob) write(a attempt) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, run storage.Run) (runner.Outcome, error) {
		result, err := j.save(tx, a)
		o, err := outcome(tx, run, result.Analysis, err, result.Event == Failed, func() error { return j.recordFetch(tx, a, result, "bulk-app") })
		o.Entries = result.Changes
		return o, err
	}
}

// outcome returns the outcome of an app, given its state and the error of saving it. It
// calls record for the first failures of a run.
func outcome(tx *storage.Tx, run storage.Run, state storage.PolicyAnalysis, err error, failed bool, record func() error) (runner.Outcome, error) {
	switch {
	case skipped(err): // nothing was written
		return skip(err)(tx, run)
	case err != nil:
		return runner.Outcome{}, err
	}
	o := runner.Outcome{Detail: activity.Detail(Result{Status: string(state.Status), Error: string(state.Error)})}
	if !failed {
		return o, nil
	}
	o.State = runner.Failed
	if run.Failed >= maxFailuresLogged {
		return o, nil // further failures are only counted in the entry of the run
	}
	return o, record()
}

// End adds the outcome of a run to the activity log.
func (j policyJob) End(tx *storage.Tx, run storage.Run) error {
	line := storage.Activity{Type: activityType, Status: runner.ActivityStatus(run), StartedAt: run.StartedAt, EndedAt: storage.NullTime(run.UpdatedAt)}
	totals, options := TotalsOf(run), ParseRunOptions(run.Options)
	line.Summary = storage.Text(totals.sentence(runner.Left(run)))
	line.Detail = activity.Detail(map[string]any{
		"mode": runner.Mode(run), "phase": options.Phase, "force": options.Force, "totals": totals, "runId": run.ID, "notTried": runner.Left(run),
	})
	return activity.Record(tx, j.env.Random, line)
}

// Resumed adds the resumption of a run to the activity log.
func (j policyJob) Resumed(tx *storage.Tx, run storage.Run) error {
	options := ParseRunOptions(run.Options)
	return runner.RecordResumed(tx, j.env.Random, j.stamp(), activityType, run, map[string]any{"phase": options.Phase, "force": options.Force})
}

func (t Totals) sentence(left int) string {
	s := fmt.Sprintf("%d/%d policies fetched", t.Succeeded, t.Attempted)
	for _, part := range []struct {
		n    int
		what string
	}{{t.Failed, "failed"}, {t.Throttled, "fresh"}, {t.Skipped, "skipped"}, {left, "not tried"}} {
		if part.n > 0 {
			s += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return s
}
