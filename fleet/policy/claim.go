package policy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// errLost means that another process took over a claim while this process was suspended.
var errLost = fmt.Errorf("another process took over the policy: %w", background.ErrLost)

// claimFor is how long a claim holds after its last renewal, and so how long others wait
// after a crash of its owner.
const claimFor = 30 * time.Second

// claim claims the policy of an app if may returns nil. The caller must call release once.
// The returned context ends with ctx, when the claim is lost, or when the service stops.
// The error is [ErrBusy] if another claim holds, [runner.ErrStopping], or that of may or the
// database.
func (s *Service) claim(ctx context.Context, id storage.AppID, may func(*storage.Tx) error) (_ context.Context, release func(), err error) {
	ctx, stop, done, ok := s.work.Join(ctx)
	if !ok {
		return nil, nil, runner.ErrStopping
	}
	owner, err := storage.NewID(s.stamp(), s.random)
	if err == nil {
		err = s.store.Update(ctx, func(tx *storage.Tx) error {
			_, state, err := policyOf(tx, id)
			if err == nil {
				err = may(tx)
			}
			if err != nil {
				return err
			}
			now := s.stamp()
			if state.Claim.Held(now) {
				return ErrBusy
			}
			state.Claim = storage.PolicyClaim{Owner: owner, StartedAt: now, ExpiresAt: now.Add(claimFor)}
			return tx.PolicyAnalyses.Put(state)
		})
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	work, cancel := background.Interrupt(ctx, stop, runner.ErrStopping)
	held, stopRenewing := background.Hold(work, claimFor/3, func(ctx context.Context) error { return s.extendClaim(ctx, id, owner, claimFor) })
	return held, func() {
		stopRenewing()
		cancel()
		err := s.extendClaim(context.WithoutCancel(ctx), id, owner, 0)
		if err != nil && !errors.Is(err, errLost) {
			s.log.ErrorContext(ctx, "policy claim not released", "app_id", id, "expires_after", claimFor, "error", err)
		}
		done()
	}, nil
}

// extendClaim makes a claim hold for a duration from now, or releases it if that is zero.
// The error is errLost if the claim has another owner.
func (s *Service) extendClaim(ctx context.Context, id storage.AppID, owner string, d time.Duration) error {
	return s.store.Update(ctx, func(tx *storage.Tx) error {
		state, err := tx.PolicyAnalyses.Get(id)
		if errors.Is(err, storage.ErrNotFound) || err == nil && state.Claim.Owner != owner {
			return errLost
		}
		if err != nil {
			return err
		}
		state.Claim.ExpiresAt = s.stamp().Add(d)
		if d == 0 {
			state.Claim = storage.PolicyClaim{}
		}
		return tx.PolicyAnalyses.Put(state)
	})
}
