// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// Entry is a part of [TimelineRow]. A change. Some types have additional members.
type Entry struct {
	Category          string           `json:"category"`                   // privacy-label, privacy-policy, wayback-attempt, accessibility, age-rating, background-location, availability, listing: What the change is about
	DataCategory      *string          `json:"dataCategory,omitzero"`      // The identifier of the data category, such as LOCATION; missing: the entry is about a whole privacy type
	DataType          *string          `json:"dataType,omitzero"`          // The identifier of the data type, such as PRECISE_LOCATION, if the parts name only one
	Description       string           `json:"description"`                // The change in a sentence
	Details           []string         `json:"details,omitzero"`           // Additional sentences
	Difference        *EntryDifference `json:"difference,omitzero"`        // How many paragraphs of the policy differ
	Disagreements     *int64           `json:"disagreements,omitzero"`     // How many claims of the label the new text of the policy disagrees with; missing: none
	Fact              *string          `json:"fact,omitzero"`              // developer, name, bundleId, privacyPolicyUrl, price, inAppPurchases: The fact of the listing that changed; only of the category listing
	Feature           *string          `json:"feature,omitzero"`           // The identifier of the feature: one of accessibility, such as voiceover, or background_location or age_rating_descriptors
	From              *string          `json:"from,omitzero"`              // The value before
	Parts             []EntryPartsItem `json:"parts,omitzero"`             // The single changes that an entry about a privacy type or data category sums up
	PolicyEvent       *string          `json:"policyEvent,omitzero"`       // first, changed, error, settled: What a fetch of the policy found, settled if an unstable policy has come to rest; only of the type policy
	PolicyURL         *string          `json:"policyUrl,omitzero"`         // The URL of the policy, if its text changed or can no longer be read
	PolicyVersionID   *string          `json:"policyVersionId,omitzero"`   // The ID of the version of the policy that was fetched
	PreviousVersionID *string          `json:"previousVersionId,omitzero"` // The ID of the version of the policy before, if that is another one
	PrivacyType       *string          `json:"privacyType,omitzero"`       // The identifier of the privacy type, such as DATA_LINKED_TO_YOU
	Purpose           *string          `json:"purpose,omitzero"`           // The identifier of the purpose, such as ANALYTICS, if the parts name only one
	StoreWide         *bool            `json:"storeWide,omitzero"`         // Whether the App Store made this change for all apps
	To                *string          `json:"to,omitzero"`                // The value after
	Type              string           `json:"type"`                       // added, removed, modified, policy, wayback: The type
	Unstable          *bool            `json:"unstable,omitzero"`          // Whether the policy changes at each fetch, so that there was no notification of this change; missing: false
}

// LabelHeading is a part of [TimelineRow]. A privacy type with its categories.
type LabelHeading struct {
	Categories []CategoryHeading `json:"categories"` // The categories
	Identifier string            `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Purposes   []PurposeHeading  `json:"purposes"`   // What the data is used for; empty: the label names no purposes
	Title      string            `json:"title"`      // The title; null: none
}

// GroupCategoryAnswer is a part of [GroupAnswer]. A data category of the grouped view.
type GroupCategoryAnswer struct {
	Apps       []*GroupApp `json:"apps"`       // The apps
	Identifier string      `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	RiskWeight int64       `json:"riskWeight"` // The weight of the category in the risk of an app
	Title      string      `json:"title"`      // The title; null: none
}

// Review is a part of [AcknowledgeAnswer]. An acknowledgement of an app's pending changes, recorded so that it can be undone.
type Review struct {
	ActedAt            Time        `json:"actedAt"`
	Action             string      `json:"action"`             // reviewed, dismissed, snoozed, unsnoozed: What was done
	AppID              int64       `json:"appId"`              // The ID of the app
	CoveredCount       int64       `json:"coveredCount"`       // The number of entries that the review covers
	CoveredSnapshotIDs []string    `json:"coveredSnapshotIds"` // The IDs of the snapshots that the review covers, newest first
	ID                 string      `json:"id"`                 // The ID
	Note               *string     `json:"note"`               // A note in the user's words; empty or null: none
	PreState           ReviewState `json:"preState"`           // What undoing restores: the state before the acknowledgement
	SnoozeUntil        *Time       `json:"snoozeUntil"`
}

// Concern is a part of [ConcernsAnswer]. A category of data in which an app exceeds the privacy profile, with the user's decision.
type Concern struct {
	AcceptedAt  *Time    `json:"acceptedAt"`
	Allowed     string   `json:"allowed"`     // not_collected, not_linked, linked, tracking: The tier that the profile accepts
	Category    string   `json:"category"`    // The identifier of the data category, such as LOCATION
	Data        []string `json:"data"`        // The purposes and data types that the label names in the category
	NewData     []string `json:"newData"`     // The elements of data that were not accepted
	Note        *string  `json:"note"`        // A note in the user's words; empty or null: none
	Observed    string   `json:"observed"`    // not_collected, not_linked, linked, tracking: The tier that the label declares
	SeverityGap int64    `json:"severityGap"` // The number of tiers between allowed and observed, at least 1
	State       string   `json:"state"`       // open, accepted, deferred: The state
	Until       *Time    `json:"until"`
}

// LabelClaim is a part of [LabelTrust]. A claim that the label of an app makes by what it does not declare, and what the policy says about it.
type LabelClaim struct {
	DataCategory *string         `json:"dataCategory"` // The identifier of the missing data category, such as LOCATION; null: all categories
	Evidence     []ClaimEvidence `json:"evidence"`     // The passages of the policy on which the verdict is based
	Kind         string          `json:"kind"`         // not_collected, not_tracking, category_not_collected: The kind
	PrivacyType  string          `json:"privacyType"`  // The identifier of the privacy type that makes the claim, or that is missing
	Statement    string          `json:"statement"`    // The claim in a sentence
	Verdict      string          `json:"verdict"`      // agrees, disagrees, unknown: The verdict
}

// LabelAge is a part of [LabelTrust]. The age of a label.
type LabelAge struct {
	ChangedAt        *Time `json:"changedAt"`
	FirstObservedAt  *Time `json:"firstObservedAt"`
	Known            bool  `json:"known"` // Whether a label is known
	LastObservedAt   *Time `json:"lastObservedAt"`
	Provided         *bool `json:"provided"` // Whether the developer has declared anything; null: not known
	VersionUpdatedAt *Time `json:"versionUpdatedAt"`
}

// PolicyAge is a part of [LabelTrust]. The text that the claims are compared with.
type PolicyAge struct {
	FetchedAt       *Time   `json:"fetchedAt"`
	Model           *string `json:"model"`           // The model that made the summary; null: none
	PolicyVersionID *string `json:"policyVersionId"` // The ID of the version of the text; null: there is no text
	Status          string  `json:"status"`          // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error: The status
	SummaryAt       *Time   `json:"summaryAt"`
	UnstableUntil   *Time   `json:"unstableUntil"`
}

// ComparedApp is a part of [Comparison]. One side of a comparison.
type ComparedApp struct {
	AccessibilityFeatures  []Feature       `json:"accessibilityFeatures"`  // The accessibility features that the app declares, in the order of its page
	AppSource              *string         `json:"appSource"`              // The source that the app is from; null: the App Store
	Developer              *string         `json:"developer"`              // The developer of the app; null: not known
	HasAccessibilityLabels *bool           `json:"hasAccessibilityLabels"` // Whether the page has a section on accessibility; null: not known
	HasPrivacyDetails      *bool           `json:"hasPrivacyDetails"`      // Whether the developer has declared anything about privacy; null: not known
	IconURL                *string         `json:"iconUrl"`                // The URL of the icon; null: not known
	ID                     int64           `json:"id"`                     // The ID
	Name                   string          `json:"name"`                   // The name
	PolicySummary          json.RawMessage `json:"policySummary"`          // The summary of the policy; null: none
	PrivacyPolicyURL       *string         `json:"privacyPolicyUrl"`       // The URL of the privacy policy; null: not known
	PrivacyTypes           []PrivacyType   `json:"privacyTypes"`           // The privacy label: its types, with the categories of each
	Source                 string          `json:"source"`                 // "library" or "scrape"
	URL                    string          `json:"url"`                    // The URL
}

// Preview is a part of [PreviewAnswer]. An app as its page is now. It is not stored..
type Preview struct {
	AccessibilityFeatures  []Feature     `json:"accessibilityFeatures"`  // The accessibility features that the app declares, in the order of its page
	AppSource              *string       `json:"appSource"`              // The source that the app is from; null: the App Store
	AppleID                int64         `json:"appleId"`                // The ID of the app in the App Store
	Developer              string        `json:"developer"`              // The developer of the app; null: not known
	HasAccessibilityLabels *bool         `json:"hasAccessibilityLabels"` // Whether the page has a section on accessibility; null: not known
	HasPrivacyDetails      *bool         `json:"hasPrivacyDetails"`      // Whether the developer has declared anything about privacy; null: not known
	IconURL                string        `json:"iconUrl"`                // The URL of the icon; null: not known
	Name                   string        `json:"name"`                   // The name
	PrivacyPolicyURL       string        `json:"privacyPolicyUrl"`       // The URL of the privacy policy; null: not known
	PrivacyTypes           []PrivacyType `json:"privacyTypes"`           // The privacy label: its types, with the categories of each
	URL                    string        `json:"url"`                    // The URL
}

// MismatchedApp is a part of [MismatchesPage]. An app whose label exceeds the privacy profile.
type MismatchedApp struct {
	Count      int64      `json:"count"`      // The number of mismatches
	Developer  *string    `json:"developer"`  // The developer of the app; null: not known
	IconURL    *string    `json:"iconUrl"`    // The URL of the icon; null: not known
	ID         int64      `json:"id"`         // The ID
	Mismatches []Mismatch `json:"mismatches"` // The mismatches, widest gap first, then by category
	Name       string     `json:"name"`       // The name
	Risk       string     `json:"risk"`       // unknown, minimal, low, moderate, high: The risk of the app
	Tone       string     `json:"tone"`       // ok, warn, bad: The severity, for a color
	TotalGap   int64      `json:"totalGap"`   // The sum of the severity gaps of the mismatches
}

// RelatedApp is a part of [RelatedApps]. A related app.
type RelatedApp struct {
	AppleID   int64   `json:"appleId"`   // The ID of the app in the App Store
	Developer *string `json:"developer"` // The developer of the app; null: not known
	IconURL   *string `json:"iconUrl"`   // The URL of the icon; null: not known
	Name      string  `json:"name"`      // The name
	URL       string  `json:"url"`       // The URL
}

// ScrapeResult is a part of [ScrapeAnswer]. The outcome of one app. Its members depend on the status..
type ScrapeResult struct {
	Candidates       []Candidate `json:"candidates,omitzero"`      // The apps that the name may mean, if it does not identify exactly one
	ChangeCount      *int64      `json:"changeCount,omitzero"`     // The number of changelog entries that the refresh added
	ChangesDetected  *bool       `json:"changesDetected,omitzero"` // Whether the refresh found changes
	CurrentVersion   *string     `json:"currentVersion,omitzero"`  // The version of the app in the App Store; null: not known
	Error            *string     `json:"error,omitzero"`           // What went wrong, in a sentence
	ID               *int64      `json:"id,omitzero"`              // The ID
	IsNew            *bool       `json:"isNew,omitzero"`           // Whether the app was not tracked before
	Name             *string     `json:"name,omitzero"`            // The name
	OtherPlatform    *string     `json:"otherPlatform,omitzero"`   // ios, mac, tv, vision, watch, null: The platform of the URL that was sent, if the app is tracked on another one. The app stays there: the page of that platform was read.
	PreviousVersion  *string     `json:"previousVersion,omitzero"` // The version of the app before the refresh; null: not known
	Query            *string     `json:"query,omitzero"`           // The ID or name that was sent
	RetryAfterMs     *int64      `json:"retryAfterMs,omitzero"`    // How long to wait, in milliseconds; with the code rate_limited
	Status           string      `json:"status"`                   // The status
	URL              *string     `json:"url,omitzero"`             // The URL
	VersionChanged   *bool       `json:"versionChanged,omitzero"`  // Whether the version of the app changed
	VersionUpdatedAt *Time       `json:"versionUpdatedAt,omitzero"`
}

// SearchRest is a part of [SearchAnswer]. What was not searched for because the App Store is rate limiting.
type SearchRest struct {
	Queued          []SearchQuery `json:"queued,omitzero"`          // The queries that were not made
	QueuedBundleIDs []string      `json:"queuedBundleIds,omitzero"` // The bundle IDs that were not looked up
	RetryAfterMs    int64         `json:"retryAfterMs"`             // How long to wait before the next attempt, in milliseconds
}

// SearchMatch is a part of [SearchAnswer]. The result for one name, best candidate first.
type SearchMatch struct {
	Candidates []Candidate `json:"candidates"` // The apps that were found, best match first
	Query      string      `json:"query"`      // What is searched for
}

// BundleMatch is a part of [SearchAnswer]. The result for one bundle ID.
type BundleMatch struct {
	BundleID string     `json:"bundleId"` // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	Match    *Candidate `json:"match"`    // The app that was found; null: none
}

// ShortlistGroup is a part of [Shortlist]. A tracked app with its possible replacements.
type ShortlistGroup struct {
	Entries   []ShortlistEntry `json:"entries"`   // The entries, newest first
	SourceApp ShortlistSource  `json:"sourceApp"` // The tracked app
}

// ShortlistPair is a part of [Shortlist]. The IDs of an entry.
type ShortlistPair struct {
	CandidateAppleID int64 `json:"candidateAppleId"` // The ID of the app that may replace the other
	SourceAppID      int64 `json:"sourceAppId"`      // The ID of the tracked app
}

// ShortlistEntry is a part of [ShortlistAnswer]. A possible replacement, with its label if it is tracked as well.
type ShortlistEntry struct {
	AddedAt                 Time     `json:"addedAt"`
	CandidateAppleID        int64    `json:"candidateAppleId"`        // The ID of the app that may replace the other
	CandidateBundleID       string   `json:"candidateBundleId"`       // The bundle ID of the candidate; empty: not known
	CandidateDeveloper      string   `json:"candidateDeveloper"`      // The developer of the candidate; empty: not known
	CandidateHasIAP         *bool    `json:"candidateHasIap"`         // Whether the candidate offers in-app purchases; null: not known
	CandidateIconURL        string   `json:"candidateIconUrl"`        // The URL of the candidate's icon; empty: not known
	CandidateIsTracked      bool     `json:"candidateIsTracked"`      // Whether the candidate is tracked, too
	CandidateName           string   `json:"candidateName"`           // The name of the candidate
	CandidatePriceCurrency  *string  `json:"candidatePriceCurrency"`  // The currency of the candidate's price, such as USD; null: not known
	CandidatePriceFormatted *string  `json:"candidatePriceFormatted"` // The candidate's price as the App Store shows it; null: not known
	CandidateStoreURL       string   `json:"candidateStoreUrl"`       // The URL of the candidate's page, as given
	ID                      string   `json:"id"`                      // The ID
	Modes                   []string `json:"modes"`                   // What the candidate is considered for: privacy, accessibility, or both
	Note                    string   `json:"note"`                    // A note in the user's words; empty or null: none
	ProfileBadge            *Badge   `json:"profileBadge"`            // The comparison with the privacy profile; null: there is no profile
	SourceAppID             int64    `json:"sourceAppId"`             // The ID of the tracked app
}

// AppCounts is a part of [Summary]. The numbers of apps that a dashboard shows.
type AppCounts struct {
	ByRisk     map[string]int64 `json:"byRisk"`     // Number of apps by risk
	Changed    int64            `json:"changed"`    // Number of apps with changes to review
	Delisted   int64            `json:"delisted"`   // Number of apps that the App Store does not list
	Failed     int64            `json:"failed"`     // Number that failed
	Mismatched int64            `json:"mismatched"` // The number of apps whose label exceeds the privacy profile
	Total      int64            `json:"total"`      // The number of all
}

// NotificationCounts is a part of [Summary]. The numbers of notifications that the inbox shows.
type NotificationCounts struct {
	Total  int64 `json:"total"`  // The number of all
	Unread int64 `json:"unread"` // Number of unread notifications
}

// RunCounts is a part of [Summary]. The numbers of bulk runs that have not ended.
type RunCounts struct {
	Interrupted int64 `json:"interrupted"` // The number of runs that were interrupted otherwise; the next start resumes them
	Paused      int64 `json:"paused"`      // The number of runs that a user paused
	Running     int64 `json:"running"`     // The number of runs that are in progress
}

// SyncTimes is a part of [Summary]. When all apps were and will be refreshed.
type SyncTimes struct {
	IsRunning bool   `json:"isRunning"` // Whether a sync is running
	LastRun   *Time  `json:"lastRun"`
	NextRun   *Time  `json:"nextRun"`
	Schedule  string `json:"schedule"` // When all apps are refreshed: manual (never automatically), daily or weekly
}

// VerdictRow is a part of [VerdictsAnswer]. A verdict.
type VerdictRow struct {
	AppID      int64   `json:"appId"`     // The ID of the app
	ID         string  `json:"id"`        // The ID
	Rationale  *string `json:"rationale"` // Why, in the user's words; null: not given
	SetAt      Time    `json:"setAt"`
	Source     string  `json:"source"`     // user, imported: The source
	SourceName *string `json:"sourceName"` // The author of the verdict; null: the user
	UpdatedAt  Time    `json:"updatedAt"`
	Verdict    string  `json:"verdict"` // safe, replace, uninstall: The verdict
}

// RatingDescriptor is a part of [RatingDescriptors]. One reason for an age rating.
type RatingDescriptor struct {
	Heading string `json:"heading"` // The heading, such as "Contains" or "Infrequent"
	Text    string `json:"text"`    // The text, such as "Advertising"
}

// PendingKinds is a part of [GridMeta]. The kinds of the unacknowledged changes of an app.
type PendingKinds struct {
	Accessibility bool `json:"accessibility"` // Whether there are changes of the accessibility label
	AgeRating     bool `json:"ageRating"`     // Whether there are changes of the age rating
	Availability  bool `json:"availability"`  // Whether there are changes of the availability in the App Store
	Listing       bool `json:"listing"`
	Policy        bool `json:"policy"`  // Whether there are changes of the privacy policy
	Privacy       bool `json:"privacy"` // Whether there are changes of the privacy label
}

// Badge is a part of [GridMeta]. A comparison with a privacy profile, as shown in lists.
type Badge struct {
	Count              int64   `json:"count"`              // The number of mismatches
	Description        string  `json:"description"`        // The comparison in a sentence
	Kind               string  `json:"kind"`               // no_profile, match, mismatches, missing_required, missing_nice: The kind
	Label              string  `json:"label"`              // A name for people
	Tone               string  `json:"tone"`               // ok, warn, bad: The severity, for a color
	TotalGap           int64   `json:"totalGap"`           // The sum of the severity gaps of the mismatches
	WorstCategory      *string `json:"worstCategory"`      // The identifier of the category with the widest gap; null: no mismatch
	WorstCategoryLabel *string `json:"worstCategoryLabel"` // The name of that category; null: no mismatch
}

// PolicyPageBlock is a part of [ShownPolicy]. A block of the page of a policy.
type PolicyPageBlock struct {
	At       Time   `json:"at"`
	ID       string `json:"id"`       // The ID
	Name     string `json:"name"`     // What the block is, for users
	Selector string `json:"selector"` // As the user chose it; empty: the block was found between two paragraphs
	Text     string `json:"text"`     // The beginning of the block when it was found
}

// ShownNote is a part of [ShownPolicy]. A model's summary of a part of the text.
type ShownNote struct {
	Highlights []string `json:"highlights"` // The most important statements
	Summary    string   `json:"summary"`    // The summary
}

// PolicyStep is a part of [ShownPolicy]. A step in the analysis of a policy. It is recorded when it begins and, with its duration, when it ends..
type PolicyStep struct {
	At    Time    `json:"at"`
	Error *string `json:"error,omitzero"` // What went wrong, in a sentence
	Ms    *int64  `json:"ms,omitzero"`    // The duration in milliseconds; missing: the step has begun
	Note  *string `json:"note,omitzero"`  // Details of the step
	Phase string  `json:"phase"`          // The phase of the work
}

// PolicySummary is a part of [ShownPolicy]. A summary of a policy, by a model or another installation.
type PolicySummary struct {
	Highlights    []string      `json:"highlights"`             // The three to five most important statements
	Lenses        []PolicyLens  `json:"lenses"`                 // The rating and summary of each aspect, in a fixed order
	Overview      string        `json:"overview"`               // The policy in a few sentences
	SafetySummary *PolicySafety `json:"safetySummary,omitzero"` // What the policy means for the safety of a child; missing: not asked for
}

// LabelCategory is a part of [PrivacyType]. A group of data types, such as CONTACT_INFO.
type LabelCategory struct {
	DataTypes  []DataType `json:"dataTypes,omitzero"` // The data types; null: the page names none
	Identifier string     `json:"identifier"`         // The identifier that the App Store gives it, which does not depend on the language
	Title      string     `json:"title"`              // The title; null: none
}

// Purpose is a part of [PrivacyType]. A use of data, such as ANALYTICS, with the categories used for it.
type Purpose struct {
	Categories []LabelCategory `json:"categories"` // The data categories, in the order of the page
	Identifier string          `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Title      string          `json:"title"`      // The title; null: none
}

// EntryDifference is a part of [Entry]. How many paragraphs of the policy differ.
type EntryDifference struct {
	Added   *int64 `json:"added,omitzero"`   // Paragraphs that are new
	Changed *int64 `json:"changed,omitzero"` // Paragraphs that were rewritten
	Moved   *int64 `json:"moved,omitzero"`   // Paragraphs that are elsewhere now
	Removed *int64 `json:"removed,omitzero"` // Paragraphs that are gone
}

// EntryPartsItem is a part of [Entry].
type EntryPartsItem struct {
	DataCategory *string `json:"dataCategory,omitzero"` // If the entry is about a whole privacy type
	DataType     *string `json:"dataType,omitzero"`     // The identifier of the data type, such as PRECISE_LOCATION
	Purpose      *string `json:"purpose,omitzero"`      // The identifier of the purpose, such as ANALYTICS
	Type         string  `json:"type"`                  // added, removed: The type
}

// CategoryHeading is a part of [LabelHeading]. A data category.
type CategoryHeading struct {
	DataTypes  []string `json:"dataTypes"`  // The identifiers of its data types; empty: the label names none
	Identifier string   `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Title      string   `json:"title"`      // The title; null: none
}

// PurposeHeading is a part of [LabelHeading]. A purpose of a privacy type.
type PurposeHeading struct {
	Categories []PurposeCategory `json:"categories"` // The data categories, in the order of the page
	Identifier string            `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
}

// GroupApp is a part of [GroupCategoryAnswer]. An app in a group.
type GroupApp struct {
	Developer *string `json:"developer"` // The developer of the app; null: not known
	IconURL   *string `json:"iconUrl"`   // The URL of the icon; null: not known
	ID        int64   `json:"id"`        // The ID
	Name      string  `json:"name"`      // The name
}

// ReviewState is a part of [Review]. The fields of an app that a review changes.
type ReviewState struct {
	ChangeCount           int64 `json:"changeCount"` // The number of refreshes with changes
	ChangesAcknowledgedAt Time  `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil   Time  `json:"changesSnoozedUntil"`
}

// ClaimEvidence is a part of [LabelClaim]. A sentence of the policy.
type ClaimEvidence struct {
	Lens   string `json:"lens"`   // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors: The aspect of the policy
	Quote  string `json:"quote"`  // The passage of the policy
	Rating string `json:"rating"` // favorable, mixed, concerning, unclear: The rating of the policy in this aspect; null: not rated
}

// Mismatch is a part of [MismatchedApp]. A category in which an app exceeds the accepted tier.
type Mismatch struct {
	Allowed     string `json:"allowed"`     // not_collected, not_linked, linked, tracking: The tier that the profile accepts
	Category    string `json:"category"`    // The identifier of the data category, such as LOCATION
	Observed    string `json:"observed"`    // not_collected, not_linked, linked, tracking: The tier that the label declares
	SeverityGap int64  `json:"severityGap"` // The number of tiers between allowed and observed, at least 1
}
