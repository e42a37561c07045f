// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// BeginImportBody is what [Client.BeginImport] sends. The body of `beginImport`: Start an import.
type BeginImportBody struct {
	DeviceID    *string         `json:"deviceId,omitzero"`    // The device that the apps are installed on.
	Source      string          `json:"source"`               // screenshots, file, manual: The source
	SourceLabel *string         `json:"sourceLabel,omitzero"` // A name for the import, such as that of the file.
	Total       Optional[int64] `json:"total,omitzero"`       // The number of items that will be added, if known.
}

// CompleteImportBody is what [Client.CompleteImport] sends. The body of `completeImport`: Complete an import.
type CompleteImportBody struct {
	ImportID string `json:"importId"` // The ID of the import.
}

// AddImportItemsBody is what [Client.AddImportItems] sends. The body of `addImportItems`: Add items to an import.
type AddImportItemsBody struct {
	ImportID string                        `json:"importId"` // The ID of the import.
	Items    []AddImportItemsBodyItemsItem `json:"items"`    // The items. An item without query or status is left out; at least one has to remain. An item whose query the import already has is updated.
}

// ChangeImportMatchBody is what [Client.ChangeImportMatch] sends. The body of `changeImportMatch`: Choose another app for an item of an import.
type ChangeImportMatchBody struct {
	EditedQuery *string `json:"editedQuery,omitzero"` // The text to search for from now on. Defaults to the name of the app.
	ItemID      string  `json:"itemId"`               // The ID of the item.
	URL         string  `json:"url"`                  // The URL of the app in the App Store.
}

// RetryImportItemBody is what [Client.RetryImportItem] sends. The body of `retryImportItem`: Retry an item of an import.
type RetryImportItemBody struct {
	ItemID string `json:"itemId"` // The ID of the item.
}

// UpdateImportItemBody is what [Client.UpdateImportItem] sends. The body of `updateImportItem`: Change an item of an import.
type UpdateImportItemBody struct {
	AppID         Optional[int64]  `json:"appId,omitzero"`       // The ID of a tracked app. Any other value clears it.
	AppName       Optional[string] `json:"appName,omitzero"`     // Any value but a string clears it.
	Country       Optional[string] `json:"country,omitzero"`     // Any value but a string clears it.
	Developer     Optional[string] `json:"developer,omitzero"`   // Any value but a string clears it.
	EditedQuery   Optional[string] `json:"editedQuery,omitzero"` // Any value but a string clears it.
	IconURL       Optional[string] `json:"iconUrl,omitzero"`     // The URL. Any value but a string clears it.
	ItemID        string           `json:"itemId"`               // The ID of the item.
	NextAttemptAt *Time            `json:"nextAttemptAt,omitzero"`
	Query         *string          `json:"query,omitzero"`        // The name or the bundle ID of the app, at most 2000 bytes.
	RetryAfterMs  *int64           `json:"retryAfterMs,omitzero"` // Instead of nextAttemptAt: the time until the next attempt, in milliseconds. More than 30 days count as 30 days.
	ScrapeError   Optional[string] `json:"scrapeError,omitzero"`  // Any value but a string clears it.
	Status        *string          `json:"status,omitzero"`       // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The status
	URL           Optional[string] `json:"url,omitzero"`          // The URL. Any value but a string clears it.
}

// AddManualAppBody is what [Client.AddManualApp] sends. The body of `addManualApp`: Add a manual app.
type AddManualAppBody struct {
	Developer        Optional[string] `json:"developer,omitzero"`        // The developer; null or empty: none
	Name             string           `json:"name"`                      // The name
	Notes            Optional[string] `json:"notes,omitzero"`            // Notes on the app; null or empty: none
	PrivacyPolicyURL Optional[string] `json:"privacyPolicyUrl,omitzero"` // The URL of the privacy policy, which must be public; null or empty: none
	Source           string           `json:"source"`                    // web_clip, testflight, own_build, sideloaded: The kind of the app's origin
	SourceURL        Optional[string] `json:"sourceUrl,omitzero"`        // The URL of the app's origin, which must be public; null or empty: none
}

// AddManualAppsBody is what [Client.AddManualApps] sends. The body of `addManualApps`: Add several manual apps.
type AddManualAppsBody struct {
	Apps []AddManualAppsBodyAppsItem `json:"apps"` // The apps. An invalid app is not added, and does not prevent the others from being added.
}

// EditManualAppBody is what [Client.EditManualApp] sends. The body of `editManualApp`: Change a manual app.
type EditManualAppBody struct {
	Developer        Optional[string] `json:"developer,omitzero"`        // The developer; null or empty: none
	Name             *string          `json:"name,omitzero"`             // The name
	Notes            Optional[string] `json:"notes,omitzero"`            // Notes on the app; null or empty: none
	PrivacyPolicyURL Optional[string] `json:"privacyPolicyUrl,omitzero"` // The URL of the privacy policy, which must be public; null or empty: none
	Source           *string          `json:"source,omitzero"`           // web_clip, testflight, own_build, sideloaded: The source
	SourceURL        Optional[string] `json:"sourceUrl,omitzero"`        // The URL of the app's origin, which must be public; null or empty: none
}

// RestoreManualAppBody is what [Client.RestoreManualApp] sends. The body of `restoreManualApp`: Restore a deleted manual app.
type RestoreManualAppBody struct {
	Developer        Optional[string] `json:"developer,omitzero"` // The developer; null or empty: none
	FirstSeen        *Time            `json:"firstSeen,omitzero"`
	ID               string           `json:"id"`                        // Same as in the path
	Name             string           `json:"name"`                      // The name
	Notes            Optional[string] `json:"notes,omitzero"`            // Notes on the app; null or empty: none
	PrivacyPolicyURL Optional[string] `json:"privacyPolicyUrl,omitzero"` // The URL of the privacy policy, which must be public; null or empty: none
	Source           string           `json:"source"`                    // web_clip, testflight, own_build, sideloaded: The source
	SourceURL        Optional[string] `json:"sourceUrl,omitzero"`        // The URL of the app's origin, which must be public; null or empty: none
	UpdatedAt        *Time            `json:"updatedAt,omitzero"`
}

// AddImportItemsBodyItemsItem is a part of [AddImportItemsBody].
type AddImportItemsBodyItemsItem struct {
	AppID         Optional[int64]  `json:"appId,omitzero"`       // The ID of a tracked app. Any other value clears it.
	AppName       Optional[string] `json:"appName,omitzero"`     // Any value but a string clears it.
	Country       Optional[string] `json:"country,omitzero"`     // Any value but a string clears it.
	Developer     Optional[string] `json:"developer,omitzero"`   // Any value but a string clears it.
	EditedQuery   Optional[string] `json:"editedQuery,omitzero"` // Any value but a string clears it.
	IconURL       Optional[string] `json:"iconUrl,omitzero"`     // The URL. Any value but a string clears it.
	NextAttemptAt *Time            `json:"nextAttemptAt,omitzero"`
	Query         string           `json:"query"`                 // The name or the bundle ID of the app, at most 2000 bytes.
	RetryAfterMs  *int64           `json:"retryAfterMs,omitzero"` // Instead of nextAttemptAt: the time until the next attempt, in milliseconds. More than 30 days count as 30 days.
	ScrapeError   Optional[string] `json:"scrapeError,omitzero"`  // Any value but a string clears it.
	Status        string           `json:"status"`                // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The status
	URL           Optional[string] `json:"url,omitzero"`          // The URL. Any value but a string clears it.
}

// AddManualAppsBodyAppsItem is a part of [AddManualAppsBody].
type AddManualAppsBodyAppsItem struct {
	Developer Optional[string] `json:"developer,omitzero"` // The developer of the app; null: not known
	Name      string           `json:"name"`               // The name
	Source    string           `json:"source"`             // web_clip, testflight, own_build, sideloaded: The source
}
