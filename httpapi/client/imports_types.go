// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// DeletedImportAnswer is what [Client.ForgetImport] returns.
type DeletedImportAnswer struct {
	DeletedApps int64 `json:"deletedApps"`
	Success     bool  `json:"success"`
}

// Import is what [Client.Imports] returns.
type Import struct {
	CompletedAt *Time   `json:"completedAt"`
	CreatedAt   Time    `json:"createdAt"`
	DeviceID    *string `json:"deviceId"`
	Errored     int64   `json:"errored"`
	ID          string  `json:"id"`
	Imported    int64   `json:"imported"`
	ItemCount   int64   `json:"itemCount"`
	Matched     int64   `json:"matched"`
	Queued      int64   `json:"queued"`
	Removed     int64   `json:"removed"`
	Source      string  `json:"source"` // screenshots, file, manual
	SourceLabel *string `json:"sourceLabel"`
	Total       int64   `json:"total"`
	Unmatched   int64   `json:"unmatched"`
}

// ImportDetails is what [Client.ShowImport] returns.
type ImportDetails struct {
	Import Import       `json:"import"`
	Items  []ImportItem `json:"items"`
}

// ImportItemsAnswer is what [Client.AddImportItems] returns.
type ImportItemsAnswer struct {
	Items []ImportItem `json:"items"`
}

// RematchedImportItem is what [Client.ChangeImportMatch] returns.
type RematchedImportItem struct {
	Item               ImportItem `json:"item"`
	PreviousAppRemoved *int64     `json:"previousAppRemoved"` // The number of an app in the store
}

// RetriedImportItem is what [Client.RetryImportItem] returns.
type RetriedImportItem struct {
	Item        ImportItem `json:"item"`
	RateLimited *StoreWait `json:"rateLimited,omitzero"`
	Status      string     `json:"status"` // matched, unmatched, skipped, imported, error, pending_search, queued, removed
}

// ImportItemAnswer is what [Client.UpdateImportItem] returns.
type ImportItemAnswer struct {
	Item ImportItem `json:"item"`
}

// ImportQueue is what [Client.ImportQueue] returns.
type ImportQueue struct {
	Items                []ImportItem `json:"items"`
	LastRunAt            *Time        `json:"lastRunAt"`
	OldestNextAttemptAt  *Time        `json:"oldestNextAttemptAt"`
	PausedUntil          *Time        `json:"pausedUntil"`
	Queued               int64        `json:"queued"`
	Running              bool         `json:"running"`
	SoonestNextAttemptAt *Time        `json:"soonestNextAttemptAt"`
}

// ImportsWorkedOn is what [Client.WorkOnImports] returns.
type ImportsWorkedOn struct {
	Failed      int64       `json:"failed"`
	PausedUntil *Time       `json:"pausedUntil,omitzero"`
	Processed   int64       `json:"processed"`
	RateLimited int64       `json:"rateLimited"`
	Skipped     *string     `json:"skipped,omitzero"` // paused, busy, empty
	Status      ImportQueue `json:"status"`
	Succeeded   int64       `json:"succeeded"`
}

// ManualAppsAnswer is what [Client.ManualApps] returns.
type ManualAppsAnswer struct {
	Apps    []ManualApp       `json:"apps"`
	Sources []ManualAppSource `json:"sources"`
}

// ManualAppAnswer is what [Client.AddManualApp] returns.
type ManualAppAnswer struct {
	App ManualApp `json:"app"`
}

// ManualBulkAnswer is what [Client.AddManualApps] returns.
type ManualBulkAnswer struct {
	Created int64              `json:"created"`
	Failed  int64              `json:"failed"`
	Results []ManualBulkStatus `json:"results"`
}

// ManualVersionAnswer is what [Client.ManualPolicyVersion] returns.
type ManualVersionAnswer struct {
	Version ManualPolicyVersion `json:"version"`
}

// ManualScrapeAnswer is what [Client.ReadManualPolicy] returns.
type ManualScrapeAnswer struct {
	Error   *string               `json:"error,omitzero"`
	Event   ManualAppEvent        `json:"event"`
	Version *ManualVersionSummary `json:"version"`
}

// ImportItem is a part of [ImportDetails].
type ImportItem struct {
	AppID         *int64  `json:"appId"` // The number of an app in the store
	AppName       *string `json:"appName"`
	AttemptCount  int64   `json:"attemptCount"`
	Country       *string `json:"country"`
	Developer     *string `json:"developer"`
	EditedQuery   *string `json:"editedQuery"`
	IconURL       *string `json:"iconUrl"`
	ID            string  `json:"id"`
	ImportID      string  `json:"importId"`
	NextAttemptAt *Time   `json:"nextAttemptAt"`
	Query         string  `json:"query"`
	RemovedAppID  *int64  `json:"removedAppId"` // The number of an app in the store
	ScrapeError   *string `json:"scrapeError"`
	Status        string  `json:"status"` // matched, unmatched, skipped, imported, error, pending_search, queued, removed
	URL           *string `json:"url"`
}

// StoreWait is a part of [RetriedImportItem].
type StoreWait struct {
	RetryAfterMs int64 `json:"retryAfterMs"`
}

// ManualApp is a part of [ManualAppsAnswer].
type ManualApp struct {
	Developer        *string `json:"developer"`
	FirstSeen        Time    `json:"firstSeen"`
	ID               string  `json:"id"`
	Name             string  `json:"name"`
	Notes            *string `json:"notes"`
	PrivacyPolicyURL *string `json:"privacyPolicyUrl"`
	Source           string  `json:"source"` // web_clip, testflight, own_build, sideloaded
	SourceURL        *string `json:"sourceUrl"`
	UpdatedAt        Time    `json:"updatedAt"`
}

// ManualAppSource is a part of [ManualAppsAnswer].
type ManualAppSource struct {
	Description          string `json:"description"`
	Icon                 string `json:"icon"`
	Label                string `json:"label"`
	ShortLabel           string `json:"shortLabel"`
	SourceURLPlaceholder string `json:"sourceUrlPlaceholder"`
	SupportsSourceURL    bool   `json:"supportsSourceUrl"`
	Value                string `json:"value"` // web_clip, testflight, own_build, sideloaded
}

// ManualBulkStatus is a part of [ManualBulkAnswer].
type ManualBulkStatus struct {
	App   *ManualApp `json:"app,omitzero"`
	Error *string    `json:"error,omitzero"`
	Index int64      `json:"index"`
	Ok    bool       `json:"ok"`
}

// ManualPolicyVersion is a part of [ManualVersionAnswer].
type ManualPolicyVersion struct {
	ContentHash       string  `json:"contentHash"`
	Extractor         string  `json:"extractor"`
	FirstFetchedAt    Time    `json:"firstFetchedAt"`
	ID                string  `json:"id"`
	LastFetchedAt     Time    `json:"lastFetchedAt"`
	ManualAppID       string  `json:"manualAppId"`
	PolicyURL         *string `json:"policyUrl"`
	SourceContentType *string `json:"sourceContentType"`
	SourceFinalURL    *string `json:"sourceFinalUrl"`
	SourceOrigin      *string `json:"sourceOrigin"` // direct, browser_retry, wayback, null
	SourceText        string  `json:"sourceText"`
	SourceTitle       *string `json:"sourceTitle"`
	SourceWordCount   int64   `json:"sourceWordCount"`
}

// ManualAppEvent is a part of [ManualScrapeAnswer].
type ManualAppEvent struct {
	Detail      ManualAppEventDetail `json:"detail"`
	ID          string               `json:"id"`
	ManualAppID string               `json:"manualAppId"`
	OccurredAt  Time                 `json:"occurredAt"`
	Type        string               `json:"type"` // field_change, scrape
}

// ManualVersionSummary is a part of [ManualScrapeAnswer].
type ManualVersionSummary struct {
	ContentHash    string  `json:"contentHash"`
	FetchedAt      Time    `json:"fetchedAt"`
	ID             string  `json:"id"`
	IsNew          bool    `json:"isNew"`
	PolicyURL      *string `json:"policyUrl"`
	SourceFinalURL *string `json:"sourceFinalUrl"`
	SourceTitle    *string `json:"sourceTitle"`
	WordCount      int64   `json:"wordCount"`
}

// ManualAppEventDetail is a part of [ManualAppEvent].
type ManualAppEventDetail struct {
	Error             *string `json:"error,omitzero"`
	Kind              string  `json:"kind"`        // scrape
	PolicyEvent       string  `json:"policyEvent"` // first, changed, same, error
	PolicyURL         string  `json:"policyUrl"`
	PolicyVersionID   *string `json:"policyVersionId,omitzero"`
	PreviousVersionID *string `json:"previousVersionId,omitzero"`
}
