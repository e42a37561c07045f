// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// Matrix is what [Client.Matrix] returns.
type Matrix struct {
	Apps       []MatrixApp                  `json:"apps"`
	Categories []MatrixCategory             `json:"categories"`
	Cells      map[string]map[string]string `json:"cells"` // Headings by app and data category. Apps that collect no data are omitted.
	Severities []MatrixSeverity             `json:"severities"`
}

// Radar is what [Client.Radar] returns.
type Radar struct {
	Apps    []RadarApp  `json:"apps"`
	Axes    []RadarAxis `json:"axes"`
	Ratings []string    `json:"ratings"`
}

// Calendar is what [Client.Calendar] returns.
type Calendar struct {
	BucketType string          `json:"bucketType"` // day, week, month
	From       Time            `json:"from"`
	Points     []CalendarPoint `json:"points"`
	To         Time            `json:"to"`
	Total      int64           `json:"total"`
}

// MatrixApp is a part of [Matrix].
type MatrixApp struct {
	CategoryCount int64   `json:"categoryCount"`
	Developer     *string `json:"developer"`
	IconURL       *string `json:"iconUrl"`
	ID            int64   `json:"id"` // The number of an app in the store
	Name          string  `json:"name"`
}

// MatrixCategory is a part of [Matrix].
type MatrixCategory struct {
	AppCount   int64  `json:"appCount"`
	Identifier string `json:"identifier"`
	Label      string `json:"label"`
}

// MatrixSeverity is a part of [Matrix].
type MatrixSeverity struct {
	Identifier string `json:"identifier"`
	Label      string `json:"label"`
}

// RadarApp is a part of [Radar].
type RadarApp struct {
	HasPolicy bool        `json:"hasPolicy"`
	IconURL   *string     `json:"iconUrl"`
	ID        int64       `json:"id"` // The number of an app in the store
	Lenses    []RadarLens `json:"lenses"`
	Name      string      `json:"name"`
	Status    *string     `json:"status,omitzero"` // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error
}

// RadarAxis is a part of [Radar].
type RadarAxis struct {
	Key   string `json:"key"` // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors
	Label string `json:"label"`
}

// CalendarPoint is a part of [Calendar].
type CalendarPoint struct {
	AccessibilityAdded   int64  `json:"accessibilityAdded"`
	AccessibilityRemoved int64  `json:"accessibilityRemoved"`
	Added                int64  `json:"added"`
	Bucket               string `json:"bucket"`
	Modified             int64  `json:"modified"`
	Policy               int64  `json:"policy"`
	Removed              int64  `json:"removed"`
	Reviews              int64  `json:"reviews"`
	Syncs                int64  `json:"syncs"`
}

// RadarLens is a part of [RadarApp].
type RadarLens struct {
	Key    string   `json:"key"` // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors
	Label  string   `json:"label"`
	Rating *string  `json:"rating"` // favorable, mixed, concerning, unclear, null
	Score  *float64 `json:"score"`
}
