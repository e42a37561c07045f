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
	Archive                *AppArchive        `json:"archive"`              // What is known of the pages of the app in the web archive; null: nothing
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
	Installs               *string            `json:"installs,omitzero"`      // How often it was installed, such as "1,000,000+", as Google Play tells it; left out: not known
	LastChecked            *Time              `json:"lastChecked"`
	LastError              *Failure           `json:"lastError"` // Why the last refresh failed, or that it read no label although one is known; null: it succeeded
	LastSuccess            *Time              `json:"lastSuccess"`
	LastSynced             Time               `json:"lastSynced"`
	LegalEntity            *string            `json:"legalEntity,omitzero"` // The company or person behind the developer, as Google Play tells it; left out: not known
	LinkedCount            int64              `json:"linkedCount"`          // Number of categories of data that are linked to the user
	Name                   string             `json:"name"`                 // The name
	Platform               *string            `json:"platform"`             // ios, mac, tv, vision, watch, null: The platform of the page at the address of the app, ios if it names none; null: not known, or an app of another source
	PriceAmount            *float64           `json:"priceAmount"`          // The price; 0: the app is free, null: not known
	PriceCurrency          *string            `json:"priceCurrency"`        // The currency of the price, such as USD; null: not known
	PriceFormatted         *string            `json:"priceFormatted"`       // The price as the App Store shows it; null: not known
	PrivacyPolicyURL       *string            `json:"privacyPolicyUrl"`     // The URL of the privacy policy; null: not known
	SyncCount              int64              `json:"syncCount"`            // The number of snapshots
	TrackCount             int64              `json:"trackCount"`           // Number of categories of data that are used to track the user
	UnlinkedCount          int64              `json:"unlinkedCount"`        // Number of categories of data that are not linked to the user
	UnstableUntil          *Time              `json:"unstableUntil"`
	URL                    string             `json:"url"` // The URL
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
	Archive                *AppArchive        `json:"archive"`               // What is known of the pages of the app in the web archive; null: nothing
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
	Installs               *string            `json:"installs,omitzero"`      // How often it was installed, such as "1,000,000+", as Google Play tells it; left out: not known
	LastChecked            *Time              `json:"lastChecked"`
	LastError              *Failure           `json:"lastError"` // Why the last refresh failed, or that it read no label although one is known; null: it succeeded
	LastSuccess            *Time              `json:"lastSuccess"`
	LastSynced             Time               `json:"lastSynced"`
	LegalEntity            *string            `json:"legalEntity,omitzero"` // The company or person behind the developer, as Google Play tells it; left out: not known
	LinkedCount            int64              `json:"linkedCount"`          // Number of categories of data that are linked to the user
	Name                   string             `json:"name"`                 // The name
	Platform               *string            `json:"platform"`             // ios, mac, tv, vision, watch, null: The platform of the page at the address of the app, ios if it names none; null: not known, or an app of another source
	PolicyAnalysis         *ShownPolicy       `json:"policyAnalysis"`       // The state of the app's policy; null: it was never fetched
	Practices              []string           `json:"practices,omitzero"`   // The identifiers of the security practices that the developer declares on Google Play; left out if there are none
	PriceAmount            *float64           `json:"priceAmount"`          // The price; 0: the app is free, null: not known
	PriceCurrency          *string            `json:"priceCurrency"`        // The currency of the price, such as USD; null: not known
	PriceFormatted         *string            `json:"priceFormatted"`       // The price as the App Store shows it; null: not known
	PrivacyPolicyURL       *string            `json:"privacyPolicyUrl"`     // The URL of the privacy policy; null: not known
	PrivacyTypes           []PrivacyType      `json:"privacyTypes"`         // The privacy label: its types, with the categories of each
	SyncCount              int64              `json:"syncCount"`            // The number of snapshots
	TrackCount             int64              `json:"trackCount"`           // Number of categories of data that are used to track the user
	UnlinkedCount          int64              `json:"unlinkedCount"`        // Number of categories of data that are not linked to the user
	UnstableUntil          *Time              `json:"unstableUntil"`
	URL                    string             `json:"url"` // The URL
	VersionUpdatedAt       *Time              `json:"versionUpdatedAt"`
	WhatsNew               *string            `json:"whatsNew"` // The release notes of the version; null: none
}

// TimelineRow is what [Client.AppTimeline] returns. A snapshot of an app, or a review of its changes. Its kind decides which members it has.
type TimelineRow struct {
	Action              *string        `json:"action,omitzero"`     // reviewed, dismissed, snoozed, unsnoozed: What was done
	AppVersion          *string        `json:"appVersion,omitzero"` // The version of the app; null: not known
	AppVersionUpdatedAt *Time          `json:"appVersionUpdatedAt,omitzero"`
	ChangesDetected     *bool          `json:"changesDetected,omitzero"`    // Whether the refresh found changes
	ChangesSummary      []Entry        `json:"changesSummary,omitzero"`     // The changes of the snapshot
	CoveredCount        *int64         `json:"coveredCount,omitzero"`       // The number of entries that the review covers
	CoveredSnapshotIDs  []string       `json:"coveredSnapshotIds,omitzero"` // The IDs of the snapshots that the review covers
	Earlier             *string        `json:"earlier,omitzero"`            // notAsked, notArchived, notRead: Why nothing is known from before; only of the oldest snapshot
	ID                  string         `json:"id"`                          // The ID of the snapshot, or "review:" and the ID of the review
	Kind                string         `json:"kind"`                        // snapshot, review: The kind
	MatchesLiveSync     *bool          `json:"matchesLiveSync,omitzero"`    // Whether the snapshot is from the archive and has the same label as the live snapshot just before or after it
	Note                *string        `json:"note,omitzero"`               // A note in the user's words; empty or null: none
	Practices           []string       `json:"practices,omitzero"`          // The identifiers of the security practices of the label; left out if there are none
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
	Title      string                `json:"title"`      // The title
}

// ExportRecord is what [Client.ExportAppsJSON] returns. An app in an export.
type ExportRecord struct {
	AgeRating        *string       `json:"ageRating"` // The age rating; null: not known
	BundleID         *string       `json:"bundleId"`  // The bundle ID; null: not known
	Country          *string       `json:"country"`   // The storefront, two lower-case letters; null: not known
	Developer        *string       `json:"developer"` // The developer; null: not known
	ID               int64         `json:"id"`        // The ID
	LastChecked      *Time         `json:"lastChecked"`
	Name             string        `json:"name"`             // The name
	Notes            []string      `json:"notes"`            // The notes, newest first
	Practices        []string      `json:"practices"`        // Identifiers of the security practices that a label of Google Play declares
	PrivacyPolicyURL *string       `json:"privacyPolicyUrl"` // The URL of the privacy policy; null: not known
	PrivacyTypes     []PrivacyType `json:"privacyTypes"`     // The privacy label: its types, with the categories, data types and purposes of each
	Risk             string        `json:"risk"`             // unknown, minimal, low, moderate, high: The risk
	Store            string        `json:"store"`            // The source of the app: appstore, or the name of a further source
	Tags             []string      `json:"tags"`             // The tags
	Verdict          *string       `json:"verdict"`          // The verdict of the user: safe, replace or uninstall; null: none
}

// RemovedApps is what [Client.RemovedApps] returns. The list of the apps that can be restored.
type RemovedApps struct {
	Apps []Removed `json:"apps"` // The apps, the last removed one first
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

// LabelAt is what [Client.LabelAt] returns. The label that an app had at a time.
type LabelAt struct {
	AppID        int64         `json:"appId"`  // The ID of the app
	Before       *LabelBefore  `json:"before"` // The label before that one, the last one that differs; null: none is known
	ObservedAt   *Time         `json:"observedAt"`
	Practices    []string      `json:"practices,omitzero"` // The identifiers of the security practices that the developer declared on Google Play; left out if there were none
	PrivacyTypes []PrivacyType `json:"privacyTypes"`       // The types of the label, with the categories of each
	Source       *string       `json:"source"`             // Where it was read: live, from the App Store, or wayback, from the web archive; null: nothing was
}

// AppMarks is what [Client.AppMarks] returns. The marks of an app.
type AppMarks struct {
	ID       int64    `json:"id"` // The ID of the app
	PausedAt *Time    `json:"pausedAt"`
	Tags     []string `json:"tags"` // The tags, in alphabetical order
}

// Unpaired is what [Client.UnpairApp] returns. The answer to the removal of a pair.
type Unpaired struct {
	Removed bool `json:"removed"` // Whether the app had a pair
}

// PairState is what [Client.AppPair] returns. The pair of an app and, if it has none, the apps that may be the same.
type PairState struct {
	Pair        *ShownPair   `json:"pair"`        // The pair; null: the app has none
	Suggestions []Suggestion `json:"suggestions"` // Tracked apps of the other store that may be the same, the likeliest first
}

// ShownPair is what [Client.PairApp] returns. The same app in two stores, and what is declared differently there.
type ShownPair struct {
	AppStore    PairedApp       `json:"appStore"` // The app in the App Store
	Compared    bool            `json:"compared"` // Whether both labels are known now, so that they can be compared
	CreatedAt   Time            `json:"createdAt"`
	Definitions PairDefinitions `json:"definitions"` // Where the two stores define their data types
	Differences []Difference    `json:"differences"` // What is declared in only one of the stores
	Play        PairedApp       `json:"play"`        // The app on Google Play
}

// Storefronts is what [Client.AppStorefronts] returns. One app as several storefronts showed it last, side by side.
type Storefronts struct {
	App         int64            `json:"app"`         // The ID of the app
	Base        string           `json:"base"`        // The storefront that the others are compared with: that in which the app is tracked or, if that is not among them, the first that lists the app; empty: no storefront lists it
	Name        string           `json:"name"`        // The name of the app
	Storefronts []StorefrontSide `json:"storefronts"` // As they were asked for or, if none were, by country
}

// Accepted is what [Client.StartAppStorefronts] returns. The response of a request that does not wait.
type Accepted struct {
	ResultID string `json:"resultId"` // The ID of the result
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

// PairList is what [Client.Pairs] returns. A page of the pairs.
type PairList struct {
	Next  *int64      `json:"next"`  // After of the next page; null: there is none
	Pairs []ShownPair `json:"pairs"` // The pairs, by the ID of the app in the App Store
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

// AllTags is what [Client.Tags] returns. The list of the tags.
type AllTags struct {
	Tags []TagCount `json:"tags"` // The tags, in alphabetical order
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

// AppArchive is a part of [App]. What is known of the pages of an app in the web archive.
type AppArchive struct {
	AskedAt   *Time    `json:"askedAt"`
	FirstAt   *Time    `json:"firstAt"`
	OtherURLs []string `json:"otherUrls"` // Further addresses of its page, such as those under earlier names, MaxOtherURLs at most
}

// Availability is a part of [App]. Whether the App Store lists an app.
type Availability struct {
	DelistedAt *Time  `json:"delistedAt"`
	State      string `json:"state"` // listed, unlisted: The state
}

// Failure is a part of [App]. Why the last refresh of an app failed. The message has neither the query nor the user of a URL.
type Failure struct {
	At      Time   `json:"at"`
	Code    string `json:"code"`    // dns, tls, connection, proxy, timeout, status, rateLimited, blocked, notFound, layout, unconfirmed, tooLarge, address, crash, other: The kind of failure, for programs
	Message string `json:"message"` // What went wrong, in a sentence
}

// GridMeta is a part of [AppsPage]. What a grid shows in addition to the apps of a page. Each map has the IDs of apps of the page as keys.
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
	Title        string  `json:"title"`        // The title
}

// ShownPolicy is a part of [AppDetail]. The state of an app's policy. Members that are not known are missing.
type ShownPolicy struct {
	AnalysisMode      *string           `json:"analysisMode,omitzero"` // direct, chunked, imported: How the policy was summarised: as a whole, in parts, or by another installation; missing: it was not
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
	SourceFinalURL    *string           `json:"sourceFinalUrl,omitzero"` // The URL of the text, after redirects; missing: not known
	SourceLength      int64             `json:"sourceLength"`            // The length of the text in UTF-16 units
	SourceOrigin      *string           `json:"sourceOrigin,omitzero"`   // direct, browser_retry, wayback: How the text was fetched: directly, again as a browser would, or from the web archive; missing: not known
	SourcePreview     *string           `json:"sourcePreview,omitzero"`  // The first 6000 characters of the text
	SourceTitle       *string           `json:"sourceTitle,omitzero"`    // The title of the policy; missing: none
	SourceWordCount   int64             `json:"sourceWordCount"`         // Number of words of the text
	Status            string            `json:"status"`                  // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error: The status
	Summary           *PolicySummary    `json:"summary"`                 // The summary
	SummaryAt         *Time             `json:"summaryAt,omitzero"`
	Unstable          bool              `json:"unstable"` // Whether the policy had too many versions in a short time. Then only the last one of each day is saved and reported.
	UnstableUntil     *Time             `json:"unstableUntil,omitzero"`
	UpdatedAt         Time              `json:"updatedAt"`
}

// PrivacyType is a part of [AppDetail]. A privacy type of a label. Its order is that of the page, and has no meaning.
type PrivacyType struct {
	Categories []LabelCategory `json:"categories"`        // The data categories of all purposes, each once
	Detail     *string         `json:"detail"`            // More about it; null or empty: nothing
	Identifier string          `json:"identifier"`        // The identifier that the App Store gives it, which does not depend on the language
	Purposes   []Purpose       `json:"purposes,omitzero"` // The purposes of the data. Missing: the page names none. Tracking has none.
	Title      string          `json:"title"`             // The title
}

// Entry is a part of [TimelineRow]. A change. Some types have additional members.
type Entry struct {
	Between            *EntryBetween    `json:"between,omitzero"`            // Between which observations the change was made; only of a change that a page in the web archive shows
	Category           string           `json:"category"`                    // privacy-label, privacy-policy, wayback-attempt, accessibility, age-rating, background-location, availability, listing, security-practice, pair, service: What the change is about
	DataCategory       *string          `json:"dataCategory,omitzero"`       // The identifier of the data category, such as LOCATION; missing: the entry is about a whole privacy type
	DataType           *string          `json:"dataType,omitzero"`           // The identifier of the data type, such as PRECISE_LOCATION, if the parts name only one
	Description        string           `json:"description"`                 // The change in a sentence
	Details            []string         `json:"details,omitzero"`            // Additional sentences
	Difference         *EntryDifference `json:"difference,omitzero"`         // How many paragraphs of the policy differ
	Direction          *string          `json:"direction,omitzero"`          // worse, neutral, better: What the change means for the user
	Disagreements      *int64           `json:"disagreements,omitzero"`      // How many claims of the label the new text of the policy disagrees with; missing: none
	DisagreementsAdded *int64           `json:"disagreementsAdded,omitzero"` // How many of these the text before did not disagree with; missing: none
	Fact               *string          `json:"fact,omitzero"`               // developer, name, bundleId, privacyPolicyUrl, price, inAppPurchases, legalEntity: The fact of the listing that changed; only of the category listing
	Feature            *string          `json:"feature,omitzero"`            // The identifier of the feature: one of accessibility, such as voiceover, or background_location or age_rating_descriptors
	From               *string          `json:"from,omitzero"`               // The value before
	Parts              []EntryPartsItem `json:"parts,omitzero"`              // The single changes that an entry about a privacy type or data category sums up
	PolicyEvent        *string          `json:"policyEvent,omitzero"`        // first, changed, error, settled: What a fetch of the policy found, settled if an unstable policy has come to rest; only of the type policy
	PolicyURL          *string          `json:"policyUrl,omitzero"`          // The URL of the policy, if its text changed or can no longer be read
	PolicyVersionID    *string          `json:"policyVersionId,omitzero"`    // The ID of the version of the policy that was fetched
	PreviousVersionID  *string          `json:"previousVersionId,omitzero"`  // The ID of the version of the policy before, if that is another one
	PrivacyType        *string          `json:"privacyType,omitzero"`        // The identifier of the privacy type, such as DATA_LINKED_TO_YOU
	Purpose            *string          `json:"purpose,omitzero"`            // The identifier of the purpose, such as ANALYTICS, if the parts name only one
	StoreWide          *bool            `json:"storeWide,omitzero"`          // Whether the App Store made this change for all apps
	To                 *string          `json:"to,omitzero"`                 // The value after
	Type               string           `json:"type"`                        // added, removed, modified, policy, wayback: The type
	Unstable           *bool            `json:"unstable,omitzero"`           // Whether what changed goes back and forth, or a policy changes at each fetch, so that there was no notification of this change; missing: false
	Weight             *string          `json:"weight,omitzero"`             // tracking, shared, linked, collected, contradiction, pair, profile, background_location, advertising, purpose, choice, security, declaration, ownership, availability, policy_link, age_rating, in_app_purchases, accessibility, price, name, wording, version, service: What kind of change it is, the heaviest first. An entry about several things has the worst
}

// LabelHeading is a part of [TimelineRow]. A privacy type with its categories.
type LabelHeading struct {
	Categories []CategoryHeading `json:"categories"` // The categories
	Identifier string            `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Purposes   []PurposeHeading  `json:"purposes"`   // What the data is used for; empty: the label names no purposes
	Title      string            `json:"title"`      // The title
}

// GroupCategoryAnswer is a part of [GroupAnswer]. A data category of the grouped view.
type GroupCategoryAnswer struct {
	Apps       []*GroupApp `json:"apps"`       // The apps
	Identifier string      `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	RiskWeight int64       `json:"riskWeight"` // The weight of the category in the risk of an app
	Title      string      `json:"title"`      // The title
}

// Removed is a part of [RemovedApps]. An app that was removed and can be restored.
type Removed struct {
	Developer *string `json:"developer"` // The developer; null: not known
	FirstSeen Time    `json:"firstSeen"`
	IconURL   *string `json:"iconUrl"` // The URL of the icon; null: not known
	ID        int64   `json:"id"`      // The ID
	Name      string  `json:"name"`    // The name
	RemovedAt Time    `json:"removedAt"`
	SyncCount int64   `json:"syncCount"` // The number of snapshots
	Until     Time    `json:"until"`
	URL       string  `json:"url"` // The URL of the page in the App Store
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

// LabelBefore is a part of [LabelAt]. An earlier label.
type LabelBefore struct {
	ObservedAt   Time          `json:"observedAt"`
	Practices    []string      `json:"practices,omitzero"` // The identifiers of the security practices that the developer declared on Google Play; left out if there were none
	PrivacyTypes []PrivacyType `json:"privacyTypes"`       // The types of the label, with the categories of each
}

// Suggestion is a part of [PairState]. An app that may be the same in the other store.
type Suggestion struct {
	AppSource *string  `json:"appSource"` // The source that the app is from; null: the App Store
	Developer *string  `json:"developer"` // The developer; null: not known
	ID        int64    `json:"id"`        // The ID
	Name      string   `json:"name"`      // The name; empty: the app is not tracked any more
	Reasons   []string `json:"reasons"`   // Why: likeName, likeDeveloper, samePolicySite
	Tracked   bool     `json:"tracked"`   // Whether the app is tracked
}

// PairedApp is a part of [ShownPair]. One app of a pair.
type PairedApp struct {
	AppSource *string `json:"appSource"` // The source that the app is from; null: the App Store
	Developer *string `json:"developer"` // The developer; null: not known
	ID        int64   `json:"id"`        // The ID
	Name      string  `json:"name"`      // The name; empty: the app is not tracked any more
	Tracked   bool    `json:"tracked"`   // Whether the app is tracked
}

// PairDefinitions is a part of [ShownPair]. The pages on which the stores define their data types.
type PairDefinitions struct {
	AppStore string `json:"appStore"` // The URL of the App Store's
	Play     string `json:"play"`     // The URL of Google Play's
}

// Difference is a part of [ShownPair]. What a developer declares about an app in one store and not in the other.
type Difference struct {
	AppStore string  `json:"appStore"`      // What is declared in the App Store, as a sentence
	Name     string  `json:"name"`          // The kind of data in plain words
	Note     *string `json:"note,omitzero"` // Where the definitions of the two stores differ; left out: they agree
	Play     string  `json:"play"`          // What is declared in Google Play, as a sentence
	Since    Time    `json:"since"`
}

// StorefrontSide is a part of [Storefronts]. An app in one storefront.
type StorefrontSide struct {
	AgeRating     *string                `json:"ageRating"`   // The age rating in the words of the storefront; null: not known
	Country       string                 `json:"country"`     // The storefront, two lower-case letters
	Developer     *string                `json:"developer"`   // The developer; null: not known
	Differences   []StorefrontDifference `json:"differences"` // What differs from the storefront of base
	Failure       *StorefrontFailure     `json:"failure"`     // Why the storefront could not be read now; null: it was, or was not asked
	LabelDigest   *string                `json:"labelDigest"` // The digest of the label, as in a data set; null: the page has none
	Listed        *bool                  `json:"listed"`      // Whether the storefront lists the app; null: it was never read
	Name          *string                `json:"name"`        // The name; null: not known
	ObservedAt    *Time                  `json:"observedAt"`
	PolicyURL     *string                `json:"policyUrl"`     // The URL of the privacy policy; null: not known
	PriceAmount   *float64               `json:"priceAmount"`   // The price; null: not known
	PriceCurrency *string                `json:"priceCurrency"` // The currency of the price; null: not known
	PrivacyTypes  []PrivacyType          `json:"privacyTypes"`  // The privacy label: its types, with the categories of each
	Version       *string                `json:"version"`       // The version; null: not known
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
	Country                *string         `json:"country"`                // The storefront of the app, two lower-case letters; null: not known
	Developer              *string         `json:"developer"`              // The developer of the app; null: not known
	HasAccessibilityLabels *bool           `json:"hasAccessibilityLabels"` // Whether the page has a section on accessibility; null: not known
	HasPrivacyDetails      *bool           `json:"hasPrivacyDetails"`      // Whether the developer has declared anything about privacy; null: not known
	IconURL                *string         `json:"iconUrl"`                // The URL of the icon; null: not known
	ID                     int64           `json:"id"`                     // The ID
	Name                   string          `json:"name"`                   // The name
	Platform               *string         `json:"platform"`               // ios, mac, tv, vision, watch, null: The platform of the page; null: not known
	PolicySummary          json.RawMessage `json:"policySummary"`          // The summary of the policy; null: none
	Practices              []string        `json:"practices,omitzero"`     // The identifiers of the security practices that the developer declares on Google Play; left out if there are none
	PrivacyPolicyURL       *string         `json:"privacyPolicyUrl"`       // The URL of the privacy policy; null: not known
	PrivacyTypes           []PrivacyType   `json:"privacyTypes"`           // The privacy label: its types, with the categories of each
	Source                 string          `json:"source"`                 // "library" or "scrape"
	URL                    string          `json:"url"`                    // The URL
}

// Preview is a part of [PreviewAnswer]. An app as its page is now. It is not stored.
type Preview struct {
	AccessibilityFeatures  []Feature     `json:"accessibilityFeatures"`  // The accessibility features that the app declares, in the order of its page
	AppSource              *string       `json:"appSource"`              // The source that the app is from; null: the App Store
	AppleID                int64         `json:"appleId"`                // The ID of the app in the App Store
	Country                *string       `json:"country"`                // The storefront that answered, two lower-case letters; null: not known
	Developer              string        `json:"developer"`              // The developer of the app; empty: not known
	HasAccessibilityLabels *bool         `json:"hasAccessibilityLabels"` // Whether the page has a section on accessibility; null: not known
	HasPrivacyDetails      *bool         `json:"hasPrivacyDetails"`      // Whether the developer has declared anything about privacy; null: not known
	IconURL                string        `json:"iconUrl"`                // The URL of the icon; empty: not known
	Name                   string        `json:"name"`                   // The name
	Platform               *string       `json:"platform"`               // ios, mac, tv, vision, watch, null: The platform of the page; null: not known
	Practices              []string      `json:"practices,omitzero"`     // The identifiers of the security practices that the developer declares on Google Play; left out if there are none
	PrivacyPolicyURL       string        `json:"privacyPolicyUrl"`       // The URL of the privacy policy; empty: not known
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

// ScrapeResult is a part of [ScrapeAnswer]. The outcome of one app. Its members depend on the status.
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
	BundleID string     `json:"bundleId"` // The bundle ID of the app, such as net.whatsapp.WhatsApp
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
	Note                    string   `json:"note"`                    // A note in the user's words; empty: none
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

// TagCount is a part of [AllTags]. A tag and the number of apps that have it.
type TagCount struct {
	Apps int64  `json:"apps"` // The number of apps
	Tag  string `json:"tag"`  // The tag
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
	Listing       bool `json:"listing"`       // Whether there are changes of the listing, such as the developer
	Policy        bool `json:"policy"`        // Whether there are changes of the privacy policy
	Privacy       bool `json:"privacy"`       // Whether there are changes of the privacy label
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
	ID       string `json:"id"`            // The ID
	Kept     *bool  `json:"kept,omitzero"` // Whether the page has such parts, and the last fetch left out none because the rest would be no policy
	LeftOut  *int64 `json:"leftOut"`       // How many parts of the page the last fetch left out for it; 0: the page has none such, or kept is true; null: no fetch has counted them since the block was excluded
	Name     string `json:"name"`          // What the block is, for users
	Selector string `json:"selector"`      // As the user chose it; empty: the block was found between two paragraphs
	Text     string `json:"text"`          // The beginning of the block when it was found
}

// ShownNote is a part of [ShownPolicy]. A model's summary of a part of the text.
type ShownNote struct {
	Highlights []string `json:"highlights"` // The most important statements
	Summary    string   `json:"summary"`    // The summary
}

// PolicyStep is a part of [ShownPolicy]. A step in the analysis of a policy. It is recorded when it begins and, with its duration, when it ends.
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
	DataTypes  []DataType `json:"dataTypes,omitzero"` // The data types; missing: the page names none
	Identifier string     `json:"identifier"`         // The identifier that the App Store gives it, which does not depend on the language
	Title      string     `json:"title"`              // The title
}

// Purpose is a part of [PrivacyType]. A use of data, such as ANALYTICS, with the categories used for it.
type Purpose struct {
	Categories []LabelCategory `json:"categories"` // The data categories, in the order of the page
	Identifier string          `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Title      string          `json:"title"`      // The title
}

// EntryBetween is a part of [Entry]. Between which observations the change was made; only of a change that a page in the web archive shows.
type EntryBetween struct {
	After Time `json:"after"`
	At    Time `json:"at"`
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
	Optional     *bool   `json:"optional,omitzero"`     // Whether the change is that the data type became optional (added) or required (removed); missing: false
	Purpose      *string `json:"purpose,omitzero"`      // The identifier of the purpose, such as ANALYTICS
	Type         string  `json:"type"`                  // added, removed: The type
}

// CategoryHeading is a part of [LabelHeading]. A data category.
type CategoryHeading struct {
	DataTypes  []string `json:"dataTypes"`         // The identifiers of its data types; empty: the label names none
	Identifier string   `json:"identifier"`        // The identifier that the App Store gives it, which does not depend on the language
	Optional   []string `json:"optional,omitzero"` // The identifiers of those data types that are optional; left out if there are none
	Title      string   `json:"title"`             // The title
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

// StorefrontDifference is a part of [StorefrontSide]. Something that two storefronts show differently.
type StorefrontDifference struct {
	Base string `json:"base"` // What the storefront of base shows; empty for label
	Here string `json:"here"` // What this storefront shows; for label, a sentence
	What string `json:"what"` // Label, listed, name, developer, version or policyUrl
}

// StorefrontFailure is a part of [StorefrontSide]. Why a storefront could not be read.
type StorefrontFailure struct {
	Code    string `json:"code"`    // dns, tls, connection, proxy, timeout, status, rateLimited, blocked, notFound, layout, unconfirmed, tooLarge, address, crash, other: The kind of failure
	Message string `json:"message"` // The failure in words
}

// ClaimEvidence is a part of [LabelClaim]. A sentence of the policy.
type ClaimEvidence struct {
	Lens   string `json:"lens"`   // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors: The aspect of the policy
	Quote  string `json:"quote"`  // The passage of the policy
	Rating string `json:"rating"` // favorable, mixed, concerning, unclear: The rating of the policy in this aspect
}

// Mismatch is a part of [MismatchedApp]. A category in which an app exceeds the accepted tier.
type Mismatch struct {
	Allowed     string `json:"allowed"`     // not_collected, not_linked, linked, tracking: The tier that the profile accepts
	Category    string `json:"category"`    // The identifier of the data category, such as LOCATION
	Observed    string `json:"observed"`    // not_collected, not_linked, linked, tracking: The tier that the label declares
	SeverityGap int64  `json:"severityGap"` // The number of tiers between allowed and observed, at least 1
}

// Candidate is a part of [ScrapeResult]. An App Store app that may match.
type Candidate struct {
	AppSource             *string `json:"appSource"`             // The source that the app is from; null: the App Store
	AppleID               int64   `json:"appleId"`               // The ID of the app in the App Store
	BundleID              string  `json:"bundleId"`              // The bundle ID of the app, such as net.whatsapp.WhatsApp; empty: not known
	ContentAdvisoryRating string  `json:"contentAdvisoryRating"` // The age rating as the search of the App Store has it; empty: none
	Country               *string `json:"country"`               // The storefront that answered; empty: not known
	Developer             string  `json:"developer"`             // The developer of the app; empty: not known
	IconURL               string  `json:"iconUrl"`               // The URL of the icon; empty: not known
	Name                  string  `json:"name"`                  // The name
	Platform              *string `json:"platform"`              // ios, mac, tv, vision, watch, null: The platform of the app; empty: not known
	Price                 string  `json:"price"`                 // The price as the store shows it; empty: not known
	SearchQuery           string  `json:"searchQuery"`           // What was searched for
	URL                   string  `json:"url"`                   // The URL
}

// SearchQuery is a part of [SearchRest]. An app to find by name.
type SearchQuery struct {
	Developer *string `json:"developer,omitzero"` // The developer, which ranks the candidates; empty: not known
	Name      string  `json:"name"`               // The name
}

// ShortlistSource is a part of [ShortlistGroup]. An app that may be replaced.
type ShortlistSource struct {
	Developer       *string            `json:"developer"`                // The developer of the app; null: not known
	HasIAP          *bool              `json:"hasIap"`                   // Whether the app offers in-app purchases; null: not known
	IconURL         *string            `json:"iconUrl"`                  // The URL of the icon; null: not known
	ID              int64              `json:"id"`                       // The ID
	Name            string             `json:"name"`                     // The name
	PriceCurrency   *string            `json:"priceCurrency"`            // The currency of the price, such as USD; null: not known
	PriceFormatted  *string            `json:"priceFormatted"`           // The price as the App Store shows it; null: not known
	PrivacyTypes    []PrivacyType      `json:"privacyTypes,omitzero"`    // The privacy label: its types, with the categories of each
	ProfileMismatch *ProfileComparison `json:"profileMismatch,omitzero"` // The comparison with the privacy profile; missing: there is none
}

// PolicyLens is a part of [PolicySummary]. One aspect of a policy.
type PolicyLens struct {
	Key     string `json:"key"`     // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors: The key that names it
	Rating  string `json:"rating"`  // favorable, mixed, concerning, unclear: The rating of the policy in this aspect
	Summary string `json:"summary"` // The summary
}

// PolicySafety is a part of [PolicySummary]. What a policy means for the safety of a child.
type PolicySafety struct {
	Concerns  []string `json:"concerns"`  // The concerns
	Paragraph string   `json:"paragraph"` // What the policy means for the safety of a child
}

// DataType is a part of [LabelCategory]. A kind of data, such as EMAIL_ADDRESS. The pages of the App Store have only its name in their language: identifier is empty if the name is not known.
type DataType struct {
	Identifier string `json:"identifier"`        // The identifier that the App Store gives it, which does not depend on the language
	Optional   *bool  `json:"optional,omitzero"` // Whether users can choose not to provide the data, or to opt out. Labels of the App Store do not tell. A data type is optional in a privacy type if all mentions are.
	Title      string `json:"title"`             // The title
}

// PurposeCategory is a part of [PurposeHeading]. A data category that is used for a purpose.
type PurposeCategory struct {
	DataTypes  []string `json:"dataTypes"`  // The identifiers of the data types that are used for it; empty: the label names none
	Identifier string   `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
}

// ProfileComparison is a part of [ShortlistSource]. The comparison of a label with a privacy profile.
type ProfileComparison struct {
	Count         int64      `json:"count"`         // The number of mismatches
	Mismatches    []Mismatch `json:"mismatches"`    // The mismatches, widest gap first, then by category
	ProfileActive bool       `json:"profileActive"` // Whether the privacy profile limits anything
	TotalGap      int64      `json:"totalGap"`      // The sum of the severity gaps of the mismatches
}

// HistoryStats is what [Client.HistoryStats] returns. The changes of an app by quarter. Both lists have one bucket for each quarter from the first of 2021 through the current one.
type HistoryStats struct {
	AppID         int64            `json:"appId"`         // The ID of the app
	CategoryTrend CategoryTrend    `json:"categoryTrend"` // The number of added and removed categories by quarter
	Quarterly     []QuarterChanges `json:"quarterly"`     // Number of changes by quarter
}

// SinceInstall is what [Client.SinceInstall] returns. How the label of an app has changed since the app was first tracked.
type SinceInstall struct {
	AppID        int64           `json:"appId"`        // The ID of the app
	SinceInstall *SinceFirstSeen `json:"sinceInstall"` // The comparison; null: no label of the app was ever observed
}

// Feed is what [Client.Changelog] returns. A page of the feed of changes.
type Feed struct {
	Cursor          string    `json:"cursor"`                   // The cursor after all changes, or with since after the changes of the page. Empty: the database does not record the order of commits.
	More            *bool     `json:"more,omitzero"`            // Whether there are more changes after the cursor; only with since
	Rows            []FeedRow `json:"rows"`                     // The changes, newest snapshot first
	Total           int64     `json:"total"`                    // The number of changes that match, or with since the number on the page
	WindowTruncated *bool     `json:"windowTruncated,omitzero"` // Whether there are older changes in the range than those of the snapshots that the response covers: use since to get all changes, or to for older ones
	Withdrawn       []string  `json:"withdrawn,omitzero"`       // The IDs of snapshots that were deleted after the cursor
}

// JsonFeed is what [Client.JSONFeed] returns. A feed of changes (JSON Feed 1.1).
type JsonFeed struct {
	Authors []JsonAuthor   `json:"authors"`  // The authors of the feed
	FeedURL string         `json:"feed_url"` // The URL of the feed
	Items   []JsonFeedItem `json:"items"`    // The items
	Title   string         `json:"title"`    // The title
	Version string         `json:"version"`  // The URL that identifies the version of JSON Feed
}

// ReadersAnswer is what [Client.Readers] returns. An answer of `readers`: List the readers of the changelog.
type ReadersAnswer struct {
	Readers []ChangelogReader `json:"readers"` // The readers
}

// ChangelogReader is what [Client.Reader] returns. A page or program that reads the changelog, with the cursor up to which it has read.
type ChangelogReader struct {
	Cursor    string `json:"cursor"` // How far the reader has read: send it as since
	Name      string `json:"name"`   // The name
	UpdatedAt Time   `json:"updatedAt"`
}

// CategoryTrend is a part of [HistoryStats]. The number of added and removed categories, whether or not the feed shows them.
type CategoryTrend struct {
	Buckets      []QuarterTrend `json:"buckets"`      // One bucket for each quarter, oldest first
	NetChange    int64          `json:"netChange"`    // The difference of totalAdded and totalRemoved
	TotalAdded   int64          `json:"totalAdded"`   // The number of added categories in all quarters
	TotalRemoved int64          `json:"totalRemoved"` // The number of removed categories in all quarters
}

// QuarterChanges is a part of [HistoryStats]. The number of snapshots of a quarter with changes, and of their entries.
type QuarterChanges struct {
	Better        int64  `json:"better"`        // Of the entries, those about changes for the better
	ChangeEntries int64  `json:"changeEntries"` // Number of entries of the changelog
	ChangeEvents  int64  `json:"changeEvents"`  // Number of refreshes with changes
	EndMs         Time   `json:"endMs"`
	Label         string `json:"label"` // A label, such as Q1 2026
	StartMs       Time   `json:"startMs"`
	Worse         int64  `json:"worse"` // Of the entries, those about changes for the worse
}

// SinceFirstSeen is a part of [SinceInstall]. The comparison of the newest label of an app with an early one.
type SinceFirstSeen struct {
	AddedCount       int64   `json:"addedCount"` // The number of entries about additions
	BaselineDate     Time    `json:"baselineDate"`
	BaselineIsApprox bool    `json:"baselineIsApprox"` // Whether the baseline was observed after firstSeen, because there is no older label
	BaselineSource   string  `json:"baselineSource"`   // live, wayback: Where the baseline is from
	BaselineVersion  *string `json:"baselineVersion"`  // The version of the app at the baseline; null: not known
	Changes          []Entry `json:"changes"`          // The changes since the baseline
	FirstSeen        Time    `json:"firstSeen"`
	IsSingleSnapshot bool    `json:"isSingleSnapshot"` // Whether the baseline is the latest snapshot as well
	LatestDate       Time    `json:"latestDate"`
	LatestVersion    *string `json:"latestVersion"` // The version of the app at the latest snapshot; null: not known
	RemovedCount     int64   `json:"removedCount"`  // The number of entries about removals
}

// FeedRow is a part of [Feed]. An entry with its origin.
type FeedRow struct {
	AppDeveloper *string `json:"appDeveloper"` // The developer of the app; null: not known
	AppIconURL   *string `json:"appIconUrl"`   // The URL of the app's icon; null: not known
	AppID        string  `json:"appId"`        // The ID of the app
	AppName      string  `json:"appName"`      // The name of the app
	Entry        Entry   `json:"entry"`        // The entry
	ID           string  `json:"id"`           // The ID of the snapshot, a colon, and the index of the entry in the snapshot, which does not depend on filters
	ScrapedAt    Time    `json:"scrapedAt"`
	Source       string  `json:"source"`      // live, wayback: The source
	TriggeredBy  *string `json:"triggeredBy"` // scheduled, manual, import, wayback, sample, null: What caused the refresh; null: not known
}

// JsonAuthor is a part of [JsonFeed]. An author in a JSON feed.
type JsonAuthor struct {
	Name string `json:"name"` // The name
}

// JsonFeedItem is a part of [JsonFeed]. An item of a JSON feed: the changes of one snapshot.
type JsonFeedItem struct {
	Changes       JsonChanges  `json:"_changes"`         // The changes, for programs. JSON Feed reserves names with an underscore for such extensions.
	Authors       []JsonAuthor `json:"authors,omitzero"` // The authors of the item; missing: those of the feed
	ContentHtml   string       `json:"content_html"`     // The changes as HTML
	ContentText   string       `json:"content_text"`     // The changes as plain text
	DateModified  string       `json:"date_modified"`    // When the item last changed (RFC 3339)
	DatePublished string       `json:"date_published"`   // When the changes were found (RFC 3339)
	ID            string       `json:"id"`               // The ID
	Title         string       `json:"title"`            // The title
	URL           string       `json:"url"`              // The URL
}

// QuarterTrend is a part of [CategoryTrend]. The number of added and removed categories of a quarter.
type QuarterTrend struct {
	Added   int64  `json:"added"` // The number of changelog entries that added a category
	EndMs   Time   `json:"endMs"`
	Label   string `json:"label"`   // A label, such as Q1 2026
	Removed int64  `json:"removed"` // The number of changelog entries that removed a category
	StartMs Time   `json:"startMs"`
}

// JsonChanges is a part of [JsonFeedItem]. The changes of an item, for programs.
type JsonChanges struct {
	About string  `json:"about"` // What the changes are about: app, type of snapshot and dates
	AppID int64   `json:"appId"` // The ID of the app
	List  []Entry `json:"list"`  // The changes
}

// NotificationPrefs is what [Client.NotificationPrefs] returns. The switches of notifications, by type.
type NotificationPrefs struct {
	Defaults map[string]bool `json:"defaults"` // The defaults of the nine preferences that are named after their type.
	Prefs    map[string]bool `json:"prefs"`    // Whether each kind of notification is on: the four that are feature flags, such as label_changes, and the nine that are named after their type.
	Stored   map[string]bool `json:"stored"`   // Same as prefs.
}

// NotificationsPage is what [Client.Notifications] returns. An answer of `notifications`: List notifications, newest first.
type NotificationsPage struct {
	Notifications []Notification `json:"notifications"` // The notifications, newest first
	Total         int64          `json:"total"`         // The number of notifications
	UnreadCount   int64          `json:"unreadCount"`   // The number of unread notifications
}

// MarkAnswer is what [Client.MarkNotifications] returns. An answer of `markNotifications`: Mark notifications read or unread.
type MarkAnswer struct {
	Flipped int64 `json:"flipped"` // Number of notifications that were changed
	Success bool  `json:"success"` // Whether it succeeded
}

// DeliveryPage is what [Client.Deliveries] returns. A page of messages.
type DeliveryPage struct {
	Deliveries []Delivery `json:"deliveries"` // The deliveries, newest first
	Total      int64      `json:"total"`      // The number of all
}

// RetryAnswer is what [Client.RetryDelivery] returns. An answer of `retryDelivery`: Retry a webhook delivery.
type RetryAnswer struct {
	Delivery Delivery `json:"delivery"` // The delivery
	Success  bool     `json:"success"`  // Whether it succeeded
}

// DestinationsAnswer is what [Client.Destinations] returns. An answer of `destinations`: List the destinations of notifications.
type DestinationsAnswer struct {
	Destinations []Destination `json:"destinations"` // The destinations, in the order in which they were added
}

// DestinationAnswer is what [Client.AddDestination] returns. An answer of `changeDestination`: Change a destination of notifications.
type DestinationAnswer struct {
	Destination Destination `json:"destination"` // The destination
}

// PreviewedMessages is what [Client.PreviewDestination] returns. What a destination would have got of the newest notifications.
type PreviewedMessages struct {
	Messages []PreviewMessage `json:"messages"` // Up to three messages, newest first, or one summary
	Sample   bool             `json:"sample"`   // Whether the messages are invented, because no recent notification would have been sent
}

// TestResult is what [Client.TestDestination] returns. The result of sending a test message.
type TestResult struct {
	Detail *string `json:"detail,omitzero"` // More about it; null or empty: nothing
	Ok     bool    `json:"ok"`              // Whether it succeeded
	Status int64   `json:"status"`          // The status of the response, of HTTP or SMTP; 0: there was none
}

// Notification is a part of [NotificationsPage]. A notification in the inbox.
type Notification struct {
	AppID     *int64   `json:"appId"`   // The ID of the app; null: the notification is not about one app
	AppName   string   `json:"appName"` // The name of the app
	Changes   []Notice `json:"changes"` // The changes
	CreatedAt Time     `json:"createdAt"`
	IconURL   *string  `json:"iconUrl"` // The URL of the icon; null: not known
	ID        string   `json:"id"`      // The ID
	NotBefore *Time    `json:"notBefore"`
	Read      bool     `json:"read"`  // Whether it was read
	Stale     bool     `json:"stale"` // Whether the notification is out of date
	Type      string   `json:"type"`  // labelChanges, profileMismatch, policyUpdates, versionUpdates, importCompleted, manualAppsPrompt, aiTimeout, jobResumed, parserFallthrough, accessibilityChanges, newPrivacyTypes, availability, listingChanges, syncAlert, tokenGuesses: The type
}

// Delivery is a part of [DeliveryPage]. A message to a destination, without its secrets.
type Delivery struct {
	Attempts        int64   `json:"attempts"` // The number of attempts
	CreatedAt       Time    `json:"createdAt"`
	DeliveredAt     *Time   `json:"deliveredAt"`
	DestinationID   string  `json:"destinationId"`   // The ID of the destination; "webhook" is the webhook of the settings
	DestinationName *string `json:"destinationName"` // The name of the destination; null: it was removed
	Host            *string `json:"host"`            // The host of the URL; null: not known
	ID              string  `json:"id"`              // The ID, which is sent to the receiver as well
	Kind            string  `json:"kind"`            // immediate, daily, weekly: The kind
	LastError       *string `json:"lastError"`       // Why the last attempt failed; null: it did not
	LastStatus      *int64  `json:"lastStatus"`      // The status of the last response, of HTTP or SMTP; null: there was none
	NextAttemptAt   *Time   `json:"nextAttemptAt"`
	Notifications   int64   `json:"notifications"` // The number of notifications in the message
	State           string  `json:"state"`         // pending, delivered, dead: The state
	Title           string  `json:"title"`         // The title
}

// Destination is a part of [DestinationsAnswer]. A destination of notifications, without its secrets: only parts of the URL, the account and the recipient are shown.
type Destination struct {
	Address       string   `json:"address"`      // The URL, with its secret parts masked
	AppIDs        []int64  `json:"appIds"`       // The apps whose notifications are sent, besides the apps on deviceIds and those with tags. If all three lists are empty, the notifications of all apps are sent.
	BodyTemplate  string   `json:"bodyTemplate"` // The template of the lines below the title; empty: the standard lines
	Channel       string   `json:"channel"`      // The kind of service or protocol that takes the messages
	CreatedAt     *Time    `json:"createdAt"`
	DeviceIDs     []string `json:"deviceIds"`     // The devices whose apps' notifications are sent
	Frequency     string   `json:"frequency"`     // When messages are sent: immediate, daily_summary, weekly_summary or off
	From          string   `json:"from"`          // The sender of e-mails; empty: not an e-mail destination
	Hour          int64    `json:"hour"`          // The hour at which summaries are sent, in the time zone, from 0 to 23
	ID            string   `json:"id"`            // The ID. "webhook" is the webhook of the settings, which can be changed only there.
	Name          string   `json:"name"`          // The name
	QuietFrom     string   `json:"quietFrom"`     // When the quiet hours begin, such as 22:00; empty: those of the settings apply
	QuietUntil    string   `json:"quietUntil"`    // When the quiet hours end, such as 07:00
	SecretSet     bool     `json:"secretSet"`     // Whether a secret or password is set
	Tags          []string `json:"tags"`          // The tags of the apps whose notifications are sent
	TimeZone      string   `json:"timeZone"`      // The time zone, such as Europe/Berlin; empty: UTC
	TitleTemplate string   `json:"titleTemplate"` // The template of the title; empty: the standard title
	To            string   `json:"to"`            // The recipients of e-mails, the room ID or the chat; empty: not needed for the channel
	Types         []string `json:"types"`         // The types of notifications that are sent; empty: all
	UpdatedAt     *Time    `json:"updatedAt"`
	User          string   `json:"user"` // The user name at the service; empty: none
}

// PreviewMessage is a part of [PreviewedMessages]. A message as people would read it.
type PreviewMessage struct {
	Link  *string `json:"link"`  // Where there is more; null: nowhere
	Text  string  `json:"text"`  // The lines below the title
	Title string  `json:"title"` // The title
}

// Notice is a part of [Notification]. A change that a notification reports, or an event such as version_update or sync_resumed.
type Notice struct {
	Category           string            `json:"category"`                    // What the change is about
	DataCategory       *string           `json:"dataCategory,omitzero"`       // The identifier of the data category, such as LOCATION; missing: the entry is about a whole privacy type
	DataType           *string           `json:"dataType,omitzero"`           // The identifier of the data type, such as PRECISE_LOCATION, if the parts name only one
	Description        string            `json:"description"`                 // The change in a sentence
	Details            []string          `json:"details,omitzero"`            // Additional sentences
	Difference         *NoticeDifference `json:"difference,omitzero"`         // How many paragraphs of the policy differ
	Direction          *string           `json:"direction,omitzero"`          // worse, neutral, better: What the change means for the user
	Disagreements      *int64            `json:"disagreements,omitzero"`      // How many claims of the label the new text of the policy disagrees with; missing: none
	DisagreementsAdded *int64            `json:"disagreementsAdded,omitzero"` // How many of these the text before did not disagree with; missing: none
	Fact               *string           `json:"fact,omitzero"`               // developer, name, bundleId, privacyPolicyUrl, price, inAppPurchases, legalEntity: The fact of the listing that changed; only of the category listing
	Feature            *string           `json:"feature,omitzero"`            // The identifier of the feature: one of accessibility, such as voiceover, or background_location or age_rating_descriptors
	From               *string           `json:"from,omitzero"`               // The value before: a fact of the listing, an age rating, a state of the availability or the accessibility, or the ID of a version of the policy
	Parts              []NoticePartsItem `json:"parts,omitzero"`              // The single changes that an entry about a privacy type or data category sums up
	PolicyEvent        *string           `json:"policyEvent,omitzero"`        // first, changed, error, settled: What a fetch of the policy found, settled if an unstable policy has come to rest; only of the type policy
	PolicyURL          *string           `json:"policyUrl,omitzero"`          // The URL of the policy, if its text changed or can no longer be read
	PolicyVersionID    *string           `json:"policyVersionId,omitzero"`    // The ID of the version of the policy that was fetched
	PreviousVersionID  *string           `json:"previousVersionId,omitzero"`  // The ID of the version of the policy before, if that is another one
	PrivacyType        *string           `json:"privacyType,omitzero"`        // The identifier of the privacy type, such as DATA_LINKED_TO_YOU
	Purpose            *string           `json:"purpose,omitzero"`            // The identifier of the purpose, such as ANALYTICS, if the parts name only one
	StoreWide          *bool             `json:"storeWide,omitzero"`          // Whether the App Store made this change for all apps
	To                 *string           `json:"to,omitzero"`                 // The value after
	Type               string            `json:"type"`                        // The type
	Unstable           *bool             `json:"unstable,omitzero"`           // Whether what changed goes back and forth, or a policy changes at each fetch, so that there was no notification of this change; missing: false
	Weight             *string           `json:"weight,omitzero"`             // tracking, shared, linked, collected, contradiction, pair, profile, background_location, advertising, purpose, choice, security, declaration, ownership, availability, policy_link, age_rating, in_app_purchases, accessibility, price, name, wording, version, service: What kind of change it is, the heaviest first. An entry about several things has the worst
}

// NoticeDifference is a part of [Notice]. How many paragraphs of the policy differ.
type NoticeDifference struct {
	Added   *int64 `json:"added,omitzero"`   // Paragraphs that are new
	Changed *int64 `json:"changed,omitzero"` // Paragraphs that were rewritten
	Moved   *int64 `json:"moved,omitzero"`   // Paragraphs that are elsewhere now
	Removed *int64 `json:"removed,omitzero"` // Paragraphs that are gone
}

// NoticePartsItem is a part of [Notice].
type NoticePartsItem struct {
	DataCategory *string `json:"dataCategory,omitzero"` // If the entry is about a whole privacy type
	DataType     *string `json:"dataType,omitzero"`     // The identifier of the data type, such as PRECISE_LOCATION
	Optional     *bool   `json:"optional,omitzero"`     // Whether the change is that the data type became optional (added) or required (removed); missing: false
	Purpose      *string `json:"purpose,omitzero"`      // The identifier of the purpose, such as ANALYTICS
	Type         string  `json:"type"`                  // added, removed: The type
}

// PolicyPageBlocks is what [Client.ExcludePolicyBlock] returns. The blocks of a policy after a change.
type PolicyPageBlocks struct {
	ChangingBlocks []PolicyPageBlock `json:"changingBlocks"` // The blocks that differ at each fetch, if the policy is unstable
	ExcludedBlocks []PolicyPageBlock `json:"excludedBlocks"` // The blocks that are not part of the policy
	Hint           *string           `json:"hint,omitzero"`  // What is not known of a selector yet; missing: nothing
}

// RegenerateAnswer is what [Client.Regenerate] returns. The outcome of all apps.
type RegenerateAnswer struct {
	Results []Regenerated `json:"results"` // The results, in the order of the request
}

// RegenerateLine is what [Client.FollowRegenerate] returns. A line of the work on policies.
type RegenerateLine struct {
	AppID   *int64        `json:"appId,omitzero"`   // The ID of the app
	Error   *string       `json:"error,omitzero"`   // What went wrong, in a sentence
	Kind    string        `json:"kind"`             // phase, done, error: The kind
	Phase   *PolicyStep   `json:"phase,omitzero"`   // The phase of the work
	Results []Regenerated `json:"results,omitzero"` // The results, in the order of the request
	Type    string        `json:"type"`             // phase, done, error: Same as kind
}

// PolicyProgress is what [Client.PolicyProgress] returns. How far an analysis is.
type PolicyProgress struct {
	LastRunLog   []PolicyStep `json:"lastRunLog"` // The steps of the last analysis, oldest first
	RunStartedAt *Time        `json:"runStartedAt"`
	RunStatus    string       `json:"runStatus"` // idle, running: Whether an analysis is running: idle or running
	Status       *string      `json:"status"`    // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error, null: The status of the policy; null: it was never fetched
}

// PolicyStatus is what [Client.PolicyRun] returns. The state of the policy runner. The member state repeats it for clients that read it there.
type PolicyStatus struct {
	CurrentAppName *string       `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string       `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string       `json:"runId"`          // The ID of the run; null: there is none
	Running        bool          `json:"running"`        // Whether work is in progress
	StartedAt      *Time         `json:"startedAt"`
	State          *PolicyState  `json:"state"`   // The state of the run; null: no run is open
	Status         string        `json:"status"`  // The status
	Summary        RunSummary    `json:"summary"` // The number of apps by outcome
	Totals         *PolicyTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time         `json:"updatedAt"`
	WaitingUntil   *Time         `json:"waitingUntil"`
}

// PolicyRunAnswer is what [Client.ReadPolicies] returns. The response when a run has stopped.
type PolicyRunAnswer struct {
	DurationMs int64        `json:"durationMs"` // How long it took, in milliseconds
	Force      bool         `json:"force"`      // Whether policies whose text is recent are fetched as well
	Phase      string       `json:"phase"`      // fetch, all: The phase of the work
	Status     string       `json:"status"`     // How the run ended: done, cancelled, error, or paused, which is resumed later
	Totals     PolicyTotals `json:"totals"`     // What the run has done so far
}

// PolicyLine is what [Client.FollowPolicies] returns. A line of a policy run.
type PolicyLine struct {
	AppID      *int64          `json:"appId,omitzero"`      // The ID of the app
	Changes    []Entry         `json:"changes,omitzero"`    // The changes that were found
	DurationMs *int64          `json:"durationMs,omitzero"` // How long it took, in milliseconds
	Error      *string         `json:"error,omitzero"`      // What went wrong, in a sentence; missing: nothing
	Force      *bool           `json:"force,omitzero"`      // Whether policies whose text is recent are fetched as well
	Index      *int64          `json:"index,omitzero"`      // The position of the app in the run, from 0
	Initiator  *string         `json:"initiator,omitzero"`  // Who started the run: user, schedule or another part of the service
	Kind       string          `json:"kind"`                // batch-start, app-start, target, app-done, summary: The kind
	Name       *string         `json:"name,omitzero"`       // The name
	Note       *string         `json:"note,omitzero"`       // Why the app was skipped
	Phase      json.RawMessage `json:"phase,omitzero"`      // string or PolicyStep
	Reason     *string         `json:"reason,omitzero"`     // Why it was interrupted; missing: it was not
	RunID      *string         `json:"runId,omitzero"`      // The ID of the run
	StartedAt  *Time           `json:"startedAt,omitzero"`
	Status     *string         `json:"status,omitzero"`    // The status of the policy, or skipped; missing: the run gave up on the app
	Summary    *RunSummary     `json:"summary,omitzero"`   // The summary
	Throttled  *bool           `json:"throttled,omitzero"` // Whether the policy was not fetched because the text is recent
	Total      *int64          `json:"total,omitzero"`     // Number of apps in the run
	Totals     *PolicyTotals   `json:"totals,omitzero"`    // What the run has done so far
	Type       string          `json:"type"`               // batch-start, app-start, target, app-done, summary: Same as kind
}

// StartedAnswer is what [Client.StartPolicies] returns. The response of a request that does not wait.
type StartedAnswer struct {
	RunID string `json:"runId"` // The ID of the run
}

// PolicyVersion is what [Client.PolicyVersion] returns. A text of an app's policy.
type PolicyVersion struct {
	AppID              int64   `json:"appId"` // The ID of the app
	ArchiveSubmittedAt *Time   `json:"archiveSubmittedAt"`
	ArchiveURL         *string `json:"archiveUrl"`  // The URL of a copy of the page in the web archive; null: none
	ContentHash        string  `json:"contentHash"` // The digest of the text (SHA-256, hexadecimal)
	Extractor          string  `json:"extractor"`   // The name and version of the code that extracted the text
	FirstFetchedAt     Time    `json:"firstFetchedAt"`
	ID                 string  `json:"id"` // The ID
	LastFetchedAt      Time    `json:"lastFetchedAt"`
	PolicyURL          string  `json:"policyUrl"`         // The URL that was requested
	Replaces           *string `json:"replaces,omitzero"` // The version that is the same text under earlier rules: another extractor, or before a block was excluded. Zero: none. It is no change of the policy.
	SourceContentType  *string `json:"sourceContentType"` // The media type of the policy; null: not known
	SourceFinalURL     *string `json:"sourceFinalUrl"`    // The URL of the text, after redirects; null: not known
	SourceOrigin       *string `json:"sourceOrigin"`      // direct, browser_retry, wayback, null: How the text was fetched: directly, again as a browser would, or from the web archive; null: not known
	SourceText         string  `json:"sourceText"`        // The text of the policy
	SourceTitle        *string `json:"sourceTitle"`       // The title of the policy; null: none
	SourceWordCount    int64   `json:"sourceWordCount"`   // Number of words of the text
}

// PolicyComparison is what [Client.PolicyDiff] returns. The difference between two texts.
type PolicyComparison struct {
	Current  ComparedVersion `json:"current"`  // The current one
	Lines    []DiffLine      `json:"lines"`    // The lines of both texts
	Previous ComparedVersion `json:"previous"` // The previous one
	Stats    DiffStats       `json:"stats"`    // Number of changes by kind
}

// Regenerated is a part of [RegenerateAnswer]. The outcome of one app.
type Regenerated struct {
	Analysis *ShownPolicy `json:"analysis"`       // The state of the policy; null: it failed, see error
	AppID    int64        `json:"appId"`          // The ID of the app
	Error    *string      `json:"error,omitzero"` // What went wrong, in a sentence
}

// PolicyState is a part of [PolicyStatus]. The state of an open policy run.
type PolicyState struct {
	CurrentAppID *int64       `json:"currentAppId"` // The ID of the app that is being worked on; null: none
	Force        bool         `json:"force"`        // Whether policies whose text is recent are fetched as well
	Initiator    string       `json:"initiator"`    // Who started the run: user, schedule or another part of the service
	Phase        string       `json:"phase"`        // fetch, all: The phase of the work
	RunID        string       `json:"runId"`        // The ID of the run
	StartedAt    *Time        `json:"startedAt"`
	Totals       PolicyTotals `json:"totals"` // What the run has done so far
	UpdatedAt    *Time        `json:"updatedAt"`
}

// RunSummary is a part of [PolicyStatus]. The number of apps of a run by outcome.
type RunSummary struct {
	Completed int64 `json:"completed"` // The number of completed apps
	Failed    int64 `json:"failed"`    // The number of failed apps
	Skipped   int64 `json:"skipped"`   // The number of skipped apps
	Total     int64 `json:"total"`     // The number of apps
}

// PolicyTotals is a part of [PolicyStatus]. The number of apps of a policy run by outcome.
type PolicyTotals struct {
	Attempted int64 `json:"attempted"` // The number of apps that were attempted
	Failed    int64 `json:"failed"`    // The number of apps that failed
	Skipped   int64 `json:"skipped"`   // The number of apps that were removed during the run, or whose fetching was disabled
	Succeeded int64 `json:"succeeded"` // The number of apps that succeeded
	Throttled int64 `json:"throttled"` // The number of apps that were not fetched because their text is recent
}

// ComparedVersion is a part of [PolicyComparison]. One of two texts that are compared.
type ComparedVersion struct {
	FirstFetchedAt  Time   `json:"firstFetchedAt"`
	ID              string `json:"id"` // The ID
	LastFetchedAt   Time   `json:"lastFetchedAt"`
	SourceWordCount int64  `json:"sourceWordCount"` // Number of words of the text
}

// DiffLine is a part of [PolicyComparison]. A line of either text, without its end.
type DiffLine struct {
	Moved      *bool     `json:"moved,omitzero"`      // Whether the other text has the same line at another place: it is removed here and added there, or the reverse
	Text       string    `json:"text"`                // The text
	Type       string    `json:"type"`                // unchanged, added, removed: The type
	Uncompared *bool     `json:"uncompared,omitzero"` // Whether the line was rewritten, and too much was for its words to be compared. The other form of the line is next to it.
	Words      []DiffRun `json:"words,omitzero"`      // The parts of a line that was rewritten, which together are its text. In a removed line they are unchanged or removed, in an added line unchanged or added. The adjacent line is the other version. Missing: there is no other version.
}

// DiffStats is a part of [PolicyComparison]. The number of lines by kind.
type DiffStats struct {
	Added      int64          `json:"added"`      // The number of added lines
	Paragraphs DiffParagraphs `json:"paragraphs"` // How many paragraphs were added, removed, changed and moved
	Removed    int64          `json:"removed"`    // The number of removed lines
	Truncated  bool           `json:"truncated"`  // Whether there are Uncompared lines
	Unchanged  int64          `json:"unchanged"`  // The number of unchanged lines
}

// DiffRun is a part of [DiffLine]. A part of a line.
type DiffRun struct {
	Text string `json:"text"` // The text of the part, never empty
	Type string `json:"type"` // unchanged, added, removed: Whether the part is unchanged, added or removed. Adjacent parts have different types
}

// DiffParagraphs is a part of [DiffStats]. Counts the paragraphs of a difference, which are its lines that are not blank. A paragraph counts once.
type DiffParagraphs struct {
	Added   int64 `json:"added"`   // New ones
	Changed int64 `json:"changed"` // Rewritten ones
	Moved   int64 `json:"moved"`   // Those that are elsewhere now
	Removed int64 `json:"removed"` // Those that are gone
}

// ModelLogAnswer is what [Client.ModelLog] returns. The requests to models, newest first.
type ModelLogAnswer struct {
	Rows []ModelLogRow `json:"rows"` // The rows
}

// ModelAnswer is what [Client.Models] returns. The outcome of an exchange with the provider of a model.
type ModelAnswer struct {
	Error       *string `json:"error,omitzero"`       // Same as message; missing: it succeeded
	LatencyMs   *int64  `json:"latencyMs,omitzero"`   // How long the model took to answer, in milliseconds
	Message     *string `json:"message,omitzero"`     // What happened, in a sentence
	Models      []Model `json:"models,omitzero"`      // The models of the provider
	ModelsCount *int64  `json:"modelsCount,omitzero"` // The number of models of the provider
	Ok          bool    `json:"ok"`                   // Whether it succeeded
	Status      *int64  `json:"status,omitzero"`      // The HTTP status of the response of the provider
}

// TrialAnswer is what [Client.TrySamplePolicy] returns. A summary of the sample.
type TrialAnswer struct {
	DurationMs int64         `json:"durationMs"` // How long it took, in milliseconds
	Mode       *string       `json:"mode"`       // direct, chunked, imported, null: How the policy was summarised: as a whole or in parts
	Model      string        `json:"model"`      // The language model; empty: none
	Ok         bool          `json:"ok"`         // Whether it succeeded
	Phases     []PolicyStep  `json:"phases"`     // The steps, in order
	Provider   string        `json:"provider"`   // The provider of the language model
	Sample     SamplePolicy  `json:"sample"`     // The policy that was summarised
	Summary    PolicySummary `json:"summary"`    // The summary
}

// ModelLogRow is a part of [ModelLogAnswer]. A request to a language model. Members that are not known are missing.
type ModelLogRow struct {
	AppID      *int64  `json:"appId,omitzero"`   // The ID of the app
	AppName    *string `json:"appName,omitzero"` // The name of the app
	CreatedAt  Time    `json:"createdAt"`
	DurationMs int64   `json:"durationMs"`        // How long it took, in milliseconds
	Error      *string `json:"error,omitzero"`    // What went wrong, in a sentence
	ID         string  `json:"id"`                // The ID
	Model      *string `json:"model,omitzero"`    // The language model; missing or empty: none
	Phase      *string `json:"phase,omitzero"`    // The phase of the work
	Prompt     *string `json:"prompt,omitzero"`   // What the model was asked
	Provider   *string `json:"provider,omitzero"` // The provider of the language model
	Response   *string `json:"response,omitzero"` // What the model answered
}

// Model is a part of [ModelAnswer]. A model in the list of a target.
type Model struct {
	ID     string `json:"id"`     // The ID
	Label  string `json:"label"`  // A name for people
	Source string `json:"source"` // openai-compat, ollama, anthropic: The interface of the provider: openai-compat, ollama or anthropic
}

// SamplePolicy is a part of [TrialAnswer]. A policy of a fictitious app, to try a model with.
type SamplePolicy struct {
	AppName         string   `json:"appName"`         // The name of the app
	Developer       string   `json:"developer"`       // The developer of the app
	ExpectedSignals []string `json:"expectedSignals"` // What a good summary mentions
	PolicyText      string   `json:"policyText"`      // The text of the policy
	PolicyURL       string   `json:"policyUrl"`       // The URL of the policy
	ReviewChecklist []string `json:"reviewChecklist"` // What to look for in the summary
	Scenario        string   `json:"scenario"`        // What the sample shows
	WordCount       int64    `json:"wordCount"`       // Number of words
}

// DevelopersAnswer is what [Client.ListDevelopers] returns. An answer of `listDevelopers`: List the developers of the tracked apps.
type DevelopersAnswer struct {
	Developers []Developer `json:"developers"` // The developers of the page
	Total      int64       `json:"total"`      // The number of developers on all pages
}

// Matrix is what [Client.Matrix] returns. Apps and what they declare, as a table.
type Matrix struct {
	Apps       []MatrixApp                  `json:"apps"`       // The apps
	Categories []MatrixCategory             `json:"categories"` // The data categories that any app declares
	Cells      map[string]map[string]string `json:"cells"`      // The privacy type by app and data category. Apps that collect no data are omitted.
	Severities []MatrixSeverity             `json:"severities"` // The values that a cell can have
}

// PanelAnswer is what [Client.PanelStats] returns. An answer of `panelStats`: Count how common the items of labels were, by period.
type PanelAnswer struct {
	By       string     `json:"by"`       // How apps are grouped; empty: not
	Carry    int64      `json:"carry"`    // For how many days a label counts after it was observed
	Interval string     `json:"interval"` // Week or month
	Omitted  int64      `json:"omitted"`  // The number of groups without rows: of each source, the 100 groups with the most apps have rows
	Rows     []PanelRow `json:"rows"`     // By period, source and group
}

// Radar is what [Client.Radar] returns. The comparison of the policies of some apps.
type Radar struct {
	Apps    []RadarApp  `json:"apps"`    // The apps
	Axes    []RadarAxis `json:"axes"`    // The aspects, in the order of the ratings
	Ratings []string    `json:"ratings"` // The ratings, in the order of the axes
}

// Calendar is what [Client.Calendar] returns. The number of events over a period. It has a point for every bucket with a day of the query, even without events.
type Calendar struct {
	BucketType string          `json:"bucketType"` // day, week, month: The length of a bucket
	From       Time            `json:"from"`
	Points     []CalendarPoint `json:"points"` // The points, oldest first
	To         Time            `json:"to"`
	Total      int64           `json:"total"` // The number of entries in all points
}

// Developer is a part of [DevelopersAnswer]. What the record has of the apps of one developer in one store. Apps count for the developer that was observed last.
type Developer struct {
	Apps       int64  `json:"apps"`    // The number of tracked apps
	Changes    int64  `json:"changes"` // The number of changes that the feed shows
	LastChange *Time  `json:"lastChange"`
	Name       string `json:"name"`      // The name, as the store shows it
	Source     string `json:"source"`    // Appstore, or the name of another source
	Worse      int64  `json:"worse"`     // Of them, those for the worse
	WorstRisk  string `json:"worstRisk"` // unknown, minimal, low, moderate, high: The highest risk of the apps
}

// MatrixApp is a part of [Matrix]. An app of a matrix.
type MatrixApp struct {
	CategoryCount int64   `json:"categoryCount"` // The number of categories
	Developer     *string `json:"developer"`     // The developer of the app; null: not known
	IconURL       *string `json:"iconUrl"`       // The URL of the icon; null: not known
	ID            int64   `json:"id"`            // The ID
	Name          string  `json:"name"`          // The name
}

// MatrixCategory is a part of [Matrix]. A category that at least one app collects.
type MatrixCategory struct {
	AppCount   int64  `json:"appCount"`   // Number of apps
	Identifier string `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Label      string `json:"label"`      // A name for people
}

// MatrixSeverity is a part of [Matrix]. A value that a cell can have.
type MatrixSeverity struct {
	Identifier string `json:"identifier"` // The identifier of a heading in a label
	Label      string `json:"label"`      // A name for people
}

// PanelRow is a part of [PanelAnswer]. The counts of one period, of the apps of one source and group. Labels of two sources are never counted together.
type PanelRow struct {
	Adopted  int64       `json:"adopted"` // The number of apps that got their first label in the period
	Better   int64       `json:"better"`  // The number of changes for the better that the feed shows
	End      Time        `json:"end"`
	Group    string      `json:"group"`    // The group, by what was observed last; empty: not known, or all
	Items    []PanelItem `json:"items"`    // The items that some label has
	Labelled int64       `json:"labelled"` // Of the observed apps, those whose developer declared something: the denominator of shares
	Neutral  int64       `json:"neutral"`  // The number of neutral changes
	Observed int64       `json:"observed"` // The number of listed apps that were observed in the period or shortly before
	Source   string      `json:"source"`   // Appstore, or the name of another source
	Start    Time        `json:"start"`
	Worse    int64       `json:"worse"` // The number of changes for the worse
}

// RadarApp is a part of [Radar]. The ratings of an app's policy.
type RadarApp struct {
	HasPolicy bool        `json:"hasPolicy"`       // Whether a text of the policy is stored
	IconURL   *string     `json:"iconUrl"`         // The URL of the icon; null: not known
	ID        int64       `json:"id"`              // The ID
	Lenses    []RadarLens `json:"lenses"`          // The ratings, in the order of the axes
	Name      string      `json:"name"`            // The name
	Status    *string     `json:"status,omitzero"` // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error: The status
}

// RadarAxis is a part of [Radar]. An aspect of policies.
type RadarAxis struct {
	Key   string `json:"key"`   // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors: The key that names it
	Label string `json:"label"` // A name for people
}

// CalendarPoint is a part of [Calendar]. The counts of a bucket: entries of the feed by kind, snapshots and reviews.
type CalendarPoint struct {
	AccessibilityAdded   int64  `json:"accessibilityAdded"`   // The number of entries about added accessibility features
	AccessibilityRemoved int64  `json:"accessibilityRemoved"` // The number of entries about removed accessibility features
	Added                int64  `json:"added"`                // The number of entries about additions, except those about accessibility
	Better               int64  `json:"better"`               // Of the entries, those about changes for the better
	Bucket               string `json:"bucket"`               // The first day of the bucket, such as 2026-05-04
	Modified             int64  `json:"modified"`             // The number of entries about modifications
	Policy               int64  `json:"policy"`               // Number of entries about policies
	Removed              int64  `json:"removed"`              // The number of entries about removals, except those about accessibility
	Reviews              int64  `json:"reviews"`              // Number of reviews
	Syncs                int64  `json:"syncs"`                // Number of snapshots
	Worse                int64  `json:"worse"`                // Of the entries, those about changes for the worse
}

// PanelItem is a part of [PanelRow]. How many labels have an item.
type PanelItem struct {
	Apps  int64   `json:"apps"`  // The number of apps whose label has it
	Item  string  `json:"item"`  // The identifier
	Kind  string  `json:"kind"`  // PrivacyType, category, purpose or dataType
	Share float64 `json:"share"` // Apps divided by labelled
}

// RadarLens is a part of [RadarApp]. The rating in one aspect; null: there is no summary.
type RadarLens struct {
	Key    string   `json:"key"`    // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors: The key that names it
	Label  string   `json:"label"`  // A name for people
	Rating *string  `json:"rating"` // favorable, mixed, concerning, unclear, null: The rating of the policy in this aspect; null: not rated
	Score  *float64 `json:"score"`  // The rating as a number, from 1 (best) to 4; null: not rated
}

// ActivityAnswer is what [Client.Activity] returns. An answer of `activity`: List the activity log.
type ActivityAnswer struct {
	Limit   int64         `json:"limit"`  // The page size
	Offset  int64         `json:"offset"` // The offset as sent, however large
	Rows    []ActivityRow `json:"rows"`   // The rows
	Since   *Time         `json:"since"`
	SortBy  string        `json:"sortBy"`  // What the rows are sorted by
	SortDir string        `json:"sortDir"` // The direction: asc or desc
	Status  *string       `json:"status"`  // The outcome that was asked for; null: all
	Total   int64         `json:"total"`   // The number of entries that match
	Type    *string       `json:"type"`    // The type that was asked for; null: all
	Until   *Time         `json:"until"`
}

// RemovedAnswer is what [Client.RemoveHistory] returns. The number of records that were deleted.
type RemovedAnswer struct {
	Deleted int64 `json:"deleted"` // The number of deleted records
}

// ImportHistoryAnswer is what [Client.ImportHistory] returns.
type ImportHistoryAnswer struct {
	Result HistoryResult `json:"result"` // The result
}

// PlanAnswer is what [Client.PreviewImportHistory] returns. An answer of `previewImportHistory`: Preview the import of the history of an app from the web archive.
type PlanAnswer struct {
	Plan HistoryPlan `json:"plan"` // What the import would read
}

// Cooldowns is what [Client.ClearCooldowns] returns. The cooldowns of all categories on this replica.
type Cooldowns struct {
	Others    []Cooldown `json:"others"` // The active cooldowns of further sources
	Scrape    Cooldown   `json:"scrape"` // The cooldown of the App Store's pages
	Search    Cooldown   `json:"search"` // The cooldown of the App Store's search
	ServerNow Time       `json:"serverNow"`
}

// Result is what [Client.Result] returns. The state of a request that did not wait and, when it has ended, its response.
type Result struct {
	Answer     json.RawMessage `json:"answer"` // The body of the response: that of the operation, or an error if httpStatus is 400 or more. Null: the request is still running.
	EndedAt    *Time           `json:"endedAt"`
	HttpStatus int64           `json:"httpStatus"` // The status of the response; 0: the request is still running
	ID         string          `json:"id"`         // The ID
	StartedAt  Time            `json:"startedAt"`
	Status     string          `json:"status"` // The status
}

// RunsAnswer is what [Client.Runs] returns. An answer of `runs`: List bulk runs, newest first.
type RunsAnswer struct {
	Limit  int64       `json:"limit"`  // The page size
	Offset int64       `json:"offset"` // The offset as sent, however large
	Runs   []RunRecord `json:"runs"`   // The runs
	Total  int64       `json:"total"`  // The number of all
}

// RunRecord is what [Client.Run] returns. A run, open or ended. Its totals depend on its runner.
type RunRecord struct {
	CurrentAppName *string         `json:"currentAppName"` // The name of the app that is being worked on; null: none
	EndedAt        *Time           `json:"endedAt"`
	ID             string          `json:"id"`        // The ID
	Initiator      string          `json:"initiator"` // Who started the run: user, schedule or another part of the service
	Reason         *string         `json:"reason"`    // Why it was interrupted, failed or was given up; null: it was not
	Resumed        bool            `json:"resumed"`   // Whether the run was interrupted and resumed
	Runner         string          `json:"runner"`    // sync, wayback, policy, import: The name of the runner: sync, wayback, policy or import
	StartedAt      Time            `json:"startedAt"`
	Status         string          `json:"status"`  // The status
	Summary        RunSummary      `json:"summary"` // The summary
	Totals         json.RawMessage `json:"totals"`  // SyncTotals or HistoryTotals or PolicyTotals or json.RawMessage
	UpdatedAt      Time            `json:"updatedAt"`
}

// SyncStatus is what [Client.SyncStatus] returns. The schedule of syncs, with the times of the last and the next one.
type SyncStatus struct {
	IsDue     bool   `json:"isDue"`     // Whether a scheduled sync is due
	IsRunning bool   `json:"isRunning"` // Whether a sync is running
	LastRun   Time   `json:"lastRun"`
	NextRun   *Time  `json:"nextRun"`
	Schedule  string `json:"schedule"` // When all apps are refreshed: manual (never automatically), daily or weekly
}

// ControlAnswer is what [Client.ControlSync] returns. An answer of `controlSync`: Pause, resume or cancel the sync runner.
type ControlAnswer struct {
	Aborted *bool       `json:"aborted,omitzero"` // Whether work in progress is being aborted
	Ok      bool        `json:"ok"`               // Whether it succeeded
	Status  string      `json:"status"`           // The status of the run: running, paused, error, cancelled or done; pause_requested or cancel_requested until the process that works on it has reacted; idle: there is no run
	Summary *RunSummary `json:"summary,omitzero"` // The number of apps by outcome
}

// SyncAnswer is what [Client.Sync] returns. The outcome of a sync: numbers of apps and of changelog entries.
type SyncAnswer struct {
	Changes int64  `json:"changes"` // Number of entries that the sync added to the changelog
	RunID   string `json:"runId"`   // The ID of the run
	Synced  int64  `json:"synced"`  // Number of apps that were refreshed
}

// TasksAnswer is what [Client.ActiveTasks] returns. The state of the bulk runners.
type TasksAnswer struct {
	Policy  PolicyRunnerStatus  `json:"policy"`  // The policy run
	Sync    SyncRunnerStatus    `json:"sync"`    // The sync
	Wayback HistoryRunnerStatus `json:"wayback"` // The history import
}

// HistoryStatus is what [Client.HistoryRun] returns. The state of the web archive runner. The member state repeats it for clients that read it there.
type HistoryStatus struct {
	CurrentAppName *string        `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string        `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string        `json:"runId"`          // The ID of the run; null: there is none
	Running        bool           `json:"running"`        // Whether work is in progress
	StartedAt      *Time          `json:"startedAt"`
	State          *HistoryState  `json:"state"`   // The state of the run; null: no run is open
	Status         string         `json:"status"`  // The status
	Summary        RunSummary     `json:"summary"` // The number of apps by outcome
	Totals         *HistoryTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time          `json:"updatedAt"`
	WaitingUntil   *Time          `json:"waitingUntil"`
}

// HistoryRunAnswer is what [Client.ImportAllHistory] returns. The response when a run has stopped.
type HistoryRunAnswer struct {
	DurationMs int64         `json:"durationMs"` // How long it took, in milliseconds
	Status     string        `json:"status"`     // How the run ended: done, cancelled, error, or paused, which is resumed later
	Totals     HistoryTotals `json:"totals"`     // What the run has done so far
}

// HistoryLine is what [Client.FollowHistoryImport] returns. A line of a history import.
type HistoryLine struct {
	AppID        *int64         `json:"appId,omitzero"` // The ID of the app
	CaptureDate  *Time          `json:"captureDate,omitzero"`
	ChangeCount  *int64         `json:"changeCount,omitzero"`  // Number of changes; with the outcomes imported and unchanged
	Changes      []Entry        `json:"changes,omitzero"`      // The changes that were found
	DurationMs   *int64         `json:"durationMs,omitzero"`   // How long it took, in milliseconds
	Error        *string        `json:"error,omitzero"`        // Why there is no result
	ErrorMessage *string        `json:"errorMessage,omitzero"` // What went wrong, in a sentence
	Index        *int64         `json:"index,omitzero"`        // The position of the app in the run, from 0
	Initiator    *string        `json:"initiator,omitzero"`    // Who started the run: user, schedule or another part of the service
	Kind         string         `json:"kind"`                  // batch-start, app-start, target, app-done, summary: The kind
	Name         *string        `json:"name,omitzero"`         // The name
	Outcome      *string        `json:"outcome,omitzero"`      // The outcome of the target
	Reason       *string        `json:"reason,omitzero"`       // Why it was interrupted; missing: it was not
	Result       *HistoryResult `json:"result,omitzero"`       // The result
	RunID        *string        `json:"runId,omitzero"`        // The ID of the run
	SaveNowURL   *string        `json:"saveNowUrl,omitzero"`   // The URL at which the archive saves the page; only with the outcome requested
	StartedAt    *Time          `json:"startedAt,omitzero"`
	Status       *string        `json:"status,omitzero"`  // How the run ended: done, cancelled, error, or paused, which is resumed later
	Summary      *RunSummary    `json:"summary,omitzero"` // The summary
	TargetDate   *Time          `json:"targetDate,omitzero"`
	Total        *int64         `json:"total,omitzero"`  // Number of apps in the run
	Totals       *HistoryTotals `json:"totals,omitzero"` // What the run has done so far
	Type         string         `json:"type"`            // batch-start, app-start, target, app-done, summary: Same as kind
	Until        *Time          `json:"until,omitzero"`
	WaybackURL   *string        `json:"waybackUrl,omitzero"` // The URL of the archived page
}

// ActivityRow is a part of [ActivityAnswer]. A line of the activity log.
type ActivityRow struct {
	AppID      *int64          `json:"appId"`      // The ID of the app
	AppName    *string         `json:"appName"`    // The name of the app
	Detail     json.RawMessage `json:"detail"`     // More about it; null or empty: nothing
	DurationMs *int64          `json:"durationMs"` // How long it took, in milliseconds; null: it has not ended
	EndedAt    *Time           `json:"endedAt"`
	ID         string          `json:"id"`   // The ID
	Kind       string          `json:"kind"` // The type or a variant of it
	StartedAt  Time            `json:"startedAt"`
	Status     string          `json:"status"`  // ok, error, partial or cancelled
	Summary    *string         `json:"summary"` // The summary
	Type       string          `json:"type"`    // What was done, such as scrape, resync or manual_sync
}

// HistoryResult is a part of [ImportHistoryAnswer]. The outcome of an import of one app. attempted is the sum of the five numbers after it.
type HistoryResult struct {
	AppID              int64           `json:"appId"`              // The ID of the app
	Attempted          int64           `json:"attempted"`          // The number of targets
	Changes            []Found         `json:"changes"`            // The changes that archived pages show after the import, oldest first
	Failed             int64           `json:"failed"`             // The number of targets that failed
	Imported           int64           `json:"imported"`           // The number of past states that were imported
	Pages              int64           `json:"pages"`              // Pages that were requested from the archive
	Skipped            int64           `json:"skipped"`            // The number of targets that were skipped
	SnapshotsRequested int64           `json:"snapshotsRequested"` // Number of pages that the archive was asked to save
	Targets            []TargetOutcome `json:"targets"`            // In the order in which they were decided, never null
	Unchanged          int64           `json:"unchanged"`          // The number of targets without a change
}

// HistoryPlan is a part of [PlanAnswer]. What an import of the past of an app will do, as far as the archive's index tells.
type HistoryPlan struct {
	AppID          int64    `json:"appId"`      // The ID of the app
	Captures       int64    `json:"captures"`   // Number of captures that the archive lists
	DurationMs     *int64   `json:"durationMs"` // About how long it takes to read Pages at the present pace, together with the pause that the archive asked for, if any; null: not known
	FirstAt        *Time    `json:"firstAt"`
	LastAt         *Time    `json:"lastAt"`
	ListedAt       Time     `json:"listedAt"`
	OtherURLs      []string `json:"otherUrls"`      // The stored further addresses of the page of the app
	Pages          int64    `json:"pages"`          // Number of pages that the import reads, if all of them are usable
	PagesPerChange int64    `json:"pagesPerChange"` // Number of further pages that the import reads at most to date a change that it finds
	PagesPerMinute *int64   `json:"pagesPerMinute"` // Number of pages a minute that are read at the present pace; null: not known
}

// Cooldown is a part of [Cooldowns]. The pause of a category of requests after the App Store limited the rate.
type Cooldown struct {
	Active    bool    `json:"active"`    // Whether the cooldown is in force
	AppSource *string `json:"appSource"` // The source that the requests go to; null: the App Store
	Category  string  `json:"category"`  // The category of requests that have to wait
	Reason    string  `json:"reason"`    // Why the cooldown began; empty: it is not active
	ResumeAt  Time    `json:"resumeAt"`
}

// SyncTotals is a part of [RunRecord]. The totals of a sync.
type SyncTotals struct {
	Attempted   int64 `json:"attempted"`   // The number of apps that were attempted
	Changes     int64 `json:"changes"`     // Number of entries that the sync added to the changelog
	Failed      int64 `json:"failed"`      // The number of apps that failed
	RateLimited int64 `json:"rateLimited"` // The number of apps that were not attempted because the App Store was rate limiting
	Skipped     int64 `json:"skipped"`     // The number of apps that were removed during the run
	Succeeded   int64 `json:"succeeded"`   // The number of apps that succeeded
}

// HistoryTotals is a part of [RunRecord]. The totals of a history import.
type HistoryTotals struct {
	AppsAttempted      int64 `json:"appsAttempted"`      // The number of apps, without those that were removed during the run
	AppsWithImports    int64 `json:"appsWithImports"`    // Number of apps for which a past state was imported
	Failed             int64 `json:"failed"`             // The number of targets that failed. The run counts failed apps separately
	Imported           int64 `json:"imported"`           // The number of past states that were imported
	Pages              int64 `json:"pages"`              // Pages that were requested from the archive
	Skipped            int64 `json:"skipped"`            // The number of targets that were skipped
	SnapshotsRequested int64 `json:"snapshotsRequested"` // Number of pages that the archive was asked to save
	TargetsAttempted   int64 `json:"targetsAttempted"`   // The number of targets: the sum of the five numbers that follow
	Unchanged          int64 `json:"unchanged"`          // The number of targets without a change
}

// PolicyRunnerStatus is a part of [TasksAnswer]. The state of the policy runner. Members that are strings are null if no run is open.
type PolicyRunnerStatus struct {
	CurrentAppName *string       `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string       `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string       `json:"runId"`          // The ID of the run; null: there is none
	Running        bool          `json:"running"`        // Whether work is in progress
	StartedAt      *Time         `json:"startedAt"`
	Status         string        `json:"status"`  // The status
	Summary        RunSummary    `json:"summary"` // The number of apps by outcome
	Totals         *PolicyTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time         `json:"updatedAt"`
	WaitingUntil   *Time         `json:"waitingUntil"`
}

// SyncRunnerStatus is a part of [TasksAnswer]. The state of the sync runner. Members that are strings are null if no run is open.
type SyncRunnerStatus struct {
	CurrentAppName *string     `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string     `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string     `json:"runId"`          // The ID of the run; null: there is none
	Running        bool        `json:"running"`        // Whether work is in progress
	StartedAt      *Time       `json:"startedAt"`
	Status         string      `json:"status"`  // The status
	Summary        RunSummary  `json:"summary"` // The number of apps by outcome
	Totals         *SyncTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time       `json:"updatedAt"`
	WaitingUntil   *Time       `json:"waitingUntil"`
}

// HistoryRunnerStatus is a part of [TasksAnswer]. The state of the web archive runner. Members that are strings are null if no run is open.
type HistoryRunnerStatus struct {
	CurrentAppName *string        `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string        `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string        `json:"runId"`          // The ID of the run; null: there is none
	Running        bool           `json:"running"`        // Whether work is in progress
	StartedAt      *Time          `json:"startedAt"`
	Status         string         `json:"status"`  // The status
	Summary        RunSummary     `json:"summary"` // The number of apps by outcome
	Totals         *HistoryTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time          `json:"updatedAt"`
	WaitingUntil   *Time          `json:"waitingUntil"`
}

// HistoryState is a part of [HistoryStatus]. The state of an open history import.
type HistoryState struct {
	CancelRequestedAt *Time         `json:"cancelRequestedAt"`
	CurrentAppID      *int64        `json:"currentAppId"` // The ID of the app that is being worked on; null: none
	Initiator         string        `json:"initiator"`    // Who started the run: user, schedule or another part of the service
	PauseRequestedAt  *Time         `json:"pauseRequestedAt"`
	PausedAt          *Time         `json:"pausedAt"`
	RunID             string        `json:"runId"` // The ID of the run
	StartedAt         *Time         `json:"startedAt"`
	Status            string        `json:"status"` // The status
	Totals            HistoryTotals `json:"totals"` // What the run has done so far
	UpdatedAt         *Time         `json:"updatedAt"`
}

// Found is a part of [HistoryResult]. A change of a label that archived pages show. It was made after the time `after` and at or before the time `at`, which is its time in the changelog.
type Found struct {
	After Time `json:"after"`
	At    Time `json:"at"`
}

// TargetOutcome is a part of [HistoryResult]. The outcome of a target of an import.
type TargetOutcome struct {
	CaptureDate  *Time   `json:"captureDate,omitzero"`
	ChangeCount  *int64  `json:"changeCount,omitzero"`  // Number of changes; with the outcomes imported and unchanged
	ErrorMessage *string `json:"errorMessage,omitzero"` // What went wrong, in a sentence
	Outcome      string  `json:"outcome"`               // The outcome of the target
	SaveNowURL   *string `json:"saveNowUrl,omitzero"`   // The URL at which the archive saves the page; only with the outcome requested
	TargetDate   *Time   `json:"targetDate,omitzero"`
	Until        *Time   `json:"until,omitzero"`
	WaybackURL   *string `json:"waybackUrl,omitzero"` // The URL of the archived page
}

// DeletedImportAnswer is what [Client.ForgetImport] returns. An answer of `forgetImport`: Delete an import.
type DeletedImportAnswer struct {
	DeletedApps int64 `json:"deletedApps"` // Number of apps that were deleted with the import
	Success     bool  `json:"success"`     // Whether it succeeded
}

// Import is what [Client.Imports] returns. An import with the number of items in each group.
type Import struct {
	CompletedAt *Time   `json:"completedAt"`
	CreatedAt   Time    `json:"createdAt"`
	DeviceID    *string `json:"deviceId"`    // The device that the apps are installed on, which need not exist; null: none
	Errored     int64   `json:"errored"`     // The number of items with an error
	ID          string  `json:"id"`          // The ID
	Imported    int64   `json:"imported"`    // The number of items whose app is tracked. They also count as matched
	ItemCount   int64   `json:"itemCount"`   // Number of items
	Matched     int64   `json:"matched"`     // The number of items for which an app was chosen
	Queued      int64   `json:"queued"`      // The number of items that wait for the search or the refresh
	Removed     int64   `json:"removed"`     // The number of items whose app was removed again
	Source      string  `json:"source"`      // screenshots, file, manual: The source
	SourceLabel *string `json:"sourceLabel"` // The name of what was imported; null: none
	Total       int64   `json:"total"`       // The announced number of items, or the actual number if it is higher
	Unmatched   int64   `json:"unmatched"`   // The number of items that were not found, skipped, removed again, or that failed
}

// ImportDetails is what [Client.ShowImport] returns. An import and its items, in the order in which they were added.
type ImportDetails struct {
	Import Import       `json:"import"` // The import
	Items  []ImportItem `json:"items"`  // The items
}

// ImportItemsAnswer is what [Client.AddImportItems] returns. An answer of `addImportItems`: Add items to an import.
type ImportItemsAnswer struct {
	Items []ImportItem `json:"items"` // The items
}

// RematchedImportItem is what [Client.ChangeImportMatch] returns. An item for which another app was chosen.
type RematchedImportItem struct {
	Item               ImportItem `json:"item"`               // The item
	PreviousAppRemoved *int64     `json:"previousAppRemoved"` // The ID of the previous app, if it was removed; otherwise null
}

// RetriedImportItem is what [Client.RetryImportItem] returns. The outcome of retrying an item.
type RetriedImportItem struct {
	Item        ImportItem `json:"item"`                 // The item
	RateLimited *StoreWait `json:"rateLimited,omitzero"` // What could not be done because the App Store is rate limiting; missing: everything was done
	Status      string     `json:"status"`               // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The new status of the item
}

// ImportItemAnswer is what [Client.UpdateImportItem] returns. An answer of `updateImportItem`: Change an item of an import.
type ImportItemAnswer struct {
	Item ImportItem `json:"item"` // The item
}

// ImportQueue is what [Client.ImportQueue] returns. The state of the queue of imports.
type ImportQueue struct {
	Items                []ImportItem `json:"items"` // The first items of the queue
	LastRunAt            *Time        `json:"lastRunAt"`
	OldestNextAttemptAt  *Time        `json:"oldestNextAttemptAt"`
	PausedUntil          *Time        `json:"pausedUntil"`
	Queued               int64        `json:"queued"`  // The number of items that wait
	Running              bool         `json:"running"` // Whether work is in progress
	SoonestNextAttemptAt *Time        `json:"soonestNextAttemptAt"`
}

// ImportsWorkedOn is what [Client.WorkOnImports] returns. The outcome of processing the import queue.
type ImportsWorkedOn struct {
	Failed      int64       `json:"failed"` // The number of items that failed
	PausedUntil *Time       `json:"pausedUntil,omitzero"`
	Processed   int64       `json:"processed"`        // The number of items that were processed
	RateLimited int64       `json:"rateLimited"`      // 1 if the App Store was rate limiting, otherwise 0
	Skipped     *string     `json:"skipped,omitzero"` // paused, busy, empty: Why nothing was processed; missing: something was
	Status      ImportQueue `json:"status"`           // The status
	Succeeded   int64       `json:"succeeded"`        // The number of items that succeeded
}

// ManualAppsAnswer is what [Client.ManualApps] returns. An answer of `manualApps`: List manual apps.
type ManualAppsAnswer struct {
	Apps    []ManualApp       `json:"apps"`    // The apps
	Sources []ManualAppSource `json:"sources"` // The kinds of manual apps
}

// ManualAppAnswer is what [Client.AddManualApp] returns. An answer of `restoreManualApp`: Restore a deleted manual app.
type ManualAppAnswer struct {
	App ManualApp `json:"app"` // The app
}

// ManualBulkAnswer is what [Client.AddManualApps] returns. An answer of `addManualApps`: Add several manual apps.
type ManualBulkAnswer struct {
	Created int64              `json:"created"` // Number created
	Failed  int64              `json:"failed"`  // Number that failed
	Results []ManualBulkStatus `json:"results"` // The outcome of each app, in the order of the request
}

// ManualVersionAnswer is what [Client.ManualPolicyVersion] returns. An answer of `manualPolicyVersion`: Get a policy version of a manual app.
type ManualVersionAnswer struct {
	Version ManualPolicyVersion `json:"version"` // The version of the policy
}

// ManualScrapeAnswer is what [Client.ReadManualPolicy] returns. The outcome of fetching a policy.
type ManualScrapeAnswer struct {
	Error   *string               `json:"error,omitzero"` // What went wrong, in a sentence
	Event   ManualAppEvent        `json:"event"`          // The event
	Version *ManualVersionSummary `json:"version"`        // The version of the policy; null: no policy was found
}

// ImportItem is a part of [ImportDetails]. An item of an import, as the API shows it.
type ImportItem struct {
	AppID         *int64  `json:"appId"`        // The ID of the tracked app; null: none
	AppName       *string `json:"appName"`      // The name of the app
	AttemptCount  int64   `json:"attemptCount"` // The number of attempts
	Country       *string `json:"country"`      // Storefront, two lower-case letters
	Developer     *string `json:"developer"`    // The developer of the app; null: not known
	EditedQuery   *string `json:"editedQuery"`  // The text to search for in place of query; null: none
	IconURL       *string `json:"iconUrl"`      // The URL of the icon; null: not known
	ID            string  `json:"id"`           // The ID. The number at its end is the position in the import, from 0
	ImportID      string  `json:"importId"`     // The ID of the import
	NextAttemptAt *Time   `json:"nextAttemptAt"`
	Query         string  `json:"query"`        // The text to search for
	RemovedAppID  *int64  `json:"removedAppId"` // The ID of the app that was removed again; null: none
	ScrapeError   *string `json:"scrapeError"`  // Why it was not imported; null: no error
	Status        string  `json:"status"`       // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The status
	URL           *string `json:"url"`          // The URL of the app's page; null: none
}

// StoreWait is a part of [RetriedImportItem]. The remaining time of a cooldown.
type StoreWait struct {
	RetryAfterMs int64 `json:"retryAfterMs"` // How long to wait before the next attempt, in milliseconds
}

// ManualApp is a part of [ManualAppsAnswer]. An app that is not in the App Store, as entered by the user.
type ManualApp struct {
	Developer        *string `json:"developer"` // The developer of the app; null: not known
	FirstSeen        Time    `json:"firstSeen"`
	ID               string  `json:"id"`               // The ID
	Name             string  `json:"name"`             // The name
	Notes            *string `json:"notes"`            // Notes on the app; null: none
	PrivacyPolicyURL *string `json:"privacyPolicyUrl"` // The URL of the privacy policy; null: not known
	Source           string  `json:"source"`           // web_clip, testflight, own_build, sideloaded: The source
	SourceURL        *string `json:"sourceUrl"`        // The URL of the app's origin; null: not known
	UpdatedAt        Time    `json:"updatedAt"`
}

// ManualAppSource is a part of [ManualAppsAnswer]. A kind of manual app, with texts for a user interface.
type ManualAppSource struct {
	Description          string `json:"description"`          // The description; empty: none
	Icon                 string `json:"icon"`                 // The name of an icon
	Label                string `json:"label"`                // A name for people
	ShortLabel           string `json:"shortLabel"`           // A shorter label
	SourceURLPlaceholder string `json:"sourceUrlPlaceholder"` // An example of a source URL
	SupportsSourceURL    bool   `json:"supportsSourceUrl"`    // Whether such an app has a source URL
	Value                string `json:"value"`                // web_clip, testflight, own_build, sideloaded: The value
}

// ManualBulkStatus is a part of [ManualBulkAnswer]. The outcome of one manual app of a list.
type ManualBulkStatus struct {
	App   *ManualApp `json:"app,omitzero"`   // The app
	Error *string    `json:"error,omitzero"` // What went wrong, in a sentence
	Index int64      `json:"index"`          // The position in the list, from 0
	Ok    bool       `json:"ok"`             // Whether it succeeded
}

// ManualPolicyVersion is a part of [ManualVersionAnswer]. A version of an app's policy.
type ManualPolicyVersion struct {
	ContentHash       string  `json:"contentHash"` // The digest of the text (SHA-256, hexadecimal)
	Extractor         string  `json:"extractor"`   // The version of the code that read the page
	FirstFetchedAt    Time    `json:"firstFetchedAt"`
	ID                string  `json:"id"` // The ID
	LastFetchedAt     Time    `json:"lastFetchedAt"`
	ManualAppID       string  `json:"manualAppId"`       // The ID of the manual app
	PolicyURL         *string `json:"policyUrl"`         // The URL that was requested; null: not known
	SourceContentType *string `json:"sourceContentType"` // The media type of the policy; null: not known
	SourceFinalURL    *string `json:"sourceFinalUrl"`    // The URL of the text, after redirects; null: not known
	SourceOrigin      *string `json:"sourceOrigin"`      // direct, browser_retry, wayback, null: How the text was fetched: directly, again as a browser would, or from the web archive; null: not known
	SourceText        string  `json:"sourceText"`        // The text of the policy
	SourceTitle       *string `json:"sourceTitle"`       // The title of the policy; null: none
	SourceWordCount   int64   `json:"sourceWordCount"`   // Number of words of the text
}

// ManualAppEvent is a part of [ManualScrapeAnswer]. An entry in the history of a manual app.
type ManualAppEvent struct {
	Detail      ManualAppEventDetail `json:"detail"`      // The details
	ID          string               `json:"id"`          // The ID
	ManualAppID string               `json:"manualAppId"` // The ID of the manual app
	OccurredAt  Time                 `json:"occurredAt"`
	Type        string               `json:"type"` // field_change, scrape: The type
}

// ManualVersionSummary is a part of [ManualScrapeAnswer]. A version of a manual app's policy, without its text.
type ManualVersionSummary struct {
	ContentHash    string  `json:"contentHash"` // The digest of the text (SHA-256, hexadecimal)
	FetchedAt      Time    `json:"fetchedAt"`
	ID             string  `json:"id"`             // The ID
	IsNew          bool    `json:"isNew"`          // Whether the version is new
	PolicyURL      *string `json:"policyUrl"`      // The URL of the policy; null: not known
	SourceFinalURL *string `json:"sourceFinalUrl"` // The URL of the text, after redirects; null: not known
	SourceTitle    *string `json:"sourceTitle"`    // The title of the policy; null: none
	WordCount      int64   `json:"wordCount"`      // Number of words
}

// ManualAppEventDetail is a part of [ManualAppEvent]. The details.
type ManualAppEventDetail struct {
	Error             *string `json:"error,omitzero"`             // What went wrong, in a sentence
	Kind              string  `json:"kind"`                       // scrape: The kind
	PolicyEvent       string  `json:"policyEvent"`                // first, changed, same, error: The event in the history of the policy
	PolicyURL         string  `json:"policyUrl"`                  // The URL of the policy
	PolicyVersionID   *string `json:"policyVersionId,omitzero"`   // The ID of the version of the policy
	PreviousVersionID *string `json:"previousVersionId,omitzero"` // The ID of the version of the policy before
}

// UninstallGate is what [Client.UninstallGate] returns. Whether an app may be removed from a device.
type UninstallGate struct {
	ActiveAudience *string `json:"activeAudience,omitzero"` // loved_one, guardian: For whom the user checks apps, if that forbids the removal
	AgedMs         *int64  `json:"agedMs,omitzero"`         // The age of the device's backup in milliseconds, if it is too old
	Allowed        bool    `json:"allowed"`                 // Whether the app may be removed
	Reason         *string `json:"reason,omitzero"`         // audience, flag, backup_missing, backup_stale: Why the app may not be removed
}

// DeviceScopeAnswer is what [Client.ResetDeviceScope] returns. The scope with the devices to choose from.
type DeviceScopeAnswer struct {
	Devices []DeviceSummary `json:"devices"` // The devices
	Scope   DeviceScope     `json:"scope"`   // The device scope
}

// DeviceSynced is what [Client.CommitDeviceSync] returns. The changes that a device sync made.
type DeviceSynced struct {
	Added              int64 `json:"added"`              // The number of apps that were added to the device
	Merged             int64 `json:"merged"`             // Number of apps that replaced another one
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"` // Number of apps that were deleted because no other device has them
	Removed            int64 `json:"removed"`            // The number of apps that were removed from the device
}

// PreviewSyncAnswer is what [Client.PreviewDeviceSync] returns. An answer of `previewDeviceSync`: Preview the changes of a device sync.
type PreviewSyncAnswer struct {
	Diff DeviceDiff `json:"diff"` // What the list would change
}

// DevicesAnswer is what [Client.Devices] returns. An answer of `queryDevices`: List devices, or find one by its ECID.
type DevicesAnswer struct {
	Devices []DeviceSummary `json:"devices"` // The devices
}

// FoundDevice is what [Client.FindDevice] returns. The device with the ECID. Both members are null if there is none.
type FoundDevice struct {
	Device        *Device        `json:"device"`        // The device; null: none was found
	ImportHistory *DeviceImports `json:"importHistory"` // The imports from this device; null: none
}

// DeviceAnswer is what [Client.AddDevice] returns. An answer of `editDevice`: Rename a device, set its owner or merge it into another.
type DeviceAnswer struct {
	Device Device `json:"device"` // The device
}

// DevicesForAnswer is what [Client.DevicesOfApp] returns. An answer of `devicesOfApp`: List the devices that have an app.
type DevicesForAnswer struct {
	Devices []Device `json:"devices"` // The devices
}

// OrphanedAnswer is what [Client.RemoveDevice] returns. The number of apps that were deleted because they were on no other device.
type OrphanedAnswer struct {
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"` // Number of apps that were deleted because no other device has them
}

// DeviceDetail is what [Client.Device] returns. A device with its imports.
type DeviceDetail struct {
	Device        Device        `json:"device"`        // The device
	ImportHistory DeviceImports `json:"importHistory"` // The imports from this device
}

// MergedDevicesAnswer is what [Client.MergeDevices] returns. An answer of `editDevice`: Rename a device, set its owner or merge it into another.
type MergedDevicesAnswer struct {
	Merged             bool  `json:"merged"`             // Always true: the device was merged into another one
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"` // Number of apps that were deleted because no other device has them
}

// DeviceBundlesAnswer is what [Client.BundlesOfDevice] returns. An answer of `bundlesOfDevice`: List the bundle IDs of a device.
type DeviceBundlesAnswer struct {
	BundleIDs []string `json:"bundleIds"` // The bundle IDs
}

// DeviceAppsAnswer is what [Client.AppsOfDevice] returns. An answer of `appsOfDevice`: List the tracked apps of a device.
type DeviceAppsAnswer struct {
	Apps []DeviceApp `json:"apps"` // The apps
}

// DeviceSummary is a part of [DeviceScopeAnswer]. A device with the number of apps on it.
type DeviceSummary struct {
	AppCount               int64   `json:"appCount"` // Number of apps
	CreatedAt              Time    `json:"createdAt"`
	DeviceClass            *string `json:"deviceClass"`          // The class of the device, such as iPhone; null: not known
	Ecid                   *string `json:"ecid"`                 // The ECID as given; null: not known
	ID                     string  `json:"id"`                   // The ID
	IosVersion             *string `json:"iosVersion"`           // The version of the operating system; null: not known
	IsUnknownPlaceholder   bool    `json:"isUnknownPlaceholder"` // Whether this record stands for an unknown device
	LastSyncedAt           Time    `json:"lastSyncedAt"`
	Model                  *string `json:"model"`                  // The model of the device; null: not known
	Name                   string  `json:"name"`                   // The name
	OwnerAudience          *string `json:"ownerAudience"`          // self, loved_one, guardian, null: For whom the device is checked; null: not set
	OwnerLabel             *string `json:"ownerLabel"`             // The owner of the device, in the words of the user; null: not set
	PermissionAcknowledged bool    `json:"permissionAcknowledged"` // Whether the user confirmed that the owner allows the audit of the device
}

// DeviceScope is a part of [DeviceScopeAnswer]. The devices whose apps a user wants to see. The service only stores it: lists of apps are filtered by the parameters of the request.
type DeviceScope struct {
	DeviceIDs         []string `json:"deviceIds"`         // The IDs of the devices
	IncludeUnattached bool     `json:"includeUnattached"` // Whether apps on no device are shown as well
	Mode              string   `json:"mode"`              // all, subset: Whether all apps are shown or a subset
	V                 int64    `json:"v"`                 // The version of the form
}

// DeviceDiff is a part of [PreviewSyncAnswer]. The difference between a device and a list of installed apps.
type DeviceDiff struct {
	Adds           []DeviceAddition `json:"adds"`           // The apps to add, in the order of the list
	BundleIDMerges []DeviceMerge    `json:"bundleIdMerges"` // Apps that were replaced by one with the same bundle ID
	DeviceID       string           `json:"deviceId"`       // The ID of the device
	Removes        []DeviceRemoval  `json:"removes"`        // The apps that are no longer on the device
	Unchanged      int64            `json:"unchanged"`      // The number of apps that stay on the device, including those in bundleIdMerges
}

// Device is a part of [FoundDevice]. A phone or a tablet that apps are on.
type Device struct {
	CreatedAt              Time    `json:"createdAt"`
	DeviceClass            *string `json:"deviceClass"`          // The class of the device, such as iPhone; null: not known
	Ecid                   *string `json:"ecid"`                 // The ECID as given; null: not known
	ID                     string  `json:"id"`                   // The ID
	IosVersion             *string `json:"iosVersion"`           // The version of the operating system; null: not known
	IsUnknownPlaceholder   bool    `json:"isUnknownPlaceholder"` // Whether this record stands for an unknown device
	LastSyncedAt           Time    `json:"lastSyncedAt"`
	Model                  *string `json:"model"`                  // The model of the device; null: not known
	Name                   string  `json:"name"`                   // The name
	OwnerAudience          *string `json:"ownerAudience"`          // self, loved_one, guardian, null: For whom the device is checked; null: not set
	OwnerLabel             *string `json:"ownerLabel"`             // The owner of the device, in the words of the user; null: not set
	PermissionAcknowledged bool    `json:"permissionAcknowledged"` // Whether the user confirmed that the owner allows the audit of the device
}

// DeviceImports is a part of [FoundDevice]. The completed imports of a device.
type DeviceImports struct {
	Count           int64 `json:"count"` // The number of imports
	LastCompletedAt *Time `json:"lastCompletedAt"`
}

// DeviceApp is a part of [DeviceAppsAnswer]. An app on a device.
type DeviceApp struct {
	AppID    int64   `json:"appId"`    // The ID of the app
	BundleID *string `json:"bundleId"` // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	Name     string  `json:"name"`     // The name
}

// DeviceAddition is a part of [DeviceDiff]. An installed app that is not on the device yet, tracked or not.
type DeviceAddition struct {
	AppID     int64   `json:"appId"`     // The ID of the app
	BundleID  *string `json:"bundleId"`  // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	Developer *string `json:"developer"` // The developer of the app; null: not known
	IconURL   *string `json:"iconUrl"`   // The URL of the icon; null: not known
	Name      string  `json:"name"`      // The name
	URL       *string `json:"url"`       // The URL
}

// DeviceMerge is a part of [DeviceDiff]. An app on the device that the App Store now lists under another ID.
type DeviceMerge struct {
	BundleID      *string `json:"bundleId"`      // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	IncomingAppID int64   `json:"incomingAppId"` // The ID of the app that the list names
	IncomingName  string  `json:"incomingName"`  // The name of the app that the list names
	PreviousAppID int64   `json:"previousAppId"` // The ID of the app that is replaced
	PreviousName  string  `json:"previousName"`  // The name of the app that is replaced
}

// DeviceRemoval is a part of [DeviceDiff]. An app on the device that is no longer installed.
type DeviceRemoval struct {
	AppID       int64  `json:"appId"`       // The ID of the app
	Name        string `json:"name"`        // The name
	WouldOrphan bool   `json:"wouldOrphan"` // Whether the app would then be on no device, and be deleted
}

// FlagsAnswer is what [Client.FeatureFlags] returns. An answer of `featureFlags`: List feature flags.
type FlagsAnswer struct {
	Flags []FeatureFlag `json:"flags"` // The feature flags
}

// ClearOverridesAnswer is what [Client.ClearOverrides] returns.
type ClearOverridesAnswer struct {
	Ok    bool   `json:"ok"`    // Whether it succeeded
	Scope string `json:"scope"` // The surface whose overrides were cleared, or all.
}

// OneOverrideAnswer is what [Client.OverrideFlags] returns. An answer of `overrideFlags`: Override feature flags.
type OneOverrideAnswer struct {
	Key   string `json:"key"`   // The key that names it
	Ok    bool   `json:"ok"`    // Whether it succeeded
	Value string `json:"value"` // on, off, collapsed: The value
}

// OverridesAnswer is what [Client.OverrideFlags] returns. An answer of `overrideFlags`: Override feature flags.
type OverridesAnswer struct {
	Applied     int64    `json:"applied"`     // Number of flags that were set
	Ok          bool     `json:"ok"`          // Whether it succeeded
	Skipped     int64    `json:"skipped"`     // Number that were skipped
	SkippedKeys []string `json:"skippedKeys"` // The keys of flags that do not exist
}

// ClearFlagAnswer is what [Client.ClearOverride] returns. An answer of `clearOverride`: Clear the override of a feature flag.
type ClearFlagAnswer struct {
	Key string `json:"key"` // The key that names it
	Ok  bool   `json:"ok"`  // Whether it succeeded
}

// FocusAnswer is what [Client.Focus] returns. An answer of `focus`: Get the focus.
type FocusAnswer struct {
	Accessibility bool    `json:"accessibility"` // Whether the user checks what apps declare about accessibility
	AIConfigured  bool    `json:"aiConfigured"`  // Whether a language model is configured
	Audience      string  `json:"audience"`      // For whom the user checks apps; empty: self
	ChildAgeBand  *string `json:"childAgeBand"`  // The age of the child; null: not known
	Cleanup       bool    `json:"cleanup"`       // Whether the user wants to remove apps
	Minimal       bool    `json:"minimal"`       // Whether the user wants to see little. Excludes monitor and cleanup
	Monitor       bool    `json:"monitor"`       // Whether the user wants to be notified of changes
	Workflow      string  `json:"workflow"`      // The way in which the user works; empty: derived from the other members
}

// Focus is what [Client.SetFocus] returns. For whom the user checks apps, and why. Each member is optional.
type Focus struct {
	Accessibility bool    `json:"accessibility"` // Whether the user checks what apps declare about accessibility
	Audience      string  `json:"audience"`      // For whom the user checks apps; empty: self
	ChildAgeBand  *string `json:"childAgeBand"`  // The age of the child; null: not known
	Cleanup       bool    `json:"cleanup"`       // Whether the user wants to remove apps
	Minimal       bool    `json:"minimal"`       // Whether the user wants to see little. Excludes monitor and cleanup
	Monitor       bool    `json:"monitor"`       // Whether the user wants to be notified of changes
	Workflow      string  `json:"workflow"`      // The way in which the user works; empty: derived from the other members
}

// FeatureFlag is a part of [FlagsAnswer]. A feature flag.
type FeatureFlag struct {
	CurrentValue string  `json:"currentValue"` // on, off, collapsed: The value in force
	FocusValue   string  `json:"focusValue"`   // on, off, collapsed: The value without the override of this flag
	HardDefault  string  `json:"hardDefault"`  // on, off, collapsed: The value without any setting
	Key          string  `json:"key"`          // The key that names it
	Override     *string `json:"override"`     // on, off, collapsed, null: The value that the user has set; null: none
	Surface      string  `json:"surface"`      // The part of the user interface that the flag is for
	Wired        bool    `json:"wired"`        // Whether the flag has an effect: always true
}

// CoachmarksAnswer is what [Client.Coachmarks] returns.
type CoachmarksAnswer struct {
	Completed bool `json:"completed"` // Whether the hints were seen
}

// SetCoachmarksAnswer is what [Client.SetCoachmarks] returns.
type SetCoachmarksAnswer struct {
	Completed bool `json:"completed"` // Whether the hints were seen
}

// LayoutAnswer is what [Client.ResetDashboard] returns. An answer of `setDashboard`: Set the dashboard layout.
type LayoutAnswer struct {
	Layout        Layout  `json:"layout"`        // The order of the cards, and the hidden ones
	MatchedPreset *string `json:"matchedPreset"` // The preset that the layout equals; null: none
}

// DateFormatAnswer is what [Client.DateFormat] returns. An answer of `setDateFormat`: Set the date format.
type DateFormatAnswer struct {
	Mode string `json:"mode"` // The date format
}

// DevMenuAnswer is what [Client.DevMenu] returns.
type DevMenuAnswer struct {
	Enabled bool `json:"enabled"` // Whether it is on
}

// SetDevMenuAnswer is what [Client.SetDevMenu] returns.
type SetDevMenuAnswer struct {
	Enabled bool `json:"enabled"` // Whether it is on
}

// LocaleAnswer is what [Client.Locale] returns.
type LocaleAnswer struct {
	ExplicitlySet bool     `json:"explicitlySet"` // Whether it was set; false: it is the default
	Locale        string   `json:"locale"`        // en, zh: The language of the user interface, a BCP 47 tag
	Supported     []string `json:"supported"`     // The languages that are supported, as BCP 47 tags
}

// SetLocaleAnswer is what [Client.SetLocale] returns.
type SetLocaleAnswer struct {
	Accepted  bool     `json:"accepted"`  // Whether the language was accepted
	Locale    string   `json:"locale"`    // en, zh: The language of the user interface, a BCP 47 tag
	Supported []string `json:"supported"` // The languages that are supported, as BCP 47 tags
}

// PreferencesAnswer is what [Client.Preferences] returns. An answer of `setPreferences`: Set preferences.
type PreferencesAnswer struct {
	ManualAppsBannerDismissed bool `json:"manualAppsBannerDismissed"` // Whether the hint about manual apps is hidden
}

// TaskList is what [Client.UserTasks] returns. The user's tasks, and those offered, in the order in which they are shown.
type TaskList struct {
	Candidates []TaskCandidate `json:"candidates"` // Tasks that the user can opt in to
	Tasks      []Task          `json:"tasks"`      // The tasks
}

// WelcomeAnswer is what [Client.Welcome] returns. An answer of `welcome`: Record that the user was welcomed.
type WelcomeAnswer struct {
	WelcomedAt Time `json:"welcomedAt"`
}

// Layout is a part of [LayoutAnswer]. The order of the cards of the dashboard, each once, and the hidden ones in their default order.
type Layout struct {
	Hidden []string `json:"hidden"` // The keys of the hidden cards
	Order  []string `json:"order"`  // The keys of all cards, in order
	V      int64    `json:"v"`      // The version of the form
}

// TaskCandidate is a part of [TaskList]. A task that the user can opt in to.
type TaskCandidate struct {
	I18nKey string `json:"i18nKey"` // The key of the text in a user interface
	ID      string `json:"id"`      // The ID
}

// Task is a part of [TaskList]. A task and its state.
type Task struct {
	Audience      string   `json:"audience"` // For whom the user checks apps
	DismissedAt   *Time    `json:"dismissedAt"`
	I18nKey       string   `json:"i18nKey"` // The key of the text in a user interface
	ID            string   `json:"id"`      // The ID
	OptedInAt     *Time    `json:"optedInAt"`
	Prerequisites []string `json:"prerequisites"` // The IDs of the tasks that have to be completed before
	Route         string   `json:"route"`         // The page of the user interface
	StartedAt     *Time    `json:"startedAt"`
	State         string   `json:"state"` // completed, dismissed, blocked, in_progress, ready: The state
}

// StartedOverAnswer is what [Client.StartOver] returns. An answer of `startOver`: Delete all data and settings.
type StartedOverAnswer struct {
	DurationMs     int64   `json:"durationMs"`       // How long it took, in milliseconds
	Ok             bool    `json:"ok"`               // Whether it succeeded
	SnapshotBefore *string `json:"snapshotBefore"`   // The name of the backup file that was written before; null: none
	Warning        *string `json:"warning,omitzero"` // Why none was written; left out if one was
}

// ChangelogResetAnswer is what [Client.ResetChangelog] returns. What was deleted of the changelog.
type ChangelogResetAnswer struct {
	AppsTouched          int64 `json:"appsTouched"`          // Number of apps whose changes were deleted
	DurationMs           int64 `json:"durationMs"`           // How long it took, in milliseconds
	Ok                   bool  `json:"ok"`                   // Whether it succeeded
	ReviewActionsRemoved int64 `json:"reviewActionsRemoved"` // Number of reviews that were deleted
	SnapshotsRemoved     int64 `json:"snapshotsRemoved"`     // Number of snapshots that were deleted
}

// NoticeAnswer is what [Client.SeedNotification] returns. The notification that was made.
type NoticeAnswer struct {
	AppID   int64                     `json:"appId"`   // The ID of the app
	AppName string                    `json:"appName"` // The name of the app
	Changes []NoticeAnswerChangesItem `json:"changes"` // The changes
	Ok      bool                      `json:"ok"`      // Whether it succeeded
}

// SamplesAnswer is what [Client.SeedSamples] returns. An answer of `seedSamples`: Create sample apps.
type SamplesAnswer struct {
	Country      string        `json:"country"`      // The storefront: two lower-case letters
	DurationMs   int64         `json:"durationMs"`   // How long it took, in milliseconds
	Errored      int64         `json:"errored"`      // Number of apps with an error
	Inserted     int64         `json:"inserted"`     // Number of apps added
	Mode         string        `json:"mode"`         // Where the sample apps are from: live or canned
	Ok           bool          `json:"ok"`           // Whether it succeeded
	RegionSource string        `json:"regionSource"` // query, setting, default: query, setting or default
	Results      []SampleRow   `json:"results"`      // The results, in the order of the request
	Skipped      int64         `json:"skipped"`      // Number that were skipped
	StoppedEarly *StoppedEarly `json:"stoppedEarly"` // Why fewer apps were made than asked for; null: all were made
}

// WipedAnswer is what [Client.WipeApps] returns. An answer of `wipeApps`: Delete all apps, their records and the activity log.
type WipedAnswer struct {
	DurationMs  int64 `json:"durationMs"`  // How long it took, in milliseconds
	Ok          bool  `json:"ok"`          // Whether it succeeded
	RowsRemoved int64 `json:"rowsRemoved"` // Number of records that were deleted
}

// ResetAnswer is what [Client.Reset] returns. The answer of a reset.
type ResetAnswer struct {
	SnapshotBefore *string `json:"snapshotBefore"`   // The name of the backup file that was written before; null: none
	Success        bool    `json:"success"`          // Whether it succeeded
	Warning        *string `json:"warning,omitzero"` // Why none was written; left out if one was
}

// FiltersAnswer is what [Client.SavedFilters] returns. An answer of `savedFilters`: List the saved filters of lists.
type FiltersAnswer struct {
	Filters []Filter `json:"filters"` // The saved filters, by list and name
}

// Filter is what [Client.SaveFilter] returns. A filter of a list that the user has saved under a name.
type Filter struct {
	List  string `json:"list"`  // What it is a filter of: apps or changes
	Name  string `json:"name"`  // The name
	Query string `json:"query"` // The query of the address of the list, such as use=tracking&data=LOCATION
}

// Settings is what [Client.Settings] returns. The settings.
type Settings struct {
	AdminTokenRequired             bool   `json:"adminTokenRequired"`  // Whether requests that change something require the admin token
	AIAPIKey                       string `json:"aiApiKey"`            // The API key of the language model, masked; empty: not set. Sending the masked key changes nothing
	AIAPIKeySet                    bool   `json:"aiApiKeySet"`         // Whether an API key for the language model is set
	AIBaseURL                      string `json:"aiBaseUrl"`           // The base URL of the language model, for providers that need one
	AIDebugLogging                 bool   `json:"aiDebugLogging"`      // Whether requests to language models and their responses are logged
	AIModel                        string `json:"aiModel"`             // The name of the language model at its provider
	AIProvider                     string `json:"aiProvider"`          // disabled, openai, anthropic, custom: The provider of the language model; disabled: policies are not summarised by a model
	AISummarizeOnImport            bool   `json:"aiSummarizeOnImport"` // Whether policies are summarised when apps are imported
	AITimeoutChunkMs               *int64 `json:"aiTimeoutChunkMs"`    // The time limit for a model to summarise a part of a policy, in milliseconds
	AITimeoutDirectMs              *int64 `json:"aiTimeoutDirectMs"`   // The time limit for a model to summarise a whole policy, in milliseconds
	AITimeoutMergeMs               *int64 `json:"aiTimeoutMergeMs"`    // The time limit for a model to merge the summaries of parts, in milliseconds
	AppCountry                     string `json:"appCountry"`          // The storefront that is tried first: two lower-case letters
	AppCountryExplicit             bool   `json:"appCountryExplicit"`  // Whether the storefront was set; false: it is the default
	ArchiveChanges                 bool   `json:"archiveChanges"`      // Whether the web archive is asked to capture the page of an app when a refresh shows a change
	BackgroundWizardCompletedAt    *Time  `json:"backgroundWizardCompletedAt"`
	BackgroundWizardDismissedAt    *Time  `json:"backgroundWizardDismissedAt"`
	CfgutilImportedAt              *Time  `json:"cfgutilImportedAt"`
	HealthCheckEnabled             bool   `json:"healthCheckEnabled"`          // Whether the service checks its data regularly
	HealthCheckIntegrityEnabled    bool   `json:"healthCheckIntegrityEnabled"` // Whether these checks also read the whole database
	LastAutoSync                   Time   `json:"lastAutoSync"`
	NotificationLanguage           string `json:"notificationLanguage"`           // en, de, fr: The language of messages to people, such as en or de. Messages for programs are in English.
	NotificationPageURL            string `json:"notificationPageUrl"`            // The address under which people open the web page. Messages link to it; empty: they do not.
	NotificationQuietHoursEnd      string `json:"notificationQuietHoursEnd"`      // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursStart    string `json:"notificationQuietHoursStart"`    // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursTimeZone string `json:"notificationQuietHoursTimeZone"` // A name of the IANA time zone database.
	NotificationWebhookFormat      string `json:"notificationWebhookFormat"`      // generic, slack, discord, teams: The format of the messages to the webhook; empty: derived from its URL
	NotificationWebhookFrequency   string `json:"notificationWebhookFrequency"`   // immediate, daily_summary, weekly_summary, off: When messages are sent to the webhook: immediate, daily_summary, weekly_summary or off
	NotificationWebhookSecret      string `json:"notificationWebhookSecret"`      // The secret with which messages to the webhook are signed; empty: they are not signed
	NotificationWebhookSecretSet   bool   `json:"notificationWebhookSecretSet"`   // Whether messages to the webhook are signed
	NotificationWebhookURL         string `json:"notificationWebhookUrl"`         // The URL of the webhook; empty: none
	NotificationWebhookURLSet      bool   `json:"notificationWebhookUrlSet"`      // Whether there is a webhook
	PolicyDiffAlertDays            int64  `json:"policyDiffAlertDays"`            // For how many days a change of a policy counts as new; 0: never
	PolicyScrapeDisabled           bool   `json:"policyScrapeDisabled"`           // Whether the fetching of policies is disabled
	PolicyScrapeThrottleEnabled    bool   `json:"policyScrapeThrottleEnabled"`    // Whether a policy that was fetched recently is not fetched again
	PolicyScrapeThrottleMinutes    int64  `json:"policyScrapeThrottleMinutes"`    // How long a policy counts as fetched recently, in minutes
	Purpose                        string `json:"purpose"`                        // unasked, phone, child, team, research, other: What the installation is for, which decides what the first screen shows
	QueueShowProgressBar           bool   `json:"queueShowProgressBar"`           // Whether the user interface shows the progress of a session
	StorefrontSchedule             string `json:"storefrontSchedule"`             // The storefronts in which the apps with a tag are read besides their own, daily or weekly, such as "games: us, de, jp weekly; kids: us, fr daily"; empty: none
	SyncAlertFailedPercent         int64  `json:"syncAlertFailedPercent"`         // Notify when more than this percentage of the apps of a sync failed. 0: never.
	SyncAlertHours                 *int64 `json:"syncAlertHours"`                 // Notify when no sync has succeeded for this many hours. 0: never. Null: twice the interval of the schedule.
	SyncRunning                    bool   `json:"syncRunning"`                    // Whether a sync is running
	SyncSchedule                   string `json:"syncSchedule"`                   // manual, daily, weekly: When all apps are refreshed: manual (never automatically), daily or weekly
	TrackAccessibilityLabels       bool   `json:"trackAccessibilityLabels"`       // Whether changes of accessibility labels are recorded and reported in notifications
	WaybackShowImported            bool   `json:"waybackShowImported"`            // Whether the user interface marks snapshots from the web archive
}

// SettingsAnswer is what [Client.ChangeSettings] returns. An answer of `changeSettings`: Change settings.
type SettingsAnswer struct {
	AIAPIKeyCleared *bool `json:"aiApiKeyCleared,omitzero"` // Whether the API key was cleared, because the provider or its URL changed
	Success         bool  `json:"success"`                  // Whether it succeeded
}

// DesktopSettings is what [Client.DesktopSettings] returns. Settings of the desktop program, which the service only stores.
type DesktopSettings struct {
	AutoLockIdleMinutes int64   `json:"autoLockIdleMinutes"` // Minutes without input after which the desktop program locks; 0: never
	Autostart           bool    `json:"autostart"`           // Whether the desktop program starts with the computer
	DevtoolsOpen        bool    `json:"devtoolsOpen"`        // Whether the desktop program opens its developer tools
	GlobalShortcut      string  `json:"globalShortcut"`      // The keys that show the desktop program; empty: none
	HideDock            bool    `json:"hideDock"`            // Whether the desktop program hides its icon in the dock
	LaunchHidden        bool    `json:"launchHidden"`        // Whether the desktop program starts without a window
	NativeNotifications bool    `json:"nativeNotifications"` // Whether the desktop program shows notifications of the system
	RequireUnlock       bool    `json:"requireUnlock"`       // Whether the desktop program asks for the user's password
	ThemeOverride       string  `json:"themeOverride"`       // system, light, dark: The theme of the desktop program, if not that of the system
	TrayVisible         bool    `json:"trayVisible"`         // Whether the desktop program has an icon in the tray
	ZoomLevel           float64 `json:"zoomLevel"`           // The zoom of the desktop program; 1: none
}

// NoticeAnswerChangesItem is a part of [NoticeAnswer].
type NoticeAnswerChangesItem struct {
	Description string `json:"description"` // The change in a sentence
	Type        string `json:"type"`        // The type
}

// SampleRow is a part of [SamplesAnswer]. The outcome of one app.
type SampleRow struct {
	ID               int64   `json:"id"`               // The ID
	Message          *string `json:"message,omitzero"` // What went wrong; only with the status error
	Name             string  `json:"name"`             // The name
	SnapshotsWritten int64   `json:"snapshotsWritten"` // Number of snapshots that were saved
	Source           string  `json:"source"`           // The source
	Status           string  `json:"status"`           // inserted, skipped, error: inserted, skipped or error
}

// StoppedEarly is a part of [SamplesAnswer]. Why fewer apps were made than asked for.
type StoppedEarly struct {
	Reason       string `json:"reason"`       // The reason
	RetryAfterMs int64  `json:"retryAfterMs"` // How long to wait before the next attempt, in milliseconds
}

// TokenStatusAnswer is what [Client.TokenStatus] returns. Whether an admin token is configured and the caller has it. It never contains the token.
type TokenStatusAnswer struct {
	Configured bool `json:"configured"` // Whether the service has an admin token
	Unlocked   bool `json:"unlocked"`   // Whether the caller has the admin token or an admin session
}

// BackupAnswer is what [Client.PreviewBackup] returns. The content of a backup.
type BackupAnswer struct {
	Counts           map[string]int64 `json:"counts"` // Number of records by kind
	ExportedAt       Time             `json:"exportedAt"`
	SignaturePresent bool             `json:"signaturePresent"` // Whether the backup is signed
	TotalRows        int64            `json:"totalRows"`        // Number of records in the backup
	Trust            string           `json:"trust"`            // trusted, untrusted: Whether the signature is that of this installation
	Version          int64            `json:"version"`          // The version of the format
	Warnings         []string         `json:"warnings"`         // The problems of the backup, as sentences
}

// Restored is what [Client.RestoreBackup] returns. An answer of `restoreBackup`: Restore a backup, replacing all data.
type Restored struct {
	Counts         map[string]int64 `json:"counts"`  // Number of records by kind
	LeftOut        []string         `json:"leftOut"` // What was left out, derived, moved or not understood, as sentences with the number of records
	RestoredAt     Time             `json:"restoredAt"`
	SnapshotBefore *string          `json:"snapshotBefore"`   // The name of the backup file that was written before; null: none
	Success        bool             `json:"success"`          // Whether it succeeded
	Trust          string           `json:"trust"`            // trusted, untrusted: Whether the signature is that of this installation
	Warning        *string          `json:"warning,omitzero"` // Why none was written; left out if one was
}

// BackupFilesAnswer is what [Client.BackupFiles] returns. The backups in the folder, and the schedule of backups.
type BackupFilesAnswer struct {
	Directory string       `json:"directory"` // The folder of the backup files, masked
	Settings  BackupPlan   `json:"settings"`  // The schedule of backup files and how many are retained
	Snapshots []BackupFile `json:"snapshots"` // The backup files, newest first
}

// BackupMadeAnswer is what [Client.MakeBackupFile] returns. The backups after one was made.
type BackupMadeAnswer struct {
	Created   BackupFile   `json:"created"`   // The file that was made
	Directory string       `json:"directory"` // The folder of the backup files, masked
	Pruned    []BackupFile `json:"pruned"`    // Files that were deleted because there are newer ones
	Settings  BackupPlan   `json:"settings"`  // The schedule of backup files and how many are retained
	Snapshots []BackupFile `json:"snapshots"` // The backup files, newest first
}

// ExportJSONAnswer is what [Client.ExportJSON] returns.
type ExportJSONAnswer struct {
	Apps       []ExportedApp `json:"apps"` // The apps
	ExportedAt Time          `json:"exportedAt"`
}

// ImportAnswer is what [Client.ImportAuditBundle] returns. An answer of `importAuditBundle`: Import the audit bundle of another person.
type ImportAnswer struct {
	Success bool               `json:"success"` // Whether it succeeded
	Summary AuditBundleSummary `json:"summary"` // The summary
}

// AuditBundlePreview is what [Client.PreviewAuditBundle] returns. What the import of an audit bundle would do.
type AuditBundlePreview struct {
	Bundle         AuditBundleInfo      `json:"bundle"`         // The bundle that the file holds
	ExistingImport *ImportedAuditBundle `json:"existingImport"` // The earlier import of the same bundle; null: none
	Preview        bool                 `json:"preview"`        // Always true: nothing was imported
	Success        bool                 `json:"success"`        // Whether it succeeded
	Summary        AuditBundleSummary   `json:"summary"`        // The summary
}

// SigningKey is what [Client.SigningKey] returns. The public key that verifies what an installation signs.
type SigningKey struct {
	Algorithm string `json:"algorithm"` // Always Ed25519
	KeyID     string `json:"keyId"`     // SHA-256 of the key, hexadecimal
	Pem       string `json:"pem"`       // The key in the form that OpenSSL reads
	PublicKey string `json:"publicKey"` // The 32 bytes of the key in base64 (RFC 4648, section 4)
}

// BackupPlan is a part of [BackupFilesAnswer]. The schedule of backups and how many are retained.
type BackupPlan struct {
	Enabled        bool  `json:"enabled"`       // Whether backups are made on schedule
	IntervalHours  int64 `json:"intervalHours"` // The interval of scheduled backups in hours, from 1 to 720
	LastRunAt      *Time `json:"lastRunAt"`
	NextRunAt      *Time `json:"nextRunAt"`
	RetentionCount int64 `json:"retentionCount"` // How many files are retained, from 1 to 100
}

// BackupFile is a part of [BackupFilesAnswer]. A backup in the folder.
type BackupFile struct {
	CreatedAt Time   `json:"createdAt"`
	Filename  string `json:"filename"`  // The name of the file
	Path      string `json:"path"`      // The absolute path of the file
	SizeBytes int64  `json:"sizeBytes"` // The size in bytes
}

// ExportedApp is a part of [ExportJSONAnswer]. An app with its labels.
type ExportedApp struct {
	Accessibility          *Accessibility     `json:"accessibility"`         // Whether the app supports accessibility features; null: the page has no such section, or it could not be parsed
	AccessibilityCount     int64              `json:"accessibilityCount"`    // The number of accessibility features that the app declares
	AccessibilityFeatures  []Feature          `json:"accessibilityFeatures"` // The accessibility features that the app declares, by identifier
	AgeRating              *string            `json:"ageRating"`             // The age rating as the App Store shows it, such as "4+"; null: not known
	AgeRatingDescriptors   *RatingDescriptors `json:"ageRatingDescriptors"`  // The reasons for the age rating; null: not known
	AgeRatingValue         *int64             `json:"ageRatingValue"`        // The App Store's own number for the rating, such as 100 for "4+", which depends on neither the language nor the storefront's scale. Null if the source of the rating has none.
	AppSource              *string            `json:"appSource"`             // The name of the source that the app is from; empty: the main one
	Archive                *AppArchive        `json:"archive"`               // What is known of the pages of the app in the web archive; null: nothing
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
	Installs               *string            `json:"installs,omitzero"`      // How often it was installed, such as "1,000,000+", as Google Play tells it; left out: not known
	LastChecked            *Time              `json:"lastChecked"`
	LastError              *Failure           `json:"lastError"` // Why the last refresh failed, or that it read no label although one is known; null: it succeeded
	LastSuccess            *Time              `json:"lastSuccess"`
	LastSynced             Time               `json:"lastSynced"`
	LegalEntity            *string            `json:"legalEntity,omitzero"` // The company or person behind the developer, as Google Play tells it; left out: not known
	LinkedCount            int64              `json:"linkedCount"`          // Number of categories of data that are linked to the user
	Name                   string             `json:"name"`                 // The name
	Platform               *string            `json:"platform"`             // ios, mac, tv, vision, watch, null: The platform of the page at the address of the app, ios if it names none; null: not known, or an app of another source
	PolicyAnalysis         *PolicyAnalysis    `json:"policyAnalysis"`       // The state of the app's policy; null: it was never fetched
	Practices              []string           `json:"practices,omitzero"`   // The identifiers of the security practices that the developer declares on Google Play; left out if there are none
	PriceAmount            *float64           `json:"priceAmount"`          // The price; 0: the app is free, null: not known
	PriceCurrency          *string            `json:"priceCurrency"`        // The currency of the price, such as USD; null: not known
	PriceFormatted         *string            `json:"priceFormatted"`       // The price as the App Store shows it; null: not known
	PrivacyPolicyURL       *string            `json:"privacyPolicyUrl"`     // The URL of the privacy policy; null: not known
	PrivacyTypes           []PrivacyType      `json:"privacyTypes"`         // The privacy label: its types, with the categories of each
	SyncCount              int64              `json:"syncCount"`            // The number of snapshots
	TrackCount             int64              `json:"trackCount"`           // Number of categories of data that are used to track the user
	UnlinkedCount          int64              `json:"unlinkedCount"`        // Number of categories of data that are not linked to the user
	UnstableUntil          *Time              `json:"unstableUntil"`
	URL                    string             `json:"url"` // The URL
	VersionUpdatedAt       *Time              `json:"versionUpdatedAt"`
	WhatsNew               *string            `json:"whatsNew"` // The release notes of the version; null: none
}

// AuditBundleSummary is a part of [ImportAnswer]. The outcome of an import.
type AuditBundleSummary struct {
	AnnotationsAdded          int64   `json:"annotationsAdded"`          // Number of notes added
	AnnotationsSkipped        int64   `json:"annotationsSkipped"`        // The number of notes that were skipped: known already, blank, or about an unknown app
	AppsAdded                 int64   `json:"appsAdded"`                 // Number of apps added
	AppsSkipped               int64   `json:"appsSkipped"`               // The number of apps that were skipped, because their state here is as new or newer
	AppsTotal                 int64   `json:"appsTotal"`                 // Number of apps in the file
	AppsUpdated               int64   `json:"appsUpdated"`               // Number of apps updated
	RecommenderName           string  `json:"recommenderName"`           // The name of the author of the bundle; empty: not given
	RecommenderProfilePreset  *string `json:"recommenderProfilePreset"`  // The preset of the author's privacy profile; null: none
	RecommenderProfileStashed bool    `json:"recommenderProfileStashed"` // Whether the author's privacy profile was saved for later
	VerdictsAdded             int64   `json:"verdictsAdded"`             // The number of verdicts added, including those that replace one of the same person
}

// AuditBundleInfo is a part of [AuditBundlePreview]. What a bundle states about itself.
type AuditBundleInfo struct {
	AnnotationsCount         int64   `json:"annotationsCount"`         // Number of notes
	AppVersion               *string `json:"appVersion"`               // The version of the program that made the bundle; null: not given
	AppsCount                int64   `json:"appsCount"`                // Number of apps
	ExportedAt               string  `json:"exportedAt"`               // When the bundle was made, as written in the file. It identifies the bundle.
	ExportedByAudience       *string `json:"exportedByAudience"`       // For whom the author checks apps; null: not given
	HasRecommenderProfile    bool    `json:"hasRecommenderProfile"`    // Whether the bundle has the privacy profile of its author
	RecommenderName          *string `json:"recommenderName"`          // The name of the author of the bundle; null: not given
	RecommenderProfilePreset *string `json:"recommenderProfilePreset"` // The preset of the author's privacy profile; null: none
	Version                  *int64  `json:"version,omitzero"`         // The version of the format; missing if it is not given
}

// ImportedAuditBundle is a part of [AuditBundlePreview]. The record of an import.
type ImportedAuditBundle struct {
	AnnotationsAdded int64   `json:"annotationsAdded"` // Number of notes added
	AppsAdded        int64   `json:"appsAdded"`        // Number of apps added
	AppsSkipped      int64   `json:"appsSkipped"`      // Number of apps skipped
	AppsTotal        int64   `json:"appsTotal"`        // Number of apps in the file
	AppsUpdated      int64   `json:"appsUpdated"`      // Number of apps updated
	ImportedAt       Time    `json:"importedAt"`
	RecommenderName  *string `json:"recommenderName"` // The name of the author of the bundle; null: not given
}

// PolicyAnalysis is a part of [ExportedApp]. The current state of an app's privacy policy. A failed fetch does not change what is known of the text.
type PolicyAnalysis struct {
	AnalysisMode        *string        `json:"analysisMode"` // direct, chunked, imported, null: How the policy was summarised: as a whole (direct), in parts (chunked), or by another installation (imported); null: it was not
	AppID               int64          `json:"appId"`        // The ID of the app
	ArchiveSubmittedAt  *Time          `json:"archiveSubmittedAt"`
	ArchiveURL          *string        `json:"archiveUrl"`              // The URL of a copy of the current text in the web archive; null: none
	ChangingBlocks      []PolicyBlock  `json:"changingBlocks"`          // The blocks in which the last texts of an unstable policy differ
	ChunkNotes          []PolicyNote   `json:"chunkNotes"`              // The model's summaries of the parts of a long text, in order
	ChunkNotesHash      *string        `json:"chunkNotesHash,omitzero"` // The digest of the notes on the parts of the text (SHA-256, hexadecimal); empty: none
	ContentHash         *string        `json:"contentHash,omitzero"`    // The digest of the text that was last fetched (SHA-256, hexadecimal). When an old text returns, previousContentHash is that of the text that it replaces.
	DoubtfulAt          *Time          `json:"doubtfulAt"`
	DoubtfulHash        *string        `json:"doubtfulHash,omitzero"` // The version of the doubtful text
	Error               *string        `json:"error"`                 // Why the last attempt failed; null: it did not
	ExcludedBlocks      []PolicyBlock  `json:"excludedBlocks"`        // The blocks that a user marked as not part of the policy
	FailedAt            *Time          `json:"failedAt"`
	FailedDays          int64          `json:"failedDays"` // The number of UTC days with a failed fetch since the last successful one, and FailedAt the last fetch that was counted
	FetchAgainAt        *Time          `json:"fetchAgainAt"`
	LastRunLog          []PolicyStep   `json:"lastRunLog"`                   // The steps of the last attempt, oldest first
	Model               *string        `json:"model"`                        // The language model; empty or null: none
	NotifiedHash        *string        `json:"notifiedHash,omitzero"`        // The text of which users were notified last; zero: the current one
	PolicyURL           *string        `json:"policyUrl"`                    // The URL that was last requested; null: none
	PreviousContentHash *string        `json:"previousContentHash,omitzero"` // The digest of the previous text (SHA-256, hexadecimal); empty: none
	PreviousSummary     *PolicySummary `json:"previousSummary"`              // The summary of the text before; null: none
	PreviousSummaryAt   *Time          `json:"previousSummaryAt"`
	RecentHashes        []string       `json:"recentHashes"`      // The texts of the last fetches before the current text, oldest first, as long as each fetch found another text than the one before. After too many of them the policy is unstable: UnstableUntil is when it counts as stable again, unless it changes before. Notified is then the last text of which users were notified, and Changing are the blocks of the text that differ.
	SourceContentType   *string        `json:"sourceContentType"` // The media type of the policy; null: not known
	SourceFetchedAt     *Time          `json:"sourceFetchedAt"`
	SourceFinalURL      *string        `json:"sourceFinalUrl"`  // The URL of the text, after redirects; null: not known
	SourceLength        int64          `json:"sourceLength"`    // The length of the text in UTF-16 units
	SourceOrigin        *string        `json:"sourceOrigin"`    // direct, browser_retry, wayback, null: How the text was fetched: directly, again as a browser would, or from the web archive; null: not known
	SourceTitle         *string        `json:"sourceTitle"`     // The title of the policy; null: none
	SourceWordCount     int64          `json:"sourceWordCount"` // Number of words of the text
	Status              string         `json:"status"`          // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error: The status
	Summary             *PolicySummary `json:"summary"`         // The summary of the current text or, without one, of another installation; null: none
	SummaryAt           *Time          `json:"summaryAt"`
	UnstableUntil       *Time          `json:"unstableUntil"`
	UpdatedAt           Time           `json:"updatedAt"`
}

// PolicyBlock is a part of [PolicyAnalysis]. A block on the page of a policy that is not part of the policy, or differs so often that it may not be. It has a selector, or is named by the paragraphs around it, because its own text may differ at each fetch.
type PolicyBlock struct {
	After        string `json:"after"` // The beginning of the paragraph before the block; empty: the block begins the text
	AppliedAt    *Time  `json:"appliedAt"`
	At           Time   `json:"at"`
	Before       string `json:"before"` // The beginning of the paragraph after the block; empty: the block ends the text
	CountedAt    *Time  `json:"countedAt"`
	ID           string `json:"id"`            // Follows from the selector or the paragraphs
	Kept         *bool  `json:"kept,omitzero"` // Whether that fetch found such parts, and left out none because the rest would have been no policy
	LeftOut      int64  `json:"leftOut"`       // How many parts of the page the last successful fetch left out for an excluded block, and Counted when that was; zero: the fetches since it was excluded counted none
	ReadmittedAt *Time  `json:"readmittedAt"`
	Selector     string `json:"selector"` // "#id", ".class" or words, as a fetcher takes them; empty: what is between After and Before
	Text         string `json:"text"`     // The beginning of the block when it was found
	Words        int64  `json:"words"`    // The length of the longest form of the block that was found
}

// PolicyNote is a part of [PolicyAnalysis]. A model's summary of a part of a text.
type PolicyNote struct {
	ChunkHash  string   `json:"chunkHash"`  // The digest of the part and the model
	Highlights []string `json:"highlights"` // The most important statements
	Summary    string   `json:"summary"`    // The summary
}

// AuditAnswer is what [Client.Audit] returns. An answer of `audit`: List privileged and refused requests, newest first.
type AuditAnswer struct {
	Limit  int64   `json:"limit"`  // The page size
	Offset int64   `json:"offset"` // The number of entries that were skipped
	Rows   []Audit `json:"rows"`   // The rows
	Total  int64   `json:"total"`  // The number of entries that match
}

// DeploymentAnswer is what [Client.Deployment] returns. How the service is set up, as seen from a request.
type DeploymentAnswer struct {
	App         DeploymentApp      `json:"app"`      // The program
	Checks      []Check            `json:"checks"`   // The checks, each with its result
	Database    DeploymentDatabase `json:"database"` // The state of the database
	GeneratedAt Time               `json:"generatedAt"`
	Health      DeploymentHealth   `json:"health"`   // How the database answers
	Network     Network            `json:"network"`  // How the request reached the service
	Security    Security           `json:"security"` // What protects the service
}

// SupportAnswer is what [Client.SupportBundle] returns. An answer of `supportBundle`: Get a support bundle without secrets or app names.
type SupportAnswer struct {
	Diagnostics  DeploymentAnswer `json:"diagnostics"` // How the service is run
	GeneratedAt  Time             `json:"generatedAt"`
	RecentErrors []SupportError   `json:"recentErrors"` // The most recent failures, newest first
}

// DesktopAnswer is what [Client.DesktopDiagnostics] returns. An answer of `desktopDiagnostics`: Get the desktop diagnostics.
type DesktopAnswer struct {
	BulkRunners    map[string]DesktopRunner `json:"bulkRunners"` // The state of the bulk runs, by the name of their runner
	DB             DesktopDatabase          `json:"db"`          // The database
	GeneratedAt    Time                     `json:"generatedAt"`
	Host           Host                     `json:"host"`           // The machine
	Runtime        DesktopRuntime           `json:"runtime"`        // The state of the process
	RuntimeMetrics Metrics                  `json:"runtimeMetrics"` // The state of the process
	Scheduler      DesktopScheduler         `json:"scheduler"`      // The state of scheduled work
}

// BundleAnswer is what [Client.Diagnostics] returns. All diagnostics. A part that failed is null.
type BundleAnswer struct {
	APITimings           TimingsAnswer        `json:"apiTimings"`           // How long recent requests took
	App                  BundleApp            `json:"app"`                  // The program
	BackgroundJobs       map[string]BundleJob `json:"backgroundJobs"`       // The bulk runs by the name of their runner
	Database             *DatabaseAnswer      `json:"database"`             // The state of the database; null: not known
	Deployment           *DeploymentAnswer    `json:"deployment"`           // How the service is run; null: not known
	Disk                 *DiskAnswer          `json:"disk"`                 // The disk of the data folder; null: not known
	ErrorLog             []Line               `json:"errorLog"`             // The newest faults
	FeatureFlagOverrides []BundleFlag         `json:"featureFlagOverrides"` // The feature flags that differ from their default
	GeneratedAt          Time                 `json:"generatedAt"`
	Host                 Host                 `json:"host"`          // The machine
	RateLimits           *Cooldowns           `json:"rateLimits"`    // The cooldowns of the App Store; null: not known
	Runtime              Metrics              `json:"runtime"`       // The state of the process
	SchemaVersion        int64                `json:"schemaVersion"` // The version of the format
	UptimeSeconds        int64                `json:"uptimeSeconds"` // Seconds since the program started
}

// DatabaseAnswer is what [Client.Database] returns. The state of the database. Values that are not known are null.
type DatabaseAnswer struct {
	BusyTimeoutMs      *int64     `json:"busyTimeoutMs"`      // How long a writer waits for another, in milliseconds; null: not known
	FileBytes          *int64     `json:"fileBytes"`          // Bytes of the database file; null: not known
	ForeignKeysEnabled *bool      `json:"foreignKeysEnabled"` // Whether the database checks references; null: not known
	FreelistCount      *int64     `json:"freelistCount"`      // Number of unused pages in the database file; null: not known
	IntegrityCheck     *Integrity `json:"integrityCheck"`     // The last check that was requested here; null: none
	JournalMode        *string    `json:"journalMode"`        // The journal mode of the database, such as wal; null: not known
	JustRan            *Integrity `json:"justRan,omitzero"`   // The check that this request ran; missing: none
	PageCount          *int64     `json:"pageCount"`          // Number of pages in the database file; null: not known
	PageSize           *int64     `json:"pageSize"`           // Bytes of a page of the database; null: not known
	Path               *string    `json:"path"`               // The path of the database file, without the user name; null: not known
	SHMBytes           *int64     `json:"shmBytes"`           // Bytes of the shared memory file; null: not known
	UtilisationPct     *int64     `json:"utilisationPct"`     // Percent of the database file that is in use; null: not known
	WALAutocheckpoint  *int64     `json:"walAutocheckpoint"`  // Number of pages after which the write-ahead log is written back; null: not known
	WALBytes           *int64     `json:"walBytes"`           // Bytes of the write-ahead log; null: not known
}

// DiskAnswer is what [Client.Disk] returns. The space in use, in bytes. Values that are not known are null.
type DiskAnswer struct {
	BackupSnapshotCount  int64     `json:"backupSnapshotCount"` // Number of backup files on the disk
	DataDir              *string   `json:"dataDir"`             // The data folder, without the user name; null: not known
	DataDirBytes         *int64    `json:"dataDirBytes"`        // Bytes of the data folder; null: not known
	Files                DiskFiles `json:"files"`               // The files and their sizes
	FreeBytes            *int64    `json:"freeBytes"`           // Bytes free on the disk; null: not known
	FreePct              *int64    `json:"freePct"`             // Percent of the disk that is free; null: not known
	LastBackupSnapshotAt *Time     `json:"lastBackupSnapshotAt"`
	TotalBytes           *int64    `json:"totalBytes"` // Bytes of the disk; null: not known
}

// FaultsAnswer is what [Client.ClearErrors] returns. The recent errors, newest first.
type FaultsAnswer struct {
	Capacity int64  `json:"capacity"` // The maximum number of entries that are retained
	Entries  []Line `json:"entries"`  // The entries, newest first
}

// Report is what [Client.LastCheck] returns. The result of a data check. It does not name apps.
type Report struct {
	Checks       Checks     `json:"checks"`         // The checks, each with its result
	DurationMs   int64      `json:"durationMs"`     // How long it took, in milliseconds
	Error        *string    `json:"error,omitzero"` // What went wrong, in a sentence
	FinishedAt   Time       `json:"finishedAt"`
	Heals        []Repaired `json:"heals"`            // Repairs that were completed
	Healthy      bool       `json:"healthy"`          // Whether there is neither an error nor a warning
	Skipped      *string    `json:"skipped,omitzero"` // "busy": another process is checking
	SkippedHeals []Left     `json:"skippedHeals"`     // Repairs that were skipped or not completed
	StartedAt    Time       `json:"startedAt"`
	Status       string     `json:"status"`  // "error", "partial" (warnings or repairs) or "ok"
	Trigger      string     `json:"trigger"` // What started the check
	Version      int64      `json:"version"` // The version of the format
}

// NeverChecked is what [Client.LastCheck] returns. The response before the first check.
type NeverChecked struct {
	NeverRun bool `json:"neverRun"` // Always true: no check has run yet
}

// RuntimeAnswer is what [Client.ClearRuntime] returns. An answer of `runtime`: Get runtime metrics.
type RuntimeAnswer struct {
	APITimings    TimingsAnswer `json:"apiTimings"` // How long recent requests took
	EventLoop     *Delay        `json:"eventLoop"`  // How long ready goroutines waited for a processor, which corresponds to the delay of an event loop. Null: none has waited yet.
	GeneratedAt   Time          `json:"generatedAt"`
	Goroutines    int64         `json:"goroutines"`    // Number of goroutines
	Memory        Memory        `json:"memory"`        // The memory of the process
	ResourceUsage *Usage        `json:"resourceUsage"` // The resources that the process has used; null: not known
	SlowQueries   *SlowQueries  `json:"slowQueries"`   // The slow transactions; null: they are not measured
	UptimeSeconds int64         `json:"uptimeSeconds"` // Seconds since the program started
}

// HealthAnswer is what [Client.Health] returns. An answer of `health`: Check that the service is alive.
type HealthAnswer struct {
	Status string `json:"status"` // "ok" or "degraded"
}

// ReadTokensAnswer is what [Client.ReadTokens] returns. An answer of `readTokens`: List read tokens and paired browsers, newest first.
type ReadTokensAnswer struct {
	Tokens []ReadToken `json:"tokens"` // The tokens, without their secrets
}

// CreatedReadToken is what [Client.CreateReadToken] returns. A new token with its secret, which is not stored and cannot be shown again.
type CreatedReadToken struct {
	Secret string    `json:"secret"` // The token itself, which is shown only once
	Token  ReadToken `json:"token"`  // The token
}

// ReadyAnswer is what [Client.Ready] returns. An answer of `ready`: Check that the service is ready.
type ReadyAnswer struct {
	Checks []Check `json:"checks"` // The checks, each with its result
	Status string  `json:"status"` // "ready" or "not_ready"
}

// Audit is a part of [AuditAnswer]. An entry in the log of privileged requests, which is retained by reset and restore.
type Audit struct {
	Action    string  `json:"action"`    // What was requested, such as backup.export
	ActorIP   string  `json:"actorIp"`   // The address of the client; behind a trusted proxy, the one that the proxy names
	ActorUser *string `json:"actorUser"` // The user whom the proxy signed in; null: not known
	CreatedAt Time    `json:"createdAt"`
	Detail    string  `json:"detail"`    // More about it; empty: nothing
	ID        string  `json:"id"`        // The ID
	Success   bool    `json:"success"`   // Whether the request succeeded
	UserAgent string  `json:"userAgent"` // The User-Agent header of the request
}

// DeploymentApp is a part of [DeploymentAnswer]. The program.
type DeploymentApp struct {
	Arch            string  `json:"arch"`            // The processor architecture, such as amd64
	ContainerLikely bool    `json:"containerLikely"` // Whether the service seems to run in a container
	GoVersion       string  `json:"goVersion"`       // The version of Go that built the program
	Name            string  `json:"name"`            // The name
	Platform        string  `json:"platform"`        // The operating system, such as linux
	Runtime         string  `json:"runtime"`         // "desktop" or "web"
	UptimeSeconds   int64   `json:"uptimeSeconds"`   // Seconds since the program started
	Version         *string `json:"version"`         // The version; null: not known
}

// Check is a part of [DeploymentAnswer]. A check of something that the service depends on. It has neither paths nor errors, because everyone may read it.
type Check struct {
	Detail string `json:"detail"` // More about it; empty: nothing
	ID     string `json:"id"`     // The ID
	Label  string `json:"label"`  // A name for people
	Status string `json:"status"` // "ok", "info", "warn" or "bad"
}

// DeploymentDatabase is a part of [DeploymentAnswer]. The database and its folder.
type DeploymentDatabase struct {
	DataDir       *string `json:"dataDir"`       // The data folder, masked; null: not known
	DataDirSource string  `json:"dataDirSource"` // "configured" or "none"
	Error         *string `json:"error"`         // What went wrong, in a sentence
	Exists        bool    `json:"exists"`        // Whether the database exists
	JournalMode   *string `json:"journalMode"`   // The journal mode of the database, such as wal; null: not known
	Path          *string `json:"path"`          // The path of the database file, without the user name; null: not known
	SizeBytes     *int64  `json:"sizeBytes"`     // The size in bytes; null: not known
	Writable      bool    `json:"writable"`      // Whether the database can be written to
}

// DeploymentHealth is a part of [DeploymentAnswer]. How the database answers.
type DeploymentHealth struct {
	DBPingMs *int64  `json:"dbPingMs"` // How long the database took to answer, in milliseconds; null: it did not
	Error    *string `json:"error"`    // What went wrong, in a sentence
	Status   string  `json:"status"`   // "ok" or "degraded"
}

// Network is a part of [DeploymentAnswer]. The path that the request seems to have taken, whether or not a proxy is trusted. It is informational: no decision depends on it.
type Network struct {
	ForwardedForPresent bool    `json:"forwardedForPresent"` // Whether the request had X-Forwarded-For
	ForwardedHost       *string `json:"forwardedHost"`       // The X-Forwarded-Host of the request; null: none
	ForwardedProto      *string `json:"forwardedProto"`      // The X-Forwarded-Proto of the request; null: none
	Host                *string `json:"host"`                // The host name that the request names
	LanOrDomainHost     bool    `json:"lanOrDomainHost"`     // Whether the host name belongs to a local network or a domain
	LocalOnlyHost       bool    `json:"localOnlyHost"`       // Whether the host name belongs to this machine
	Protocol            string  `json:"protocol"`            // "http", "https" or "unknown"
	ProxyDetected       bool    `json:"proxyDetected"`       // Whether the request came through a proxy
	RealIPPresent       bool    `json:"realIpPresent"`       // Whether the request had X-Real-Ip
}

// Security is a part of [DeploymentAnswer]. How the service is protected. It contains no secret.
type Security struct {
	AdminTokenConfigured   bool `json:"adminTokenConfigured"`   // Whether the service has an admin token
	AdminTokenRequired     bool `json:"adminTokenRequired"`     // Whether requests that change something require the admin token
	AllowedHostsConfigured bool `json:"allowedHostsConfigured"` // Whether the host names that requests may use are configured
	BindAmbiguous          bool `json:"bindAmbiguous"`          // Whether the listening address does not show if the service can be reached over the network
	NetworkExposed         bool `json:"networkExposed"`         // Whether the service counts as reachable over the network
	TrustProxy             bool `json:"trustProxy"`             // Whether the headers of a proxy are trusted
}

// SupportError is a part of [SupportAnswer]. A failure in the activity log.
type SupportError struct {
	DurationMs       *int64                     `json:"durationMs"` // How long it took, in milliseconds
	EndedAt          *Time                      `json:"endedAt"`
	ErrorMessage     *string                    `json:"errorMessage"`     // What went wrong, in a sentence
	FetchDiagnostics map[string]json.RawMessage `json:"fetchDiagnostics"` // Details of the request for the page, such as its status
	StartedAt        Time                       `json:"startedAt"`
	Status           string                     `json:"status"` // The status
	Type             string                     `json:"type"`   // The type
}

// DesktopRunner is a part of [DesktopAnswer]. The state of a bulk run.
type DesktopRunner struct {
	HasState bool `json:"hasState"` // Whether a run is open
	Running  bool `json:"running"`  // Whether work is in progress
}

// DesktopDatabase is a part of [DesktopAnswer]. The database of the desktop program.
type DesktopDatabase struct {
	Apps                int64   `json:"apps"`                // Number of tracked apps
	DBPath              *string `json:"dbPath"`              // The path of the database, masked; null: not known
	DBSizeBytes         *int64  `json:"dbSizeBytes"`         // Bytes of the database; null: not known
	Snapshots           int64   `json:"snapshots"`           // Number of snapshots
	UnreadNotifications int64   `json:"unreadNotifications"` // Number of unread notifications
}

// Host is a part of [DesktopAnswer]. The machine.
type Host struct {
	Arch            string  `json:"arch"`            // The processor architecture, such as amd64
	ContainerLikely bool    `json:"containerLikely"` // Whether the service seems to run in a container
	CPUCount        int64   `json:"cpuCount"`        // Number of processors
	FreeMemMb       float64 `json:"freeMemMb"`       // Free memory of the machine, in MiB
	GoVersion       string  `json:"goVersion"`       // The version of Go that built the program
	OSRelease       string  `json:"osRelease"`       // The release of the operating system; empty: not known
	OSType          string  `json:"osType"`          // The operating system
	Pid             int64   `json:"pid"`             // The process ID
	TotalMemMb      float64 `json:"totalMemMb"`      // Memory of the machine, in MiB
}

// DesktopRuntime is a part of [DesktopAnswer]. The process.
type DesktopRuntime struct {
	Arch          string `json:"arch"`          // The processor architecture, such as amd64
	GoVersion     string `json:"goVersion"`     // The version of Go that built the program
	Pid           int64  `json:"pid"`           // The process ID
	Platform      string `json:"platform"`      // The operating system, such as linux
	UptimeSeconds int64  `json:"uptimeSeconds"` // Seconds since the program started
}

// Metrics is a part of [DesktopAnswer]. The state of the process.
type Metrics struct {
	EventLoop     *Delay       `json:"eventLoop"` // How long ready goroutines waited for a processor, which corresponds to the delay of an event loop. Null: none has waited yet.
	GeneratedAt   Time         `json:"generatedAt"`
	Goroutines    int64        `json:"goroutines"`    // Number of goroutines
	Memory        Memory       `json:"memory"`        // The memory of the process
	ResourceUsage *Usage       `json:"resourceUsage"` // The resources that the process has used; null: not known
	SlowQueries   *SlowQueries `json:"slowQueries"`   // The slow transactions; null: they are not measured
	UptimeSeconds int64        `json:"uptimeSeconds"` // Seconds since the program started
}

// DesktopScheduler is a part of [DesktopAnswer]. The state of scheduled work.
type DesktopScheduler struct {
	LastAutoSync *Time  `json:"lastAutoSync"`
	ScheduleMode string `json:"scheduleMode"` // When all apps are refreshed: manual (never automatically), daily or weekly
	SyncRunning  bool   `json:"syncRunning"`  // Whether a sync is running
}

// TimingsAnswer is a part of [BundleAnswer]. The slow and refused requests, newest first.
type TimingsAnswer struct {
	Recent          []Timing `json:"recent"`          // The requests that are retained, newest first
	SlowSinceStart  int64    `json:"slowSinceStart"`  // Number of slow requests since the start
	ThresholdMs     int64    `json:"thresholdMs"`     // From which duration a request counts as slow, in milliseconds
	TotalSinceStart int64    `json:"totalSinceStart"` // The number of requests since the start
}

// BundleApp is a part of [BundleAnswer]. The program in a diagnostic bundle.
type BundleApp struct {
	GoVersion string  `json:"goVersion"` // The version of Go that built the program
	Name      string  `json:"name"`      // The name
	Version   *string `json:"version"`   // The version; null: not known
}

// BundleJob is a part of [BundleAnswer]. The progress of a bulk run, without the app it works on.
type BundleJob struct {
	Running   bool       `json:"running"` // Whether work is in progress
	StartedAt *Time      `json:"startedAt"`
	Status    string     `json:"status"`  // The status of the run; idle: no run is open, or it was interrupted
	Summary   RunSummary `json:"summary"` // The number of apps by outcome
	UpdatedAt *Time      `json:"updatedAt"`
}

// Line is a part of [BundleAnswer]. A warning or an error of the log, with secrets masked.
type Line struct {
	At        Time   `json:"at"`
	Level     string `json:"level"`     // "error" or "warn"
	Message   string `json:"message"`   // What happened, in a sentence
	Truncated bool   `json:"truncated"` // Whether the message was shortened
}

// BundleFlag is a part of [BundleAnswer]. A flag that differs from its default or has an override.
type BundleFlag struct {
	Current     string  `json:"current"`     // on, off, collapsed: The value in force
	HardDefault string  `json:"hardDefault"` // on, off, collapsed: The value without any setting
	Key         string  `json:"key"`         // The key that names it
	Override    *string `json:"override"`    // on, off, collapsed, null: The value that the user has set; null: none
}

// Integrity is a part of [DatabaseAnswer]. The result of an integrity check, or why it was skipped.
type Integrity struct {
	CheckedAt  *Time   `json:"checkedAt,omitzero"`
	Detail     *string `json:"detail,omitzero"`     // More about it; missing or empty: nothing
	DurationMs *int64  `json:"durationMs,omitzero"` // How long it took, in milliseconds
	Fresh      *bool   `json:"fresh,omitzero"`      // Whether the database was read for this check
	Skipped    *string `json:"skipped,omitzero"`    // "disabled", "bulk-active", "too-large" or "not-supported"
	Status     *string `json:"status,omitzero"`     // "ok" or "error"
}

// DiskFiles is a part of [DiskAnswer]. Bytes of the files in the data folder.
type DiskFiles struct {
	Backups *int64 `json:"backups"` // Bytes of the backup files; null: not known
	DB      *int64 `json:"db"`      // Bytes of the database file; null: not known
	SHM     *int64 `json:"shm"`     // Bytes of the shared memory file; null: not known
	WAL     *int64 `json:"wal"`     // Bytes of the write-ahead log; null: not known
}

// Checks is a part of [Report]. The results of the single checks.
type Checks struct {
	Counts   map[string]int64 `json:"counts"`   // The number of records by kind
	Database Database         `json:"database"` // The state of the database
	Disk     *Space           `json:"disk"`     // The space on the disk of the data folder; null: not known, or there is no folder
	Orphans  map[string]int64 `json:"orphans"`  // Number of records whose parent is missing, by kind
	Runtime  Process          `json:"runtime"`  // The state of the process
	Warnings []string         `json:"warnings"` // The problems, as sentences
}

// Repaired is a part of [Report]. A completed repair.
type Repaired struct {
	Affected int64  `json:"affected"` // The number of records
	Kind     string `json:"kind"`     // The kind
}

// Left is a part of [Report]. A repair that was skipped or not completed.
type Left struct {
	Kind   string `json:"kind"`   // The kind
	Reason string `json:"reason"` // "bulk-active", "failed" or "more"
}

// Delay is a part of [RuntimeAnswer]. A distribution of waiting times, in milliseconds. The values are estimates from buckets, at least half of the true values.
type Delay struct {
	MaxMs         float64 `json:"maxMs"`         // The longest wait, in milliseconds
	MeanMs        float64 `json:"meanMs"`        // The mean wait, in milliseconds
	MinMs         float64 `json:"minMs"`         // The shortest wait, in milliseconds
	P50Ms         float64 `json:"p50Ms"`         // The median wait, in milliseconds
	P95Ms         float64 `json:"p95Ms"`         // The 95th percentile of the waits, in milliseconds
	P99Ms         float64 `json:"p99Ms"`         // The 99th percentile of the waits, in milliseconds
	Samples       int64   `json:"samples"`       // Number of waits
	Severity      string  `json:"severity"`      // "ok" below 100 ms, "warn" below a second, otherwise "danger"
	StddevMs      float64 `json:"stddevMs"`      // The standard deviation of the waits, in milliseconds
	WindowSeconds int64   `json:"windowSeconds"` // The period in which the waits were counted, in seconds
}

// Memory is a part of [RuntimeAnswer]. The memory of a process, in MiB.
type Memory struct {
	ExternalMb       float64 `json:"externalMb"`       // Memory of the runtime outside the heap, in MiB
	HeapFractionUsed float64 `json:"heapFractionUsed"` // The share of the limit that the heap uses, from 0 to 1; 0: the limit is not known
	HeapLimitMb      float64 `json:"heapLimitMb"`      // The limit of the heap, in MiB; 0: not known
	HeapTotalMb      float64 `json:"heapTotalMb"`      // The size of the heap, including its unused part, in MiB
	HeapUsedMb       float64 `json:"heapUsedMb"`       // The heap in use, in MiB
	RSSMb            float64 `json:"rssMb"`            // The resident memory, in MiB
}

// Usage is a part of [RuntimeAnswer]. The resources that the process has used since it started.
type Usage struct {
	InvoluntaryContextSwitches int64   `json:"involuntaryContextSwitches"` // The number of involuntary context switches
	MajorPageFaults            int64   `json:"majorPageFaults"`            // The number of page faults that needed the disk
	MaxRSSMb                   float64 `json:"maxRssMb"`                   // The maximum resident memory, in MiB
	MinorPageFaults            int64   `json:"minorPageFaults"`            // The number of page faults that did not need the disk
	SystemCPUSeconds           float64 `json:"systemCpuSeconds"`           // The CPU time in the kernel, in seconds
	UserCPUSeconds             float64 `json:"userCpuSeconds"`             // The CPU time in user mode, in seconds
	VoluntaryContextSwitches   int64   `json:"voluntaryContextSwitches"`   // The number of voluntary context switches
}

// SlowQueries is a part of [RuntimeAnswer]. The slow transactions.
type SlowQueries struct {
	ProfilingEnabled bool          `json:"profilingEnabled"` // Whether slow transactions are measured
	Recent           []Transaction `json:"recent"`           // The slow transactions that are retained, newest first
	ThresholdMs      int64         `json:"thresholdMs"`      // From which duration a transaction counts as slow, in milliseconds
	TotalSinceStart  int64         `json:"totalSinceStart"`  // The number of slow transactions since the start
}

// ReadToken is a part of [ReadTokensAnswer]. A secret with which a client may read. Only its digest is stored.
type ReadToken struct {
	CreatedAt  Time    `json:"createdAt"`
	ExpiresAt  *Time   `json:"expiresAt"`
	ID         string  `json:"id"`   // The ID
	Kind       string  `json:"kind"` // program, browser: Whether it is a token for a program or the session of a paired browser
	LastUsedAt *Time   `json:"lastUsedAt"`
	Name       *string `json:"name"` // The name
}

// Timing is a part of [TimingsAnswer]. A request that was slow or refused. Its route is a pattern, so that it does not name a record.
type Timing struct {
	At         Time    `json:"at"`
	DurationMs float64 `json:"durationMs"` // How long it took, in milliseconds
	Method     string  `json:"method"`     // The method of the request
	Route      string  `json:"route"`      // The pattern of the route
	Status     int64   `json:"status"`     // The status
}

// Database is a part of [Checks]. The state of the database. Values that are not known are null.
type Database struct {
	FileBytes          *int64    `json:"fileBytes"`          // Bytes of the database file; null: not known
	ForeignKeysEnabled *bool     `json:"foreignKeysEnabled"` // Whether the database checks references; null: not known
	Fragmented         bool      `json:"fragmented"`         // Whether compacting the database would free considerable space
	FreelistCount      *int64    `json:"freelistCount"`      // Number of unused pages in the database file; null: not known
	Integrity          Integrity `json:"integrity"`          // The result of the last integrity check
	UtilisationPct     *int64    `json:"utilisationPct"`     // Percent of the database file that is in use; null: not known
	WALBytes           *int64    `json:"walBytes"`           // Bytes of the write-ahead log; null: not known
}

// Space is a part of [Checks]. The space on a disk, in bytes.
type Space struct {
	FreeBytes  int64 `json:"freeBytes"`  // The bytes free for the user of the process
	FreePct    int64 `json:"freePct"`    // Percent of the disk that is free
	TotalBytes int64 `json:"totalBytes"` // Bytes of the disk
}

// Process is a part of [Checks]. The state of the process.
type Process struct {
	EventLoopP99Ms    *float64 `json:"eventLoopP99Ms"`    // The 99th percentile of the time that ready goroutines waited for a processor, in milliseconds; null: not known
	EventLoopSeverity *string  `json:"eventLoopSeverity"` // How serious these waits are: ok, warn or danger; null: not known
	HeapBreach        bool     `json:"heapBreach"`        // Whether the heap is near its limit
	HeapFractionUsed  float64  `json:"heapFractionUsed"`  // The share of the limit that the heap uses, from 0 to 1; 0: there is no limit
	RSSMb             float64  `json:"rssMb"`             // The resident memory of the process, in MiB
}

// Transaction is a part of [SlowQueries]. A slow transaction.
type Transaction struct {
	At         Time    `json:"at"`
	Caller     string  `json:"caller"`     // The function that called View or Update
	DurationMs float64 `json:"durationMs"` // How long it took, in milliseconds
	Failed     bool    `json:"failed"`     // Whether the transaction failed
	Method     string  `json:"method"`     // "view" or "update"
}
