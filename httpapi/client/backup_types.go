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

// ExportedApp is a part of [ExportJSONAnswer].
type ExportedApp struct {
	AccessibilityCount     int64           `json:"accessibilityCount"`
	AccessibilityFeatures  []Feature       `json:"accessibilityFeatures"`
	AgeRating              *string         `json:"ageRating"`
	BundleID               *string         `json:"bundleId"`
	CategoryCount          int64           `json:"categoryCount"`
	ChangeCount            int64           `json:"changeCount"`
	ChangesAcknowledgedAt  Time            `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil    Time            `json:"changesSnoozedUntil"`
	CurrentVersion         *string         `json:"currentVersion"`
	Developer              *string         `json:"developer"`
	FirstSeen              Time            `json:"firstSeen"`
	GenreID                *int64          `json:"genreId"`
	GenreName              *string         `json:"genreName"`
	HasAccessibilityLabels *bool           `json:"hasAccessibilityLabels"`
	HasIAP                 *bool           `json:"hasIap"`
	HasPrivacyDetails      *bool           `json:"hasPrivacyDetails"`
	IconURL                *string         `json:"iconUrl"`
	ID                     int64           `json:"id"` // The number of an app in the store
	LastSynced             Time            `json:"lastSynced"`
	LinkedCount            int64           `json:"linkedCount"`
	Name                   string          `json:"name"`
	PolicyAnalysis         *PolicyAnalysis `json:"policyAnalysis"`
	PriceAmount            *float64        `json:"priceAmount"`
	PriceCurrency          *string         `json:"priceCurrency"`
	PriceFormatted         *string         `json:"priceFormatted"`
	PrivacyPolicyURL       *string         `json:"privacyPolicyUrl"`
	PrivacyTypes           []PrivacyType   `json:"privacyTypes"`
	SyncCount              int64           `json:"syncCount"`
	TrackCount             int64           `json:"trackCount"`
	UnlinkedCount          int64           `json:"unlinkedCount"`
	URL                    string          `json:"url"`
	VersionUpdatedAt       *Time           `json:"versionUpdatedAt"`
	WhatsNew               *string         `json:"whatsNew"`
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
	AppID               int64        `json:"appId"` // The number of an app in the store
	ContentHash         []int64      `json:"contentHash,omitzero"`
	Error               *string      `json:"error"`
	LastRunLog          []PolicyStep `json:"lastRunLog"`
	PolicyURL           *string      `json:"policyUrl"`
	PreviousContentHash []int64      `json:"previousContentHash,omitzero"`
	SourceContentType   *string      `json:"sourceContentType"`
	SourceFetchedAt     *Time        `json:"sourceFetchedAt"`
	SourceFinalURL      *string      `json:"sourceFinalUrl"`
	SourceLength        int64        `json:"sourceLength"`
	SourceOrigin        *string      `json:"sourceOrigin"` // direct, browser_retry, wayback, null
	SourceTitle         *string      `json:"sourceTitle"`
	SourceWordCount     int64        `json:"sourceWordCount"`
	Status              string       `json:"status"` // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error
	UpdatedAt           Time         `json:"updatedAt"`
}
