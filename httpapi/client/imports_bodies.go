// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// BeginImportBody is what [Client.BeginImport] sends. The body of `beginImport`: Begin an import.
type BeginImportBody struct {
	DeviceID    *string         `json:"deviceId,omitzero"`    // Whose apps they are
	Source      string          `json:"source"`               // screenshots, file, manual: Where it is from
	SourceLabel *string         `json:"sourceLabel,omitzero"` // What the source is called
	Total       Optional[int64] `json:"total,omitzero"`       // How many items will come, where that is known
}

// CompleteImportBody is what [Client.CompleteImport] sends. The body of `completeImport`: End an import.
type CompleteImportBody struct {
	ImportID string `json:"importId"` // The import
}

// AddImportItemsBody is what [Client.AddImportItems] sends. The body of `addImportItems`: Add items to an import.
type AddImportItemsBody struct {
	ImportID string                        `json:"importId"` // The import
	Items    []AddImportItemsBodyItemsItem `json:"items"`    // What has no query or status is left out, but not everything may be. One whose query is there already is changed
}

// ChangeImportMatchBody is what [Client.ChangeImportMatch] sends. The body of `changeImportMatch`: Choose another app for an item of an import.
type ChangeImportMatchBody struct {
	EditedQuery *string `json:"editedQuery,omitzero"` // What to search for from now on; else the app's name
	ItemID      string  `json:"itemId"`               // The item
	URL         string  `json:"url"`                  // The address of the app in the store
}

// RetryImportItemBody is what [Client.RetryImportItem] sends. The body of `retryImportItem`: Try an item of an import again.
type RetryImportItemBody struct {
	ItemID string `json:"itemId"` // The item
}

// UpdateImportItemBody is what [Client.UpdateImportItem] sends. The body of `updateImportItem`: Change an item of an import.
type UpdateImportItemBody struct {
	AppID         Optional[int64]  `json:"appId,omitzero"`       // A tracked app; what is none clears it
	AppName       Optional[string] `json:"appName,omitzero"`     // What is no text clears it
	Country       Optional[string] `json:"country,omitzero"`     // What is no text clears it
	Developer     Optional[string] `json:"developer,omitzero"`   // What is no text clears it
	EditedQuery   Optional[string] `json:"editedQuery,omitzero"` // What is no text clears it
	IconURL       Optional[string] `json:"iconUrl,omitzero"`     // The address of a page; what is no text clears it
	ItemID        string           `json:"itemId"`               // The item
	NextAttemptAt *Time            `json:"nextAttemptAt,omitzero"`
	Query         *string          `json:"query,omitzero"`        // What the app is called, or its bundle id; at most 2000 bytes
	RetryAfterMs  *int64           `json:"retryAfterMs,omitzero"` // In place of nextAttemptAt: in how many milliseconds
	ScrapeError   Optional[string] `json:"scrapeError,omitzero"`  // What is no text clears it
	Status        *string          `json:"status,omitzero"`       // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The status
	URL           Optional[string] `json:"url,omitzero"`          // The address of a page; what is no text clears it
}

// AddManualAppBody is what [Client.AddManualApp] sends. The body of `addManualApp`: Add a manual app.
type AddManualAppBody struct {
	Developer        Optional[string] `json:"developer,omitzero"`        // Null or empty: none. One that is too long is refused
	Name             string           `json:"name"`                      // The name
	Notes            Optional[string] `json:"notes,omitzero"`            // Null or empty: none. One that is too long is refused
	PrivacyPolicyURL Optional[string] `json:"privacyPolicyUrl,omitzero"` // Null or empty: none. A text that is no public address is refused
	Source           string           `json:"source"`                    // web_clip, testflight, own_build, sideloaded: Where it is from
	SourceURL        Optional[string] `json:"sourceUrl,omitzero"`        // Null or empty: none. A text that is no public address is refused
}

// AddManualAppsBody is what [Client.AddManualApps] sends. The body of `addManualApps`: Add several manual apps.
type AddManualAppsBody struct {
	Apps []AddManualAppsBodyAppsItem `json:"apps"` // One that is wrong is not added, and keeps no other from it
}

// EditManualAppBody is what [Client.EditManualApp] sends. The body of `editManualApp`: Change a manual app.
type EditManualAppBody struct {
	Developer        Optional[string] `json:"developer,omitzero"`        // Null or empty: none. One that is too long is refused
	Name             *string          `json:"name,omitzero"`             // The name
	Notes            Optional[string] `json:"notes,omitzero"`            // Null or empty: none. One that is too long is refused
	PrivacyPolicyURL Optional[string] `json:"privacyPolicyUrl,omitzero"` // Null or empty: none. A text that is no public address is refused
	Source           *string          `json:"source,omitzero"`           // web_clip, testflight, own_build, sideloaded: Where it is from
	SourceURL        Optional[string] `json:"sourceUrl,omitzero"`        // Null or empty: none. A text that is no public address is refused
}

// RestoreManualAppBody is what [Client.RestoreManualApp] sends. The body of `restoreManualApp`: Restore a deleted manual app.
type RestoreManualAppBody struct {
	Developer        Optional[string] `json:"developer,omitzero"` // Null or empty: none. One that is too long is refused
	FirstSeen        *Time            `json:"firstSeen,omitzero"`
	ID               string           `json:"id"`                        // As in the path
	Name             string           `json:"name"`                      // The name
	Notes            Optional[string] `json:"notes,omitzero"`            // Null or empty: none. One that is too long is refused
	PrivacyPolicyURL Optional[string] `json:"privacyPolicyUrl,omitzero"` // Null or empty: none. A text that is no public address is refused
	Source           string           `json:"source"`                    // web_clip, testflight, own_build, sideloaded: Where it is from
	SourceURL        Optional[string] `json:"sourceUrl,omitzero"`        // Null or empty: none. A text that is no public address is refused
	UpdatedAt        *Time            `json:"updatedAt,omitzero"`
}

// AddImportItemsBodyItemsItem is a part of [AddImportItemsBody].
type AddImportItemsBodyItemsItem struct {
	AppID         Optional[int64]  `json:"appId,omitzero"`       // A tracked app; what is none clears it
	AppName       Optional[string] `json:"appName,omitzero"`     // What is no text clears it
	Country       Optional[string] `json:"country,omitzero"`     // What is no text clears it
	Developer     Optional[string] `json:"developer,omitzero"`   // What is no text clears it
	EditedQuery   Optional[string] `json:"editedQuery,omitzero"` // What is no text clears it
	IconURL       Optional[string] `json:"iconUrl,omitzero"`     // The address of a page; what is no text clears it
	NextAttemptAt *Time            `json:"nextAttemptAt,omitzero"`
	Query         string           `json:"query"`                 // What the app is called, or its bundle id; at most 2000 bytes
	RetryAfterMs  *int64           `json:"retryAfterMs,omitzero"` // In place of nextAttemptAt: in how many milliseconds
	ScrapeError   Optional[string] `json:"scrapeError,omitzero"`  // What is no text clears it
	Status        string           `json:"status"`                // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The status
	URL           Optional[string] `json:"url,omitzero"`          // The address of a page; what is no text clears it
}

// AddManualAppsBodyAppsItem is a part of [AddManualAppsBody].
type AddManualAppsBodyAppsItem struct {
	Developer Optional[string] `json:"developer,omitzero"` // The developer of the app; null: not known
	Name      string           `json:"name"`               // The name
	Source    string           `json:"source"`             // web_clip, testflight, own_build, sideloaded: Where it is from
}
