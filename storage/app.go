package storage

import "math"

// App is a tracked app, as the API and a backup show it. What a list shows is
// on this one row: the counts are kept when something is written.
type App struct {
	ID               AppID  `json:"id"`
	Name             string `json:"name"`
	URL              string `json:"url"`
	IconURL          Text   `json:"iconUrl"`
	BundleID         Text   `json:"bundleId"`
	Developer        Text   `json:"developer"`
	PrivacyPolicyURL Text   `json:"privacyPolicyUrl"`

	// Country is the storefront the page was found in, two lower-case letters.
	Country string `json:"-"`

	FirstSeen  Time `json:"firstSeen"`
	LastSynced Time `json:"lastSynced"`

	// ChangeCount is the number of refreshes with changes since the last
	// acknowledgement.
	ChangeCount           int  `json:"changeCount"`
	ChangesAcknowledgedAt Time `json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil   Time `json:"changesSnoozedUntil"`

	CurrentVersion   Text     `json:"currentVersion"`
	VersionUpdatedAt NullTime `json:"versionUpdatedAt"`
	WhatsNew         Text     `json:"whatsNew"`

	PriceAmount    *float64 `json:"priceAmount"` // 0 is free
	PriceCurrency  Text     `json:"priceCurrency"`
	PriceFormatted Text     `json:"priceFormatted"`
	HasIAP         *bool    `json:"hasIap"`
	GenreID        *int64   `json:"genreId"`
	GenreName      Text     `json:"genreName"`

	AgeRating Text `json:"ageRating"`
	// AgeRatingSource says which of the store's answers the rating is from, so
	// that two scales are never compared with each other.
	AgeRatingSource Text `json:"-"`

	HasPrivacyDetails      *bool `json:"hasPrivacyDetails"`      // nil: not known
	HasAccessibilityLabels *bool `json:"hasAccessibilityLabels"` // nil: the page has no such section

	// The label and when it was last seen; zero when none ever was.
	LabelDigest Digest `json:"-"`

	CategoryCount      int `json:"categoryCount"` // categories over all types
	TrackCount         int `json:"trackCount"`
	LinkedCount        int `json:"linkedCount"`
	UnlinkedCount      int `json:"unlinkedCount"`
	SyncCount          int `json:"syncCount"` // snapshots
	AccessibilityCount int `json:"accessibilityCount"`

	// Pending says of what kinds the unacknowledged changes are.
	Pending PendingKinds `json:"-"`

	// Footprint is what the label comes to, and Decision the user's verdict, so
	// that a list need not look at either.
	Footprint Footprint `json:"-"`
	Decision  Decision  `json:"-"`
}

// Footprint is how far a label goes in each category, in one number. Package
// fleet/profile makes it of a label and reads it. Zero is that of no label.
type Footprint int64

// PendingKinds is a set of kinds of change.
type PendingKinds uint8

// The kinds of change that the grid tells apart.
const (
	PendingPrivacy PendingKinds = 1 << iota
	PendingAccessibility
	PendingPolicy
	PendingAgeRating
)

// AppQuery narrows a list of apps, which is ordered by name, bytewise, and id.
type AppQuery struct {
	BundleID string // only the app with this bundle id, letter case ignored (ASCII)

	// Devices leaves only the apps on one of these devices; the empty id stands for
	// none of them: an app on no device. No ids: every app. An id that is there
	// twice, or of no device, makes no difference.
	Devices []string

	Limit  int // at most so many; zero: all
	Offset int // skip so many first
}

// Key returns the id.
func (a App) Key() AppID { return a.ID }

// Validate refuses an app without id, name or address.
func (a App) Validate() error {
	if err := a.ID.validate("app"); err != nil {
		return err
	}
	if a.Name == "" || a.URL == "" {
		return invalid("app", "%d has no name or no url", a.ID)
	}
	if a.Decision != "" && !a.Decision.Known() {
		return invalid("app", "%d has an unknown verdict %q", a.ID, a.Decision)
	}
	if a.PriceAmount != nil && (math.IsNaN(*a.PriceAmount) || math.IsInf(*a.PriceAmount, 0)) {
		return invalid("app", "%d has a price that is no number", a.ID)
	}
	return checkText("app", a.Name, a.URL, string(a.IconURL), string(a.BundleID), string(a.Developer),
		string(a.PrivacyPolicyURL), a.Country, string(a.CurrentVersion), string(a.WhatsNew),
		string(a.PriceCurrency), string(a.PriceFormatted), string(a.GenreName), string(a.AgeRating),
		string(a.AgeRatingSource))
}

// RelatedID names an app that the store shows beside another.
type RelatedID struct {
	App     AppID
	Shelf   string
	Related AppID
}

// The shelves on which related apps are shown.
const (
	ShelfMayAlsoLike     = "may_also_like"
	ShelfMoreByDeveloper = "more_by_developer"
)

// RelatedApp is an app that the store showed beside a tracked one.
type RelatedApp struct {
	App        AppID  `json:"sourceAppId"`
	Shelf      string `json:"shelf"`
	Related    AppID  `json:"appleId"`
	Name       string `json:"name"`
	Developer  Text   `json:"developer"`
	IconURL    Text   `json:"iconUrl"`
	URL        string `json:"url"`
	Position   int    `json:"-"` // place on the shelf, from 0
	ObservedAt Time   `json:"observedAt"`
}

// RelatedQuery narrows a list of related apps, which is ordered by app, shelf,
// position and related id.
type RelatedQuery struct {
	App   AppID  // zero: every app
	Shelf string // empty: every shelf
	Limit int    // zero: all
}

// Key returns the two apps and the shelf.
func (r RelatedApp) Key() RelatedID { return RelatedID{r.App, r.Shelf, r.Related} }

// Validate refuses a related app without ids, name or address, or on another shelf.
func (r RelatedApp) Validate() error {
	if err := r.App.validate("related app"); err != nil {
		return err
	}
	if err := r.Related.validate("related app"); err != nil {
		return err
	}
	if r.Shelf != ShelfMayAlsoLike && r.Shelf != ShelfMoreByDeveloper {
		return invalid("related app", "unknown shelf %q", r.Shelf)
	}
	if r.Name == "" || r.URL == "" {
		return invalid("related app", "%d has no name or no url", r.Related)
	}
	return checkText("related app", r.Name, string(r.Developer), string(r.IconURL), r.URL)
}
