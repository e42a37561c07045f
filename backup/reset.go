package backup

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Reset removes all apps, everything that belongs to them, the notifications, and the results of
// requests, in one transaction, and returns the number of apps. Settings, flags, devices, the
// focus, logs and sessions stay. Audit bundles that were imported can be imported again. Open
// runs are cancelled. Reset fails with [runner.ErrBusy] while a process works on a run.
func (s *Service) Reset(ctx context.Context) (apps int, err error) {
	apps, err = storage.Update(ctx, s.config.Store, func(tx *storage.Tx) (int, error) {
		now := s.timestamp()
		n, err := tx.Apps.Count(storage.AppQuery{})
		if err != nil {
			return 0, err
		}
		if err := forgetFleet(tx, now); err != nil {
			return 0, err
		}
		return n, s.recordReset(tx, now, fmt.Sprintf("Forgot %d apps", n), nil)
	})
	if err != nil {
		err = fmt.Errorf("reset: %w", err)
	}
	return apps, err
}

// Wipe is [Service.Reset], but also empties the activity log. It returns the number of all
// removed records. It is a tool for developers.
func (s *Service) Wipe(ctx context.Context) (records int, err error) {
	err = s.config.Store.Update(ctx, func(tx *storage.Tx) (err error) {
		now := s.timestamp()
		if records, err = tx.Activities.Count(storage.ActivityQuery{}); err != nil {
			return err
		}
		ended, err := endedResults(tx)
		if err != nil {
			return err
		}
		records += len(ended)
		for _, k := range kinds(tx) {
			if k.choice {
				continue
			}
			n, err := k.count()
			if err != nil {
				return fmt.Errorf("count %s: %w", k.member, err)
			}
			records += n
		}
		if err := forgetFleet(tx, now); err != nil {
			return err
		}
		if _, err := tx.Activities.Clear(); err != nil {
			return err
		}
		return s.recordReset(tx, now, fmt.Sprintf("Removed %d records", records), map[string]any{"mode": "dev-wipe-apps", "rowsRemoved": records})
	})
	if err != nil {
		return 0, fmt.Errorf("wipe: %w", err)
	}
	return records, nil
}

// StartOver is [Service.Reset], but also removes the settings, flags, devices, runs, results
// and logs, in one transaction. The audit log, revoked sessions and the cooldowns of other
// services stay, and so do the key and backup files, which are not in the database.
// StartOver fails with [runner.ErrBusy] while a process works on a run.
func (s *Service) StartOver(ctx context.Context) error {
	err := s.config.Store.Update(ctx, func(tx *storage.Tx) error {
		now := s.timestamp()
		if err := runner.CancelOpen(tx, now); err != nil {
			return err
		}
		if err := forgetSettings(tx); err != nil { // first, because the kinds would remove them one by one
			return err
		}
		if err := clearKinds(tx, func(kind) bool { return true }); err != nil {
			return err
		}
		for _, clear := range []func() (int, error){tx.Activities.Clear, tx.AILogs.Clear, tx.Deliveries.Clear, tx.Runs.Clear} {
			if _, err := clear(); err != nil {
				return fmt.Errorf("clear logs and runs: %w", err)
			}
		}
		if err := forgetRemoved(tx); err != nil {
			return err
		}
		if err := forgetResults(tx); err != nil {
			return err
		}
		return s.recordReset(tx, now, "Started over", map[string]any{"mode": "start-over"})
	})
	if err != nil {
		return fmt.Errorf("start over: %w", err)
	}
	return nil
}

// forgetRemoved removes the records of the apps that could be restored.
func forgetRemoved(tx *storage.Tx) error {
	if _, err := tx.RemovedApps.Clear(); err != nil && !errors.Is(err, storage.ErrNotSupported) {
		return fmt.Errorf("clear removed apps: %w", err)
	}
	return nil
}

// forgetResults removes the answers to requests that have ended, which tell of apps.
func forgetResults(tx *storage.Tx) error {
	ended, err := endedResults(tx)
	if err != nil {
		return err
	}
	_, err = tx.Results.Delete(ended...)
	return err
}

func endedResults(tx *storage.Tx) (ids []string, err error) {
	for one, err := range tx.Results.List(storage.ResultQuery{}) {
		if err != nil {
			return nil, err
		}
		if one.EndedAt != 0 {
			ids = append(ids, one.ID)
		}
	}
	return ids, nil
}

// forgetSettings removes all settings except the cooldowns of other services.
func forgetSettings(tx *storage.Tx) error {
	cooldowns, err := storage.Collect(tx.Settings.List(storage.SettingQuery{Prefix: settings.Cooldowns}))
	if err != nil {
		return err
	}
	if _, err := tx.Settings.Clear(); err != nil {
		return fmt.Errorf("clear settings: %w", err)
	}
	return tx.Settings.Put(cooldowns...)
}

// forgetFleet removes everything except the user's choices.
func forgetFleet(tx *storage.Tx, now storage.Time) error {
	if err := runner.CancelOpen(tx, now); err != nil {
		return err
	}
	if err := clearKinds(tx, func(k kind) bool { return !k.choice }); err != nil {
		return err
	}
	if err := forgetRemoved(tx); err != nil {
		return err
	}
	if err := forgetResults(tx); err != nil {
		return err
	}
	if err := appdata.RemoveAppSettings(tx); err != nil {
		return err
	}
	return forgetImports(tx)
}

// recordReset adds an entry to the activity log. The detail may be nil.
func (s *Service) recordReset(tx *storage.Tx, start storage.Time, summary string, detail map[string]any) error {
	line := storage.Activity{
		Type: "reset", Status: activity.OK, StartedAt: start, EndedAt: storage.NullTime(s.timestamp()), Summary: storage.Text(summary),
	}
	if detail != nil {
		line.Detail = activity.Detail(detail)
	}
	return activity.Record(tx, s.config.Random, line)
}

// forgetImports removes the records of imported bundles and the suggestions in them.
func forgetImports(tx *storage.Tx) error {
	if _, err := tx.Settings.Delete(bundle.ProfileSuggestionSetting, bundle.MigrationFlowSetting); err != nil {
		return err
	}
	_, err := storage.DeleteListed(tx.Settings, storage.SettingQuery{Prefix: bundle.ImportedPrefix})
	return err
}
