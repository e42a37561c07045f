// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// Matrix is what [Client.Matrix] returns. Apps and what they declare, as a table.
type Matrix struct {
	Apps       []MatrixApp                  `json:"apps"`       // The apps
	Categories []MatrixCategory             `json:"categories"` // The data categories that any app declares
	Cells      map[string]map[string]string `json:"cells"`      // The privacy type by app and data category. Apps that collect no data are omitted.
	Severities []MatrixSeverity             `json:"severities"` // The values that a cell can have
}

// Radar is what [Client.Radar] returns. The comparison of the policies of some apps.
type Radar struct {
	Apps    []RadarApp  `json:"apps"`    // The apps
	Axes    []RadarAxis `json:"axes"`    // The aspects, in the order of the ratings
	Ratings []string    `json:"ratings"` // The ratings, in the order of the axes
}

// Calendar is what [Client.Calendar] returns. The number of events over a period. It has a point for every bucket with a day of the query, even without events..
type Calendar struct {
	BucketType string          `json:"bucketType"` // day, week, month: The length of a bucket
	From       Time            `json:"from"`
	Points     []CalendarPoint `json:"points"` // The points, oldest first
	To         Time            `json:"to"`
	Total      int64           `json:"total"` // The number of entries in all points
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
	Bucket               string `json:"bucket"`               // The first day of the bucket, such as 2026-05-04
	Modified             int64  `json:"modified"`             // The number of entries about modifications
	Policy               int64  `json:"policy"`               // Number of entries about policies
	Removed              int64  `json:"removed"`              // The number of entries about removals, except those about accessibility
	Reviews              int64  `json:"reviews"`              // Number of reviews
	Syncs                int64  `json:"syncs"`                // Number of snapshots
}

// RadarLens is a part of [RadarApp]. The rating in one aspect; null: there is no summary.
type RadarLens struct {
	Key    string   `json:"key"`    // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors: The key that names it
	Label  string   `json:"label"`  // A name for people
	Rating *string  `json:"rating"` // favorable, mixed, concerning, unclear, null: The rating of the policy in this aspect; null: not rated
	Score  *float64 `json:"score"`  // The rating as a number, from 1 (best) to 4; null: not rated
}
