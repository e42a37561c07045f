package policy

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

// Runner is the name of the runner that goes through the policies of all apps.
const Runner = "policy"

// maxFailuresTold is how many failures of one run have a line of their own in the
// activity log: one that finds no network must not push all else out of it.
const maxFailuresTold = 20

// Totals counts what a run found.
type Totals struct {
	Attempted int `json:"attempted"`
	Succeeded int `json:"succeeded"`
	Failed    int `json:"failed"`
	Throttled int `json:"throttled"` // nothing to do, as the text is fresh
	Skipped   int `json:"skipped"`   // removed while the run was at it, or switched off
}

// held is what a run keeps of its own: the rest is counted on its row.
type held struct {
	Throttled int `json:"throttled"`
}

func heldBy(run storage.Run) (h held) {
	if run.Totals != nil {
		_ = json.Unmarshal(run.Totals, &h) // what is not ours counts nothing
	}
	return h
}

// TotalsOf returns what a run found so far.
func TotalsOf(run storage.Run) Totals {
	throttled := heldBy(run).Throttled
	return Totals{
		Attempted: run.Completed + run.Failed + run.Skipped, Succeeded: run.Completed - throttled,
		Failed: run.Failed, Throttled: throttled, Skipped: run.Skipped,
	}
}

// Result is how an app of a run came out: the detail of its item.
type Result struct {
	Status    string `json:"status"` // of the analysis, or "skipped"
	Throttled bool   `json:"throttled"`
	Error     string `json:"error,omitempty"` // a sentence for people
	Note      string `json:"note,omitempty"`  // why it was skipped
}

// PolicyJob returns the job that fetches the policy of every app that names one,
// in the order of the list, and, where that is asked for, summarises those that
// have no summary, or with force all. What it is asked for is an [Asked].
//
// A text is kept before a model is asked about it. What a model does wrong with
// one app fails that app: the summary that it had stays, and the run goes on. A
// model is asked about an app whose last summary failed in the next run again.
//
// An app whose policy is as before leaves no trace but the time of that. One that
// cannot be fetched is counted, and told of in the activity log, the first 20 of a
// run; one that was removed meanwhile is skipped, and so are all from the moment
// on that fetching is switched off. Whoever follows the run is told each
// [storage.PolicyStep]. When the engine stops, a fetch under way is given up, and
// done again when the run goes on.
func (r *Reader) PolicyJob() runner.Job { return policyJob{r} }

type policyJob struct{ *Reader }

// Name returns [Runner].
func (policyJob) Name() string { return Runner }

// Select lists the apps of a run that is over some only, or else all as Queue does.
func (j policyJob) Select(tx storage.Tx, options json.RawMessage) iter.Seq2[string, error] {
	apps, only := ParseAsked(options).some()
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

// Queue lists every app that names a policy.
func (policyJob) Queue(tx storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for app, err := range tx.Apps().List(storage.AppQuery{}) {
			if err == nil && strings.TrimSpace(string(app.PrivacyPolicyURL)) == "" {
				continue
			}
			if !yield(app.ID.String(), err) {
				return
			}
		}
	}
}

// Title returns the name of an app.
func (policyJob) Title(tx storage.Tx, subject string) (string, error) {
	id, err := storage.ParseAppID(subject)
	if err != nil {
		return "", fmt.Errorf("%q: %w", subject, err)
	}
	app, err := tx.Apps().Get(id)
	if errors.Is(err, storage.ErrNotFound) {
		return "", nil
	}
	return app.Name, err
}

// Do fetches the policy of an app.
func (j policyJob) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	id, err := storage.ParseAppID(item.Subject)
	if err != nil {
		return runner.Result{}, fmt.Errorf("%q: %w", item.Subject, err)
	}
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	go func() {
		select {
		case <-item.Stopping():
			giveUp(runner.ErrStopping)
		case <-ctx.Done():
		}
	}()
	result, err := j.do(ctx, item, id)
	switch {
	case errors.Is(context.Cause(ctx), runner.ErrStopping) && err != nil:
		return runner.Result{}, runner.ErrStopping
	case skipped(err):
		return runner.Result{Write: skip(err)}, nil
	}
	return result, err
}

// do fetches, and summarises where that is asked for.
func (j policyJob) do(ctx context.Context, item runner.Item, id storage.AppID) (runner.Result, error) {
	asked, tell := ParseAsked(item.Run.Options), func(s storage.PolicyStep) { item.Tell(s) }
	if item.Kept != nil { // the text, by a process that is gone
		return j.summarised(ctx, item, id, attempt{})
	}
	a, err := j.attempt(ctx, id, asked.Force, tell)
	if err != nil {
		return runner.Result{}, err
	}
	if asked.Phase == AllPhases && a.failed == nil {
		due, err := j.due(ctx, a, asked.Force)
		if err != nil {
			return runner.Result{}, err
		}
		if due {
			return j.summarised(ctx, item, id, a)
		}
	}
	if a.throttled {
		return runner.Result{Write: pass(a)}, nil
	}
	return runner.Result{Write: j.write(a)}, nil
}

// skipped says whether an app is not to be fetched any more, for this reason.
func skipped(err error) bool {
	return errors.Is(err, storage.ErrNotFound) || errors.Is(err, ErrNoPolicy) || errors.Is(err, ErrDisabled) || errors.Is(err, ErrBusy)
}

// skip counts an app that is not to be fetched any more.
func skip(why error) func(storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(storage.Tx, storage.Run) (runner.Outcome, error) {
		return runner.Outcome{State: runner.Skipped, Detail: detail(Result{Status: "skipped", Note: Explain(why)})}, nil
	}
}

// pass counts an app whose text is fresh.
func pass(a attempt) func(storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(_ storage.Tx, run storage.Run) (runner.Outcome, error) {
		h := heldBy(run)
		h.Throttled++
		return runner.Outcome{Totals: detail(h), Detail: detail(Result{Status: string(a.before.Status), Throttled: true})}, nil
	}
}

// write keeps what came of an attempt, and tells of the first failures.
func (j policyJob) write(a attempt) func(storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx storage.Tx, run storage.Run) (runner.Outcome, error) {
		reading, err := j.keep(tx, a)
		if skipped(err) { // before anything was written
			return skip(err)(tx, run)
		}
		if err != nil {
			return runner.Outcome{}, err
		}
		state := reading.Analysis
		outcome := runner.Outcome{Detail: detail(Result{Status: string(state.Status), Error: string(state.Error)})}
		if reading.Event != Failed {
			return outcome, nil
		}
		outcome.State = runner.Failed
		if run.Failed >= maxFailuresTold {
			return outcome, nil // the run's own line counts them
		}
		return outcome, j.tellOf(tx, a, reading, "bulk-app")
	}
}

// End tells the activity log how a run went.
func (j policyJob) End(tx storage.Tx, run storage.Run) error {
	line := storage.Activity{Type: activityType, Status: activity.OK, StartedAt: run.StartedAt, EndedAt: storage.NullTime(run.UpdatedAt)}
	switch {
	case run.Status == storage.RunCancelled, runner.Paused(run):
		line.Status = activity.Cancelled
	case run.Status == storage.RunFailed:
		line.Status = activity.Failed
	case run.Failed > 0:
		line.Status = activity.Partial
	}
	totals, asked := TotalsOf(run), ParseAsked(run.Options)
	line.Summary = storage.Text(totals.sentence(runner.Left(run)))
	line.Detail = detail(map[string]any{
		"mode": runner.Mode(run), "phase": asked.Phase, "force": asked.Force, "totals": totals, "runId": run.ID, "notTried": runner.Left(run),
	})
	return activity.Record(tx, j.random, line)
}

// Resumed tells the activity log that a run goes on.
func (j policyJob) Resumed(tx storage.Tx, run storage.Run) error {
	now, asked := storage.TimeOf(j.now()), ParseAsked(run.Options)
	return activity.Record(tx, j.random, storage.Activity{
		Type: activityType, Status: activity.OK, StartedAt: now, EndedAt: storage.NullTime(now),
		Summary: storage.Text(fmt.Sprintf("Goes on after an interruption, %d of %d left", runner.Left(run), run.Total)),
		Detail: detail(map[string]any{
			"mode": runner.ModeResumed, "phase": asked.Phase, "force": asked.Force, "runId": run.ID, "remaining": runner.Left(run), "total": run.Total,
		}),
	})
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
