package backup

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// StartOver is [Vault.Reset], and forgets what the user chose, the runs and the
// logs as well, in one transaction. What stays are the audit log, the sessions that
// were ended, for how long others want to be left alone, and what lies beside the
// store: the key and the files of a [Depot]. It fails with [runner.ErrBusy] while
// anybody works on a run.
func (v *Vault) StartOver(ctx context.Context) error {
	err := v.store.Update(ctx, func(tx storage.Tx) error {
		now := v.stamp()
		if err := runner.Vacate(tx, now); err != nil {
			return err
		}
		if err := forgetSettings(tx); err != nil { // first, so that none is looked for one by one
			return err
		}
		if err := empty(tx, func(kind) bool { return true }); err != nil {
			return err
		}
		for what, forget := range logs(tx) {
			if _, err := forget(); err != nil {
				return fmt.Errorf("clear %s: %w", what, err)
			}
		}
		return v.recordReset(tx, now, "Started over", map[string]any{"mode": "start-over"})
	})
	if err != nil {
		return fmt.Errorf("start over: %w", err)
	}
	return nil
}

// logs are what a service writes down of its own work, and what goes with no
// backup.
func logs(tx storage.Tx) map[string]func() (int, error) {
	return map[string]func() (int, error){
		"the activity log":  tx.Activities().Clear,
		"the log of models": tx.AILogs().Clear,
		"deliveries":        tx.Deliveries().Clear,
		"runs":              tx.Runs().Clear,
	}
}

// forgetSettings leaves the cooldowns: others have not forgotten.
func forgetSettings(tx storage.Tx) error {
	cooling, err := storage.Collect(tx.Settings().List(storage.SettingQuery{Prefix: settings.Cooldowns}))
	if err != nil {
		return err
	}
	if _, err := tx.Settings().Clear(); err != nil {
		return fmt.Errorf("clear settings: %w", err)
	}
	return tx.Settings().Put(cooling...)
}
