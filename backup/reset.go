package backup

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// Reset forgets all apps, all that hangs on them, and the notifications, in one
// transaction. What the user chose stays: the settings, the flags, the focus; and
// so do the logs and the sessions. Bundles that were imported may be so again. Open runs are cancelled. It returns how many
// apps there were. It fails with [runner.ErrBusy] while anybody works on a run.
func (v *Vault) Reset(ctx context.Context) (apps int, err error) {
	err = v.store.Update(ctx, func(tx storage.Tx) (err error) {
		now := v.stamp()
		if err := runner.Vacate(tx, now); err != nil {
			return err
		}
		if apps, err = tx.Apps().Count(storage.AppQuery{}); err != nil {
			return err
		}
		if err := empty(tx, func(k kind) bool { return !k.chosen() }); err != nil {
			return err
		}
		if err := fleet.ForgetNotices(tx); err != nil {
			return err
		}
		if err := forgetImports(tx); err != nil {
			return err
		}
		return activity.Record(tx, v.random, storage.Activity{
			Type: "reset", Status: activity.OK, StartedAt: now, EndedAt: storage.NullTime(now), Summary: storage.Text(fmt.Sprintf("Forgot %d apps", apps)),
		})
	})
	if err != nil {
		return 0, fmt.Errorf("reset: %w", err)
	}
	return apps, nil
}
