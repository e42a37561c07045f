package policy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/panics"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// MinSummarized is the least number of words of a text that is summarized.
const MinSummarized = summary.MinWords

// task is a summary to be made.
type task struct {
	app        storage.App
	before     storage.PolicyAnalysis
	text       string
	guardian   bool
	by         summary.Summarizer // nil if configured is not
	configured error              // nil, or wraps summary.ErrNeedsConfig
	due        bool               // false: there already is an equivalent summary, or the text is too short for one
	words      int                // of the text
}

// instant reports whether the summary needs no request.
func (t task) instant() bool {
	_, ok := t.by.(summary.Extractive)
	return ok
}

// taskOf returns the task to summarize an app's policy. The error is one of policyOf, or
// [ErrNoText].
func (s *Service) taskOf(tx *storage.Tx, id storage.AppID, force bool) (t task, err error) {
	if t.app, t.before, err = policyOf(tx, id); err != nil {
		return t, err
	}
	if t.before.Current.IsZero() {
		return t, ErrNoText
	}
	version, found, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: id, Hash: t.before.Current})
	if err != nil {
		return t, err
	}
	if !found {
		return t, ErrNoText
	}
	t.text, t.words = version.Text, version.WordCount
	focus, err := feature.FocusOf(tx)
	if err != nil {
		return t, err
	}
	flags, err := feature.Resolve(tx)
	if err != nil {
		return t, err
	}
	t.guardian = focus.Audience == feature.AudienceGuardian || flags.On(feature.SafetySummary)
	t.by, err = s.choice(tx)
	if errors.Is(err, summary.ErrNeedsConfig) {
		t.by, t.configured, err = nil, err, nil
	}
	t.due = t.words >= summary.MinWords && (force || t.before.Summary == nil || t.before.Model == summary.ExtractiveModel && !t.instant() ||
		t.configured == nil && t.before.Status == storage.PolicyAnalysisError)
	return t, err
}

// made is the outcome of a task.
type made struct {
	task
	result  summary.Result
	err     error // why there is no summary
	started storage.Time
	ended   storage.Time
	log     []storage.PolicyStep
}

// carryOut makes a summary. If that fails, the outcome has the error; the returned error is
// only that of the context.
func (s *Service) carryOut(ctx context.Context, t task, progress func(storage.PolicyStep)) (made, error) {
	m := made{task: t, started: s.stamp()}
	steps := journal{&m.log, s.stamp, progress, explainSummary}
	m.err = steps.step("summarising", func() (_ string, err error) {
		if t.words < summary.MinWords {
			return "", summary.ErrTooShort
		}
		if t.by == nil {
			return "", t.configured
		}
		m.result, err = s.callSummarizer(ctx, t, steps.step)
		return m.result.Model, err
	})
	m.ended = s.stamp()
	if ctx.Err() != nil {
		return m, context.Cause(ctx)
	}
	return m, nil
}

// callSummarizer calls the summarizer and recovers from panics, because the content of a
// policy or the response of a model must not end the process.
func (s *Service) callSummarizer(ctx context.Context, t task, step func(string, func() (string, error)) error) (r summary.Result, err error) {
	broken := fmt.Errorf("%w: the summarizer panicked", summary.ErrFailed)
	defer panics.Catch(ctx, s.env.Logger, &err, broken, "summarizer panicked", "app_id", t.app.ID)
	r, err = t.by.Summarize(ctx, summary.Request{
		App: t.app.ID, AppName: t.app.Name, Developer: string(t.app.Developer), PolicyURL: string(t.app.PrivacyPolicyURL),
		Text: t.text, Guardian: t.guardian, Notes: t.before.Notes, Step: step,
		KeepNotes: func(ctx context.Context, notes []storage.PolicyNote) error { return s.saveNotes(ctx, t, notes) },
	})
	r.PolicySummary, r.Model = r.Normal(), plaintext.Line(r.Model)
	return r, err
}

// saveNotes saves the notes on the parts of a text if it is still the current one.
func (s *Service) saveNotes(ctx context.Context, t task, notes []storage.PolicyNote) error {
	return s.env.Store.Update(ctx, func(tx *storage.Tx) error {
		state, found, err := storage.Find(tx.PolicyAnalyses, t.app.ID)
		if err != nil || !found || state.Current != t.before.Current {
			return err // or nil: saveSummary drops the summary of another text
		}
		state.Notes, state.NotesOf = notes, state.Current
		return tx.PolicyAnalyses.Put(state)
	})
}

// saveSummary saves the outcome of a task, with a log that begins with the earlier steps. If
// the model took too long, it posts a notification. An earlier summary stays until another
// one replaces it. A summary of a text that is no longer current is dropped.
func (s *Service) saveSummary(tx *storage.Tx, m made, earlier []storage.PolicyStep) (storage.PolicyAnalysis, error) {
	app, state, err := policyOf(tx, m.app.ID)
	if err != nil || state.Current != m.before.Current {
		return state, err
	}
	state.Log, state.UpdatedAt = shorten(append(earlier[:len(earlier):len(earlier)], m.log...)), m.ended
	switch {
	case errors.Is(m.err, summary.ErrTooShort): // the text itself is in order
		state.Status, state.Error = storage.PolicySourceReady, storage.Text(explainSummary(m.err))
	case errors.Is(m.err, summary.ErrNeedsConfig):
		state.Status, state.Error = storage.PolicyNeedsAIConfig, storage.Text(explainSummary(m.err))
	case m.err != nil:
		state.Status, state.Error = storage.PolicyAnalysisError, storage.Text(explainSummary(m.err))
		if err := s.notifyTimeout(tx, app, m); err != nil {
			return state, err
		}
	default:
		if state.Summary != nil {
			state.PreviousSummary, state.PreviousSummaryAt = state.Summary, state.SummaryAt
		}
		mode := m.result.Mode
		if mode == "" {
			mode = storage.PolicyDirectly
		}
		state.Status, state.Error = storage.PolicyReady, ""
		state.Summary, state.SummaryAt = &m.result.PolicySummary, storage.NullTime(m.ended)
		state.Model, state.Mode = storage.Text(m.result.Model), mode
	}
	return state, tx.PolicyAnalyses.Put(state)
}

// timeoutNoticeEvery is the minimum time between two notifications about timeouts in the
// same phase.
const timeoutNoticeEvery = 10 * time.Minute

// notifyTimeout posts a notification that a model took too long.
func (s *Service) notifyTimeout(tx *storage.Tx, app storage.App, m made) error {
	if !errors.Is(m.err, summary.ErrModelTimeout) {
		return nil
	}
	late := &summary.TimeoutError{Phase: "direct", Took: m.ended.Sub(m.started)}
	errors.As(m.err, &late)
	more := map[string]any{"phase": late.Phase, "timeoutMs": late.Limit.Milliseconds(), "observedMs": late.Took.Milliseconds()}
	if late.Model != "" {
		more["modelLabel"] = late.Model
	}
	return notify.Post(tx, m.ended, s.env.Random, notify.Notice{
		App: app.ID, AppName: app.Name, Type: storage.NoticeAITimeout, Clock: "ai_timeout_notify_" + late.Phase + "_at", Every: timeoutNoticeEvery,
		Changes: []storage.Entry{{
			Type: "ai_timeout", Description: "The model took too long to summarise the privacy policy of " + app.Name, More: activity.Detail(more),
		}},
	})
}
