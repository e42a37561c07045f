// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// BackupAnswer is what [Client.PreviewBackup] returns. The content of a backup.
type BackupAnswer struct {
	Counts           map[string]int64 `json:"counts"` // Number of records by kind
	ExportedAt       Time             `json:"exportedAt"`
	SignaturePresent bool             `json:"signaturePresent"` // Whether the backup is signed
	TotalRows        int64            `json:"totalRows"`        // Number of records in the backup
	Trust            string           `json:"trust"`            // trusted, untrusted: Whether the signature is that of this installation
	Version          int64            `json:"version"`          // The version of the format
	Warnings         []string         `json:"warnings"`         // The problems of the backup, as sentences
}

// Restored is what [Client.RestoreBackup] returns. An answer of `restoreBackup`: Restore a backup, replacing all data.
type Restored struct {
	Counts     map[string]int64 `json:"counts"` // Number of records by kind
	RestoredAt Time             `json:"restoredAt"`
	Success    bool             `json:"success"` // Whether it succeeded
	Trust      string           `json:"trust"`   // trusted, untrusted: Whether the signature is that of this installation
}

// BackupFilesAnswer is what [Client.BackupFiles] returns. The backups in the folder, and the schedule of backups.
type BackupFilesAnswer struct {
	Directory string       `json:"directory"` // The folder of the backup files, masked
	Settings  BackupPlan   `json:"settings"`  // The schedule of backup files and how many are retained
	Snapshots []BackupFile `json:"snapshots"` // The backup files, newest first
}

// BackupMadeAnswer is what [Client.MakeBackupFile] returns. The backups after one was made.
type BackupMadeAnswer struct {
	Created   BackupFile   `json:"created"`   // The file that was made
	Directory string       `json:"directory"` // The folder of the backup files, masked
	Pruned    []BackupFile `json:"pruned"`    // Files that were deleted because there are newer ones
	Settings  BackupPlan   `json:"settings"`  // The schedule of backup files and how many are retained
	Snapshots []BackupFile `json:"snapshots"` // The backup files, newest first
}

// ExportJSONAnswer is what [Client.ExportJSON] returns.
type ExportJSONAnswer struct {
	Apps       []ExportedApp `json:"apps"` // The apps
	ExportedAt Time          `json:"exportedAt"`
}

// ImportAnswer is what [Client.ImportAuditBundle] returns. An answer of `importAuditBundle`: Import the audit bundle of another person.
type ImportAnswer struct {
	Success bool               `json:"success"` // Whether it succeeded
	Summary AuditBundleSummary `json:"summary"` // The summary
}

// AuditBundlePreview is what [Client.PreviewAuditBundle] returns. What the import of an audit bundle would do.
type AuditBundlePreview struct {
	Bundle         AuditBundleInfo      `json:"bundle"`         // The bundle that the file holds
	ExistingImport *ImportedAuditBundle `json:"existingImport"` // The earlier import of the same bundle; null: none
	Preview        bool                 `json:"preview"`        // Always true: nothing was imported
	Success        bool                 `json:"success"`        // Whether it succeeded
	Summary        AuditBundleSummary   `json:"summary"`        // The summary
}

// BackupPlan is a part of [BackupFilesAnswer]. The schedule of backups and how many are retained.
type BackupPlan struct {
	Enabled        bool  `json:"enabled"`       // Whether backups are made on schedule
	IntervalHours  int64 `json:"intervalHours"` // The interval of scheduled backups in hours, from 1 to 720
	LastRunAt      *Time `json:"lastRunAt"`
	NextRunAt      *Time `json:"nextRunAt"`
	RetentionCount int64 `json:"retentionCount"` // How many files are retained, from 1 to 100
}

// BackupFile is a part of [BackupFilesAnswer]. A backup in the folder.
type BackupFile struct {
	CreatedAt Time   `json:"createdAt"`
	Filename  string `json:"filename"`  // The name of the file
	Path      string `json:"path"`      // The absolute path of the file
	SizeBytes int64  `json:"sizeBytes"` // The size in bytes; null: not known
}

// ExportedApp is a part of [ExportJSONAnswer]. An app with its labels.
type ExportedApp struct {
	Accessibility          *Accessibility     `json:"accessibility"`         // Whether the app supports accessibility features; null: the page has no such section, or it could not be parsed
	AccessibilityCount     int64              `json:"accessibilityCount"`    // The number of accessibility features that the app declares
	AccessibilityFeatures  []Feature          `json:"accessibilityFeatures"` // The accessibility features that the app declares, by identifier
	AgeRating              *string            `json:"ageRating"`             // The age rating as the App Store shows it, such as "4+"; null: not known
	AgeRatingDescriptors   *RatingDescriptors `json:"ageRatingDescriptors"`  // The reasons for the age rating; null: not known
	AgeRatingValue         *int64             `json:"ageRatingValue"`        // The App Store's own number for the rating, such as 100 for "4+", which depends on neither the language nor the storefront's scale. Null if the source of the rating has none.
	AppSource              *string            `json:"appSource"`             // The name of the source that the app is from; empty: the main one
	Availability           Availability       `json:"availability"`          // Whether the App Store lists the app
	BackgroundLocation     *bool              `json:"backgroundLocation"`    // Whether it may use the location in the background; null: not known
	BundleID               *string            `json:"bundleId"`              // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	CategoryCount          int64              `json:"categoryCount"`         // The number of data categories, counted for each privacy type
	ChangeCount            int64              `json:"changeCount"`           // The number of refreshes with changes since the last acknowledgement
	ChangesAcknowledgedAt  Time               `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil    Time               `json:"changesSnoozedUntil"`
	Country                *string            `json:"country"`        // The storefront, two lower-case letters; empty: not known
	CurrentVersion         *string            `json:"currentVersion"` // The version of the app in the App Store; null: not known
	Developer              *string            `json:"developer"`      // The developer of the app; null: not known
	FirstSeen              Time               `json:"firstSeen"`
	GenreID                *int64             `json:"genreId"`                // The number of the genre in the App Store; null: not known
	GenreName              *string            `json:"genreName"`              // The name of the genre; null: not known
	HasAccessibilityLabels *bool              `json:"hasAccessibilityLabels"` // Whether the page has a section on accessibility; null: not known
	HasIAP                 *bool              `json:"hasIap"`                 // Whether the app offers in-app purchases; null: not known
	HasPrivacyDetails      *bool              `json:"hasPrivacyDetails"`      // Whether the developer has declared anything about privacy; null: not known
	IconURL                *string            `json:"iconUrl"`                // The URL of the icon; null: not known
	ID                     int64              `json:"id"`                     // The ID
	LastChecked            *Time              `json:"lastChecked"`
	LastError              *Failure           `json:"lastError"` // Why the last refresh failed, or that it read no label although one is known; null: it succeeded
	LastSuccess            *Time              `json:"lastSuccess"`
	LastSynced             Time               `json:"lastSynced"`
	LinkedCount            int64              `json:"linkedCount"`      // Number of categories of data that are linked to the user
	Name                   string             `json:"name"`             // The name
	Platform               *string            `json:"platform"`         // ios, mac, tv, vision, watch, null: The platform of the page; empty: not known
	PolicyAnalysis         *PolicyAnalysis    `json:"policyAnalysis"`   // The state of the app's policy; null: it was never fetched
	PriceAmount            *float64           `json:"priceAmount"`      // The price; 0: the app is free, null: not known
	PriceCurrency          *string            `json:"priceCurrency"`    // The currency of the price, such as USD; null: not known
	PriceFormatted         *string            `json:"priceFormatted"`   // The price as the App Store shows it; null: not known
	PrivacyPolicyURL       *string            `json:"privacyPolicyUrl"` // The URL of the privacy policy; null: not known
	PrivacyTypes           []PrivacyType      `json:"privacyTypes"`     // The privacy label: its types, with the categories of each
	SyncCount              int64              `json:"syncCount"`        // The number of snapshots
	TrackCount             int64              `json:"trackCount"`       // Number of categories of data that are used to track the user
	UnlinkedCount          int64              `json:"unlinkedCount"`    // Number of categories of data that are not linked to the user
	URL                    string             `json:"url"`              // The URL
	VersionUpdatedAt       *Time              `json:"versionUpdatedAt"`
	WhatsNew               *string            `json:"whatsNew"` // The release notes of the version; null: none
}

// AuditBundleSummary is a part of [ImportAnswer]. The outcome of an import.
type AuditBundleSummary struct {
	AnnotationsAdded          int64   `json:"annotationsAdded"`          // Number of notes added
	AnnotationsSkipped        int64   `json:"annotationsSkipped"`        // The number of notes that were skipped: known already, blank, or about an unknown app
	AppsAdded                 int64   `json:"appsAdded"`                 // Number of apps added
	AppsSkipped               int64   `json:"appsSkipped"`               // The number of apps that were skipped, because their state here is as new or newer
	AppsTotal                 int64   `json:"appsTotal"`                 // Number of apps in the file
	AppsUpdated               int64   `json:"appsUpdated"`               // Number of apps updated
	RecommenderName           string  `json:"recommenderName"`           // The name of the author of the bundle; null: not given
	RecommenderProfilePreset  *string `json:"recommenderProfilePreset"`  // The preset of the author's privacy profile; null: none
	RecommenderProfileStashed bool    `json:"recommenderProfileStashed"` // Whether the author's privacy profile was saved for later
	VerdictsAdded             int64   `json:"verdictsAdded"`             // The number of verdicts added, including those that replace one of the same person
}

// AuditBundleInfo is a part of [AuditBundlePreview]. What a bundle states about itself.
type AuditBundleInfo struct {
	AnnotationsCount         int64   `json:"annotationsCount"`         // Number of notes
	AppVersion               *string `json:"appVersion"`               // The version of the program that made the bundle; null: not given
	AppsCount                int64   `json:"appsCount"`                // Number of apps
	ExportedAt               string  `json:"exportedAt"`               // When the bundle was made, as written in the file. It identifies the bundle
	ExportedByAudience       *string `json:"exportedByAudience"`       // For whom the author checks apps; null: not given
	HasRecommenderProfile    bool    `json:"hasRecommenderProfile"`    // Whether the bundle has the privacy profile of its author
	RecommenderName          *string `json:"recommenderName"`          // The name of the author of the bundle; null: not given
	RecommenderProfilePreset *string `json:"recommenderProfilePreset"` // The preset of the author's privacy profile; null: none
	Version                  *int64  `json:"version,omitzero"`         // The version of the format; missing if it is not given
}

// ImportedAuditBundle is a part of [AuditBundlePreview]. The record of an import.
type ImportedAuditBundle struct {
	AnnotationsAdded int64   `json:"annotationsAdded"` // Number of notes added
	AppsAdded        int64   `json:"appsAdded"`        // Number of apps added
	AppsSkipped      int64   `json:"appsSkipped"`      // Number of apps skipped
	AppsTotal        int64   `json:"appsTotal"`        // Number of apps in the file
	AppsUpdated      int64   `json:"appsUpdated"`      // Number of apps updated
	ImportedAt       Time    `json:"importedAt"`
	RecommenderName  *string `json:"recommenderName"` // The name of the author of the bundle; null: not given
}

// PolicyAnalysis is a part of [ExportedApp]. The current state of an app's privacy policy. A failed fetch does not change what is known of the text..
type PolicyAnalysis struct {
	AnalysisMode        *string        `json:"analysisMode"` // direct, chunked, imported, null: How the policy was summarised: as a whole (direct), in parts (chunked), or by another installation (imported); null: it was not
	AppID               int64          `json:"appId"`        // The ID of the app
	ArchiveSubmittedAt  *Time          `json:"archiveSubmittedAt"`
	ArchiveURL          *string        `json:"archiveUrl"`              // The URL of a copy of the current text in the web archive; null: none
	ChangingBlocks      []PolicyBlock  `json:"changingBlocks"`          // The blocks in which the last texts of an unstable policy differ
	ChunkNotes          []PolicyNote   `json:"chunkNotes"`              // The model's summaries of the parts of a long text, in order
	ChunkNotesHash      *string        `json:"chunkNotesHash,omitzero"` // The digest of the notes on the parts of the text (SHA-256, hexadecimal); empty: none
	ContentHash         *string        `json:"contentHash,omitzero"`    // The digest of the text that was last fetched (SHA-256, hexadecimal). When an old text returns, previousContentHash is that of the text that it replaces.
	DoubtfulAt          *Time          `json:"doubtfulAt"`
	DoubtfulHash        *string        `json:"doubtfulHash,omitzero"` // The version of the doubtful text
	Error               *string        `json:"error"`                 // Why the last attempt failed; null: it did not
	ExcludedBlocks      []PolicyBlock  `json:"excludedBlocks"`        // The blocks that a user marked as not part of the policy
	FailedAt            *Time          `json:"failedAt"`
	FailedDays          int64          `json:"failedDays"` // The number of UTC days with a failed fetch since the last successful one, and FailedAt the last fetch that was counted
	FetchAgainAt        *Time          `json:"fetchAgainAt"`
	LastRunLog          []PolicyStep   `json:"lastRunLog"`                   // The steps of the last attempt, oldest first
	Model               *string        `json:"model"`                        // The language model; empty or null: none
	NotifiedHash        *string        `json:"notifiedHash,omitzero"`        // The text of which users were notified last; zero: the current one
	PolicyURL           *string        `json:"policyUrl"`                    // The URL that was last requested; null: none
	PreviousContentHash *string        `json:"previousContentHash,omitzero"` // The digest of the previous text (SHA-256, hexadecimal); empty: none
	PreviousSummary     *PolicySummary `json:"previousSummary"`              // The summary of the text before; null: none
	PreviousSummaryAt   *Time          `json:"previousSummaryAt"`
	RecentHashes        []string       `json:"recentHashes"`      // The texts of the last fetches before the current text, oldest first, as long as each fetch found another text than the one before. After too many of them the policy is unstable: UnstableUntil is when it counts as stable again, unless it changes before. Notified is then the last text of which users were notified, and Changing are the blocks of the text that differ.
	SourceContentType   *string        `json:"sourceContentType"` // The media type of the policy; null: not known
	SourceFetchedAt     *Time          `json:"sourceFetchedAt"`
	SourceFinalURL      *string        `json:"sourceFinalUrl"`  // The URL of the text, after redirects; null: not known
	SourceLength        int64          `json:"sourceLength"`    // The length of the text in UTF-16 units
	SourceOrigin        *string        `json:"sourceOrigin"`    // direct, browser_retry, wayback, null: How the text was fetched: directly, again as a browser would, or from the web archive; null: not known
	SourceTitle         *string        `json:"sourceTitle"`     // The title of the policy; null: none
	SourceWordCount     int64          `json:"sourceWordCount"` // Number of words of the text
	Status              string         `json:"status"`          // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error: The status
	Summary             *PolicySummary `json:"summary"`         // The summary of the current text or, without one, of another installation; null: none
	SummaryAt           *Time          `json:"summaryAt"`
	UnstableUntil       *Time          `json:"unstableUntil"`
	UpdatedAt           Time           `json:"updatedAt"`
}

// PolicyBlock is a part of [PolicyAnalysis]. A block on the page of a policy that is not part of the policy, or differs so often that it may not be. It has a selector, or is named by the paragraphs around it, because its own text may differ at each fetch..
type PolicyBlock struct {
	After        string `json:"after"` // The beginning of the paragraph before the block; empty: the block begins the text
	AppliedAt    *Time  `json:"appliedAt"`
	At           Time   `json:"at"`
	Before       string `json:"before"` // The beginning of the paragraph after the block; empty: the block ends the text
	ID           string `json:"id"`     // Follows from the selector or the paragraphs
	ReadmittedAt *Time  `json:"readmittedAt"`
	Selector     string `json:"selector"` // "#id", ".class" or words, as a fetcher takes them; empty: what is between After and Before
	Text         string `json:"text"`     // The beginning of the block when it was found
	Words        int64  `json:"words"`    // The length of the longest form of the block that was found
}

// PolicyNote is a part of [PolicyAnalysis]. A model's summary of a part of a text.
type PolicyNote struct {
	ChunkHash  string   `json:"chunkHash"`  // The digest of the part and the model
	Highlights []string `json:"highlights"` // The most important statements
	Summary    string   `json:"summary"`    // The summary
}
