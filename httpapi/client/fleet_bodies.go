// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetAccessibilityProfileBody is what [Client.SetAccessibilityProfile] sends.
type SetAccessibilityProfileBody struct {
	Profile Optional[map[string]string] `json:"profile,omitzero"` // By feature; may also be sent without this wrapper
}

// AnnotateBody is what [Client.Annotate] sends.
type AnnotateBody struct {
	AppID      int64   `json:"appId"`
	Body       string  `json:"body"`
	Content    *string `json:"content,omitzero"` // Another name of body
	Source     *string `json:"source,omitzero"`  // user, imported
	SourceName *string `json:"sourceName,omitzero"`
	Tag        *string `json:"tag,omitzero"`        // concern, positive, follow_up, other
	Visibility *string `json:"visibility,omitzero"` // export, private: Else private, so that it never leaves in an audit bundle
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
	Action     *string `json:"action,omitzero"`     // reviewed, dismissed, snoozed, unsnoozed: Else reviewed; another text is refused
	SnoozeDays *int64  `json:"snoozeDays,omitzero"` // 1, 7 or 30; else 7
}

// UndoAcknowledgeBody is what [Client.UndoAcknowledge] sends.
type UndoAcknowledgeBody struct {
	ActionID string                      `json:"actionId"`
	PreState UndoAcknowledgeBodyPreState `json:"preState"`
}

// SetPrivacyProfileBody is what [Client.SetPrivacyProfile] sends.
type SetPrivacyProfileBody struct {
	Profile   Optional[map[string]string] `json:"profile,omitzero"`   // By category of data, the worst that is accepted; may also be sent without this wrapper
	Retention *string                     `json:"retention,omitzero"` // any, limited, none
}

// ScrapeBody is what [Client.Scrape] sends.
type ScrapeBody struct {
	Resync            *bool    `json:"resync,omitzero"`            // The apps are tracked already: refresh them
	SummarizePolicies *bool    `json:"summarizePolicies,omitzero"` // A run over the policies of these apps starts about two seconds later: true also summarises them, else they are fetched
	Trigger           *string  `json:"trigger,omitzero"`           // scheduled, manual, import, wayback
	URLs              []string `json:"urls"`
}

// SearchBody is what [Client.Search] sends.
type SearchBody struct {
	BundleIDs []string             `json:"bundleIds,omitzero"` // In place of both. At most 100
	Country   *string              `json:"country,omitzero"`   // The storefront, two letters; else that of the settings
	Names     []string             `json:"names,omitzero"`     // Names of apps. At most 100
	Rows      []SearchBodyRowsItem `json:"rows,omitzero"`      // Names of apps, with their developers; in place of names. At most 100
}

// AddToShortlistBody is what [Client.AddToShortlist] sends.
type AddToShortlistBody struct {
	CandidateAppleID   int64    `json:"candidateAppleId"`
	CandidateBundleID  *string  `json:"candidateBundleId,omitzero"`
	CandidateDeveloper *string  `json:"candidateDeveloper,omitzero"`
	CandidateIconURL   *string  `json:"candidateIconUrl,omitzero"`
	CandidateName      string   `json:"candidateName"`
	CandidateStoreURL  string   `json:"candidateStoreUrl"`
	Modes              []string `json:"modes,omitzero"` // Also a text with commas between them; else privacy
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
