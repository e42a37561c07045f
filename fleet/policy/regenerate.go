package policy

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// Regenerate works on the policy of an app as far as the phase says: it fetches the
// text although it is fresh, and makes the summary although there is one. Without a
// saved text it fetches one first, whatever the phase. It calls progress, which may be
// nil, when a step begins and when it ends.
//
// A second call for the same app fails with [ErrBusy]. After a crash, calls fail for
// half a minute at most.
//
// A policy that cannot be fetched or summarized has a status that says so, and keeps
// its text and its summary. The error is [ErrBusy], [ErrDisabled] if there is
// something to fetch, [ErrNoPolicy], one that wraps [storage.ErrNotFound] for an app
// that is not tracked, the context's or the database's.
func (s *Service) Regenerate(ctx context.Context, id storage.AppID, phase Phase, progress func(storage.PolicyStep)) (storage.PolicyAnalysis, error) {
	analysis, err := s.regenerate(ctx, id, phase, progress)
	analysis.Claim = storage.PolicyClaim{} // it has ended
	return analysis, err
}

func (s *Service) regenerate(ctx context.Context, id storage.AppID, phase Phase, progress func(storage.PolicyStep)) (storage.PolicyAnalysis, error) {
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

// causeOf returns why the context of a claim ended if err says that it did.
func causeOf(ctx context.Context, err error) error {
	switch cause := context.Cause(ctx); {
	case err == nil || cause == nil:
		return err
	case errors.Is(cause, errLost):
		return ErrBusy
	default:
		return cause
	}
}

// summarize makes the summary of the saved text.
func (s *Service) summarize(ctx context.Context, id storage.AppID, earlier []storage.PolicyStep, progress func(storage.PolicyStep)) (storage.PolicyAnalysis, error) {
	var t task
	err := s.store.View(ctx, func(tx *storage.Tx) (err error) {
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
	err = s.store.Update(ctx, func(tx *storage.Tx) (err error) {
		if analysis, err = s.saveSummary(tx, m, earlier); err != nil {
			return err
		}
		return s.recordSummary(tx, m, analysis, "app")
	})
	return analysis, err
}
