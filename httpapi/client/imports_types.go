// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// DeletedImportAnswer is what [Client.ForgetImport] returns. An answer of `forgetImport`: Delete an import.
type DeletedImportAnswer struct {
	DeletedApps int64 `json:"deletedApps"` // Number of apps that were deleted with the import
	Success     bool  `json:"success"`     // Whether it succeeded
}

// Import is what [Client.Imports] returns. An import with the number of items in each group.
type Import struct {
	CompletedAt *Time   `json:"completedAt"`
	CreatedAt   Time    `json:"createdAt"`
	DeviceID    *string `json:"deviceId"`    // The device that the apps are installed on, which need not exist; null: none
	Errored     int64   `json:"errored"`     // The number of items with an error
	ID          string  `json:"id"`          // The ID
	Imported    int64   `json:"imported"`    // The number of items whose app is tracked. They also count as matched
	ItemCount   int64   `json:"itemCount"`   // Number of items
	Matched     int64   `json:"matched"`     // The number of items for which an app was chosen
	Queued      int64   `json:"queued"`      // The number of items that wait for the search or the refresh
	Removed     int64   `json:"removed"`     // The number of items whose app was removed again
	Source      string  `json:"source"`      // screenshots, file, manual: The source
	SourceLabel *string `json:"sourceLabel"` // The name of what was imported; null: none
	Total       int64   `json:"total"`       // The announced number of items, or the actual number if it is higher
	Unmatched   int64   `json:"unmatched"`   // The number of items that were not found, skipped, removed again, or that failed
}

// ImportDetails is what [Client.ShowImport] returns. An import and its items, in the order in which they were added.
type ImportDetails struct {
	Import Import       `json:"import"` // The import
	Items  []ImportItem `json:"items"`  // The items
}

// ImportItemsAnswer is what [Client.AddImportItems] returns. An answer of `addImportItems`: Add items to an import.
type ImportItemsAnswer struct {
	Items []ImportItem `json:"items"` // The items
}

// RematchedImportItem is what [Client.ChangeImportMatch] returns. An item for which another app was chosen.
type RematchedImportItem struct {
	Item               ImportItem `json:"item"`               // The item
	PreviousAppRemoved *int64     `json:"previousAppRemoved"` // The ID of the previous app, if it was removed; otherwise null
}

// RetriedImportItem is what [Client.RetryImportItem] returns. The outcome of retrying an item.
type RetriedImportItem struct {
	Item        ImportItem `json:"item"`                 // The item
	RateLimited *StoreWait `json:"rateLimited,omitzero"` // What could not be done because the App Store is rate limiting; missing: everything was done
	Status      string     `json:"status"`               // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The new status of the item
}

// ImportItemAnswer is what [Client.UpdateImportItem] returns. An answer of `updateImportItem`: Change an item of an import.
type ImportItemAnswer struct {
	Item ImportItem `json:"item"` // The item
}

// ImportQueue is what [Client.ImportQueue] returns. The state of the queue of imports.
type ImportQueue struct {
	Items                []ImportItem `json:"items"` // The first items of the queue
	LastRunAt            *Time        `json:"lastRunAt"`
	OldestNextAttemptAt  *Time        `json:"oldestNextAttemptAt"`
	PausedUntil          *Time        `json:"pausedUntil"`
	Queued               int64        `json:"queued"`  // The number of items that wait
	Running              bool         `json:"running"` // Whether work is in progress
	SoonestNextAttemptAt *Time        `json:"soonestNextAttemptAt"`
}

// ImportsWorkedOn is what [Client.WorkOnImports] returns. The outcome of processing the import queue.
type ImportsWorkedOn struct {
	Failed      int64       `json:"failed"` // The number of items that failed
	PausedUntil *Time       `json:"pausedUntil,omitzero"`
	Processed   int64       `json:"processed"`        // The number of items that were processed
	RateLimited int64       `json:"rateLimited"`      // 1 if the App Store was rate limiting, otherwise 0
	Skipped     *string     `json:"skipped,omitzero"` // paused, busy, empty: Why nothing was processed; missing: something was
	Status      ImportQueue `json:"status"`           // The status
	Succeeded   int64       `json:"succeeded"`        // The number of items that succeeded
}

// ManualAppsAnswer is what [Client.ManualApps] returns. An answer of `manualApps`: List manual apps.
type ManualAppsAnswer struct {
	Apps    []ManualApp       `json:"apps"`    // The apps
	Sources []ManualAppSource `json:"sources"` // The kinds of manual apps
}

// ManualAppAnswer is what [Client.AddManualApp] returns. An answer of `restoreManualApp`: Restore a deleted manual app.
type ManualAppAnswer struct {
	App ManualApp `json:"app"` // The app
}

// ManualBulkAnswer is what [Client.AddManualApps] returns. An answer of `addManualApps`: Add several manual apps.
type ManualBulkAnswer struct {
	Created int64              `json:"created"` // Number created
	Failed  int64              `json:"failed"`  // Number that failed
	Results []ManualBulkStatus `json:"results"` // The outcome of each app, in the order of the request
}

// ManualVersionAnswer is what [Client.ManualPolicyVersion] returns. An answer of `manualPolicyVersion`: Get a policy version of a manual app.
type ManualVersionAnswer struct {
	Version ManualPolicyVersion `json:"version"` // The version of the policy
}

// ManualScrapeAnswer is what [Client.ReadManualPolicy] returns. The outcome of fetching a policy.
type ManualScrapeAnswer struct {
	Error   *string               `json:"error,omitzero"` // What went wrong, in a sentence
	Event   ManualAppEvent        `json:"event"`          // The event
	Version *ManualVersionSummary `json:"version"`        // The version of the policy; null: no policy was found
}

// ImportItem is a part of [ImportDetails]. An item of an import, as the API shows it.
type ImportItem struct {
	AppID         *int64  `json:"appId"`        // The ID of the tracked app; null: none
	AppName       *string `json:"appName"`      // The name of the app
	AttemptCount  int64   `json:"attemptCount"` // The number of attempts
	Country       *string `json:"country"`      // Storefront, two lower-case letters
	Developer     *string `json:"developer"`    // The developer of the app; null: not known
	EditedQuery   *string `json:"editedQuery"`  // The text to search for in place of query; null: none
	IconURL       *string `json:"iconUrl"`      // The URL of the icon; null: not known
	ID            string  `json:"id"`           // The ID. The number at its end is the position in the import, from 0
	ImportID      string  `json:"importId"`     // The ID of the import
	NextAttemptAt *Time   `json:"nextAttemptAt"`
	Query         string  `json:"query"`        // The text to search for
	RemovedAppID  *int64  `json:"removedAppId"` // The ID of the app that was removed again; null: none
	ScrapeError   *string `json:"scrapeError"`  // Why it was not imported; null: no error
	Status        string  `json:"status"`       // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The status
	URL           *string `json:"url"`          // The URL of the app's page; null: none
}

// StoreWait is a part of [RetriedImportItem]. The remaining time of a cooldown.
type StoreWait struct {
	RetryAfterMs int64 `json:"retryAfterMs"` // How long to wait before the next attempt, in milliseconds
}

// ManualApp is a part of [ManualAppsAnswer]. An app that is not in the App Store, as entered by the user.
type ManualApp struct {
	Developer        *string `json:"developer"` // The developer of the app; null: not known
	FirstSeen        Time    `json:"firstSeen"`
	ID               string  `json:"id"`               // The ID
	Name             string  `json:"name"`             // The name
	Notes            *string `json:"notes"`            // Notes on the app; null: none
	PrivacyPolicyURL *string `json:"privacyPolicyUrl"` // The URL of the privacy policy; null: not known
	Source           string  `json:"source"`           // web_clip, testflight, own_build, sideloaded: The source
	SourceURL        *string `json:"sourceUrl"`        // The URL of the app's origin; null: not known
	UpdatedAt        Time    `json:"updatedAt"`
}

// ManualAppSource is a part of [ManualAppsAnswer]. A kind of manual app, with texts for a user interface.
type ManualAppSource struct {
	Description          string `json:"description"`          // The description; empty: none
	Icon                 string `json:"icon"`                 // The name of an icon
	Label                string `json:"label"`                // A name for people
	ShortLabel           string `json:"shortLabel"`           // A shorter label
	SourceURLPlaceholder string `json:"sourceUrlPlaceholder"` // An example of a source URL
	SupportsSourceURL    bool   `json:"supportsSourceUrl"`    // Whether such an app has a source URL
	Value                string `json:"value"`                // web_clip, testflight, own_build, sideloaded: The value
}

// ManualBulkStatus is a part of [ManualBulkAnswer]. The outcome of one manual app of a list.
type ManualBulkStatus struct {
	App   *ManualApp `json:"app,omitzero"`   // The app
	Error *string    `json:"error,omitzero"` // What went wrong, in a sentence
	Index int64      `json:"index"`          // The position in the list, from 0
	Ok    bool       `json:"ok"`             // Whether it succeeded
}

// ManualPolicyVersion is a part of [ManualVersionAnswer]. A version of an app's policy.
type ManualPolicyVersion struct {
	ContentHash       string  `json:"contentHash"` // The digest of the text (SHA-256, hexadecimal)
	Extractor         string  `json:"extractor"`   // The version of the code that read the page
	FirstFetchedAt    Time    `json:"firstFetchedAt"`
	ID                string  `json:"id"` // The ID
	LastFetchedAt     Time    `json:"lastFetchedAt"`
	ManualAppID       string  `json:"manualAppId"`       // The ID of the manual app
	PolicyURL         *string `json:"policyUrl"`         // The URL that was requested; null: not known
	SourceContentType *string `json:"sourceContentType"` // The media type of the policy; null: not known
	SourceFinalURL    *string `json:"sourceFinalUrl"`    // The URL of the text, after redirects; null: not known
	SourceOrigin      *string `json:"sourceOrigin"`      // direct, browser_retry, wayback, null: How the text was fetched: directly, again as a browser would, or from the web archive; null: not known
	SourceText        string  `json:"sourceText"`        // The text of the policy
	SourceTitle       *string `json:"sourceTitle"`       // The title of the policy; null: none
	SourceWordCount   int64   `json:"sourceWordCount"`   // Number of words of the text
}

// ManualAppEvent is a part of [ManualScrapeAnswer]. An entry in the history of a manual app.
type ManualAppEvent struct {
	Detail      ManualAppEventDetail `json:"detail"`      // The details
	ID          string               `json:"id"`          // The ID
	ManualAppID string               `json:"manualAppId"` // The ID of the manual app
	OccurredAt  Time                 `json:"occurredAt"`
	Type        string               `json:"type"` // field_change, scrape: The type
}

// ManualVersionSummary is a part of [ManualScrapeAnswer]. A version of a manual app's policy, without its text.
type ManualVersionSummary struct {
	ContentHash    string  `json:"contentHash"` // The digest of the text (SHA-256, hexadecimal)
	FetchedAt      Time    `json:"fetchedAt"`
	ID             string  `json:"id"`             // The ID
	IsNew          bool    `json:"isNew"`          // Whether the version is new
	PolicyURL      *string `json:"policyUrl"`      // The URL of the policy; null: not known
	SourceFinalURL *string `json:"sourceFinalUrl"` // The URL of the text, after redirects; null: not known
	SourceTitle    *string `json:"sourceTitle"`    // The title of the policy; null: none
	WordCount      int64   `json:"wordCount"`      // Number of words
}

// ManualAppEventDetail is a part of [ManualAppEvent]. The details.
type ManualAppEventDetail struct {
	Error             *string `json:"error,omitzero"`             // What went wrong, in a sentence
	Kind              string  `json:"kind"`                       // scrape: The kind
	PolicyEvent       string  `json:"policyEvent"`                // first, changed, same, error: The event in the history of the policy
	PolicyURL         string  `json:"policyUrl"`                  // The URL of the policy
	PolicyVersionID   *string `json:"policyVersionId,omitzero"`   // The ID of the version of the policy
	PreviousVersionID *string `json:"previousVersionId,omitzero"` // The ID of the version of the policy before
}
