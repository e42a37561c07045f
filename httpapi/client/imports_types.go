// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// DeletedImportAnswer is what [Client.ForgetImport] returns. An answer of `forgetImport`: Forget an import.
type DeletedImportAnswer struct {
	DeletedApps int64 `json:"deletedApps"` // Number of apps that were deleted with the import
	Success     bool  `json:"success"`     // Whether it succeeded
}

// Import is what [Client.Imports] returns. An import with the number of items in each group.
type Import struct {
	CompletedAt *Time   `json:"completedAt"`
	CreatedAt   Time    `json:"createdAt"`
	DeviceID    *string `json:"deviceId"`    // Where the apps are installed; it need not exist
	Errored     int64   `json:"errored"`     // Number of apps with an error
	ID          string  `json:"id"`          // The ID
	Imported    int64   `json:"imported"`    // The app is tracked; also counted in matched
	ItemCount   int64   `json:"itemCount"`   // Number of items
	Matched     int64   `json:"matched"`     // An app was chosen
	Queued      int64   `json:"queued"`      // Waiting to be searched for or read
	Removed     int64   `json:"removed"`     // What is gone, or the number of it
	Source      string  `json:"source"`      // screenshots, file, manual: Where it is from
	SourceLabel *string `json:"sourceLabel"` // The name of what was imported; null: none
	Total       int64   `json:"total"`       // Announced number of items, or the actual one if larger
	Unmatched   int64   `json:"unmatched"`   // Not found, skipped, failed or removed again
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
	PreviousAppRemoved *int64     `json:"previousAppRemoved"` // The previous app, if it was removed; else null
}

// RetriedImportItem is what [Client.RetryImportItem] returns. The result of Service.Retry.
type RetriedImportItem struct {
	Item        ImportItem `json:"item"`                 // The item
	RateLimited *StoreWait `json:"rateLimited,omitzero"` // What could not be done because the App Store is rate limiting; missing: everything was done
	Status      string     `json:"status"`               // matched, unmatched, skipped, imported, error, pending_search, queued, removed: New status of the item
}

// ImportItemAnswer is what [Client.UpdateImportItem] returns. An answer of `updateImportItem`: Change an item of an import.
type ImportItemAnswer struct {
	Item ImportItem `json:"item"` // The item
}

// ImportQueue is what [Client.ImportQueue] returns. The state of the queue of imports.
type ImportQueue struct {
	Items                []ImportItem `json:"items"` // The first few
	LastRunAt            *Time        `json:"lastRunAt"`
	OldestNextAttemptAt  *Time        `json:"oldestNextAttemptAt"`
	PausedUntil          *Time        `json:"pausedUntil"`
	Queued               int64        `json:"queued"`  // Number that wait
	Running              bool         `json:"running"` // Whether work is in progress
	SoonestNextAttemptAt *Time        `json:"soonestNextAttemptAt"`
}

// ImportsWorkedOn is what [Client.WorkOnImports] returns. The result of Service.Work.
type ImportsWorkedOn struct {
	Failed      int64       `json:"failed"` // Number that failed
	PausedUntil *Time       `json:"pausedUntil,omitzero"`
	Processed   int64       `json:"processed"`        // Number of items that were worked on
	RateLimited int64       `json:"rateLimited"`      // 1 when the App Store was rate limiting
	Skipped     *string     `json:"skipped,omitzero"` // paused, busy, empty: Why nothing was done; missing: something was
	Status      ImportQueue `json:"status"`           // The status
	Succeeded   int64       `json:"succeeded"`        // Number that succeeded
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
	Version ManualPolicyVersion `json:"version"` // The version; null: not known
}

// ManualScrapeAnswer is what [Client.ReadManualPolicy] returns. The outcome of reading a policy.
type ManualScrapeAnswer struct {
	Error   *string               `json:"error,omitzero"` // What was wrong, in a sentence for people
	Event   ManualAppEvent        `json:"event"`          // The event
	Version *ManualVersionSummary `json:"version"`        // Null: no policy was found
}

// ImportItem is a part of [ImportDetails]. An item of an import, as the API shows it.
type ImportItem struct {
	AppID         *int64  `json:"appId"`        // Null: no tracked app
	AppName       *string `json:"appName"`      // The name of the app
	AttemptCount  int64   `json:"attemptCount"` // How often it was tried
	Country       *string `json:"country"`      // Storefront, two lower-case letters
	Developer     *string `json:"developer"`    // The developer of the app; null: not known
	EditedQuery   *string `json:"editedQuery"`  // Replaces Query in the search
	IconURL       *string `json:"iconUrl"`      // The address of the icon; null: not known
	ID            string  `json:"id"`           // The places within an import start at 0
	ImportID      string  `json:"importId"`     // The ID of the import
	NextAttemptAt *Time   `json:"nextAttemptAt"`
	Query         string  `json:"query"`        // What is searched for
	RemovedAppID  *int64  `json:"removedAppId"` // Null: none
	ScrapeError   *string `json:"scrapeError"`  // Why it was not imported, shown to the user
	Status        string  `json:"status"`       // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The status
	URL           *string `json:"url"`          // The address of the app's page
}

// StoreWait is a part of [RetriedImportItem]. The remaining cooldown.
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
	PrivacyPolicyURL *string `json:"privacyPolicyUrl"` // The address of the privacy policy; null: not known
	Source           string  `json:"source"`           // web_clip, testflight, own_build, sideloaded: Where it is from
	SourceURL        *string `json:"sourceUrl"`        // Where it comes from
	UpdatedAt        Time    `json:"updatedAt"`
}

// ManualAppSource is a part of [ManualAppsAnswer]. A kind of origin of an app, with texts for users.
type ManualAppSource struct {
	Description          string `json:"description"`          // The description; null or empty: none
	Icon                 string `json:"icon"`                 // Name of an icon
	Label                string `json:"label"`                // A name for people
	ShortLabel           string `json:"shortLabel"`           // A shorter name for people
	SourceURLPlaceholder string `json:"sourceUrlPlaceholder"` // What such an address looks like
	SupportsSourceURL    bool   `json:"supportsSourceUrl"`    // Whether such an app has an address like the placeholder
	Value                string `json:"value"`                // web_clip, testflight, own_build, sideloaded: The value
}

// ManualBulkStatus is a part of [ManualBulkAnswer]. The outcome of one manual app of a list.
type ManualBulkStatus struct {
	App   *ManualApp `json:"app,omitzero"`   // The app
	Error *string    `json:"error,omitzero"` // What was wrong, in a sentence for people
	Index int64      `json:"index"`          // The place in the list, from 0
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
	PolicyURL         *string `json:"policyUrl"`         // That was requested
	SourceContentType *string `json:"sourceContentType"` // The media type of the policy; null: not known
	SourceFinalURL    *string `json:"sourceFinalUrl"`    // After redirects
	SourceOrigin      *string `json:"sourceOrigin"`      // direct, browser_retry, wayback, null: How the text was fetched: directly, as a browser, or from the archive; null: not known
	SourceText        string  `json:"sourceText"`        // The text of the policy
	SourceTitle       *string `json:"sourceTitle"`       // The title of the policy; null: none
	SourceWordCount   int64   `json:"sourceWordCount"`   // Number of words of the text
}

// ManualAppEvent is a part of [ManualScrapeAnswer]. An entry in the history of a manual app.
type ManualAppEvent struct {
	Detail      ManualAppEventDetail `json:"detail"`      // An object, or null
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
	IsNew          bool    `json:"isNew"`          // Whether it was not there before
	PolicyURL      *string `json:"policyUrl"`      // The address of the policy; null: not known
	SourceFinalURL *string `json:"sourceFinalUrl"` // The address of the text, after redirects; null: not known
	SourceTitle    *string `json:"sourceTitle"`    // The title of the policy; null: none
	WordCount      int64   `json:"wordCount"`      // Number of words
}

// ManualAppEventDetail is a part of [ManualAppEvent]. An object, or null.
type ManualAppEventDetail struct {
	Error             *string `json:"error,omitzero"`             // What was wrong, in a sentence for people
	Kind              string  `json:"kind"`                       // scrape: The kind, which determines the other members
	PolicyEvent       string  `json:"policyEvent"`                // first, changed, same, error: The event in the history of the policy
	PolicyURL         string  `json:"policyUrl"`                  // The address of the policy; null: not known
	PolicyVersionID   *string `json:"policyVersionId,omitzero"`   // The ID of the version of the policy
	PreviousVersionID *string `json:"previousVersionId,omitzero"` // The ID of the version of the policy before
}
