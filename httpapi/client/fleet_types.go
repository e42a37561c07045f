// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// AccessibilityProfile is what [Client.AccessibilityProfile] returns. The accessibility features that the user needs.
type AccessibilityProfile struct {
	Profile map[string]string `json:"profile"` // The profile; null: none is set
}

// AnnotationsAnswer is what [Client.Annotations] returns. An answer of `annotations`: List notes.
type AnnotationsAnswer struct {
	Annotations []Annotation `json:"annotations"` // The notes
}

// AnnotationAnswer is what [Client.Annotate] returns. An answer of `restoreAnnotation`: Restore a deleted note.
type AnnotationAnswer struct {
	Annotation Annotation `json:"annotation"` // The note
}

// SuccessAnswer is what [Client.DeleteApp] returns. The response of a change without any other data, in the other spelling of the interface.
type SuccessAnswer struct {
	Success bool `json:"success"` // Whether it succeeded
}

// App is what [Client.ListApps] returns. A tracked app, as the API and a backup show it. The counts are those of the newest state.
type App struct {
	Accessibility          *Accessibility     `json:"accessibility"`        // Whether the app supports accessibility features; null: the page has no such section, or it could not be parsed
	AccessibilityCount     int64              `json:"accessibilityCount"`   // The number of accessibility features that the app declares
	AgeRating              *string            `json:"ageRating"`            // The age rating as the App Store shows it, such as "4+"; null: not known
	AgeRatingDescriptors   *RatingDescriptors `json:"ageRatingDescriptors"` // The reasons for the age rating; null: not known
	AgeRatingValue         *int64             `json:"ageRatingValue"`       // The App Store's own number for the rating, such as 100 for "4+", which depends on neither the language nor the storefront's scale. Null if the source of the rating has none.
	AppSource              *string            `json:"appSource"`            // The name of the source that the app is from; empty: the main one
	Availability           Availability       `json:"availability"`         // Whether the App Store lists the app
	BackgroundLocation     *bool              `json:"backgroundLocation"`   // Whether it may use the location in the background; null: not known
	BundleID               *string            `json:"bundleId"`             // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	CategoryCount          int64              `json:"categoryCount"`        // The number of data categories, counted for each privacy type
	ChangeCount            int64              `json:"changeCount"`          // The number of refreshes with changes since the last acknowledgement
	ChangesAcknowledgedAt  Time               `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil    Time               `json:"changesSnoozedUntil"`
	Country                *string            `json:"country"`        // The storefront, two lower-case letters; null: not known
	CurrentVersion         *string            `json:"currentVersion"` // The version of the app in the App Store; null: not known
	Developer              *string            `json:"developer"`      // The developer of the app; null: not known
	FirstSeen              Time               `json:"firstSeen"`
	GenreID                *int64             `json:"genreId"`                // The number of the genre in the App Store; null: not known
	GenreName              *string            `json:"genreName"`              // The name of the genre; null: not known
	HasAccessibilityLabels *bool              `json:"hasAccessibilityLabels"` // Whether the page has a section on accessibility; null: not known
	HasIAP                 *bool              `json:"hasIap"`                 // Whether the app offers in-app purchases; null: not known
	HasPrivacyDetails      *bool              `json:"hasPrivacyDetails"`      // Whether the developer has declared anything about privacy; null: not known
	IconURL                *string            `json:"iconUrl"`                // The URL of the icon; null: not known
	ID                     int64              `json:"id"`                     // The ID
	LastChecked            *Time              `json:"lastChecked"`
	LastError              *Failure           `json:"lastError"` // Why the last refresh failed, or that it read no label although one is known; null: it succeeded
	LastSuccess            *Time              `json:"lastSuccess"`
	LastSynced             Time               `json:"lastSynced"`
	LinkedCount            int64              `json:"linkedCount"`      // Number of categories of data that are linked to the user
	Name                   string             `json:"name"`             // The name
	Platform               *string            `json:"platform"`         // ios, mac, tv, vision, watch, null: The platform of the page at the address of the app, ios if it names none; null: not known, or an app of another source
	PriceAmount            *float64           `json:"priceAmount"`      // The price; 0: the app is free, null: not known
	PriceCurrency          *string            `json:"priceCurrency"`    // The currency of the price, such as USD; null: not known
	PriceFormatted         *string            `json:"priceFormatted"`   // The price as the App Store shows it; null: not known
	PrivacyPolicyURL       *string            `json:"privacyPolicyUrl"` // The URL of the privacy policy; null: not known
	SyncCount              int64              `json:"syncCount"`        // The number of snapshots
	TrackCount             int64              `json:"trackCount"`       // Number of categories of data that are used to track the user
	UnlinkedCount          int64              `json:"unlinkedCount"`    // Number of categories of data that are not linked to the user
	URL                    string             `json:"url"`              // The URL
	VersionUpdatedAt       *Time              `json:"versionUpdatedAt"`
	WhatsNew               *string            `json:"whatsNew"` // The release notes of the version; null: none
}

// AppsPage is what [Client.PageOfApps] returns. A page of the list.
type AppsPage struct {
	Apps   []App     `json:"apps"`          // The apps
	Limit  int64     `json:"limit"`         // The page size
	Meta   *GridMeta `json:"meta,omitzero"` // The data for a grid view; missing: not requested
	Offset int64     `json:"offset"`        // The offset as sent, however large
	Total  int64     `json:"total"`         // The number of apps in the whole list
}

// AppDetail is what [Client.App] returns. An app with its labels and its policy.
type AppDetail struct {
	Accessibility          *Accessibility     `json:"accessibility"`         // Whether the app supports accessibility features; null: the page has no such section, or it could not be parsed
	AccessibilityCount     int64              `json:"accessibilityCount"`    // The number of accessibility features that the app declares
	AccessibilityFeatures  []Feature          `json:"accessibilityFeatures"` // The accessibility features that the app declares, by identifier
	AgeRating              *string            `json:"ageRating"`             // The age rating as the App Store shows it, such as "4+"; null: not known
	AgeRatingDescriptors   *RatingDescriptors `json:"ageRatingDescriptors"`  // The reasons for the age rating; null: not known
	AgeRatingValue         *int64             `json:"ageRatingValue"`        // The App Store's own number for the rating, such as 100 for "4+", which depends on neither the language nor the storefront's scale. Null if the source of the rating has none.
	AppSource              *string            `json:"appSource"`             // The name of the source that the app is from; empty: the main one
	Availability           Availability       `json:"availability"`          // Whether the App Store lists the app
	BackgroundLocation     *bool              `json:"backgroundLocation"`    // Whether it may use the location in the background; null: not known
	BundleID               *string            `json:"bundleId"`              // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	CategoryCount          int64              `json:"categoryCount"`         // The number of data categories, counted for each privacy type
	ChangeCount            int64              `json:"changeCount"`           // The number of refreshes with changes since the last acknowledgement
	ChangesAcknowledgedAt  Time               `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil    Time               `json:"changesSnoozedUntil"`
	Country                *string            `json:"country"`        // The storefront, two lower-case letters; null: not known
	CurrentVersion         *string            `json:"currentVersion"` // The version of the app in the App Store; null: not known
	Developer              *string            `json:"developer"`      // The developer of the app; null: not known
	FirstSeen              Time               `json:"firstSeen"`
	GenreID                *int64             `json:"genreId"`                // The number of the genre in the App Store; null: not known
	GenreName              *string            `json:"genreName"`              // The name of the genre; null: not known
	HasAccessibilityLabels *bool              `json:"hasAccessibilityLabels"` // Whether the page has a section on accessibility; null: not known
	HasIAP                 *bool              `json:"hasIap"`                 // Whether the app offers in-app purchases; null: not known
	HasPrivacyDetails      *bool              `json:"hasPrivacyDetails"`      // Whether the developer has declared anything about privacy; null: not known
	IconURL                *string            `json:"iconUrl"`                // The URL of the icon; null: not known
	ID                     int64              `json:"id"`                     // The ID
	LastChecked            *Time              `json:"lastChecked"`
	LastError              *Failure           `json:"lastError"` // Why the last refresh failed, or that it read no label although one is known; null: it succeeded
	LastSuccess            *Time              `json:"lastSuccess"`
	LastSynced             Time               `json:"lastSynced"`
	LinkedCount            int64              `json:"linkedCount"`      // Number of categories of data that are linked to the user
	Name                   string             `json:"name"`             // The name
	Platform               *string            `json:"platform"`         // ios, mac, tv, vision, watch, null: The platform of the page at the address of the app, ios if it names none; null: not known, or an app of another source
	PolicyAnalysis         *ShownPolicy       `json:"policyAnalysis"`   // The state of the app's policy; null: it was never fetched
	PriceAmount            *float64           `json:"priceAmount"`      // The price; 0: the app is free, null: not known
	PriceCurrency          *string            `json:"priceCurrency"`    // The currency of the price, such as USD; null: not known
	PriceFormatted         *string            `json:"priceFormatted"`   // The price as the App Store shows it; null: not known
	PrivacyPolicyURL       *string            `json:"privacyPolicyUrl"` // The URL of the privacy policy; null: not known
	PrivacyTypes           []PrivacyType      `json:"privacyTypes"`     // The privacy label: its types, with the categories of each
	SyncCount              int64              `json:"syncCount"`        // The number of snapshots
	TrackCount             int64              `json:"trackCount"`       // Number of categories of data that are used to track the user
	UnlinkedCount          int64              `json:"unlinkedCount"`    // Number of categories of data that are not linked to the user
	URL                    string             `json:"url"`              // The URL
	VersionUpdatedAt       *Time              `json:"versionUpdatedAt"`
	WhatsNew               *string            `json:"whatsNew"` // The release notes of the version; null: none
}

// TimelineRow is what [Client.AppTimeline] returns. A snapshot of an app, or a review of its changes. Its kind decides which members it has..
type TimelineRow struct {
	Action              *string        `json:"action,omitzero"`     // reviewed, dismissed, snoozed, unsnoozed: What was done
	AppVersion          *string        `json:"appVersion,omitzero"` // The version of the app; null: not known
	AppVersionUpdatedAt *Time          `json:"appVersionUpdatedAt,omitzero"`
	ChangesDetected     *bool          `json:"changesDetected,omitzero"`    // Whether the refresh found changes
	ChangesSummary      []Entry        `json:"changesSummary,omitzero"`     // The changes of the snapshot
	CoveredCount        *int64         `json:"coveredCount,omitzero"`       // The number of entries that the review covers
	CoveredSnapshotIDs  []string       `json:"coveredSnapshotIds,omitzero"` // The IDs of the snapshots that the review covers
	ID                  string         `json:"id"`                          // The ID of the snapshot, or "review:" and the ID of the review
	Kind                string         `json:"kind"`                        // snapshot, review: The kind
	MatchesLiveSync     *bool          `json:"matchesLiveSync,omitzero"`    // Whether the snapshot is from the archive and has the same label as the live snapshot just before or after it
	Note                *string        `json:"note,omitzero"`               // A note in the user's words; empty or null: none
	ScrapedAt           Time           `json:"scrapedAt"`
	Snapshot            []LabelHeading `json:"snapshot,omitzero"` // The label; null: not known
	SnoozeUntil         *Time          `json:"snoozeUntil,omitzero"`
	Source              *string        `json:"source,omitzero"`             // live, wayback: The source
	TriggeredBy         *string        `json:"triggeredBy,omitzero"`        // scheduled, manual, import, wayback, sample, null: What caused the refresh; null: not known
	WaybackSnapshotURL  *string        `json:"waybackSnapshotUrl,omitzero"` // The URL of the archived page; null: not from the archive
}

// GroupAnswer is what [Client.GroupedApps] returns. A privacy type of the grouped view.
type GroupAnswer struct {
	Categories []GroupCategoryAnswer `json:"categories"` // The data categories of the type
	Detail     *string               `json:"detail"`     // More about it; null or empty: nothing
	Identifier string                `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Title      string                `json:"title"`      // The title; null: none
}

// AcknowledgeAnswer is what [Client.Acknowledge] returns. An answer of `acknowledge`: Acknowledge, dismiss or snooze an app's changes.
type AcknowledgeAnswer struct {
	Ok     bool   `json:"ok"`     // Whether it succeeded
	Record Review `json:"record"` // The review
}

// OkAnswer is what [Client.UndoAcknowledge] returns. The response of a change without any other data.
type OkAnswer struct {
	Ok bool `json:"ok"` // Whether it succeeded
}

// ConcernsAnswer is what [Client.Concerns] returns. An answer of `concerns`: List the concerns about an app: where its label exceeds the privacy profile.
type ConcernsAnswer struct {
	Concerns []Concern `json:"concerns"` // The concerns
}

// ConcernAnswer is what [Client.AcceptConcern] returns. An answer of `acceptConcern`: Accept or defer a concern.
type ConcernAnswer struct {
	Concern Concern `json:"concern"` // The concern
}

// LabelTrust is what [Client.LabelTrust] returns. How far the label of an app can be relied on: its age, which parts of it are mere claims, and what the policy says about them.
type LabelTrust struct {
	AppID         int64        `json:"appId"`         // The ID of the app
	Claims        []LabelClaim `json:"claims"`        // What the label claims by not declaring it. Only the developer has checked it.
	Disagreements int64        `json:"disagreements"` // The number of claims with which the policy disagrees
	Label         LabelAge     `json:"label"`         // The age of the label
	Policy        PolicyAge    `json:"policy"`        // The age of the policy with which the claims are compared
}

// Comparison is what [Client.Compare] returns. Two apps side by side.
type Comparison struct {
	A ComparedApp `json:"a"` // The first app
	B ComparedApp `json:"b"` // The second app
}

// PreviewAnswer is what [Client.Preview] returns. An answer of `preview`: Preview an app without tracking it.
type PreviewAnswer struct {
	Preview Preview `json:"preview"` // The app as its page is now. Nothing was stored
}

// PrivacyProfile is what [Client.PrivacyProfile] returns. The uses of data that the user accepts.
type PrivacyProfile struct {
	Profile   map[string]string `json:"profile"`            // The profile; null: none is set
	Retention *string           `json:"retention,omitzero"` // any, limited, none: The longest retention that the user accepts, by category
}

// MismatchesPage is what [Client.ProfileMismatches] returns. A page of the list.
type MismatchesPage struct {
	Apps          []MismatchedApp `json:"apps"`          // The apps
	Limit         int64           `json:"limit"`         // The page size
	Offset        int64           `json:"offset"`        // The offset as sent, however large
	ProfileActive bool            `json:"profileActive"` // Whether the privacy profile limits anything
	Total         int64           `json:"total"`         // The number of all
}

// RelatedApps is what [Client.RelatedApps] returns. App Store apps related to a tracked one.
type RelatedApps struct {
	Candidates   []RelatedApp `json:"candidates"`      // The related apps
	Free         *bool        `json:"free"`            // Whether it is the chart of free apps; null: not known
	GenreID      *int64       `json:"genreId"`         // The genre whose chart is shown; null: not known
	GenreName    *string      `json:"genreName"`       // The name of that genre; null: not known
	Mode         string       `json:"mode"`            // top_in_category, may_also_like: How the apps are related to the tracked one
	Reason       *string      `json:"reason,omitzero"` // not_scraped_yet: Why there are no apps; missing: there are some
	SourceAppURL string       `json:"sourceAppUrl"`    // The URL of the tracked app's page
}

// ScrapeAnswer is what [Client.Scrape] returns. An answer of `scrape`: Track or refresh apps.
type ScrapeAnswer struct {
	Results []ScrapeResult `json:"results"` // The results, in the order of the request
}

// Accepted is what [Client.StartScrape] returns. The response of a request that does not wait.
type Accepted struct {
	ResultID string `json:"resultId"` // The ID of the result
}

// SearchAnswer is what [Client.Search] returns. The search results, and what was not searched for because the App Store is rate limiting.
type SearchAnswer struct {
	RateLimited *SearchRest     `json:"rateLimited,omitzero"` // What could not be done because the App Store is rate limiting; missing: everything was done
	Results     json.RawMessage `json:"results"`              // []SearchMatch or []BundleMatch
}

// RemoveFromShortlistAnswer is what [Client.RemoveFromShortlist] returns.
type RemoveFromShortlistAnswer struct {
	Deleted bool   `json:"deleted"`          // Whether there was an entry to delete
	Removed *int64 `json:"removed,omitzero"` // The number of removed entries. Only present with all.
}

// Shortlist is what [Client.Shortlist] returns. The list of apps that may replace others.
type Shortlist struct {
	Groups []ShortlistGroup `json:"groups"` // The groups, the one with the newest entry first
	Pairs  []ShortlistPair  `json:"pairs"`  // The pairs, in the order of the groups
	Total  int64            `json:"total"`  // Number of entries
}

// ShortlistAnswer is what [Client.AddToShortlist] returns. An answer of `addToShortlist`: Add an app to the shortlist.
type ShortlistAnswer struct {
	Entry ShortlistEntry `json:"entry"` // The entry
}

// ShortlistJSONAnswer is what [Client.ShortlistJSON] returns.
type ShortlistJSONAnswer struct {
	ExportedAt Time             `json:"exportedAt"`
	Groups     []ShortlistGroup `json:"groups"` // The tracked apps, each with its candidates
}

// Summary is what [Client.Summary] returns. What needs attention.
type Summary struct {
	Apps          AppCounts          `json:"apps"`          // The apps
	Notifications NotificationCounts `json:"notifications"` // The notifications
	Runs          RunCounts          `json:"runs"`          // The runs
	Sync          SyncTimes          `json:"sync"`          // The sync
}

// ClearVerdictAnswer is what [Client.ClearVerdict] returns. An answer of `clearVerdict`: Clear the verdict on an app.
type ClearVerdictAnswer struct {
	Removed bool `json:"removed"` // Whether there was a verdict
}

// VerdictsAnswer is what [Client.Verdicts] returns. An answer of `verdicts`: List verdicts.
type VerdictsAnswer struct {
	Verdicts []VerdictRow `json:"verdicts"` // The verdicts
}

// VerdictAnswer is what [Client.SetVerdict] returns. An answer of `setVerdict`: Set the verdict on an app.
type VerdictAnswer struct {
	Verdict VerdictRow `json:"verdict"` // The verdict
}

// BulkVerdictAnswer is what [Client.SetVerdicts] returns. An answer of `setVerdicts`: Set the verdict on several apps.
type BulkVerdictAnswer struct {
	Count    int64        `json:"count"`    // The number of apps
	Verdicts []VerdictRow `json:"verdicts"` // The verdicts
}

// Annotation is a part of [AnnotationsAnswer]. A person's note about an app.
type Annotation struct {
	AppID      int64   `json:"appId"`    // The ID of the app
	Body       string  `json:"body"`     // The text of the note
	ChangeID   *string `json:"changeId"` // The ID of the change that the note is about; null: it is about the app
	CreatedAt  Time    `json:"createdAt"`
	DeletedAt  *Time   `json:"deletedAt"`
	ID         int64   `json:"id"`         // The ID
	Source     string  `json:"source"`     // user, imported: The source
	SourceName *string `json:"sourceName"` // The author, if not the user
	Tag        *string `json:"tag"`        // concern, positive, follow_up, other, null: What the note is about; null: not set
	UpdatedAt  Time    `json:"updatedAt"`
	Visibility string  `json:"visibility"` // export, private: Whether the note may be part of an audit bundle: export or private
}

// Accessibility is a part of [App]. What an app declares about accessibility, and for which device families.
type Accessibility struct {
	Devices []string `json:"devices"` // The device families: iphone, ipad, mac, tv, watch and vision, in this order; empty: the page names none
	Status  string   `json:"status"`  // declared, none, not_indicated: The status
}

// RatingDescriptors is a part of [App]. The reasons for an age rating, as the page shows them.
type RatingDescriptors struct {
	Items    []RatingDescriptor `json:"items"`    // The reasons in the order of the page; empty: the page shows none
	Language string             `json:"language"` // The language of the texts, as a BCP 47 tag; empty: not known. Descriptors in different languages are never compared.
}

// Availability is a part of [App]. Whether the App Store lists an app.
type Availability struct {
	DelistedAt *Time  `json:"delistedAt"`
	State      string `json:"state"` // listed, unlisted: The state
}

// Failure is a part of [App]. Why the last refresh of an app failed. The message has neither the query nor the user of a URL..
type Failure struct {
	At      Time   `json:"at"`
	Code    string `json:"code"`    // dns, tls, connection, proxy, timeout, status, rateLimited, blocked, notFound, layout, tooLarge, address, crash, other: The kind of failure, for programs
	Message string `json:"message"` // What went wrong, in a sentence
}

// GridMeta is a part of [AppsPage]. What a grid shows in addition to the apps of a page. Each map has the IDs of apps of the page as keys..
type GridMeta struct {
	AppDeviceMap                 map[string][]string     `json:"appDeviceMap"`                 // The IDs of the devices by app, without apps on no device
	PendingChangeCategoriesByApp map[string]PendingKinds `json:"pendingChangeCategoriesByApp"` // The kinds of the changes to review, by app
	ProfileBadges                map[string]Badge        `json:"profileBadges"`                // The comparison with the privacy profile by app; empty: there is no profile
	Risks                        map[string]string       `json:"risks"`                        // The risk by app
	UserVerdicts                 map[string]string       `json:"userVerdicts"`                 // The verdict of the user by app
}

// Feature is a part of [AppDetail]. An accessibility feature that an app's developer declares.
type Feature struct {
	AppID        int64   `json:"appId"`        // The ID of the app
	Description  *string `json:"description"`  // The description; null or empty: none
	IconTemplate *string `json:"iconTemplate"` // The template of the icon's URL; null: none
	Identifier   string  `json:"identifier"`   // The identifier that the App Store gives it, which does not depend on the language
	Title        string  `json:"title"`        // The title; null: none
}

// ShownPolicy is a part of [AppDetail]. The state of an app's policy. Members that are not known are missing..
type ShownPolicy struct {
	AnalysisMode      *string           `json:"analysisMode,omitzero"` // direct, chunked, imported: How the policy was summarised: as a whole, in parts, or by another installation; null: it was not
	ArchiveURL        *string           `json:"archiveUrl,omitzero"`   // The URL of the archived page that the text is from
	ChangingBlocks    []PolicyPageBlock `json:"changingBlocks"`        // The blocks of the page in which the last texts of an unstable policy differ
	ChunkNotes        []ShownNote       `json:"chunkNotes,omitzero"`   // The model's summaries of the parts of a long text, in order
	DoubtfulAt        *Time             `json:"doubtfulAt,omitzero"`
	Error             *string           `json:"error,omitzero"` // What went wrong, in a sentence
	ExcludedBlocks    []PolicyPageBlock `json:"excludedBlocks"` // The blocks of the page that a user marked as not part of the policy
	FailedDays        int64             `json:"failedDays"`     // The number of days with a failed fetch since the last successful one
	FetchAgainAt      *Time             `json:"fetchAgainAt,omitzero"`
	LastRunLog        []PolicyStep      `json:"lastRunLog,omitzero"`      // The steps of the last analysis, oldest first
	Model             *string           `json:"model,omitzero"`           // The model that made the summary
	PolicyVersionID   *string           `json:"policyVersionId,omitzero"` // The ID of the version of the text; missing: there is no text
	PreviousSummary   *PolicySummary    `json:"previousSummary"`          // The summary of the text before; null: none
	PreviousSummaryAt *Time             `json:"previousSummaryAt,omitzero"`
	RunStartedAt      *Time             `json:"runStartedAt,omitzero"`
	RunStatus         string            `json:"runStatus"` // idle, running: idle or running
	SourceFetchedAt   *Time             `json:"sourceFetchedAt,omitzero"`
	SourceFinalURL    *string           `json:"sourceFinalUrl,omitzero"` // The URL of the text, after redirects; null: not known
	SourceLength      int64             `json:"sourceLength"`            // The length of the text in UTF-16 units
	SourceOrigin      *string           `json:"sourceOrigin,omitzero"`   // direct, browser_retry, wayback: How the text was fetched: directly, again as a browser would, or from the web archive; null: not known
	SourcePreview     *string           `json:"sourcePreview,omitzero"`  // The first 6000 characters of the text
	SourceTitle       *string           `json:"sourceTitle,omitzero"`    // The title of the policy; null: none
	SourceWordCount   int64             `json:"sourceWordCount"`         // Number of words of the text
	Status            string            `json:"status"`                  // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error: The status
	Summary           *PolicySummary    `json:"summary"`                 // The summary
	SummaryAt         *Time             `json:"summaryAt,omitzero"`
	Unstable          bool              `json:"unstable"` // Whether the policy had too many versions in a short time. Then only the last one of each day is saved and reported.
	UnstableUntil     *Time             `json:"unstableUntil,omitzero"`
	UpdatedAt         Time              `json:"updatedAt"`
}

// PrivacyType is a part of [AppDetail]. A privacy type of a label. Its order is that of the page, and has no meaning..
type PrivacyType struct {
	Categories []LabelCategory `json:"categories"`        // The data categories of all purposes, each once
	Detail     *string         `json:"detail"`            // More about it; null or empty: nothing
	Identifier string          `json:"identifier"`        // The identifier that the App Store gives it, which does not depend on the language
	Purposes   []Purpose       `json:"purposes,omitzero"` // The purposes of the data. Null: the page names none. Tracking has none.
	Title      string          `json:"title"`             // The title; null: none
}
