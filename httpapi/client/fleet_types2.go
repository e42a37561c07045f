// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// GroupCategoryAnswer is a part of [GroupAnswer]. A data category of the grouped view.
type GroupCategoryAnswer struct {
	Apps       []*GroupApp `json:"apps"`       // The apps
	Identifier string      `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	RiskWeight int64       `json:"riskWeight"` // How much the category counts towards the risk of an app
	Title      string      `json:"title"`      // The title; null: none
}

// Review is a part of [AcknowledgeAnswer]. An acknowledgement of an app's pending changes, recorded so that it can be undone.
type Review struct {
	ActedAt            Time        `json:"actedAt"`
	Action             string      `json:"action"`             // reviewed, dismissed, snoozed, unsnoozed: What is to be done, or was done
	AppID              int64       `json:"appId"`              // The ID of the app
	CoveredCount       int64       `json:"coveredCount"`       // Entries
	CoveredSnapshotIDs []string    `json:"coveredSnapshotIds"` // Newest first
	ID                 string      `json:"id"`                 // The ID
	Note               *string     `json:"note"`               // A note for people; empty or null: none
	PreState           ReviewState `json:"preState"`           // What undoing restores: the state before the acknowledgement
	SnoozeUntil        *Time       `json:"snoozeUntil"`
}

// Concern is a part of [ConcernsAnswer]. A category of data in which an app exceeds the privacy profile, with the user's decision.
type Concern struct {
	AcceptedAt  *Time    `json:"acceptedAt"`
	Allowed     string   `json:"allowed"`     // not_collected, not_linked, linked, tracking: Whether it is allowed
	Category    string   `json:"category"`    // The identifier of the category
	Data        []string `json:"data"`        // The purposes and data types that the label names in the category
	NewData     []string `json:"newData"`     // What was not accepted of Data
	Note        *string  `json:"note"`        // A note for people; empty or null: none
	Observed    string   `json:"observed"`    // not_collected, not_linked, linked, tracking: The tier that the label declares
	SeverityGap int64    `json:"severityGap"` // By how many tiers, at least 1
	State       string   `json:"state"`       // open, accepted, deferred: The state
	Until       *Time    `json:"until"`
}

// LabelClaim is a part of [LabelTrust]. What the label of an app denies, and what the policy says on it.
type LabelClaim struct {
	DataCategory *string         `json:"dataCategory"` // The identifier of the data category, such as LOCATION; null: all
	Evidence     []ClaimEvidence `json:"evidence"`     // For the verdict
	Kind         string          `json:"kind"`         // not_collected, not_tracking, category_not_collected: The kind, which determines the other members
	PrivacyType  string          `json:"privacyType"`  // The place in the label: the heading that makes the claim, or that is missing, and the missing category, empty for all
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

// PolicyAge is a part of [LabelTrust]. The text with which claims are compared.
type PolicyAge struct {
	FetchedAt       *Time   `json:"fetchedAt"`
	Model           *string `json:"model"`           // What made the summary
	PolicyVersionID *string `json:"policyVersionId"` // Null: there is no text
	Status          string  `json:"status"`          // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error: The status
	SummaryAt       *Time   `json:"summaryAt"`
	UnstableUntil   *Time   `json:"unstableUntil"`
}

// ComparedApp is a part of [Comparison]. One side of a comparison.
type ComparedApp struct {
	AccessibilityFeatures  []Feature       `json:"accessibilityFeatures"`  // The features of accessibility that the app declares, in the order of its page
	AppSource              *string         `json:"appSource"`              // Empty: the main source
	Developer              *string         `json:"developer"`              // The developer of the app; null: not known
	HasAccessibilityLabels *bool           `json:"hasAccessibilityLabels"` // Whether the page has a section on accessibility; null: not known
	HasPrivacyDetails      *bool           `json:"hasPrivacyDetails"`      // Whether the developer has declared anything about privacy; null: not known
	IconURL                *string         `json:"iconUrl"`                // The address of the icon; null: not known
	ID                     int64           `json:"id"`                     // The ID
	Name                   string          `json:"name"`                   // The name
	PolicySummary          json.RawMessage `json:"policySummary"`          // The summary of the policy; null: none
	PrivacyPolicyURL       *string         `json:"privacyPolicyUrl"`       // The address of the privacy policy; null: not known
	PrivacyTypes           []PrivacyType   `json:"privacyTypes"`           // The privacy label: its types, with the categories of each
	Source                 string          `json:"source"`                 // Library or scrape
	URL                    string          `json:"url"`                    // The address
}

// Preview is a part of [PreviewAnswer]. An app as its page shows it now. It is not stored..
type Preview struct {
	AccessibilityFeatures  []Feature     `json:"accessibilityFeatures"`  // The features of accessibility that the app declares, in the order of its page
	AppSource              *string       `json:"appSource"`              // Empty: the main source
	AppleID                int64         `json:"appleId"`                // The ID of the app in the App Store
	Developer              string        `json:"developer"`              // The developer of the app; null: not known
	HasAccessibilityLabels *bool         `json:"hasAccessibilityLabels"` // Whether the page has a section on accessibility; null: not known
	HasPrivacyDetails      *bool         `json:"hasPrivacyDetails"`      // Whether the developer has declared anything about privacy; null: not known
	IconURL                string        `json:"iconUrl"`                // The address of the icon; null: not known
	Name                   string        `json:"name"`                   // The name
	PrivacyPolicyURL       string        `json:"privacyPolicyUrl"`       // The address of the privacy policy; null: not known
	PrivacyTypes           []PrivacyType `json:"privacyTypes"`           // The privacy label: its types, with the categories of each
	URL                    string        `json:"url"`                    // The address
}

// MismatchedApp is a part of [MismatchesPage]. An app whose label exceeds the privacy profile.
type MismatchedApp struct {
	Count      int64      `json:"count"`      // The number
	Developer  *string    `json:"developer"`  // The developer of the app; null: not known
	IconURL    *string    `json:"iconUrl"`    // The address of the icon; null: not known
	ID         int64      `json:"id"`         // The ID
	Mismatches []Mismatch `json:"mismatches"` // The widest gap first, then by category
	Name       string     `json:"name"`       // The name
	Risk       string     `json:"risk"`       // unknown, minimal, low, moderate, high: The risk of the app
	Tone       string     `json:"tone"`       // ok, warn, bad: How bad it is, for colours
	TotalGap   int64      `json:"totalGap"`   // The sum of the severity gaps of the mismatches
}

// RelatedApp is a part of [RelatedApps]. A related app.
type RelatedApp struct {
	AppleID   int64   `json:"appleId"`   // The ID of the app in the App Store
	Developer *string `json:"developer"` // The developer of the app; null: not known
	IconURL   *string `json:"iconUrl"`   // The address of the icon; null: not known
	Name      string  `json:"name"`      // The name
	URL       string  `json:"url"`       // The address
}

// ScrapeResult is a part of [ScrapeAnswer]. The outcome of one app. Its members depend on the status..
type ScrapeResult struct {
	Candidates       []Candidate `json:"candidates,omitzero"`      // The apps that a name may stand for, if it stands for none or several
	ChangeCount      *int64      `json:"changeCount,omitzero"`     // Entries
	ChangesDetected  *bool       `json:"changesDetected,omitzero"` // Whether the refresh found changes
	CurrentVersion   *string     `json:"currentVersion,omitzero"`  // The version of the app in the App Store; null: not known
	Error            *string     `json:"error,omitzero"`           // What was wrong, in a sentence for people
	ID               *int64      `json:"id,omitzero"`              // The ID
	IsNew            *bool       `json:"isNew,omitzero"`           // Whether it was not there before
	Name             *string     `json:"name,omitzero"`            // The name
	PreviousVersion  *string     `json:"previousVersion,omitzero"` // The version of the app before the refresh; null: not known
	Query            *string     `json:"query,omitzero"`           // The ID or name that was sent
	RetryAfterMs     *int64      `json:"retryAfterMs,omitzero"`    // How long to wait, in milliseconds; with the code rate_limited
	Status           string      `json:"status"`                   // The status
	URL              *string     `json:"url,omitzero"`             // The address
	VersionChanged   *bool       `json:"versionChanged,omitzero"`  // Whether the app has another version than before
	VersionUpdatedAt *Time       `json:"versionUpdatedAt,omitzero"`
}

// SearchRest is a part of [SearchAnswer]. What could not be searched because the App Store is rate limiting.
type SearchRest struct {
	Queued          []SearchQuery `json:"queued,omitzero"`          // The queries that were not made
	QueuedBundleIDs []string      `json:"queuedBundleIds,omitzero"` // The bundle IDs that were not looked up
	RetryAfterMs    int64         `json:"retryAfterMs"`             // How long to wait before the next attempt, in milliseconds
}

// SearchMatch is a part of [SearchAnswer]. The result for one name, best candidate first.
type SearchMatch struct {
	Candidates []Candidate `json:"candidates"` // What can be chosen from
	Query      string      `json:"query"`      // What is searched for
}

// BundleMatch is a part of [SearchAnswer]. The result for one bundle ID; Match is null when nothing was found.
type BundleMatch struct {
	BundleID string     `json:"bundleId"` // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	Match    *Candidate `json:"match"`    // The app that was found; null: none
}

// ShortlistGroup is a part of [Shortlist]. A tracked app with its possible replacements.
type ShortlistGroup struct {
	Entries   []ShortlistEntry `json:"entries"`   // Newest first
	SourceApp ShortlistSource  `json:"sourceApp"` // The tracked app
}

// ShortlistPair is a part of [Shortlist]. Identifies an entry.
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
	CandidateIconURL        string   `json:"candidateIconUrl"`        // The address of the candidate's icon; empty: not known
	CandidateIsTracked      bool     `json:"candidateIsTracked"`      // Whether the candidate is tracked, too
	CandidateName           string   `json:"candidateName"`           // The name of the candidate
	CandidatePriceCurrency  *string  `json:"candidatePriceCurrency"`  // The currency of the candidate's price, such as USD; null: not known
	CandidatePriceFormatted *string  `json:"candidatePriceFormatted"` // The candidate's price as the App Store shows it; null: not known
	CandidateStoreURL       string   `json:"candidateStoreUrl"`       // As given
	ID                      string   `json:"id"`                      // The ID
	Modes                   []string `json:"modes"`                   // Why the candidate is considered: its privacy, its accessibility, or both
	Note                    string   `json:"note"`                    // A note for people; empty or null: none
	ProfileBadge            *Badge   `json:"profileBadge"`            // The comparison with the privacy profile; null: there is no profile
	SourceAppID             int64    `json:"sourceAppId"`             // The ID of the tracked app
}

// AppCounts is a part of [Summary]. The numbers of apps that a dashboard shows.
type AppCounts struct {
	ByRisk     map[string]int64 `json:"byRisk"`     // Number of apps by risk
	Changed    int64            `json:"changed"`    // Number of apps with changes to review
	Delisted   int64            `json:"delisted"`   // Number of apps that the App Store does not list
	Failed     int64            `json:"failed"`     // Number that failed
	Mismatched int64            `json:"mismatched"` // Whose label exceeds the privacy profile
	Total      int64            `json:"total"`      // The number of all
}

// NotificationCounts is a part of [Summary]. The numbers of notifications that the inbox shows.
type NotificationCounts struct {
	Total  int64 `json:"total"`  // The number of all
	Unread int64 `json:"unread"` // Number of unread notifications
}

// RunCounts is a part of [Summary]. The numbers of bulk runs that have not ended.
type RunCounts struct {
	Interrupted int64 `json:"interrupted"` // By anything else; the next start resumes them
	Paused      int64 `json:"paused"`      // By a user
	Running     int64 `json:"running"`     // Whether work is in progress
}

// SyncTimes is a part of [Summary]. When all apps were and will be refreshed.
type SyncTimes struct {
	IsRunning bool   `json:"isRunning"` // Whether a sync is running
	LastRun   *Time  `json:"lastRun"`
	NextRun   *Time  `json:"nextRun"`
	Schedule  string `json:"schedule"` // When apps are refreshed: off, daily or weekly
}

// VerdictRow is a part of [VerdictsAnswer]. A verdict as it is shown.
type VerdictRow struct {
	AppID      int64   `json:"appId"`     // The ID of the app
	ID         string  `json:"id"`        // The ID
	Rationale  *string `json:"rationale"` // Why, in the user's words; null: not given
	SetAt      Time    `json:"setAt"`
	Source     string  `json:"source"`     // user, imported: Where it is from
	SourceName *string `json:"sourceName"` // Empty for the user
	UpdatedAt  Time    `json:"updatedAt"`
	Verdict    string  `json:"verdict"` // safe, replace, uninstall: The verdict
}

// RatingDescriptor is a part of [RatingDescriptors]. One reason for an age rating.
type RatingDescriptor struct {
	Heading string `json:"heading"` // Such as "Contains" or "Infrequent"
	Text    string `json:"text"`    // Such as "Advertising"
}

// PendingKinds is a part of [GridMeta]. Reports of which kinds an app's unacknowledged changes are.
type PendingKinds struct {
	Accessibility bool `json:"accessibility"` // Changes of the accessibility labels
	AgeRating     bool `json:"ageRating"`     // Changes of the age rating
	Availability  bool `json:"availability"`  // Changes of the availability in the App Store
	Policy        bool `json:"policy"`        // Changes of the privacy policy
	Privacy       bool `json:"privacy"`       // Changes of the privacy label
}

// Badge is a part of [GridMeta]. A comparison with a privacy profile, as shown in lists.
type Badge struct {
	Count              int64   `json:"count"`              // The number
	Description        string  `json:"description"`        // The comparison in a sentence
	Kind               string  `json:"kind"`               // no_profile, match, mismatches, missing_required, missing_nice: The kind, which determines the other members
	Label              string  `json:"label"`              // A name for people
	Tone               string  `json:"tone"`               // ok, warn, bad: How bad it is, for colours
	TotalGap           int64   `json:"totalGap"`           // The sum of the severity gaps of the mismatches
	WorstCategory      *string `json:"worstCategory"`      // The identifier of the category with the widest gap; null: no mismatch
	WorstCategoryLabel *string `json:"worstCategoryLabel"` // The name of that category; null: no mismatch
}

// ShownNote is a part of [ShownPolicy]. A model's note on a part of the text.
type ShownNote struct {
	Highlights []string `json:"highlights"` // The most important statements
	Summary    string   `json:"summary"`    // The summary
}

// PolicyStep is a part of [ShownPolicy]. A step in the analysis of a policy. It is recorded when it begins and, with its duration, when it ends..
type PolicyStep struct {
	At    Time    `json:"at"`
	Error *string `json:"error,omitzero"` // What was wrong, in a sentence for people
	Ms    *int64  `json:"ms,omitzero"`    // Duration in milliseconds; null: at the beginning
	Note  *string `json:"note,omitzero"`  // A note for people; empty or null: none
	Phase string  `json:"phase"`          // The phase of the work
}

// PolicySummary is a part of [ShownPolicy]. A summary of a policy, by a model or another installation.
type PolicySummary struct {
	Highlights    []string      `json:"highlights"`             // Three to five
	Lenses        []PolicyLens  `json:"lenses"`                 // The rating and summary of each subject, in a fixed order
	Overview      string        `json:"overview"`               // The policy in a few sentences
	SafetySummary *PolicySafety `json:"safetySummary,omitzero"` // What the policy means for the safety of a child; missing: not asked for
}

// LabelCategory is a part of [PrivacyType]. A group of data types, such as CONTACT_INFO.
type LabelCategory struct {
	DataTypes  []DataType `json:"dataTypes,omitzero"` // Null if the page names none
	Identifier string     `json:"identifier"`         // The identifier that the App Store gives it, which does not depend on the language
	Title      string     `json:"title"`              // The title; null: none
}

// Purpose is a part of [PrivacyType]. A use of data, such as ANALYTICS, with the categories used for it.
type Purpose struct {
	Categories []LabelCategory `json:"categories"` // The data categories, in the order of the page
	Identifier string          `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Title      string          `json:"title"`      // The title; null: none
}

// EntryPartsItem is a part of [Entry].
type EntryPartsItem struct {
	DataCategory *string `json:"dataCategory,omitzero"` // If the entry is about a whole privacy type
	DataType     *string `json:"dataType,omitzero"`     // The identifier of the data type, such as PRECISE_LOCATION
	Purpose      *string `json:"purpose,omitzero"`      // The identifier of the purpose, such as ANALYTICS
	Type         string  `json:"type"`                  // added, removed: The type
}

// CategoryHeading is a part of [LabelHeading]. A category of a privacy type, without detail.
type CategoryHeading struct {
	Identifier string `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Title      string `json:"title"`      // The title; null: none
}

// GroupApp is a part of [GroupCategoryAnswer]. An app as a group shows it. One is shared by all its groups..
type GroupApp struct {
	Developer *string `json:"developer"` // The developer of the app; null: not known
	IconURL   *string `json:"iconUrl"`   // The address of the icon; null: not known
	ID        int64   `json:"id"`        // The ID
	Name      string  `json:"name"`      // The name
}

// ReviewState is a part of [Review]. The fields of an app that a review changes.
type ReviewState struct {
	ChangeCount           int64 `json:"changeCount"` // Number of changes
	ChangesAcknowledgedAt Time  `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil   Time  `json:"changesSnoozedUntil"`
}

// ClaimEvidence is a part of [LabelClaim]. A sentence of the policy.
type ClaimEvidence struct {
	Lens   string `json:"lens"`   // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors: The subject of policies
	Quote  string `json:"quote"`  // The passage of the policy
	Rating string `json:"rating"` // favorable, mixed, concerning, unclear: How the policy is rated on the subject; null: not rated
}

// Mismatch is a part of [MismatchedApp]. A category in which an app exceeds the accepted tier.
type Mismatch struct {
	Allowed     string `json:"allowed"`     // not_collected, not_linked, linked, tracking: The tier that the profile accepts
	Category    string `json:"category"`    // The identifier of the category
	Observed    string `json:"observed"`    // not_collected, not_linked, linked, tracking: The tier that the label declares
	SeverityGap int64  `json:"severityGap"` // By how many tiers, at least 1
}

// Candidate is a part of [ScrapeResult]. An App Store app that may match.
type Candidate struct {
	AppSource             *string `json:"appSource"`             // Empty: the main source
	AppleID               int64   `json:"appleId"`               // The ID of the app in the App Store
	BundleID              string  `json:"bundleId"`              // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	ContentAdvisoryRating string  `json:"contentAdvisoryRating"` // Empty: none
	Developer             string  `json:"developer"`             // The developer of the app; null: not known
	IconURL               string  `json:"iconUrl"`               // The address of the icon; null: not known
	Name                  string  `json:"name"`                  // The name
	SearchQuery           string  `json:"searchQuery"`           // What was searched for
	URL                   string  `json:"url"`                   // The address
}

// SearchQuery is a part of [SearchRest]. An app to find by name.
type SearchQuery struct {
	Developer *string `json:"developer,omitzero"` // Ranks candidates; empty: unknown
	Name      string  `json:"name"`               // The name
}

// ShortlistSource is a part of [ShortlistGroup]. An app that may be replaced.
type ShortlistSource struct {
	Developer       *string            `json:"developer"`                // The developer of the app; null: not known
	HasIAP          *bool              `json:"hasIap"`                   // Whether the app offers in-app purchases; null: not known
	IconURL         *string            `json:"iconUrl"`                  // The address of the icon; null: not known
	ID              int64              `json:"id"`                       // The ID
	Name            string             `json:"name"`                     // The name
	PriceCurrency   *string            `json:"priceCurrency"`            // The currency of the price, such as USD; null: not known
	PriceFormatted  *string            `json:"priceFormatted"`           // The price as the App Store shows it; null: not known
	PrivacyTypes    []PrivacyType      `json:"privacyTypes,omitzero"`    // The privacy label: its types, with the categories of each
	ProfileMismatch *ProfileComparison `json:"profileMismatch,omitzero"` // Null if there is none
}

// PolicyLens is a part of [PolicySummary]. One aspect of a policy.
type PolicyLens struct {
	Key     string `json:"key"`     // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors: The key that names it
	Rating  string `json:"rating"`  // favorable, mixed, concerning, unclear: How the policy is rated on the subject; null: not rated
	Summary string `json:"summary"` // The summary
}

// PolicySafety is a part of [PolicySummary]. What a policy means for the safety of a child.
type PolicySafety struct {
	Concerns  []string `json:"concerns"`  // The concerns
	Paragraph string   `json:"paragraph"` // What the policy means for the safety of a child
}

// DataType is a part of [LabelCategory]. A kind of data, such as EMAIL_ADDRESS. The App Store's pages have only a text in their language: Identifier is empty if the text could not be mapped to one..
type DataType struct {
	Identifier string `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Title      string `json:"title"`      // The title; null: none
}

// ProfileComparison is a part of [ShortlistSource]. Compares an app's label with a privacy profile.
type ProfileComparison struct {
	Count         int64      `json:"count"`         // The number
	Mismatches    []Mismatch `json:"mismatches"`    // The widest gap first, then by category
	ProfileActive bool       `json:"profileActive"` // False: the profile limits nothing
	TotalGap      int64      `json:"totalGap"`      // The sum of the severity gaps of the mismatches
}
