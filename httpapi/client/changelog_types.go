// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// HistoryStats is what [Client.HistoryStats] returns. Counts an app's changes by quarter. Both lists have one bucket for each quarter from the first of 2021 through the current one..
type HistoryStats struct {
	AppID         int64            `json:"appId"`         // The ID of the app
	CategoryTrend CategoryTrend    `json:"categoryTrend"` // How many categories were added and removed, by quarter
	Quarterly     []QuarterChanges `json:"quarterly"`     // Number of changes by quarter
}

// SinceInstall is what [Client.SinceInstall] returns. How an app's label differs from when the app was first tracked.
type SinceInstall struct {
	AppID        int64           `json:"appId"`        // The ID of the app
	SinceInstall *SinceFirstSeen `json:"sinceInstall"` // Null if no label of the app was ever observed
}

// Feed is what [Client.Changelog] returns. A page of the feed of changes.
type Feed struct {
	Cursor    string    `json:"cursor"`             // The position after all changes, or with Since after those of the page. Empty: the store does not record the order of commits.
	More      *bool     `json:"more,omitzero"`      // Whether there are more changes after the cursor; only with since
	Rows      []FeedRow `json:"rows"`               // Newest snapshot first, never null
	Total     int64     `json:"total"`              // Matching entries within the window; with Since, those of the page
	Withdrawn []string  `json:"withdrawn,omitzero"` // The IDs of snapshots that were deleted after the cursor
}

// JsonFeed is what [Client.JSONFeed] returns. A feed of changes (JSON Feed 1.1).
type JsonFeed struct {
	Authors []JsonAuthor   `json:"authors"`  // Who wrote the item: the developer of the app
	FeedURL string         `json:"feed_url"` // The address of the feed
	Items   []JsonFeedItem `json:"items"`    // The items
	Title   string         `json:"title"`    // The title; null: none
	Version string         `json:"version"`  // The version; null: not known
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

// CategoryTrend is a part of [HistoryStats]. Counts added and removed entries of all categories, whether the feed shows it or not.
type CategoryTrend struct {
	Buckets      []QuarterTrend `json:"buckets"`      // One bucket for each quarter, oldest first
	NetChange    int64          `json:"netChange"`    // Added less removed
	TotalAdded   int64          `json:"totalAdded"`   // Number of categories that were added in all quarters
	TotalRemoved int64          `json:"totalRemoved"` // Number of categories that were removed in all quarters
}

// QuarterChanges is a part of [HistoryStats]. Counts the snapshots of a quarter that are marked as changed, and their entries of every type.
type QuarterChanges struct {
	ChangeEntries int64  `json:"changeEntries"` // Number of entries of the changelog
	ChangeEvents  int64  `json:"changeEvents"`  // Number of refreshes with changes
	EndMs         Time   `json:"endMs"`
	Label         string `json:"label"` // Such as Q1 2026
	StartMs       Time   `json:"startMs"`
}

// SinceFirstSeen is a part of [SinceInstall]. Compares the newest label of an app with an early one.
type SinceFirstSeen struct {
	AddedCount       int64   `json:"addedCount"` // Number of entries about what was added
	BaselineDate     Time    `json:"baselineDate"`
	BaselineIsApprox bool    `json:"baselineIsApprox"` // Whether the baseline is younger than the first observation, because nothing older has a label
	BaselineSource   string  `json:"baselineSource"`   // live, wayback: Where the baseline is from
	BaselineVersion  *string `json:"baselineVersion"`  // The version of the app at the baseline; null: not known
	Changes          []Entry `json:"changes"`          // The changes since the baseline
	FirstSeen        Time    `json:"firstSeen"`
	IsSingleSnapshot bool    `json:"isSingleSnapshot"` // The baseline is the latest, too
	LatestDate       Time    `json:"latestDate"`
	LatestVersion    *string `json:"latestVersion"` // The version of the app at the latest snapshot; null: not known
	RemovedCount     int64   `json:"removedCount"`  // Number of entries about what was removed
}

// FeedRow is a part of [Feed]. An entry with its origin.
type FeedRow struct {
	AppDeveloper *string `json:"appDeveloper"` // The developer of the app; null: not known
	AppIconURL   *string `json:"appIconUrl"`   // The address of the app's icon; null: not known
	AppID        string  `json:"appId"`        // The ID of the app
	AppName      string  `json:"appName"`      // The name of the app
	Entry        Entry   `json:"entry"`        // The entry
	ID           string  `json:"id"`           // The snapshot's id, a colon and the entry's index in the snapshot, which no filter changes
	ScrapedAt    Time    `json:"scrapedAt"`
	Source       string  `json:"source"`      // live, wayback: Where it is from
	TriggeredBy  *string `json:"triggeredBy"` // scheduled, manual, import, wayback, sample, null: What caused the refresh; null: not known
}

// JsonAuthor is a part of [JsonFeed]. An author in a JSON feed.
type JsonAuthor struct {
	Name string `json:"name"` // The name
}

// JsonFeedItem is a part of [JsonFeed]. An item of a JSON feed: the changes of one snapshot.
type JsonFeedItem struct {
	Changes       JsonChanges  `json:"_changes"`         // An extension: those have a name with an underscore
	Authors       []JsonAuthor `json:"authors,omitzero"` // None: the feed's
	ContentHtml   string       `json:"content_html"`     // The changes as HTML
	ContentText   string       `json:"content_text"`     // The changes as plain text
	DateModified  string       `json:"date_modified"`    // When the item last changed, as RFC 3339 has it
	DatePublished string       `json:"date_published"`   // When the change was found, as RFC 3339 has it
	ID            string       `json:"id"`               // The ID
	Title         string       `json:"title"`            // The title; null: none
	URL           string       `json:"url"`              // The address
}

// QuarterTrend is a part of [CategoryTrend]. Counts the entries of a quarter.
type QuarterTrend struct {
	Added   int64  `json:"added"` // What is new, or the number of it
	EndMs   Time   `json:"endMs"`
	Label   string `json:"label"`   // Such as Q1 2026
	Removed int64  `json:"removed"` // What is gone, or the number of it
	StartMs Time   `json:"startMs"`
}

// JsonChanges is a part of [JsonFeedItem]. The changes of an item, for programs.
type JsonChanges struct {
	About string  `json:"about"` // What the changes are about: app, type of snapshot and dates
	AppID int64   `json:"appId"` // The ID of the app
	List  []Entry `json:"list"`  // The changes
}
