// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// AccessibilityProfile is what [Client.AccessibilityProfile] returns.
type AccessibilityProfile struct {
	Profile map[string]string `json:"profile"`
}

// AnnotationsAnswer is what [Client.Annotations] returns.
type AnnotationsAnswer struct {
	Annotations []Annotation `json:"annotations"`
}

// AnnotationAnswer is what [Client.Annotate] returns.
type AnnotationAnswer struct {
	Annotation Annotation `json:"annotation"`
}

// SuccessAnswer is what [Client.DeleteApp] returns.
type SuccessAnswer struct {
	Success bool `json:"success"`
}

// App is what [Client.ListApps] returns.
type App struct {
	Accessibility          *Accessibility     `json:"accessibility"`
	AccessibilityCount     int64              `json:"accessibilityCount"`
	AgeRating              *string            `json:"ageRating"`
	AgeRatingDescriptors   *RatingDescriptors `json:"ageRatingDescriptors"`
	AgeRatingValue         *int64             `json:"ageRatingValue"`
	AppSource              *string            `json:"appSource"`
	Availability           Availability       `json:"availability"`
	BackgroundLocation     *bool              `json:"backgroundLocation"`
	BundleID               *string            `json:"bundleId"`
	CategoryCount          int64              `json:"categoryCount"`
	ChangeCount            int64              `json:"changeCount"`
	ChangesAcknowledgedAt  Time               `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil    Time               `json:"changesSnoozedUntil"`
	CurrentVersion         *string            `json:"currentVersion"`
	Developer              *string            `json:"developer"`
	FirstSeen              Time               `json:"firstSeen"`
	GenreID                *int64             `json:"genreId"`
	GenreName              *string            `json:"genreName"`
	HasAccessibilityLabels *bool              `json:"hasAccessibilityLabels"`
	HasIAP                 *bool              `json:"hasIap"`
	HasPrivacyDetails      *bool              `json:"hasPrivacyDetails"`
	IconURL                *string            `json:"iconUrl"`
	ID                     int64              `json:"id"` // The number of an app in the store
	LastError              *Failure           `json:"lastError"`
	LastSynced             Time               `json:"lastSynced"`
	LinkedCount            int64              `json:"linkedCount"`
	Name                   string             `json:"name"`
	PriceAmount            *float64           `json:"priceAmount"`
	PriceCurrency          *string            `json:"priceCurrency"`
	PriceFormatted         *string            `json:"priceFormatted"`
	PrivacyPolicyURL       *string            `json:"privacyPolicyUrl"`
	SyncCount              int64              `json:"syncCount"`
	TrackCount             int64              `json:"trackCount"`
	UnlinkedCount          int64              `json:"unlinkedCount"`
	URL                    string             `json:"url"`
	VersionUpdatedAt       *Time              `json:"versionUpdatedAt"`
	WhatsNew               *string            `json:"whatsNew"`
}

// AppsPage is what [Client.PageOfApps] returns.
type AppsPage struct {
	Apps   []App     `json:"apps"`
	Limit  int64     `json:"limit"`
	Meta   *GridMeta `json:"meta,omitzero"`
	Offset int64     `json:"offset"` // As it was sent, however large
	Total  int64     `json:"total"`
}

// AppDetail is what [Client.App] returns.
type AppDetail struct {
	Accessibility          *Accessibility     `json:"accessibility"`
	AccessibilityCount     int64              `json:"accessibilityCount"`
	AccessibilityFeatures  []Feature          `json:"accessibilityFeatures"`
	AgeRating              *string            `json:"ageRating"`
	AgeRatingDescriptors   *RatingDescriptors `json:"ageRatingDescriptors"`
	AgeRatingValue         *int64             `json:"ageRatingValue"`
	AppSource              *string            `json:"appSource"`
	Availability           Availability       `json:"availability"`
	BackgroundLocation     *bool              `json:"backgroundLocation"`
	BundleID               *string            `json:"bundleId"`
	CategoryCount          int64              `json:"categoryCount"`
	ChangeCount            int64              `json:"changeCount"`
	ChangesAcknowledgedAt  Time               `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil    Time               `json:"changesSnoozedUntil"`
	CurrentVersion         *string            `json:"currentVersion"`
	Developer              *string            `json:"developer"`
	FirstSeen              Time               `json:"firstSeen"`
	GenreID                *int64             `json:"genreId"`
	GenreName              *string            `json:"genreName"`
	HasAccessibilityLabels *bool              `json:"hasAccessibilityLabels"`
	HasIAP                 *bool              `json:"hasIap"`
	HasPrivacyDetails      *bool              `json:"hasPrivacyDetails"`
	IconURL                *string            `json:"iconUrl"`
	ID                     int64              `json:"id"` // The number of an app in the store
	LastError              *Failure           `json:"lastError"`
	LastSynced             Time               `json:"lastSynced"`
	LinkedCount            int64              `json:"linkedCount"`
	Name                   string             `json:"name"`
	PolicyAnalysis         *ShownPolicy       `json:"policyAnalysis"`
	PriceAmount            *float64           `json:"priceAmount"`
	PriceCurrency          *string            `json:"priceCurrency"`
	PriceFormatted         *string            `json:"priceFormatted"`
	PrivacyPolicyURL       *string            `json:"privacyPolicyUrl"`
	PrivacyTypes           []PrivacyType      `json:"privacyTypes"`
	SyncCount              int64              `json:"syncCount"`
	TrackCount             int64              `json:"trackCount"`
	UnlinkedCount          int64              `json:"unlinkedCount"`
	URL                    string             `json:"url"`
	VersionUpdatedAt       *Time              `json:"versionUpdatedAt"`
	WhatsNew               *string            `json:"whatsNew"`
}

// TimelineRow is what [Client.AppTimeline] returns.
type TimelineRow struct {
	Action              *string        `json:"action,omitzero"` // reviewed, dismissed, snoozed, unsnoozed
	AppVersion          *string        `json:"appVersion,omitzero"`
	AppVersionUpdatedAt *Time          `json:"appVersionUpdatedAt,omitzero"`
	ChangesDetected     *bool          `json:"changesDetected,omitzero"`
	ChangesSummary      []Entry        `json:"changesSummary,omitzero"`
	CoveredCount        *int64         `json:"coveredCount,omitzero"`
	CoveredSnapshotIDs  []string       `json:"coveredSnapshotIds,omitzero"`
	ID                  string         `json:"id"`
	Kind                string         `json:"kind"` // snapshot, review
	MatchesLiveSync     *bool          `json:"matchesLiveSync,omitzero"`
	Note                *string        `json:"note,omitzero"`
	ScrapedAt           Time           `json:"scrapedAt"`
	Snapshot            []LabelHeading `json:"snapshot,omitzero"`
	SnoozeUntil         *Time          `json:"snoozeUntil,omitzero"`
	Source              *string        `json:"source,omitzero"`      // live, wayback
	TriggeredBy         *string        `json:"triggeredBy,omitzero"` // scheduled, manual, import, wayback, sample, null
	WaybackSnapshotURL  *string        `json:"waybackSnapshotUrl,omitzero"`
}

// GroupAnswer is what [Client.GroupedApps] returns.
type GroupAnswer struct {
	Categories []GroupCategoryAnswer `json:"categories"`
	Detail     *string               `json:"detail"`
	Identifier string                `json:"identifier"`
	Title      string                `json:"title"`
}

// AcknowledgeAnswer is what [Client.Acknowledge] returns.
type AcknowledgeAnswer struct {
	Ok     bool   `json:"ok"`
	Record Review `json:"record"`
}

// OkAnswer is what [Client.UndoAcknowledge] returns.
type OkAnswer struct {
	Ok bool `json:"ok"`
}

// ConcernsAnswer is what [Client.Concerns] returns.
type ConcernsAnswer struct {
	Concerns []Concern `json:"concerns"`
}

// ConcernAnswer is what [Client.AcceptConcern] returns.
type ConcernAnswer struct {
	Concern Concern `json:"concern"`
}

// LabelTrust is what [Client.LabelTrust] returns.
type LabelTrust struct {
	AppID         int64        `json:"appId"` // The number of an app in the store
	Claims        []LabelClaim `json:"claims"`
	Disagreements int64        `json:"disagreements"`
	Label         LabelAge     `json:"label"`
	Policy        PolicyAge    `json:"policy"`
}

// Comparison is what [Client.Compare] returns.
type Comparison struct {
	A ComparedApp `json:"a"`
	B ComparedApp `json:"b"`
}

// PreviewAnswer is what [Client.Preview] returns.
type PreviewAnswer struct {
	Preview Preview `json:"preview"`
}

// PrivacyProfile is what [Client.PrivacyProfile] returns.
type PrivacyProfile struct {
	Profile   map[string]string `json:"profile"`
	Retention *string           `json:"retention,omitzero"` // any, limited, none
}

// MismatchesPage is what [Client.ProfileMismatches] returns.
type MismatchesPage struct {
	Apps          []MismatchedApp `json:"apps"`
	Limit         int64           `json:"limit"`
	Offset        int64           `json:"offset"` // As it was sent, however large
	ProfileActive bool            `json:"profileActive"`
	Total         int64           `json:"total"`
}

// RelatedApps is what [Client.RelatedApps] returns.
type RelatedApps struct {
	Candidates   []RelatedApp `json:"candidates"`
	Free         *bool        `json:"free"`
	GenreID      *int64       `json:"genreId"`
	GenreName    *string      `json:"genreName"`
	Mode         string       `json:"mode"`            // top_in_category, may_also_like
	Reason       *string      `json:"reason,omitzero"` // not_scraped_yet
	SourceAppURL string       `json:"sourceAppUrl"`
}

// ScrapeAnswer is what [Client.Scrape] returns.
type ScrapeAnswer struct {
	Results []ScrapeResult `json:"results"`
}

// SearchAnswer is what [Client.Search] returns.
type SearchAnswer struct {
	RateLimited *SearchRest     `json:"rateLimited,omitzero"`
	Results     json.RawMessage `json:"results"` // []SearchMatch or []BundleMatch
}

// RemoveFromShortlistAnswer is what [Client.RemoveFromShortlist] returns.
type RemoveFromShortlistAnswer struct {
	Deleted bool   `json:"deleted"`
	Removed *int64 `json:"removed,omitzero"` // The number of removed entries. Only present with all.
}

// Shortlist is what [Client.Shortlist] returns.
type Shortlist struct {
	Groups []ShortlistGroup `json:"groups"`
	Pairs  []ShortlistPair  `json:"pairs"`
	Total  int64            `json:"total"`
}

// ShortlistAnswer is what [Client.AddToShortlist] returns.
type ShortlistAnswer struct {
	Entry ShortlistEntry `json:"entry"`
}

// ShortlistJSONAnswer is what [Client.ShortlistJSON] returns.
type ShortlistJSONAnswer struct {
	ExportedAt Time             `json:"exportedAt"`
	Groups     []ShortlistGroup `json:"groups"`
}

// Summary is what [Client.Summary] returns.
type Summary struct {
	Apps          AppCounts          `json:"apps"`
	Notifications NotificationCounts `json:"notifications"`
	Runs          RunCounts          `json:"runs"`
	Sync          SyncTimes          `json:"sync"`
}

// ClearVerdictAnswer is what [Client.ClearVerdict] returns.
type ClearVerdictAnswer struct {
	Removed bool `json:"removed"`
}

// VerdictsAnswer is what [Client.Verdicts] returns.
type VerdictsAnswer struct {
	Verdicts []VerdictRow `json:"verdicts"`
}

// VerdictAnswer is what [Client.SetVerdict] returns.
type VerdictAnswer struct {
	Verdict VerdictRow `json:"verdict"`
}

// BulkVerdictAnswer is what [Client.SetVerdicts] returns.
type BulkVerdictAnswer struct {
	Count    int64        `json:"count"`
	Verdicts []VerdictRow `json:"verdicts"`
}

// Annotation is a part of [AnnotationsAnswer].
type Annotation struct {
	AppID      int64   `json:"appId"` // The number of an app in the store
	Body       string  `json:"body"`
	ChangeID   *string `json:"changeId"`
	CreatedAt  Time    `json:"createdAt"`
	DeletedAt  *Time   `json:"deletedAt"`
	ID         int64   `json:"id"`
	Source     string  `json:"source"` // user, imported
	SourceName *string `json:"sourceName"`
	Tag        *string `json:"tag"` // concern, positive, follow_up, other, null
	UpdatedAt  Time    `json:"updatedAt"`
	Visibility string  `json:"visibility"` // export, private
}

// Accessibility is a part of [App].
type Accessibility struct {
	Devices []string `json:"devices"`
	Status  string   `json:"status"` // declared, none, not_indicated
}

// RatingDescriptors is a part of [App].
type RatingDescriptors struct {
	Items    []RatingDescriptor `json:"items"`
	Language string             `json:"language"`
}

// Availability is a part of [App]. Whether the App Store lists an app.
type Availability struct {
	DelistedAt *Time  `json:"delistedAt"`
	State      string `json:"state"` // listed, unlisted
}

// Failure is a part of [App].
type Failure struct {
	At      Time   `json:"at"`
	Code    string `json:"code"` // dns, tls, connection, proxy, timeout, status, rateLimited, blocked, notFound, layout, tooLarge, address, crash, other
	Message string `json:"message"`
}

// GridMeta is a part of [AppsPage].
type GridMeta struct {
	AppDeviceMap                 map[string][]string     `json:"appDeviceMap"`
	PendingChangeCategoriesByApp map[string]PendingKinds `json:"pendingChangeCategoriesByApp"`
	ProfileBadges                map[string]Badge        `json:"profileBadges"`
	Risks                        map[string]string       `json:"risks"`
	UserVerdicts                 map[string]string       `json:"userVerdicts"`
}

// Feature is a part of [AppDetail].
type Feature struct {
	AppID        int64   `json:"appId"` // The number of an app in the store
	Description  *string `json:"description"`
	IconTemplate *string `json:"iconTemplate"`
	Identifier   string  `json:"identifier"`
	Title        string  `json:"title"`
}

// ShownPolicy is a part of [AppDetail].
type ShownPolicy struct {
	AnalysisMode      *string        `json:"analysisMode,omitzero"` // direct, chunked, imported
	ArchiveURL        *string        `json:"archiveUrl,omitzero"`
	ChunkNotes        []ShownNote    `json:"chunkNotes,omitzero"`
	Error             *string        `json:"error,omitzero"`
	LastRunLog        []PolicyStep   `json:"lastRunLog,omitzero"`
	Model             *string        `json:"model,omitzero"`
	PolicyVersionID   *string        `json:"policyVersionId,omitzero"`
	PreviousSummary   *PolicySummary `json:"previousSummary"`
	PreviousSummaryAt *Time          `json:"previousSummaryAt,omitzero"`
	RunStartedAt      *Time          `json:"runStartedAt,omitzero"`
	RunStatus         string         `json:"runStatus"` // idle, running
	SourceFetchedAt   *Time          `json:"sourceFetchedAt,omitzero"`
	SourceFinalURL    *string        `json:"sourceFinalUrl,omitzero"`
	SourceLength      int64          `json:"sourceLength"`
	SourceOrigin      *string        `json:"sourceOrigin,omitzero"` // direct, browser_retry, wayback
	SourcePreview     *string        `json:"sourcePreview,omitzero"`
	SourceTitle       *string        `json:"sourceTitle,omitzero"`
	SourceWordCount   int64          `json:"sourceWordCount"`
	Status            string         `json:"status"` // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error
	Summary           *PolicySummary `json:"summary"`
	SummaryAt         *Time          `json:"summaryAt,omitzero"`
	Unstable          bool           `json:"unstable"`
	UnstableUntil     *Time          `json:"unstableUntil,omitzero"`
	UpdatedAt         Time           `json:"updatedAt"`
}

// PrivacyType is a part of [AppDetail].
type PrivacyType struct {
	Categories []LabelCategory `json:"categories"`
	Detail     *string         `json:"detail"`
	Identifier string          `json:"identifier"`
	Purposes   []Purpose       `json:"purposes,omitzero"`
	Title      string          `json:"title"`
}

// Entry is a part of [TimelineRow]. A change. Some types have members of their own.
type Entry struct {
	Category     *string          `json:"category,omitzero"`     // privacy-label, privacy-policy, wayback-attempt, accessibility, age-rating, background-location, availability: Missing: privacy-label
	DataCategory *string          `json:"dataCategory,omitzero"` // The identifier of the data category, such as LOCATION
	DataType     *string          `json:"dataType,omitzero"`     // The identifier of the data type, such as PRECISE_LOCATION, if the parts name only one
	Description  string           `json:"description"`
	Details      []string         `json:"details,omitzero"`
	Feature      *string          `json:"feature,omitzero"`     // The identifier of the feature: one of accessibility, such as voiceover, or background_location or age_rating_descriptors
	From         *string          `json:"from,omitzero"`        // The value before: an age rating, a state of the availability or the accessibility, or the ID of a version of the policy
	Parts        []EntryPartsItem `json:"parts,omitzero"`       // The single changes that an entry about a privacy type or data category sums up
	PrivacyType  *string          `json:"privacyType,omitzero"` // The identifier of the privacy type, such as DATA_LINKED_TO_YOU
	Purpose      *string          `json:"purpose,omitzero"`     // The identifier of the purpose, such as ANALYTICS, if the parts name only one
	StoreWide    *bool            `json:"storeWide,omitzero"`   // A change of the store's own doing
	To           *string          `json:"to,omitzero"`          // The value after
	Type         string           `json:"type"`                 // added, removed, modified, policy, wayback
}

// LabelHeading is a part of [TimelineRow].
type LabelHeading struct {
	Categories []CategoryHeading `json:"categories"`
	Identifier string            `json:"identifier"`
	Title      string            `json:"title"`
}
