package backup

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The settings in which is kept what an import lays aside, each an object of JSON.
const (
	// ProfileSuggestionSetting is the privacy profile that somebody recommends:
	// profile, preset or null, recommenderName and stashedAt.
	ProfileSuggestionSetting = "recommenderProfileSuggestion"
	// MigrationFlowSetting says that somebody asks to go through recommendations:
	// recommenderName, stashedAt and targetPath, the page for it.
	MigrationFlowSetting = "migrationFlowPending"
	// AuditBundleImportPrefix is what the names of settings begin with that each say of
	// one bundle that it was imported; what follows is its exported_at.
	AuditBundleImportPrefix = "auditBundleImport:"
)

// migrationTarget is the page on which recommendations are gone through.
const migrationTarget = "/dashboard/review-recommendations"

// ImportedAuditBundle is what is known of a bundle that was imported. There are few of
// them, each a setting.
type ImportedAuditBundle struct {
	ImportedAt       storage.Time `json:"importedAt"`
	Recommender      storage.Text `json:"recommenderName"`
	AppsTotal        int          `json:"appsTotal"`
	AppsAdded        int          `json:"appsAdded"`
	AppsUpdated      int          `json:"appsUpdated"`
	AppsSkipped      int          `json:"appsSkipped"`
	AnnotationsAdded int          `json:"annotationsAdded"`
}

// DuplicateError says that a bundle of the same moment was imported before.
type DuplicateError struct{ Existing ImportedAuditBundle }

func (e *DuplicateError) Error() string { return "this bundle was imported before" }

// importSetting returns where the import of a bundle is kept: the same for every
// way of writing the moment.
func importSetting(exportedAt string) string {
	if at, err := time.Parse(time.RFC3339Nano, exportedAt); err == nil {
		exportedAt = at.UTC().Format(time.RFC3339Nano)
	}
	return AuditBundleImportPrefix + exportedAt
}

// importedBefore returns the import of a bundle of this moment, nil when there
// was none.
func importedBefore(tx storage.Tx, exportedAt string) (*ImportedAuditBundle, error) {
	kept, err := tx.Settings().Get(importSetting(exportedAt))
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var b ImportedAuditBundle
	if json.Unmarshal([]byte(kept.Value), &b) != nil { // not of this package's writing, but there
		b = ImportedAuditBundle{}
	}
	return &b, nil
}

// remember keeps that the bundle was imported.
func (in *intake) remember() error {
	s := in.told
	return in.put(importSetting(in.bundle.Info.ExportedAt), ImportedAuditBundle{
		in.now, in.from, s.AppsTotal, s.AppsAdded, s.AppsUpdated, s.AppsSkipped, s.AnnotationsAdded,
	})
}

// stash lays aside what is for the user to decide on.
func (in *intake) stash() error {
	b := in.bundle
	if b.profile.Active() {
		in.told.ProfileStashed, in.told.ProfilePreset = true, b.Info.Preset
		err := in.put(ProfileSuggestionSetting, struct {
			Profile     map[string]profile.Tier `json:"profile"`
			Preset      storage.Text            `json:"preset"`
			Recommender storage.Text            `json:"recommenderName"`
			StashedAt   storage.Time            `json:"stashedAt"`
		}{b.profile.Tiers, b.Info.Preset, in.from, in.now})
		if err != nil {
			return err
		}
	}
	if !b.migration {
		return nil
	}
	return in.put(MigrationFlowSetting, struct {
		Recommender storage.Text `json:"recommenderName"`
		StashedAt   storage.Time `json:"stashedAt"`
		TargetPath  string       `json:"targetPath"`
	}{in.from, in.now, migrationTarget})
}

func (in *intake) put(setting string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return settings.PutText(in.tx, setting, string(text))
}

// forgetImports forgets which bundles were imported, and what they laid aside.
func forgetImports(tx storage.Tx) error {
	names := []string{ProfileSuggestionSetting, MigrationFlowSetting}
	for s, err := range tx.Settings().List(storage.SettingQuery{Prefix: AuditBundleImportPrefix}) {
		if err != nil {
			return err
		}
		names = append(names, s.Name)
	}
	_, err := tx.Settings().Delete(names...)
	return err
}
