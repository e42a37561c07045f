// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// HistoryStats is what [Client.HistoryStats] returns.
type HistoryStats struct {
	AppID         int64            `json:"appId"` // The number of an app in the store
	CategoryTrend CategoryTrend    `json:"categoryTrend"`
	Quarterly     []QuarterChanges `json:"quarterly"`
}

// SinceInstall is what [Client.SinceInstall] returns.
type SinceInstall struct {
	AppID        int64           `json:"appId"` // The number of an app in the store
	SinceInstall *SinceFirstSeen `json:"sinceInstall"`
}

// Feed is what [Client.Changelog] returns.
type Feed struct {
	Cursor    string    `json:"cursor"`
	More      *bool     `json:"more,omitzero"`
	Rows      []FeedRow `json:"rows"`
	Total     int64     `json:"total"`
	Withdrawn []string  `json:"withdrawn,omitzero"`
}

// JsonFeed is what [Client.JSONFeed] returns.
type JsonFeed struct {
	Authors []JsonAuthor   `json:"authors"`
	FeedURL string         `json:"feed_url"`
	Items   []JsonFeedItem `json:"items"`
	Title   string         `json:"title"`
	Version string         `json:"version"`
}

// ReadersAnswer is what [Client.Readers] returns.
type ReadersAnswer struct {
	Readers []ChangelogReader `json:"readers"`
}

// ChangelogReader is what [Client.Reader] returns.
type ChangelogReader struct {
	Cursor    string `json:"cursor"`
	Name      string `json:"name"`
	UpdatedAt Time   `json:"updatedAt"`
}

// CategoryTrend is a part of [HistoryStats].
type CategoryTrend struct {
	Buckets      []QuarterTrend `json:"buckets"`
	NetChange    int64          `json:"netChange"`
	TotalAdded   int64          `json:"totalAdded"`
	TotalRemoved int64          `json:"totalRemoved"`
}

// QuarterChanges is a part of [HistoryStats].
type QuarterChanges struct {
	ChangeEntries int64  `json:"changeEntries"`
	ChangeEvents  int64  `json:"changeEvents"`
	EndMs         Time   `json:"endMs"`
	Label         string `json:"label"`
	StartMs       Time   `json:"startMs"`
}

// SinceFirstSeen is a part of [SinceInstall].
type SinceFirstSeen struct {
	AddedCount       int64   `json:"addedCount"`
	BaselineDate     Time    `json:"baselineDate"`
	BaselineIsApprox bool    `json:"baselineIsApprox"`
	BaselineSource   string  `json:"baselineSource"` // live, wayback
	BaselineVersion  *string `json:"baselineVersion"`
	Changes          []Entry `json:"changes"`
	FirstSeen        Time    `json:"firstSeen"`
	IsSingleSnapshot bool    `json:"isSingleSnapshot"`
	LatestDate       Time    `json:"latestDate"`
	LatestVersion    *string `json:"latestVersion"`
	RemovedCount     int64   `json:"removedCount"`
}

// FeedRow is a part of [Feed].
type FeedRow struct {
	AppDeveloper *string `json:"appDeveloper"`
	AppIconURL   *string `json:"appIconUrl"`
	AppID        string  `json:"appId"`
	AppName      string  `json:"appName"`
	Entry        Entry   `json:"entry"`
	ID           string  `json:"id"`
	ScrapedAt    Time    `json:"scrapedAt"`
	Source       string  `json:"source"`      // live, wayback
	TriggeredBy  *string `json:"triggeredBy"` // scheduled, manual, import, wayback, sample, null
}

// JsonAuthor is a part of [JsonFeed].
type JsonAuthor struct {
	Name string `json:"name"`
}

// JsonFeedItem is a part of [JsonFeed].
type JsonFeedItem struct {
	Changes       JsonChanges  `json:"_changes"`
	Authors       []JsonAuthor `json:"authors,omitzero"`
	ContentHtml   string       `json:"content_html"`
	ContentText   string       `json:"content_text"`
	DateModified  string       `json:"date_modified"`
	DatePublished string       `json:"date_published"`
	ID            string       `json:"id"`
	Title         string       `json:"title"`
	URL           string       `json:"url"`
}

// QuarterTrend is a part of [CategoryTrend].
type QuarterTrend struct {
	Added   int64  `json:"added"`
	EndMs   Time   `json:"endMs"`
	Label   string `json:"label"`
	Removed int64  `json:"removed"`
	StartMs Time   `json:"startMs"`
}

// JsonChanges is a part of [JsonFeedItem].
type JsonChanges struct {
	About string  `json:"about"`
	AppID int64   `json:"appId"` // The number of an app in the store
	List  []Entry `json:"list"`
}
