package policy

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// Regenerate does the work of a phase on the policy of an app: it fetches the text even if
// it is fresh, and makes the summary even if there is one. If no text is saved, it fetches
// one first, whatever the phase. It calls progress, which may be nil, when a step begins
// and when it ends.
//
// A concurrent call for the same app fails with [ErrBusy]. After a crash of the process,
// calls fail for half a minute at most.
//
// If the policy cannot be fetched or summarized, its status shows that, and its text and
// summary stay. The error is [ErrBusy], [ErrDisabled] if a fetch is needed, [ErrNoPolicy],
// or that of the context or the database; it wraps [storage.ErrNotFound] if the app is not
// tracked.
func (s *Service) Regenerate(ctx context.Context, id storage.AppID, phase Phase, progress func(storage.PolicyStep)) (storage.PolicyAnalysis, error) {
	var textless bool
	held, release, err := s.claim(ctx, id, func(tx *storage.Tx) error {
		_, err := s.taskOf(tx, id, true)
		if textless = errors.Is(err, ErrNoText); textless || err == nil && phase != SummarisePhase {
			return Allowed(tx)
		}
		return err
	})
	if err != nil {
		return storage.PolicyAnalysis{}, err
	}
	defer release()
	if textless && phase == SummarisePhase {
		phase = AllPhases
	}
	var fetched FetchResult
	if phase != SummarisePhase {
		if fetched, err = s.Fetch(held, id, true, progress); err != nil || phase == FetchPhase || fetched.Event == Failed {
			return fetched.Analysis, causeOf(held, err)
		}
	}
	analysis, err := s.summarize(held, id, fetched.Analysis.Log, progress)
	return analysis, causeOf(held, err)
}

// causeOf returns the cause of the end of a claim's context if err is due to that, and
// otherwise err.
func causeOf(ctx context.Context, err error) error {
	switch cause := context.Cause(ctx); {
	case err == nil || cause == nil:
		return err
	case errors.Is(cause, background.ErrLost):
		return ErrBusy
	default:
		return cause
	}
}

// summarize makes the summary of the saved text.
func (s *Service) summarize(ctx context.Context, id storage.AppID, earlier []storage.PolicyStep, progress func(storage.PolicyStep)) (storage.PolicyAnalysis, error) {
	var t task // not from storage.View: its state before is returned beside errors
	err := s.env.Store.View(ctx, func(tx *storage.Tx) (err error) {
		t, err = s.taskOf(tx, id, true)
		return err
	})
	if err != nil {
		return t.before, err
	}
	m, err := s.carryOut(ctx, t, progress)
	if err != nil {
		return t.before, err
	}
	var analysis storage.PolicyAnalysis
	err = s.env.Store.Update(ctx, func(tx *storage.Tx) (err error) {
		if analysis, err = s.saveSummary(tx, m, earlier); err != nil {
			return err
		}
		return s.recordSummary(tx, m, analysis, "app")
	})
	return analysis, err
}
