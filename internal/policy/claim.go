package policy

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// claimFor is how long a claim holds after its last renewal, and so how long others wait
// after a crash of its owner.
const claimFor = 30 * time.Second

// claimOf names the task whose owner works on the policy of an app.
func claimOf(id storage.AppID) storage.TaskID {
	return storage.TaskID{Kind: "policy", Subject: id.String()}
}

// claim claims the policy of an app if may returns nil. The caller must call release once.
// The returned context ends with ctx, when the claim is lost, or when the service stops.
// The error is [ErrBusy] if another claim holds, [runner.ErrStopping], or that of may or the
// database.
func (s *Service) claim(ctx context.Context, id storage.AppID, may func(*storage.Tx) error) (_ context.Context, release func(), err error) {
	ctx, stop, done, ok := s.work.Join(ctx)
	if !ok {
		return nil, nil, runner.ErrStopping
	}
	work, cancel := background.Interrupt(ctx, stop, runner.ErrStopping)

	held, taken, err := background.Take(work, s.env, claimOf(id), claimFor, func(tx *storage.Tx) error {
		if _, _, err := policyOf(tx, id); err != nil {
			return err
		}
		return may(tx)
	})
	if err != nil {
		err = causeOf(work, err)
		cancel()
		done()
		if errors.Is(err, background.ErrHeld) {
			err = ErrBusy
		}
		return nil, nil, err
	}

	return held, func() {
		err := taken.End(context.WithoutCancel(ctx), func(*storage.Tx) error { return nil })
		if err != nil && !errors.Is(err, background.ErrLost) {
			s.env.Logger.ErrorContext(ctx, "policy claim not released", "app_id", id, "expires_after", claimFor, "error", err)
		}
		cancel()
		done()
	}, nil
}
