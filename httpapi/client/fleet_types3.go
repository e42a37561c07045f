// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// Candidate is a part of [ScrapeResult]. An App Store app that may match.
type Candidate struct {
	AppSource             *string `json:"appSource"`             // The source that the app is from; null: the App Store
	AppleID               int64   `json:"appleId"`               // The ID of the app in the App Store
	BundleID              string  `json:"bundleId"`              // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	ContentAdvisoryRating string  `json:"contentAdvisoryRating"` // The age rating as the search of the App Store has it; empty: none
	Country               *string `json:"country"`               // The storefront that answered; empty: not known
	Developer             string  `json:"developer"`             // The developer of the app; null: not known
	IconURL               string  `json:"iconUrl"`               // The URL of the icon; null: not known
	Name                  string  `json:"name"`                  // The name
	Platform              *string `json:"platform"`              // ios, mac, tv, vision, watch, null: Empty: not known
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
	ProfileMismatch *ProfileComparison `json:"profileMismatch,omitzero"` // The comparison with the privacy profile; null: there is none
}

// PolicyLens is a part of [PolicySummary]. One aspect of a policy.
type PolicyLens struct {
	Key     string `json:"key"`     // collection_scope, product_use, ads_marketing, third_party_sharing, tracking_analytics, user_controls, data_retention, children_minors: The key that names it
	Rating  string `json:"rating"`  // favorable, mixed, concerning, unclear: The rating of the policy in this aspect; null: not rated
	Summary string `json:"summary"` // The summary
}

// PolicySafety is a part of [PolicySummary]. What a policy means for the safety of a child.
type PolicySafety struct {
	Concerns  []string `json:"concerns"`  // The concerns
	Paragraph string   `json:"paragraph"` // What the policy means for the safety of a child
}

// DataType is a part of [LabelCategory]. A kind of data, such as EMAIL_ADDRESS. The pages of the App Store have only its name in their language: identifier is empty if the name is not known..
type DataType struct {
	Identifier string `json:"identifier"` // The identifier that the App Store gives it, which does not depend on the language
	Title      string `json:"title"`      // The title; null: none
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
