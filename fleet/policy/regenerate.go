package policy

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// Regenerate works on the policy of an app as far as the phase says: it fetches
// the text although that is fresh, and makes the summary anew although there is
// one. Where no text is kept it fetches one first, whatever the phase. Steps are
// told as they begin and end; tell may be nil.
//
// Nobody else works on the policy meanwhile. A process that is gone keeps it from
// others for half a minute at most.
//
// What cannot be fetched or summarised is said by the status of the analysis;
// then the text and the summary that were kept before stay. The error is
// [ErrBusy], [ErrDisabled] when there is something to fetch, [ErrNoPolicy], one
// that wraps [storage.ErrNotFound] for an app that is not tracked, the context's
// or the store's.
func (r *Reader) Regenerate(ctx context.Context, id storage.AppID, phase Phase, tell func(storage.PolicyStep)) (storage.PolicyAnalysis, error) {
	analysis, err := r.regenerate(ctx, id, phase, tell)
	analysis.Claim = storage.PolicyClaim{} // it has ended
	return analysis, err
}

func (r *Reader) regenerate(ctx context.Context, id storage.AppID, phase Phase, tell func(storage.PolicyStep)) (storage.PolicyAnalysis, error) {
	var textless bool
	held, release, err := r.claim(ctx, id, func(tx storage.Tx) error {
		_, err := r.taskOf(tx, id, true)
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
	var reading Reading
	if phase != SummarisePhase {
		if reading, err = r.Fetch(held, id, true, tell); err != nil || phase == FetchPhase || reading.Event == Failed {
			return reading.Analysis, lostOr(held, err)
		}
	}
	analysis, err := r.summarise(held, id, reading.Analysis.Log, tell)
	return analysis, lostOr(held, err)
}

// lostOr returns why a context ended where that is what an error says.
func lostOr(ctx context.Context, err error) error {
	switch cause := context.Cause(ctx); {
	case err == nil || cause == nil:
		return err
	case errors.Is(cause, errLost):
		return ErrBusy
	default:
		return cause
	}
}

// summarise makes the summary of the text that is kept.
func (r *Reader) summarise(ctx context.Context, id storage.AppID, earlier []storage.PolicyStep, tell func(storage.PolicyStep)) (storage.PolicyAnalysis, error) {
	var t task
	err := r.store.View(ctx, func(tx storage.Tx) (err error) {
		t, err = r.taskOf(tx, id, true)
		return err
	})
	if err != nil {
		return t.before, err
	}
	m, err := r.carryOut(ctx, t, tell)
	if err != nil {
		return t.before, err
	}
	var analysis storage.PolicyAnalysis
	err = r.store.Update(ctx, func(tx storage.Tx) (err error) {
		if analysis, err = r.keepSummary(tx, m, earlier); err != nil {
			return err
		}
		return r.tellOfSummary(tx, m, analysis, "app")
	})
	return analysis, err
}
