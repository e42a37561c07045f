package policy

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// ErrBusy says that somebody else works on the policy of the app.
var ErrBusy = errors.New("somebody works on this policy")

// errLost says that a claim was lost to another process while this one slept.
var errLost = errors.New("another process took the policy over")

// claimFor is how long a claim holds after its owner last moved it: so long
// another process waits when its owner is gone.
const claimFor = 30 * time.Second

// claim makes the policy of an app this call's own, until release is called,
// which happens once. The context ends with the caller's, when the claim is lost,
// or when the reader stops. The error is [ErrBusy] when it is somebody else's,
// [runner.ErrStopping], or what may is.
func (r *Reader) claim(ctx context.Context, id storage.AppID, may func(storage.Tx) error) (_ context.Context, release func(), err error) {
	ctx, stop, done, ok := r.work.Join(ctx)
	if !ok {
		return nil, nil, runner.ErrStopping
	}
	owner, err := storage.NewID(r.stamp(), r.random)
	if err == nil {
		err = r.store.Update(ctx, func(tx storage.Tx) error {
			_, state, err := policyOf(tx, id)
			if err == nil {
				err = may(tx)
			}
			if err != nil {
				return err
			}
			now := r.stamp()
			if state.Claim.Held(now) {
				return ErrBusy
			}
			state.Claim = storage.PolicyClaim{Owner: owner, StartedAt: now, ExpiresAt: now.Add(claimFor)}
			return tx.PolicyAnalyses().Put(state)
		})
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	held, lose := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.holdOn(held, lose, stop, id, owner)
	}()
	return held, func() {
		lose(nil)
		<-ended
		if err := r.move(context.WithoutCancel(ctx), id, owner, true); err != nil && !errors.Is(err, errLost) {
			r.log.ErrorContext(ctx, "a claim on a policy could not be given back, and ends by itself", "app_id", id, "error", err)
		}
		done()
	}, nil
}

// holdOn moves a claim until the context ends, and ends the context when the
// claim is lost or the reader stops.
func (r *Reader) holdOn(ctx context.Context, lose context.CancelCauseFunc, stop <-chan struct{}, id storage.AppID, owner string) {
	tick := time.NewTicker(claimFor / 3)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			// A store that fails now may not do so the next time.
			if err := r.move(ctx, id, owner, false); errors.Is(err, errLost) {
				lose(errLost)
				return
			}
		case <-stop:
			lose(runner.ErrStopping)
			return
		case <-ctx.Done():
			return
		}
	}
}

// move moves the end of a claim, or ends it. The error is errLost when it is not
// the owner's any more.
func (r *Reader) move(ctx context.Context, id storage.AppID, owner string, end bool) error {
	return r.store.Update(ctx, func(tx storage.Tx) error {
		state, err := tx.PolicyAnalyses().Get(id)
		if errors.Is(err, storage.ErrNotFound) || err == nil && state.Claim.Owner != owner {
			return errLost
		}
		if err != nil {
			return err
		}
		state.Claim.ExpiresAt = r.stamp().Add(claimFor)
		if end {
			state.Claim = storage.PolicyClaim{}
		}
		return tx.PolicyAnalyses().Put(state)
	})
}
