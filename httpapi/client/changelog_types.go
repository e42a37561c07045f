// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// HistoryStats is what [Client.HistoryStats] returns. The changes of an app by quarter. Both lists have one bucket for each quarter from the first of 2021 through the current one..
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
	ChangeEntries int64  `json:"changeEntries"` // Number of entries of the changelog
	ChangeEvents  int64  `json:"changeEvents"`  // Number of refreshes with changes
	EndMs         Time   `json:"endMs"`
	Label         string `json:"label"` // A label, such as Q1 2026
	StartMs       Time   `json:"startMs"`
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
