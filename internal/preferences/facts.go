package preferences

import (
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The settings that say when something was done that completes a task.
const (
	DeviceSyncSetting  = "deviceResyncLastCommittedAt"
	AuditBundleSetting = "auditBundleLastExportedAt"
)

// facts are what the states of tasks depend on.
type facts struct {
	focus    feature.Focus
	settings map[string]string
	decided  map[storage.Decision]bool // of any app
	preview  bool                      // no task counts as completed
}

// scheduled reports whether apps are refreshed automatically.
func (f facts) scheduled() bool {
	schedule := f.settings[settings.SyncSchedule]
	return schedule != "" && schedule != settings.Manual
}

func (f facts) completed(t task) bool {
	if t.done == nil {
		return !f.preview && f.settings[t.visit] != ""
	}
	return !f.preview && t.done(f)
}

// factsOf reads the facts.
func factsOf(tx *storage.Tx) (facts, error) {
	focus, err := feature.FocusOf(tx)
	if err != nil {
		return facts{}, err
	}
	flags, err := feature.Resolve(tx)
	if err != nil {
		return facts{}, err
	}
	f := facts{focus: focus, preview: flags.On(feature.TasksPreview), settings: make(map[string]string)}
	if f.decided, err = decided(tx); err != nil {
		return facts{}, err
	}
	names := []string{settings.PrivacyProfile, settings.SyncSchedule, settings.WizardCompleted, DeviceSyncSetting, AuditBundleSetting}
	for _, t := range tasks() {
		if t.visit != "" {
			names = append(names, t.visit)
		}
	}
	for _, name := range names {
		if f.settings[name], err = settings.Text(tx, name); err != nil {
			return facts{}, err
		}
	}
	return f, nil
}

// decided returns which verdicts the user has given to any app.
func decided(tx *storage.Tx) (map[storage.Decision]bool, error) {
	given := make(map[storage.Decision]bool)
	for _, d := range []storage.Decision{storage.DecisionSafe, storage.DecisionReplace, storage.DecisionUninstall} {
		for _, err := range tx.Verdicts.List(storage.VerdictQuery{Origin: storage.OriginUser, Decision: d, Limit: 1}) {
			if err != nil {
				return nil, err
			}
			given[d] = true
		}
	}
	return given, nil
}
