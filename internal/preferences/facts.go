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

	profileSetting = "privacyProfile" // of fleet/profile: kept while it says anything
)

// Verdicts says which verdicts of the user there are.
type Verdicts struct {
	Any       bool
	Uninstall bool
}

// facts is what tasks are judged by.
type facts struct {
	focus    feature.Focus
	settings map[string]string
	verdicts Verdicts
	preview  bool // nothing is completed
}

func (f facts) text(name string) string { return f.settings[name] }

// scheduled says whether apps are refreshed by themselves.
func (f facts) scheduled() bool {
	schedule := f.text(settings.SyncSchedule)
	return schedule != "" && schedule != settings.Manual
}

func (f facts) completed(t task) bool { return !f.preview && t.done(f) }

// factsOf reads the facts.
func factsOf(tx storage.Tx, verdicts Verdicts) (facts, error) {
	focus, err := feature.FocusOf(tx)
	if err != nil {
		return facts{}, err
	}
	flags, err := feature.Resolve(tx)
	if err != nil {
		return facts{}, err
	}
	f := facts{focus: focus, verdicts: verdicts, preview: flags.On(feature.TasksPreview), settings: make(map[string]string)}
	names := []string{profileSetting, settings.SyncSchedule, "backgroundWizardCompletedAt", DeviceSyncSetting, AuditBundleSetting}
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
