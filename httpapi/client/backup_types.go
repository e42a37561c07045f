// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// BackupAnswer is what [Client.PreviewBackup] returns.
type BackupAnswer struct {
	Counts           map[string]int64 `json:"counts"`
	ExportedAt       Time             `json:"exportedAt"`
	SignaturePresent bool             `json:"signaturePresent"`
	TotalRows        int64            `json:"totalRows"`
	Trust            string           `json:"trust"` // trusted, untrusted
	Version          int64            `json:"version"`
	Warnings         []string         `json:"warnings"`
}

// Restored is what [Client.RestoreBackup] returns.
type Restored struct {
	Counts     map[string]int64 `json:"counts"`
	RestoredAt Time             `json:"restoredAt"`
	Success    bool             `json:"success"`
	Trust      string           `json:"trust"` // trusted, untrusted
}

// BackupFilesAnswer is what [Client.BackupFiles] returns.
type BackupFilesAnswer struct {
	Directory string       `json:"directory"`
	Settings  BackupPlan   `json:"settings"`
	Snapshots []BackupFile `json:"snapshots"`
}

// BackupMadeAnswer is what [Client.MakeBackupFile] returns.
type BackupMadeAnswer struct {
	Created   BackupFile   `json:"created"`
	Directory string       `json:"directory"`
	Pruned    []BackupFile `json:"pruned"`
	Settings  BackupPlan   `json:"settings"`
	Snapshots []BackupFile `json:"snapshots"`
}

// ExportJSONAnswer is what [Client.ExportJSON] returns.
type ExportJSONAnswer struct {
	Apps       []ExportedApp `json:"apps"`
	ExportedAt Time          `json:"exportedAt"`
}

// ImportAnswer is what [Client.ImportAuditBundle] returns.
type ImportAnswer struct {
	Success bool               `json:"success"`
	Summary AuditBundleSummary `json:"summary"`
}

// AuditBundlePreview is what [Client.PreviewAuditBundle] returns.
type AuditBundlePreview struct {
	Bundle         AuditBundleInfo      `json:"bundle"`
	ExistingImport *ImportedAuditBundle `json:"existingImport"`
	Preview        bool                 `json:"preview"`
	Success        bool                 `json:"success"`
	Summary        AuditBundleSummary   `json:"summary"`
}

// BackupPlan is a part of [BackupFilesAnswer].
type BackupPlan struct {
	Enabled        bool  `json:"enabled"`
	IntervalHours  int64 `json:"intervalHours"`
	LastRunAt      *Time `json:"lastRunAt"`
	NextRunAt      *Time `json:"nextRunAt"`
	RetentionCount int64 `json:"retentionCount"`
}

// BackupFile is a part of [BackupFilesAnswer].
type BackupFile struct {
	CreatedAt Time   `json:"createdAt"`
	Filename  string `json:"filename"`
	Path      string `json:"path"`
	SizeBytes int64  `json:"sizeBytes"`
}

// ExportedApp is a part of [ExportJSONAnswer].
type ExportedApp struct {
	Accessibility          *Accessibility     `json:"accessibility"`
	AccessibilityCount     int64              `json:"accessibilityCount"`
	AccessibilityFeatures  []Feature          `json:"accessibilityFeatures"`
	AgeRating              *string            `json:"ageRating"`
	AgeRatingDescriptors   *RatingDescriptors `json:"ageRatingDescriptors"`
	AgeRatingValue         *int64             `json:"ageRatingValue"`
	AppSource              *string            `json:"appSource"`
	Availability           Availability       `json:"availability"`
	BackgroundLocation     *bool              `json:"backgroundLocation"`
	BundleID               *string            `json:"bundleId"`
	CategoryCount          int64              `json:"categoryCount"`
	ChangeCount            int64              `json:"changeCount"`
	ChangesAcknowledgedAt  Time               `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil    Time               `json:"changesSnoozedUntil"`
	CurrentVersion         *string            `json:"currentVersion"`
	Developer              *string            `json:"developer"`
	FirstSeen              Time               `json:"firstSeen"`
	GenreID                *int64             `json:"genreId"`
	GenreName              *string            `json:"genreName"`
	HasAccessibilityLabels *bool              `json:"hasAccessibilityLabels"`
	HasIAP                 *bool              `json:"hasIap"`
	HasPrivacyDetails      *bool              `json:"hasPrivacyDetails"`
	IconURL                *string            `json:"iconUrl"`
	ID                     int64              `json:"id"` // The number of an app in the store
	LastError              *Failure           `json:"lastError"`
	LastSynced             Time               `json:"lastSynced"`
	LinkedCount            int64              `json:"linkedCount"`
	Name                   string             `json:"name"`
	PolicyAnalysis         *PolicyAnalysis    `json:"policyAnalysis"`
	PriceAmount            *float64           `json:"priceAmount"`
	PriceCurrency          *string            `json:"priceCurrency"`
	PriceFormatted         *string            `json:"priceFormatted"`
	PrivacyPolicyURL       *string            `json:"privacyPolicyUrl"`
	PrivacyTypes           []PrivacyType      `json:"privacyTypes"`
	SyncCount              int64              `json:"syncCount"`
	TrackCount             int64              `json:"trackCount"`
	UnlinkedCount          int64              `json:"unlinkedCount"`
	URL                    string             `json:"url"`
	VersionUpdatedAt       *Time              `json:"versionUpdatedAt"`
	WhatsNew               *string            `json:"whatsNew"`
}

// AuditBundleSummary is a part of [ImportAnswer].
type AuditBundleSummary struct {
	AnnotationsAdded          int64   `json:"annotationsAdded"`
	AnnotationsSkipped        int64   `json:"annotationsSkipped"`
	AppsAdded                 int64   `json:"appsAdded"`
	AppsSkipped               int64   `json:"appsSkipped"`
	AppsTotal                 int64   `json:"appsTotal"`
	AppsUpdated               int64   `json:"appsUpdated"`
	RecommenderName           string  `json:"recommenderName"`
	RecommenderProfilePreset  *string `json:"recommenderProfilePreset"`
	RecommenderProfileStashed bool    `json:"recommenderProfileStashed"`
	VerdictsAdded             int64   `json:"verdictsAdded"`
}

// AuditBundleInfo is a part of [AuditBundlePreview].
type AuditBundleInfo struct {
	AnnotationsCount         int64   `json:"annotationsCount"`
	AppVersion               *string `json:"appVersion"`
	AppsCount                int64   `json:"appsCount"`
	ExportedAt               string  `json:"exportedAt"`
	ExportedByAudience       *string `json:"exportedByAudience"`
	HasRecommenderProfile    bool    `json:"hasRecommenderProfile"`
	RecommenderName          *string `json:"recommenderName"`
	RecommenderProfilePreset *string `json:"recommenderProfilePreset"`
	Version                  *int64  `json:"version,omitzero"`
}

// ImportedAuditBundle is a part of [AuditBundlePreview].
type ImportedAuditBundle struct {
	AnnotationsAdded int64   `json:"annotationsAdded"`
	AppsAdded        int64   `json:"appsAdded"`
	AppsSkipped      int64   `json:"appsSkipped"`
	AppsTotal        int64   `json:"appsTotal"`
	AppsUpdated      int64   `json:"appsUpdated"`
	ImportedAt       Time    `json:"importedAt"`
	RecommenderName  *string `json:"recommenderName"`
}

// PolicyAnalysis is a part of [ExportedApp].
type PolicyAnalysis struct {
	AnalysisMode        *string        `json:"analysisMode"` // direct, chunked, imported, null
	AppID               int64          `json:"appId"`        // The number of an app in the store
	ArchiveSubmittedAt  *Time          `json:"archiveSubmittedAt"`
	ArchiveURL          *string        `json:"archiveUrl"`
	ChunkNotes          []PolicyNote   `json:"chunkNotes"`
	ChunkNotesHash      *string        `json:"chunkNotesHash,omitzero"`
	ContentHash         *string        `json:"contentHash,omitzero"`
	Error               *string        `json:"error"`
	LastRunLog          []PolicyStep   `json:"lastRunLog"`
	Model               *string        `json:"model"`
	PolicyURL           *string        `json:"policyUrl"`
	PreviousContentHash *string        `json:"previousContentHash,omitzero"`
	PreviousSummary     *PolicySummary `json:"previousSummary"`
	PreviousSummaryAt   *Time          `json:"previousSummaryAt"`
	SourceContentType   *string        `json:"sourceContentType"`
	SourceFetchedAt     *Time          `json:"sourceFetchedAt"`
	SourceFinalURL      *string        `json:"sourceFinalUrl"`
	SourceLength        int64          `json:"sourceLength"`
	SourceOrigin        *string        `json:"sourceOrigin"` // direct, browser_retry, wayback, null
	SourceTitle         *string        `json:"sourceTitle"`
	SourceWordCount     int64          `json:"sourceWordCount"`
	Status              string         `json:"status"` // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error
	Summary             *PolicySummary `json:"summary"`
	SummaryAt           *Time          `json:"summaryAt"`
	UnstableUntil       *Time          `json:"unstableUntil"`
	UpdatedAt           Time           `json:"updatedAt"`
	WithheldAt          *Time          `json:"withheldAt"`
}

// PolicyNote is a part of [PolicyAnalysis].
type PolicyNote struct {
	ChunkHash  string   `json:"chunkHash"`
	Highlights []string `json:"highlights"`
	Summary    string   `json:"summary"`
}
