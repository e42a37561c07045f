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

// maxFailuresLogged is how many failures of a run have an entry of their own in the
// activity log: a run without network must not push everything else out of it.
const maxFailuresLogged = 20

// Totals counts the apps of a run.
type Totals struct {
	Attempted int `json:"attempted"`
	Succeeded int `json:"succeeded"`
	Failed    int `json:"failed"`
	Throttled int `json:"throttled"` // not fetched, as the text is fresh
	Skipped   int `json:"skipped"`   // removed during the run, or fetching was disabled
}

// ownTotals are the totals that a run counts besides those of its row.
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
	Status    string `json:"status"` // of the analysis, or "skipped"
	Throttled bool   `json:"throttled"`
	Error     string `json:"error,omitempty"` // for people
	Note      string `json:"note,omitempty"`  // why the app was skipped
}

// PolicyJob returns the job that fetches the policies of the apps in the order of the
// list and, with [AllPhases], summarizes those without a summary, or with force all.
// Its options are [RunOptions], its progress is a [storage.PolicyStep] at a time.
//
// A text is saved before it is summarized. If a summary fails, the app fails, keeps its
// last summary, and is summarized again in the next run.
//
// An app with the same policy leaves nothing but the time. The first 20 failures of a
// run are in the activity log. Apps that were removed are skipped, and all once
// fetching is disabled. When the engine stops, a fetch under way is cancelled, and
// repeated when the run is resumed.
func (r *Service) PolicyJob() runner.Job { return policyJob{r} }

type policyJob struct{ *Service }

// Name returns [Runner].
func (policyJob) Name() string { return Runner }

// Select lists the apps in the options of a run, and without any those of Queue.
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
	if item.Checkpoint != nil { // an interrupted process saved the text
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

// skipped reports whether an app is skipped for this error.
func skipped(err error) bool {
	return errors.Is(err, storage.ErrNotFound) || errors.Is(err, ErrNoPolicy) || errors.Is(err, ErrDisabled) || errors.Is(err, ErrBusy)
}

// skip counts an app that is skipped.
func skip(why error) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(*storage.Tx, storage.Run) (runner.Outcome, error) {
		return runner.Outcome{State: runner.Skipped, Detail: activity.Detail(Result{Status: "skipped", Note: Explain(why)})}, nil
	}
}

// pass counts an app whose text is fresh.
func pass(a attempt) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(_ *storage.Tx, run storage.Run) (runner.Outcome, error) {
		totals := ownTotalsOf(run)
		totals.Throttled++
		return runner.Outcome{Totals: activity.Detail(totals), Detail: activity.Detail(Result{Status: string(a.before.Status), Throttled: true})}, nil
	}
}

// write saves the outcome of an attempt.
func (j policyJob) write(a attempt) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, run storage.Run) (runner.Outcome, error) {
		result, err := j.save(tx, a)
		o, err := outcome(tx, run, result.Analysis, err, result.Event == Failed, func() error { return j.recordFetch(tx, a, result, "bulk-app") })
		o.Entries = result.Changes
		return o, err
	}
}

// outcome returns the outcome of an app with this state after the error of saving it.
// It records the first failures of a run.
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
		return o, nil // the entry of the run counts them
	}
	return o, record()
}

// End adds the outcome of a run to the activity log.
func (j policyJob) End(tx *storage.Tx, run storage.Run) error {
	line := storage.Activity{Type: activityType, Status: activity.OK, StartedAt: run.StartedAt, EndedAt: storage.NullTime(run.UpdatedAt)}
	switch {
	case run.Status == storage.RunCancelled, run.Status == storage.RunPaused:
		line.Status = activity.Cancelled
	case run.Status == storage.RunFailed:
		line.Status = activity.Failed
	case run.Failed > 0:
		line.Status = activity.Partial
	}
	totals, options := TotalsOf(run), ParseRunOptions(run.Options)
	line.Summary = storage.Text(totals.sentence(runner.Left(run)))
	line.Detail = activity.Detail(map[string]any{
		"mode": runner.Mode(run), "phase": options.Phase, "force": options.Force, "totals": totals, "runId": run.ID, "notTried": runner.Left(run),
	})
	return activity.Record(tx, j.random, line)
}

// Resumed adds the resumption of a run to the activity log.
func (j policyJob) Resumed(tx *storage.Tx, run storage.Run) error {
	options := ParseRunOptions(run.Options)
	return runner.RecordResumed(tx, j.random, j.stamp(), activityType, run, map[string]any{"phase": options.Phase, "force": options.Force})
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
