// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// BundleMatch is a part of [SearchAnswer].
type BundleMatch struct {
	BundleID string     `json:"bundleId"`
	Match    *Candidate `json:"match"`
}

// ShortlistGroup is a part of [Shortlist].
type ShortlistGroup struct {
	Entries   []ShortlistEntry `json:"entries"`
	SourceApp ShortlistSource  `json:"sourceApp"`
}

// ShortlistPair is a part of [Shortlist].
type ShortlistPair struct {
	CandidateAppleID int64 `json:"candidateAppleId"` // The number of an app in the store
	SourceAppID      int64 `json:"sourceAppId"`      // The number of an app in the store
}

// ShortlistEntry is a part of [ShortlistAnswer].
type ShortlistEntry struct {
	AddedAt                 Time     `json:"addedAt"`
	CandidateAppleID        int64    `json:"candidateAppleId"` // The number of an app in the store
	CandidateBundleID       string   `json:"candidateBundleId"`
	CandidateDeveloper      string   `json:"candidateDeveloper"`
	CandidateHasIAP         *bool    `json:"candidateHasIap"`
	CandidateIconURL        string   `json:"candidateIconUrl"`
	CandidateIsTracked      bool     `json:"candidateIsTracked"`
	CandidateName           string   `json:"candidateName"`
	CandidatePriceCurrency  *string  `json:"candidatePriceCurrency"`
	CandidatePriceFormatted *string  `json:"candidatePriceFormatted"`
	CandidateStoreURL       string   `json:"candidateStoreUrl"`
	ID                      string   `json:"id"`
	Modes                   []string `json:"modes"`
	Note                    string   `json:"note"`
	ProfileBadge            *Badge   `json:"profileBadge"`
	SourceAppID             int64    `json:"sourceAppId"` // The number of an app in the store
}

// VerdictRow is a part of [VerdictsAnswer].
type VerdictRow struct {
	AppID      int64   `json:"appId"` // The number of an app in the store
	ID         string  `json:"id"`
	Rationale  *string `json:"rationale"`
	SetAt      Time    `json:"setAt"`
	Source     string  `json:"source"` // user, imported
	SourceName *string `json:"sourceName"`
	UpdatedAt  Time    `json:"updatedAt"`
	Verdict    string  `json:"verdict"` // safe, replace, uninstall
}

// PendingKinds is a part of [GridMeta].
type PendingKinds struct {
	Accessibility bool `json:"accessibility"`
	AgeRating     bool `json:"ageRating"`
	Policy        bool `json:"policy"`
	Privacy       bool `json:"privacy"`
}

// Badge is a part of [GridMeta].
type Badge struct {
	Count              int64   `json:"count"`
	Description        string  `json:"description"`
	Kind               string  `json:"kind"` // no_profile, match, mismatches, missing_required, missing_nice
	Label              string  `json:"label"`
	Tone               string  `json:"tone"` // ok, warn, bad
	TotalGap           int64   `json:"totalGap"`
	WorstCategory      *string `json:"worstCategory"`
	WorstCategoryLabel *string `json:"worstCategoryLabel"`
}

// ShownNote is a part of [ShownPolicy].
type ShownNote struct {
	Highlights []string `json:"highlights"`
	Summary    string   `json:"summary"`
}

// PolicyStep is a part of [ShownPolicy].
type PolicyStep struct {
	At    Time    `json:"at"`
	Error *string `json:"error,omitzero"`
	Ms    *int64  `json:"ms,omitzero"`
	Note  *string `json:"note,omitzero"`
	Phase string  `json:"phase"`
}

// PolicySummary is a part of [ShownPolicy].
type PolicySummary struct {
	Highlights    []string      `json:"highlights"`
	Lenses        []PolicyLens  `json:"lenses"`
	Overview      string        `json:"overview"`
	SafetySummary *PolicySafety `json:"safetySummary,omitzero"`
}

// LabelCategory is a part of [PrivacyType].
type LabelCategory struct {
	DataTypes  []DataType `json:"dataTypes,omitzero"`
	Identifier string     `json:"identifier"`
	Title      string     `json:"title"`
}

// Purpose is a part of [PrivacyType].
type Purpose struct {
	Categories []LabelCategory `json:"categories"`
	Identifier string          `json:"identifier"`
	Title      string          `json:"title"`
}

// CategoryHeading is a part of [LabelHeading].
type CategoryHeading struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`
}

// GroupApp is a part of [GroupCategoryAnswer].
type GroupApp struct {
	Developer *string `json:"developer"`
	IconURL   *string `json:"iconUrl"`
	ID        int64   `json:"id"` // The number of an app in the store
	Name      string  `json:"name"`
}

// ReviewState is a part of [Review].
type ReviewState struct {
	ChangeCount           int64 `json:"changeCount"`
	ChangesAcknowledgedAt Time  `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil   Time  `json:"changesSnoozedUntil"`
}

// SearchQuery is a part of [SearchRest].
type SearchQuery struct {
	Developer *string `json:"developer,omitzero"`
	Name      string  `json:"name"`
}

// Candidate is a part of [SearchMatch].
type Candidate struct {
	AppleID               int64  `json:"appleId"` // The number of an app in the store
	BundleID              string `json:"bundleId"`
	ContentAdvisoryRating string `json:"contentAdvisoryRating"`
	Developer             string `json:"developer"`
	IconURL               string `json:"iconUrl"`
	Name                  string `json:"name"`
	SearchQuery           string `json:"searchQuery"`
	URL                   string `json:"url"`
}

// ShortlistSource is a part of [ShortlistGroup].
type ShortlistSource struct {
	Developer       *string            `json:"developer"`
	HasIAP          *bool              `json:"hasIap"`
	IconURL         *string            `json:"iconUrl"`
	ID              int64              `json:"id"` // The number of an app in the store
	Name            string             `json:"name"`
	PriceCurrency   *string            `json:"priceCurrency"`
	PriceFormatted  *string            `json:"priceFormatted"`
	PrivacyTypes    []PrivacyType      `json:"privacyTypes,omitzero"`
	ProfileMismatch *ProfileComparison `json:"profileMismatch,omitzero"`
}

// PolicyLens is a part of [PolicySummary].
type PolicyLens struct {
	Key     string `json:"key"`    // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors
	Rating  string `json:"rating"` // favorable, mixed, concerning, unclear
	Summary string `json:"summary"`
}

// PolicySafety is a part of [PolicySummary].
type PolicySafety struct {
	Concerns  []string `json:"concerns"`
	Paragraph string   `json:"paragraph"`
}

// DataType is a part of [LabelCategory].
type DataType struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`
}

// ProfileComparison is a part of [ShortlistSource].
type ProfileComparison struct {
	Count         int64      `json:"count"`
	Mismatches    []Mismatch `json:"mismatches"`
	ProfileActive bool       `json:"profileActive"`
	TotalGap      int64      `json:"totalGap"`
}

// Mismatch is a part of [ProfileComparison].
type Mismatch struct {
	Allowed     string `json:"allowed"` // not_collected, not_linked, linked, tracking
	Category    string `json:"category"`
	Observed    string `json:"observed"` // not_collected, not_linked, linked, tracking
	SeverityGap int64  `json:"severityGap"`
}
