package policy

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
)

// task is a summary to be made.
type task struct {
	app      storage.App
	before   storage.PolicyAnalysis
	text     string
	guardian bool
	by       Summarizer // nil: choice says why
	choice   error      // wraps ErrNeedsConfig, or nil
	due      bool       // false: there is a summary that is as good
}

// instant says whether the summary is made at once and without asking anybody.
func (t task) instant() bool {
	_, ok := t.by.(Extractive)
	return ok
}

// taskOf looks up what there is to summarise. Beside the errors of policyOf there
// is [ErrNoText].
func (r *Reader) taskOf(tx storage.Tx, id storage.AppID, force bool) (t task, err error) {
	if t.app, t.before, err = policyOf(tx, id); err != nil {
		return t, err
	}
	if t.before.Current.IsZero() {
		return t, ErrNoText
	}
	version, err := tx.PolicyVersions().Get(storage.PolicyVersionID{App: id, Hash: t.before.Current})
	if errors.Is(err, storage.ErrNotFound) {
		return t, ErrNoText
	}
	if err != nil {
		return t, err
	}
	t.text = version.Text
	focus, err := feature.FocusOf(tx)
	if err != nil {
		return t, err
	}
	flags, err := feature.Resolve(tx)
	if err != nil {
		return t, err
	}
	t.guardian = focus.Audience == feature.AudienceGuardian || flags.On(feature.SafetySummary)
	t.by, err = r.choice(tx)
	if errors.Is(err, ErrNeedsConfig) {
		t.by, t.choice, err = nil, err, nil
	}
	t.due = force || t.before.Summary == nil || t.before.Model == ExtractiveModel && !t.instant() ||
		t.choice == nil && t.before.Status == storage.PolicyAnalysisError
	return t, err
}

// made is what came of a task.
type made struct {
	task
	summary Summary
	err     error // why there is no summary: a fault of who was asked
	started storage.Time
	ended   storage.Time
	log     []storage.PolicyStep
}

// carryOut makes a summary. What goes wrong in there is in what it returns; its error
// is the context's or the store's.
func (r *Reader) carryOut(ctx context.Context, t task, tell func(storage.PolicyStep)) (made, error) {
	m := made{task: t, started: r.stamp()}
	steps := journal{&m.log, r.stamp, tell, ExplainSummary}
	err := steps.step("summarising", func() (string, error) {
		if t.by == nil {
			return "", t.choice
		}
		var err error
		m.summary, err = r.callSummarizer(ctx, t, steps.step)
		return m.summary.Model, err
	})
	m.ended = r.stamp()
	if ctx.Err() != nil {
		return m, context.Cause(ctx)
	}
	m.err = err
	return m, nil
}

// callSummarizer calls the summarizer. Whatever goes wrong in there is an error of its own, a
// panic too, since what a policy or a model says must not end the process.
func (r *Reader) callSummarizer(ctx context.Context, t task, step func(string, func() (string, error)) error) (s Summary, err error) {
	defer func() {
		if v := recover(); v != nil {
			r.log.ErrorContext(ctx, "the summarizer panicked", "app_id", t.app.ID, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = fmt.Errorf("%w: the summarizer panicked", ErrSummary)
		}
	}()
	s, err = t.by.Summarise(ctx, Original{
		App: t.app.ID, AppName: t.app.Name, Developer: string(t.app.Developer), PolicyURL: string(t.app.PrivacyPolicyURL),
		Text: t.text, Guardian: t.guardian, Notes: t.before.Notes, Step: step,
		KeepNotes: func(ctx context.Context, notes []storage.PolicyNote) error { return r.keepNotes(ctx, t, notes) },
	})
	s.PolicySummary, s.Model = s.Normal(), line(s.Model)
	return s, err
}

// keepNotes keeps what a model said of the parts of a text, if that is still the
// current one.
func (r *Reader) keepNotes(ctx context.Context, t task, notes []storage.PolicyNote) error {
	return r.store.Update(ctx, func(tx storage.Tx) error {
		state, err := tx.PolicyAnalyses().Get(t.app.ID)
		if errors.Is(err, storage.ErrNotFound) || err == nil && state.Current != t.before.Current {
			return nil // the end tells of it
		}
		if err != nil {
			return err
		}
		state.Notes, state.NotesOf = notes, state.Current
		return tx.PolicyAnalyses().Put(state)
	})
}

// keepSummary keeps what came of a task, and tells people of a model that takes
// too long. A summary is kept when another one takes its place, and stays when
// none could be made. What was made of another text than the current one is not
// kept. Earlier are the steps that the log begins with.
func (r *Reader) keepSummary(tx storage.Tx, m made, earlier []storage.PolicyStep) (storage.PolicyAnalysis, error) {
	app, state, err := policyOf(tx, m.app.ID)
	if err != nil || state.Current != m.before.Current {
		return state, err
	}
	state.Log, state.UpdatedAt = short(append(earlier[:len(earlier):len(earlier)], m.log...)), m.ended
	switch {
	case errors.Is(m.err, ErrNeedsConfig):
		state.Status, state.Error = storage.PolicyNeedsAIConfig, storage.Text(ExplainSummary(m.err))
	case m.err != nil:
		state.Status, state.Error = storage.PolicyAnalysisError, storage.Text(ExplainSummary(m.err))
		if err := r.tellTimeout(tx, app, m); err != nil {
			return state, err
		}
	default:
		if state.Summary != nil {
			state.PreviousSummary, state.PreviousSummaryAt = state.Summary, state.SummaryAt
		}
		mode := m.summary.Mode
		if mode == "" {
			mode = storage.PolicyDirectly
		}
		state.Status, state.Error = storage.PolicyReady, ""
		state.Summary, state.SummaryAt = &m.summary.PolicySummary, storage.NullTime(m.ended)
		state.Model, state.Mode = storage.Text(m.summary.Model), mode
	}
	return state, tx.PolicyAnalyses().Put(state)
}

// maxSteps is how many steps a log has at most.
const maxSteps = 200

// short returns the first and the last steps of a log that is too long.
func short(log []storage.PolicyStep) []storage.PolicyStep {
	if len(log) <= maxSteps {
		return log
	}
	return append(log[:maxSteps/2:maxSteps/2], log[len(log)-maxSteps/2:]...)
}
