// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetAccessibilityProfileBody is what [Client.SetAccessibilityProfile] sends.
type SetAccessibilityProfileBody struct {
	Profile Optional[map[string]string] `json:"profile,omitzero"` // Needs by accessibility feature. May also be sent without this wrapper.
}

// AnnotateBody is what [Client.Annotate] sends.
type AnnotateBody struct {
	AppID      int64   `json:"appId"`
	Body       string  `json:"body"`
	ChangeID   *string `json:"changeId,omitzero"` // The change that the note is about, by its id in the changelog. It must be one of the app's.
	Content    *string `json:"content,omitzero"`  // Another name of body
	Source     *string `json:"source,omitzero"`   // user, imported
	SourceName *string `json:"sourceName,omitzero"`
	Tag        *string `json:"tag,omitzero"`        // concern, positive, follow_up, other
	Visibility *string `json:"visibility,omitzero"` // export, private: Defaults to private. Private notes are never part of an audit bundle.
}

// EditAnnotationBody is what [Client.EditAnnotation] sends.
type EditAnnotationBody struct {
	Body       *string          `json:"body,omitzero"`
	Content    *string          `json:"content,omitzero"`    // Another name of body
	Tag        Optional[string] `json:"tag,omitzero"`        // concern, positive, follow_up, other, null
	Visibility *string          `json:"visibility,omitzero"` // export, private
}

// AcknowledgeBody is what [Client.Acknowledge] sends.
type AcknowledgeBody struct {
	Action     *string `json:"action,omitzero"`     // reviewed, dismissed, snoozed, unsnoozed: Defaults to reviewed. Unknown actions are refused.
	SnoozeDays *int64  `json:"snoozeDays,omitzero"` // 1, 7 or 30. Any other value counts as 7.
}

// UndoAcknowledgeBody is what [Client.UndoAcknowledge] sends.
type UndoAcknowledgeBody struct {
	ActionID string                      `json:"actionId"`
	PreState UndoAcknowledgeBodyPreState `json:"preState"`
}

// AcceptConcernBody is what [Client.AcceptConcern] sends.
type AcceptConcernBody struct {
	DeferDays Optional[int64] `json:"deferDays,omitzero"` // 1, 7 or 30: the concern is open again after so many days. Absent or null: it is accepted for good.
	Note      *string         `json:"note,omitzero"`
}

// SetPrivacyProfileBody is what [Client.SetPrivacyProfile] sends.
type SetPrivacyProfileBody struct {
	Profile   Optional[map[string]string] `json:"profile,omitzero"`   // The most intrusive use that is acceptable, by data category. May also be sent without this wrapper.
	Retention *string                     `json:"retention,omitzero"` // any, limited, none
}

// ScrapeBody is what [Client.Scrape] sends.
type ScrapeBody struct {
	IDs               []int64  `json:"ids,omitzero"`               // IDs of apps that are tracked, or of the App Store. A digit string is accepted as well.
	Names             []string `json:"names,omitzero"`             // Names of apps to search for in the App Store. An app fits a name that is its own, or with which its own begins as a whole word, letter case ignored; of those the one that is called so goes first. If not exactly one fits, the row is an error with candidates.
	Resync            *bool    `json:"resync,omitzero"`            // Refresh apps that are already tracked.
	SummarizePolicies *bool    `json:"summarizePolicies,omitzero"` // Also summarize the policies of these apps. By default the policy run, which starts about two seconds later, only fetches them.
	Trigger           *string  `json:"trigger,omitzero"`           // scheduled, manual, import, wayback
	URLs              []string `json:"urls,omitzero"`              // Addresses of apps in the App Store. urls, ids and names have at most 100 entries together, and at least one.
}

// SearchBody is what [Client.Search] sends.
type SearchBody struct {
	BundleIDs []string             `json:"bundleIds,omitzero"` // Bundle IDs to look up, at most 100. Takes precedence over rows and names.
	Country   *string              `json:"country,omitzero"`   // The two-letter code of the storefront. Defaults to the one in the settings.
	Names     []string             `json:"names,omitzero"`     // App names to search for, at most 100.
	Rows      []SearchBodyRowsItem `json:"rows,omitzero"`      // App names with developers, at most 100. Takes precedence over names.
}

// AddToShortlistBody is what [Client.AddToShortlist] sends.
type AddToShortlistBody struct {
	CandidateAppleID   int64    `json:"candidateAppleId"`
	CandidateBundleID  *string  `json:"candidateBundleId,omitzero"`
	CandidateDeveloper *string  `json:"candidateDeveloper,omitzero"`
	CandidateIconURL   *string  `json:"candidateIconUrl,omitzero"`
	CandidateName      string   `json:"candidateName"`
	CandidateStoreURL  string   `json:"candidateStoreUrl"`
	Modes              []string `json:"modes,omitzero"` // May also be a comma-separated string. Defaults to privacy.
	Note               *string  `json:"note,omitzero"`
	SourceAppID        int64    `json:"sourceAppId"`
}

// SetVerdictBody is what [Client.SetVerdict] sends.
type SetVerdictBody struct {
	AppID     int64   `json:"appId"`
	Rationale *string `json:"rationale,omitzero"`
	Verdict   string  `json:"verdict"` // safe, replace, uninstall
}

// SetVerdictsBody is what [Client.SetVerdicts] sends.
type SetVerdictsBody struct {
	AppIDs    []int64 `json:"appIds"`
	Rationale *string `json:"rationale,omitzero"`
	Verdict   string  `json:"verdict"` // safe, replace, uninstall
}

// UndoAcknowledgeBodyPreState is a part of [UndoAcknowledgeBody].
type UndoAcknowledgeBodyPreState struct {
	ChangeCount           int64 `json:"changeCount"`
	ChangesAcknowledgedAt int64 `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil   int64 `json:"changesSnoozedUntil"`
}

// SearchBodyRowsItem is a part of [SearchBody].
type SearchBodyRowsItem struct {
	Developer *string `json:"developer,omitzero"`
	Name      *string `json:"name,omitzero"`
}
