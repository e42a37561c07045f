// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// GroupCategoryAnswer is a part of [GroupAnswer].
type GroupCategoryAnswer struct {
	Apps       []*GroupApp `json:"apps"`
	Identifier string      `json:"identifier"`
	RiskWeight int64       `json:"riskWeight"`
	Title      string      `json:"title"`
}

// Review is a part of [AcknowledgeAnswer].
type Review struct {
	ActedAt            Time        `json:"actedAt"`
	Action             string      `json:"action"` // reviewed, dismissed, snoozed, unsnoozed
	AppID              int64       `json:"appId"`  // The number of an app in the store
	CoveredCount       int64       `json:"coveredCount"`
	CoveredSnapshotIDs []string    `json:"coveredSnapshotIds"`
	ID                 string      `json:"id"`
	Note               *string     `json:"note"`
	PreState           ReviewState `json:"preState"`
	SnoozeUntil        *Time       `json:"snoozeUntil"`
}

// Concern is a part of [ConcernsAnswer].
type Concern struct {
	AcceptedAt  *Time    `json:"acceptedAt"`
	Allowed     string   `json:"allowed"` // not_collected, not_linked, linked, tracking
	Category    string   `json:"category"`
	Data        []string `json:"data"`
	NewData     []string `json:"newData"`
	Note        *string  `json:"note"`
	Observed    string   `json:"observed"` // not_collected, not_linked, linked, tracking
	SeverityGap int64    `json:"severityGap"`
	State       string   `json:"state"` // open, accepted, deferred
	Until       *Time    `json:"until"`
}

// LabelClaim is a part of [LabelTrust].
type LabelClaim struct {
	DataCategory *string         `json:"dataCategory"`
	Evidence     []ClaimEvidence `json:"evidence"`
	Kind         string          `json:"kind"` // not_collected, not_tracking, category_not_collected
	PrivacyType  string          `json:"privacyType"`
	Statement    string          `json:"statement"`
	Verdict      string          `json:"verdict"` // agrees, disagrees, unknown
}

// LabelAge is a part of [LabelTrust].
type LabelAge struct {
	ChangedAt        *Time `json:"changedAt"`
	FirstObservedAt  *Time `json:"firstObservedAt"`
	Known            bool  `json:"known"`
	LastObservedAt   *Time `json:"lastObservedAt"`
	Provided         *bool `json:"provided"`
	VersionUpdatedAt *Time `json:"versionUpdatedAt"`
}

// PolicyAge is a part of [LabelTrust].
type PolicyAge struct {
	FetchedAt       *Time   `json:"fetchedAt"`
	Model           *string `json:"model"`
	PolicyVersionID *string `json:"policyVersionId"`
	Status          string  `json:"status"` // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error
	SummaryAt       *Time   `json:"summaryAt"`
	UnstableUntil   *Time   `json:"unstableUntil"`
}

// ComparedApp is a part of [Comparison].
type ComparedApp struct {
	AccessibilityFeatures  []Feature       `json:"accessibilityFeatures"`
	AppSource              *string         `json:"appSource"`
	Developer              *string         `json:"developer"`
	HasAccessibilityLabels *bool           `json:"hasAccessibilityLabels"`
	HasPrivacyDetails      *bool           `json:"hasPrivacyDetails"`
	IconURL                *string         `json:"iconUrl"`
	ID                     int64           `json:"id"` // The number of an app in the store
	Name                   string          `json:"name"`
	PolicySummary          json.RawMessage `json:"policySummary"`
	PrivacyPolicyURL       *string         `json:"privacyPolicyUrl"`
	PrivacyTypes           []PrivacyType   `json:"privacyTypes"`
	Source                 string          `json:"source"`
	URL                    string          `json:"url"`
}

// Preview is a part of [PreviewAnswer].
type Preview struct {
	AccessibilityFeatures  []Feature     `json:"accessibilityFeatures"`
	AppSource              *string       `json:"appSource"`
	AppleID                int64         `json:"appleId"` // The number of an app in the store
	Developer              string        `json:"developer"`
	HasAccessibilityLabels *bool         `json:"hasAccessibilityLabels"`
	HasPrivacyDetails      *bool         `json:"hasPrivacyDetails"`
	IconURL                string        `json:"iconUrl"`
	Name                   string        `json:"name"`
	PrivacyPolicyURL       string        `json:"privacyPolicyUrl"`
	PrivacyTypes           []PrivacyType `json:"privacyTypes"`
	URL                    string        `json:"url"`
}

// MismatchedApp is a part of [MismatchesPage].
type MismatchedApp struct {
	Count      int64      `json:"count"`
	Developer  *string    `json:"developer"`
	IconURL    *string    `json:"iconUrl"`
	ID         int64      `json:"id"` // The number of an app in the store
	Mismatches []Mismatch `json:"mismatches"`
	Name       string     `json:"name"`
	Risk       string     `json:"risk"` // unknown, minimal, low, moderate, high
	Tone       string     `json:"tone"` // ok, warn, bad
	TotalGap   int64      `json:"totalGap"`
}

// RelatedApp is a part of [RelatedApps].
type RelatedApp struct {
	AppleID   int64   `json:"appleId"` // The number of an app in the store
	Developer *string `json:"developer"`
	IconURL   *string `json:"iconUrl"`
	Name      string  `json:"name"`
	URL       string  `json:"url"`
}

// ScrapeResult is a part of [ScrapeAnswer].
type ScrapeResult struct {
	Candidates       []Candidate `json:"candidates,omitzero"`
	ChangeCount      *int64      `json:"changeCount,omitzero"`
	ChangesDetected  *bool       `json:"changesDetected,omitzero"`
	CurrentVersion   *string     `json:"currentVersion,omitzero"`
	Error            *string     `json:"error,omitzero"`
	ID               *int64      `json:"id,omitzero"` // The number of an app in the store
	IsNew            *bool       `json:"isNew,omitzero"`
	Name             *string     `json:"name,omitzero"`
	PreviousVersion  *string     `json:"previousVersion,omitzero"`
	Query            *string     `json:"query,omitzero"`
	RetryAfterMs     *int64      `json:"retryAfterMs,omitzero"`
	Status           string      `json:"status"`
	URL              *string     `json:"url,omitzero"`
	VersionChanged   *bool       `json:"versionChanged,omitzero"`
	VersionUpdatedAt *Time       `json:"versionUpdatedAt,omitzero"`
}

// SearchRest is a part of [SearchAnswer].
type SearchRest struct {
	Queued          []SearchQuery `json:"queued,omitzero"`
	QueuedBundleIDs []string      `json:"queuedBundleIds,omitzero"`
	RetryAfterMs    int64         `json:"retryAfterMs"`
}

// SearchMatch is a part of [SearchAnswer].
type SearchMatch struct {
	Candidates []Candidate `json:"candidates"`
	Query      string      `json:"query"`
}

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

// AppCounts is a part of [Summary].
type AppCounts struct {
	ByRisk     map[string]int64 `json:"byRisk"`
	Changed    int64            `json:"changed"`
	Delisted   int64            `json:"delisted"`
	Failed     int64            `json:"failed"`
	Mismatched int64            `json:"mismatched"`
	Total      int64            `json:"total"`
}

// NotificationCounts is a part of [Summary].
type NotificationCounts struct {
	Total  int64 `json:"total"`
	Unread int64 `json:"unread"`
}

// RunCounts is a part of [Summary].
type RunCounts struct {
	Interrupted int64 `json:"interrupted"`
	Paused      int64 `json:"paused"`
	Running     int64 `json:"running"`
}

// SyncTimes is a part of [Summary].
type SyncTimes struct {
	IsRunning bool   `json:"isRunning"`
	LastRun   *Time  `json:"lastRun"`
	NextRun   *Time  `json:"nextRun"`
	Schedule  string `json:"schedule"`
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

// RatingDescriptor is a part of [RatingDescriptors].
type RatingDescriptor struct {
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

// PendingKinds is a part of [GridMeta].
type PendingKinds struct {
	Accessibility bool `json:"accessibility"`
	AgeRating     bool `json:"ageRating"`
	Availability  bool `json:"availability"`
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

// EntryPartsItem is a part of [Entry].
type EntryPartsItem struct {
	DataCategory *string `json:"dataCategory,omitzero"` // If the entry is about a whole privacy type
	DataType     *string `json:"dataType,omitzero"`
	Purpose      *string `json:"purpose,omitzero"`
	Type         string  `json:"type"` // added, removed
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

// ClaimEvidence is a part of [LabelClaim].
type ClaimEvidence struct {
	Lens   string `json:"lens"` // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors
	Quote  string `json:"quote"`
	Rating string `json:"rating"` // favorable, mixed, concerning, unclear
}

// Mismatch is a part of [MismatchedApp].
type Mismatch struct {
	Allowed     string `json:"allowed"` // not_collected, not_linked, linked, tracking
	Category    string `json:"category"`
	Observed    string `json:"observed"` // not_collected, not_linked, linked, tracking
	SeverityGap int64  `json:"severityGap"`
}

// Candidate is a part of [ScrapeResult].
type Candidate struct {
	AppSource             *string `json:"appSource"`
	AppleID               int64   `json:"appleId"` // The number of an app in the store
	BundleID              string  `json:"bundleId"`
	ContentAdvisoryRating string  `json:"contentAdvisoryRating"`
	Developer             string  `json:"developer"`
	IconURL               string  `json:"iconUrl"`
	Name                  string  `json:"name"`
	SearchQuery           string  `json:"searchQuery"`
	URL                   string  `json:"url"`
}

// SearchQuery is a part of [SearchRest].
type SearchQuery struct {
	Developer *string `json:"developer,omitzero"`
	Name      string  `json:"name"`
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
