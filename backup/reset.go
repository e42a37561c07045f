package backup

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// Reset forgets all apps, all that hangs on them, and the notifications, in one
// transaction. What the user chose stays: the settings, the flags, the focus; and
// so do the logs and the sessions. Bundles that were imported may be so again. Open
// runs are cancelled. It returns how many apps there were. It fails with
// [runner.ErrBusy] while anybody works on a run.
func (v *Vault) Reset(ctx context.Context) (apps int, err error) {
	err = v.store.Update(ctx, func(tx storage.Tx) (err error) {
		now := v.stamp()
		if apps, err = tx.Apps().Count(storage.AppQuery{}); err != nil {
			return err
		}
		if err := forgetFleet(tx, now); err != nil {
			return err
		}
		return v.recordReset(tx, now, fmt.Sprintf("Forgot %d apps", apps), nil)
	})
	if err != nil {
		return 0, fmt.Errorf("reset: %w", err)
	}
	return apps, nil
}

// Wipe is [Vault.Reset], and empties the activity log as well. It returns how many
// records there were of all that is gone. It is for developers, who want to see
// what a fleet does from its first app on.
func (v *Vault) Wipe(ctx context.Context) (records int, err error) {
	err = v.store.Update(ctx, func(tx storage.Tx) (err error) {
		now := v.stamp()
		if records, err = tx.Activities().Count(storage.ActivityQuery{}); err != nil {
			return err
		}
		for _, k := range kinds() {
			if k.chosen() {
				continue
			}
			n, err := k.count(tx)
			if err != nil {
				return fmt.Errorf("count %s: %w", k.member(), err)
			}
			records += n
		}
		if err := forgetFleet(tx, now); err != nil {
			return err
		}
		if _, err := tx.Activities().Clear(); err != nil {
			return err
		}
		return v.recordReset(tx, now, fmt.Sprintf("Removed %d records", records), map[string]any{"mode": "dev-wipe-apps", "rowsRemoved": records})
	})
	if err != nil {
		return 0, fmt.Errorf("wipe: %w", err)
	}
	return records, nil
}

// forgetFleet forgets what is not the user's choice.
func forgetFleet(tx storage.Tx, now storage.Time) error {
	if err := runner.Vacate(tx, now); err != nil {
		return err
	}
	if err := empty(tx, func(k kind) bool { return !k.chosen() }); err != nil {
		return err
	}
	if err := fleet.ForgetNotices(tx); err != nil {
		return err
	}
	return forgetImports(tx)
}

// recordReset tells the activity log. The detail may be nil.
func (v *Vault) recordReset(tx storage.Tx, began storage.Time, summary string, detail map[string]any) error {
	line := storage.Activity{
		Type: "reset", Status: activity.OK, StartedAt: began, EndedAt: storage.NullTime(v.stamp()), Summary: storage.Text(summary),
	}
	if detail != nil {
		var err error
		if line.Detail, err = json.Marshal(detail); err != nil {
			return fmt.Errorf("encode a line of the log: %w", err)
		}
	}
	return activity.Record(tx, v.random, line)
}
