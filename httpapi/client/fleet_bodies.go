// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetAccessibilityProfileBody is what [Client.SetAccessibilityProfile] sends. The body of `setAccessibilityProfile`: Set the accessibility profile.
type SetAccessibilityProfileBody struct {
	Profile Optional[map[string]string] `json:"profile,omitzero"` // Needs by accessibility feature. May also be sent without this wrapper.
}

// AnnotateBody is what [Client.Annotate] sends. The body of `annotate`: Add a note to an app.
type AnnotateBody struct {
	AppID      int64   `json:"appId"`               // The ID of the app
	Body       string  `json:"body"`                // The text of the note
	ChangeID   *string `json:"changeId,omitzero"`   // The ID of the change that the note is about, as in the changelog. It must be a change of the app.
	Content    *string `json:"content,omitzero"`    // An alias of body
	Source     *string `json:"source,omitzero"`     // user, imported: The source
	SourceName *string `json:"sourceName,omitzero"` // Who wrote the note, if not the user
	Tag        *string `json:"tag,omitzero"`        // concern, positive, follow_up, other: What the note is about; missing: not set
	Visibility *string `json:"visibility,omitzero"` // export, private: Defaults to private. Private notes are never part of an audit bundle.
}

// EditAnnotationBody is what [Client.EditAnnotation] sends. The body of `editAnnotation`: Edit a note.
type EditAnnotationBody struct {
	Body       *string          `json:"body,omitzero"`       // The text of the note
	Content    *string          `json:"content,omitzero"`    // An alias of body
	Tag        Optional[string] `json:"tag,omitzero"`        // concern, positive, follow_up, other, null: What the note is about; null: not set
	Visibility *string          `json:"visibility,omitzero"` // export, private: Whether the note may be part of an audit bundle: export or private
}

// AcknowledgeBody is what [Client.Acknowledge] sends. The body of `acknowledge`: Acknowledge, dismiss or snooze an app's changes.
type AcknowledgeBody struct {
	Action     *string `json:"action,omitzero"`     // reviewed, dismissed, snoozed, unsnoozed: Defaults to reviewed. Unknown actions are refused.
	SnoozeDays *int64  `json:"snoozeDays,omitzero"` // 1, 7 or 30. Defaults to 7. It has no effect without the action snoozed.
}

// UndoAcknowledgeBody is what [Client.UndoAcknowledge] sends. The body of `undoAcknowledge`: Undo an acknowledgement.
type UndoAcknowledgeBody struct {
	ActionID string                      `json:"actionId"` // The ID of the action to undo, as the acknowledgement answered it
	PreState UndoAcknowledgeBodyPreState `json:"preState"` // What undoing restores: the state before the acknowledgement
}

// AcceptConcernBody is what [Client.AcceptConcern] sends. The body of `acceptConcern`: Accept or defer a concern.
type AcceptConcernBody struct {
	DeferDays Optional[int64] `json:"deferDays,omitzero"` // The concern is open again after this many days: 1, 7 or 30. Absent or null: it is accepted permanently.
	Note      *string         `json:"note,omitzero"`      // A note in the user's words; missing or empty: none
}

// SetPrivacyProfileBody is what [Client.SetPrivacyProfile] sends. The body of `setPrivacyProfile`: Set the privacy profile.
type SetPrivacyProfileBody struct {
	Profile   Optional[map[string]string] `json:"profile,omitzero"`   // The most intrusive use that is acceptable, by data category. May also be sent without this wrapper.
	Retention *string                     `json:"retention,omitzero"` // any, limited, none: How long data is used at most, by category
}

// ScrapeBody is what [Client.Scrape] sends. The body of `scrape`: Track or refresh apps.
type ScrapeBody struct {
	IDs               []int64  `json:"ids,omitzero"`               // IDs of tracked apps, or of apps in the App Store. A string of digits is accepted as well.
	Names             []string `json:"names,omitzero"`             // Names of apps to search for in the App Store. An app matches if its name equals the given name or begins with it as whole words, ignoring case. If exactly one app has an equal name, or else exactly one matches, it is chosen. Otherwise the row is an error with candidates.
	Resync            *bool    `json:"resync,omitzero"`            // Refresh apps that are already tracked.
	SummarizePolicies *bool    `json:"summarizePolicies,omitzero"` // Also summarize the policies of these apps. By default the policy run, which starts about two seconds later, only fetches them.
	Trigger           *string  `json:"trigger,omitzero"`           // scheduled, manual, import, wayback: What causes the refresh, for the changelog
	URLs              []string `json:"urls,omitzero"`              // URLs of apps in the App Store. urls, ids and names together must have 1 to 100 entries.
}

// SearchBody is what [Client.Search] sends. The body of `search`: Search the App Store.
type SearchBody struct {
	BundleIDs []string             `json:"bundleIds,omitzero"` // Bundle IDs to look up, at most 100. Takes precedence over rows and names.
	Country   *string              `json:"country,omitzero"`   // The two-letter code of the storefront. Defaults to the one in the settings.
	Names     []string             `json:"names,omitzero"`     // App names to search for, at most 100.
	Rows      []SearchBodyRowsItem `json:"rows,omitzero"`      // App names with developers, at most 100. Takes precedence over names.
}

// AddToShortlistBody is what [Client.AddToShortlist] sends. The body of `addToShortlist`: Add an app to the shortlist.
type AddToShortlistBody struct {
	CandidateAppleID   int64    `json:"candidateAppleId"`            // The ID of the app that may replace the other
	CandidateBundleID  *string  `json:"candidateBundleId,omitzero"`  // The bundle ID of the candidate; empty: not known
	CandidateDeveloper *string  `json:"candidateDeveloper,omitzero"` // The developer of the candidate; empty: not known
	CandidateIconURL   *string  `json:"candidateIconUrl,omitzero"`   // The URL of the candidate's icon; empty: not known
	CandidateName      string   `json:"candidateName"`               // The name of the candidate
	CandidateStoreURL  string   `json:"candidateStoreUrl"`           // The URL of the candidate's page
	Modes              []string `json:"modes,omitzero"`              // May also be a comma-separated string. Defaults to privacy.
	Note               *string  `json:"note,omitzero"`               // A note in the user's words; missing or empty: none
	SourceAppID        int64    `json:"sourceAppId"`                 // The ID of the tracked app
}

// SetVerdictBody is what [Client.SetVerdict] sends. The body of `setVerdict`: Set the verdict on an app.
type SetVerdictBody struct {
	AppID     int64   `json:"appId"`              // The ID of the app
	Rationale *string `json:"rationale,omitzero"` // Why, in the user's words; missing: not given
	Verdict   string  `json:"verdict"`            // safe, replace, uninstall: The verdict
}

// SetVerdictsBody is what [Client.SetVerdicts] sends. The body of `setVerdicts`: Set the verdict on several apps.
type SetVerdictsBody struct {
	AppIDs    []int64 `json:"appIds"`             // The IDs of the apps
	Rationale *string `json:"rationale,omitzero"` // Why, in the user's words; missing: not given
	Verdict   string  `json:"verdict"`            // safe, replace, uninstall: The verdict
}

// UndoAcknowledgeBodyPreState is a part of [UndoAcknowledgeBody]. What undoing restores: the state before the acknowledgement.
type UndoAcknowledgeBodyPreState struct {
	ChangeCount           int64 `json:"changeCount"`           // Number of changes
	ChangesAcknowledgedAt int64 `json:"changesAcknowledgedAt"` // When the changes were last acknowledged; 0: never
	ChangesSnoozedUntil   int64 `json:"changesSnoozedUntil"`   // Until when the changes are snoozed; 0: they are not
}

// SearchBodyRowsItem is a part of [SearchBody].
type SearchBodyRowsItem struct {
	Developer *string `json:"developer,omitzero"` // The developer of the app; missing: not known
	Name      *string `json:"name,omitzero"`      // The name
}
