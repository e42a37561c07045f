package policy

import (
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// TimeoutError is a model that took too long. It wraps [ErrModelTimeout].
type TimeoutError struct {
	Phase string // what it was asked for: direct, chunk or merge
	Limit time.Duration
	Took  time.Duration
	Model string
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%v: %s after %v of %v", ErrModelTimeout, e.Phase, e.Took.Round(time.Millisecond), e.Limit)
}

func (e *TimeoutError) Unwrap() error { return ErrModelTimeout }

// timeoutNoticeEvery is how often people are told of timeouts of one phase.
const timeoutNoticeEvery = 10 * time.Minute

// tellTimeout tells people of a model that took too long.
func (r *Reader) tellTimeout(tx storage.Tx, app storage.App, m made) error {
	if !errors.Is(m.err, ErrModelTimeout) {
		return nil
	}
	late := &TimeoutError{Phase: "direct", Took: m.ended.Sub(m.started)}
	errors.As(m.err, &late)
	more := map[string]any{"phase": late.Phase, "timeoutMs": late.Limit.Milliseconds(), "observedMs": late.Took.Milliseconds()}
	if late.Model != "" {
		more["modelLabel"] = late.Model
	}
	return notify.PostOnce(tx, m.ended, r.random, "ai_timeout_notify_"+late.Phase+"_at", timeoutNoticeEvery, notify.Notice{
		App: app.ID, AppName: app.Name, Type: storage.NoticeAITimeout,
		Changes: []storage.Entry{{
			Type: "ai_timeout", Description: "The model took too long to summarise the privacy policy of " + app.Name, More: detail(more),
		}},
	})
}

// ExplainSummary says in a sentence for people why there is no summary. It never
// shows what happened underneath.
func ExplainSummary(err error) string {
	for _, known := range []struct {
		cause error
		text  string
	}{
		{ErrNeedsConfig, "A model is to summarise policies, and the settings do not say enough to ask it."},
		{ErrNoText, "There is no text of the policy to summarise."},
		{ErrBusy, "Somebody else works on the policy."},
		{ErrModelTimeout, "The model took too long."},
		{ErrModelRefused, "Who runs the model refused the key or the request."},
		{ErrModelBusy, "Who runs the model wants to be asked later."},
		{netguard.ErrForbidden, "The address of the model is none that may be asked."},
		{ErrModelUnreachable, "The model could not be reached."},
		{ErrModelAnswer, "The model answered with something that is no summary."},
		{runner.ErrAbandoned, "The process ended twice while working on this app; skipped."},
	} {
		if errors.Is(err, known.cause) {
			return known.text
		}
	}
	return "No summary could be made."
}

// tellOfSummary writes a line on a summary, or on why there is none, in the
// activity log.
func (r *Reader) tellOfSummary(tx storage.Tx, m made, state storage.PolicyAnalysis, mode string) error {
	line := storage.Activity{
		Type: activityType, Status: activity.OK, App: m.app.ID, AppName: storage.Text(m.app.Name),
		StartedAt: m.started, EndedAt: storage.NullTime(m.ended),
	}
	members := map[string]any{"mode": mode, "phase": SummarisePhase, "status": state.Status}
	switch {
	case errors.Is(m.err, ErrNeedsConfig):
		line.Status, line.Summary = activity.Partial, storage.Text(m.app.Name+": "+ExplainSummary(m.err))
	case m.err != nil:
		line.Status, line.Summary = activity.Failed, storage.Text(m.app.Name+": "+ExplainSummary(m.err))
		members["error"] = ExplainSummary(m.err)
	default:
		line.Summary = storage.Text(fmt.Sprintf("%s: policy summarised by %s", m.app.Name, m.summary.Model))
		members["model"], members["analysisMode"] = m.summary.Model, m.summary.Mode
	}
	line.Detail = detail(members)
	return activity.Record(tx, r.random, line)
}
