// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// PendingKinds is a part of [GridMeta].
type PendingKinds struct {
	Accessibility bool `json:"accessibility"`
	AgeRating     bool `json:"ageRating"`
	Policy        bool `json:"policy"`
	Privacy       bool `json:"privacy"`
}

// Badge is a part of [GridMeta].
type Badge struct {
	Count              int64   `json:"count"`
	Description        string  `json:"description"`
	Kind               string  `json:"kind"` // no_profile, match, mismatches, missing_required, missing_nice
	Label              string  `json:"label"`
	Tone               string  `json:"tone"` // ok, warn, bad
	TotalGap           int64   `json:"totalGap"`
	WorstCategory      *string `json:"worstCategory"`
	WorstCategoryLabel *string `json:"worstCategoryLabel"`
}

// LabelCategory is a part of [PrivacyType].
type LabelCategory struct {
	DataTypes  []DataType `json:"dataTypes,omitzero"`
	Identifier string     `json:"identifier"`
	Title      string     `json:"title"`
}

// Purpose is a part of [PrivacyType].
type Purpose struct {
	Categories []LabelCategory `json:"categories"`
	Identifier string          `json:"identifier"`
	Title      string          `json:"title"`
}

// CategoryHeading is a part of [LabelHeading].
type CategoryHeading struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`
}

// GroupApp is a part of [GroupCategoryAnswer].
type GroupApp struct {
	Developer *string `json:"developer"`
	IconURL   *string `json:"iconUrl"`
	ID        int64   `json:"id"` // The number of an app in the store
	Name      string  `json:"name"`
}

// ReviewState is a part of [Review].
type ReviewState struct {
	ChangeCount           int64 `json:"changeCount"`
	ChangesAcknowledgedAt Time  `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil   Time  `json:"changesSnoozedUntil"`
}

// SearchQuery is a part of [SearchRest].
type SearchQuery struct {
	Developer *string `json:"developer,omitzero"`
	Name      string  `json:"name"`
}

// Candidate is a part of [SearchMatch].
type Candidate struct {
	AppleID               int64  `json:"appleId"` // The number of an app in the store
	BundleID              string `json:"bundleId"`
	ContentAdvisoryRating string `json:"contentAdvisoryRating"`
	Developer             string `json:"developer"`
	IconURL               string `json:"iconUrl"`
	Name                  string `json:"name"`
	SearchQuery           string `json:"searchQuery"`
	URL                   string `json:"url"`
}

// ShortlistSource is a part of [ShortlistGroup].
type ShortlistSource struct {
	Developer       *string            `json:"developer"`
	HasIAP          *bool              `json:"hasIap"`
	IconURL         *string            `json:"iconUrl"`
	ID              int64              `json:"id"` // The number of an app in the store
	Name            string             `json:"name"`
	PriceCurrency   *string            `json:"priceCurrency"`
	PriceFormatted  *string            `json:"priceFormatted"`
	PrivacyTypes    []PrivacyType      `json:"privacyTypes,omitzero"`
	ProfileMismatch *ProfileComparison `json:"profileMismatch,omitzero"`
}

// DataType is a part of [LabelCategory].
type DataType struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`
}

// ProfileComparison is a part of [ShortlistSource].
type ProfileComparison struct {
	Count         int64      `json:"count"`
	Mismatches    []Mismatch `json:"mismatches"`
	ProfileActive bool       `json:"profileActive"`
	TotalGap      int64      `json:"totalGap"`
}

// Mismatch is a part of [ProfileComparison].
type Mismatch struct {
	Allowed     string `json:"allowed"` // not_collected, not_linked, linked, tracking
	Category    string `json:"category"`
	Observed    string `json:"observed"` // not_collected, not_linked, linked, tracking
	SeverityGap int64  `json:"severityGap"`
}
