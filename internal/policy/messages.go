package policy

import (
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// Explain returns a message for users that explains why a policy could not be fetched. It
// contains nothing of the underlying error.
func Explain(err error) string { return explain(err, fetch.Explain) }

// explainSummary is [Explain] for a summary.
func explainSummary(err error) string { return explain(err, summary.Explain) }

// explain returns the message for an error of this package, or otherwise that of part.
func explain(err error, part func(error) string) string {
	for _, known := range []struct {
		cause error
		text  string
	}{
		{ErrDisabled, "Fetching policies is switched off."},
		{ErrNoPolicy, "The app has no privacy policy URL."},
		{ErrNoText, "No text of the policy is saved; fetch it first."},
		{ErrBusy, "The policy is already being processed."},
		{ErrNoBlock, "The policy has no such block."},
		{ErrNoMatch, "No heading or paragraph of the policy has these words."},
		{ErrTooManyBlocks, "Too many blocks of the policy are excluded; take one back first."},
		{ErrWholePolicy, "Without this block hardly anything of the policy is left."},
		{storage.ErrNotFound, "The app is not tracked."},
		{runner.ErrAbandoned, "The process ended twice while working on this app; skipped."},
	} {
		if errors.Is(err, known.cause) {
			return known.text
		}
	}
	return part(err)
}

// statusOf returns the status of a policy after a fetch that failed.
func statusOf(err error) storage.PolicyStatus {
	switch {
	case errors.Is(err, fetch.ErrUnsupported):
		return storage.PolicyUnsupported
	case errors.Is(err, fetch.ErrTooShort):
		return storage.PolicyTooShort
	}
	return storage.PolicyFetchError
}

// activityType is the type of the entries on policies in the activity log.
const activityType = "policy_summary"

// record adds an entry on an app to the activity log.
func (s *Service) record(tx *storage.Tx, app storage.App, entry storage.Activity, text string, members map[string]any) error {
	entry.Type, entry.App, entry.AppName = activityType, app.ID, storage.Text(app.Name)
	entry.Summary, entry.Detail = storage.Text(app.Name+": "+text), activity.Detail(members)
	return activity.Record(tx, s.env.Random, entry)
}

// recordFetch adds the outcome of an attempt to the activity log. Mode names the operation
// that the attempt was part of.
func (s *Service) recordFetch(tx *storage.Tx, a attempt, result FetchResult, mode string) error {
	entry := storage.Activity{Status: activity.OK, StartedAt: a.started, EndedAt: storage.NullTime(a.ended)}
	members := map[string]any{"mode": mode, "phase": FetchPhase, "status": result.Analysis.Status, "event": result.Event}
	text := string(result.Analysis.Error)
	switch result.Event {
	case First:
		text = fmt.Sprintf("policy of %d words", a.source.Words)
	case Same:
		text = "policy as before"
	case Changed:
		text = "policy changed"
		if unsettled(result.Analysis) {
			text = "policy changed again; it is unstable"
			if blocks := result.Analysis.Changing; len(blocks) > 0 {
				text += ": " + Describe(blocks[0]) + " keeps changing"
				members["changingBlocks"] = shownBlocks(blocks)
			}
		}
	case Doubted:
		text = "the page shows a very different text, which counts if it is still there in some hours"
	}
	if a.failed != nil {
		entry.Status = activity.Failed
		members["error"], members["fetchDiagnostics"] = result.Analysis.Error, a.failed.Diagnosis(string(a.app.PrivacyPolicyURL))
	}
	return s.record(tx, a.app, entry, text, members)
}

// recordSummary adds the outcome of a summary to the activity log.
func (s *Service) recordSummary(tx *storage.Tx, m made, state storage.PolicyAnalysis, mode string) error {
	entry := storage.Activity{Status: activity.OK, StartedAt: m.started, EndedAt: storage.NullTime(m.ended)}
	members := map[string]any{"mode": mode, "phase": SummarisePhase, "status": state.Status}
	text := explainSummary(m.err)
	switch {
	case errors.Is(m.err, summary.ErrNeedsConfig), errors.Is(m.err, summary.ErrTooShort):
		entry.Status = activity.Partial
	case m.err != nil:
		entry.Status, members["error"] = activity.Failed, text
	default:
		text = "policy summarised by " + m.result.Model
		members["model"], members["analysisMode"] = m.result.Model, m.result.Mode
	}
	return s.record(tx, m.app, entry, text, members)
}
