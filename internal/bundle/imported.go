package bundle

import (
	"encoding/json"
	"time"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The names of settings that an import writes. Each value is a JSON object.
const (
	// ProfileSuggestionSetting holds the recommended privacy profile: profile,
	// preset or null, recommenderName and stashedAt.
	ProfileSuggestionSetting = "recommenderProfileSuggestion"
	// MigrationFlowSetting holds a request to review the recommendations:
	// recommenderName, stashedAt and targetPath, the page to do it on.
	MigrationFlowSetting = "migrationFlowPending"
	// ImportedPrefix and an export time are the name of the setting that holds an
	// [Imported], see [ImportedSetting].
	ImportedPrefix = "auditBundleImport:"
)

// reviewPage is the page on which recommendations are reviewed.
const reviewPage = "/dashboard/review-recommendations"

// Imported is the record of an import.
type Imported struct {
	ImportedAt       storage.Time `json:"importedAt"`       // when it was imported
	Recommender      storage.Text `json:"recommenderName"`  // the name of the author of the bundle; null: not given
	AppsTotal        int          `json:"appsTotal"`        // number of apps in the file
	AppsAdded        int          `json:"appsAdded"`        // number of apps added
	AppsUpdated      int          `json:"appsUpdated"`      // number of apps updated
	AppsSkipped      int          `json:"appsSkipped"`      // number of apps skipped
	AnnotationsAdded int          `json:"annotationsAdded"` // number of notes added
}

// DuplicateError reports that a bundle with the same export time was imported
// before.
type DuplicateError struct{ Existing Imported }

func (e *DuplicateError) Error() string { return "this bundle was imported before" }

// ImportedSetting returns the name of the setting that holds the [Imported] of a
// bundle. It is the same for all spellings of an export time.
func ImportedSetting(exportedAt string) string {
	if at, err := time.Parse(time.RFC3339Nano, exportedAt); err == nil {
		exportedAt = at.UTC().Format(time.RFC3339Nano)
	}
	return ImportedPrefix + exportedAt
}

// importedBefore returns the record of an import of a bundle with this export
// time, nil if there is none.
func importedBefore(tx *storage.Tx, exportedAt string) (*Imported, error) {
	setting, found, err := storage.Find(tx.Settings, ImportedSetting(exportedAt))
	if err != nil || !found {
		return nil, err
	}
	var b Imported
	if json.Unmarshal([]byte(setting.Value), &b) != nil { // from a restored backup
		b = Imported{}
	}
	return &b, nil
}

// saveImported records that the bundle was imported.
func (in *importer) saveImported() error {
	s := in.summary
	return settings.PutJSON(in.tx, ImportedSetting(in.bundle.Info.ExportedAt), Imported{
		in.now, in.from, s.AppsTotal, s.AppsAdded, s.AppsUpdated, s.AppsSkipped, s.AnnotationsAdded,
	})
}

// saveSuggestions saves what the user has to decide on.
func (in *importer) saveSuggestions() error {
	b := in.bundle
	if b.profile.Active() {
		in.summary.ProfileStashed, in.summary.ProfilePreset = true, b.Info.Preset
		err := settings.PutJSON(in.tx, ProfileSuggestionSetting, struct {
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
	return settings.PutJSON(in.tx, MigrationFlowSetting, struct {
		Recommender storage.Text `json:"recommenderName"`
		StashedAt   storage.Time `json:"stashedAt"`
		TargetPath  string       `json:"targetPath"`
	}{in.from, in.now, reviewPage})
}
