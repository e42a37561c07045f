package storage

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"
)

// App is a tracked app, as the API and a backup show it. One row holds all that
// a list shows: the counts are updated on every write.
type App struct {
	ID               AppID  `db:"id,key" json:"id"`
	Name             string `db:"name" json:"name"`
	URL              string `db:"url" json:"url"`
	IconURL          Text   `db:"icon_url" json:"iconUrl"`
	BundleID         Text   `db:"bundle_id" json:"bundleId"`
	Developer        Text   `db:"developer" json:"developer"`
	PrivacyPolicyURL Text   `db:"privacy_policy_url" json:"privacyPolicyUrl"`

	LegalEntity Text `db:"legal_entity" json:"legalEntity,omitzero"` // the company or person behind the developer, as Google Play tells it; left out: not known
	Installs    Text `db:"installs" json:"installs,omitzero"`        // how often it was installed, such as "1,000,000+", as Google Play tells it; left out: not known

	// Source is the name of the source that the app is from; empty: the main one.
	Source Text `db:"source" json:"appSource"`
	// Country is the storefront the page was found in, two lower-case letters.
	Country string `db:"country" json:"-"`

	FirstSeen  Time `db:"first_seen" json:"firstSeen"`
	LastSynced Time `db:"last_synced" json:"lastSynced"`

	// LastError is why the last refresh failed, or that it read no label although one is
	// known; nil: it succeeded.
	LastError    *Failure     `db:"last_error" json:"lastError"`
	Availability Availability `json:"availability"`

	// UnstableUntil is when something about the app that goes back and forth counts as stable
	// again, unless it changes before; 0: all is stable. Until then its changes are
	// recorded, and users are not notified of them.
	UnstableUntil NullTime `db:"unstable_until" json:"unstableUntil"`

	// ChangeCount is the number of refreshes with changes since the last
	// acknowledgement.
	ChangeCount           int  `db:"change_count" json:"changeCount"`
	ChangesAcknowledgedAt Time `db:"changes_acknowledged_at" json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil   Time `db:"changes_snoozed_until" json:"changesSnoozedUntil"`

	CurrentVersion   Text     `db:"current_version" json:"currentVersion"`
	VersionUpdatedAt NullTime `db:"version_updated_at" json:"versionUpdatedAt"`
	WhatsNew         Text     `db:"whats_new" json:"whatsNew"`

	PriceAmount    *float64 `db:"price_amount" json:"priceAmount"` // the price; 0: the app is free, nil: not known
	PriceCurrency  Text     `db:"price_currency" json:"priceCurrency"`
	PriceFormatted Text     `db:"price_formatted" json:"priceFormatted"`
	HasIAP         *bool    `db:"has_iap" json:"hasIap"`
	GenreID        *int64   `db:"genre_id" json:"genreId"`
	GenreName      Text     `db:"genre_name" json:"genreName"`

	AgeRating Text `db:"age_rating" json:"ageRating"`
	// AgeRatingValue is the App Store's own number for the rating, such as 100 for
	// "4+", which depends on neither the language nor the storefront's scale. Nil if
	// the source of the rating has none.
	AgeRatingValue *int64 `db:"age_rating_value" json:"ageRatingValue"`
	// AgeRatingSource names the App Store response that the rating is from, so
	// that ratings of two scales are never compared with each other.
	AgeRatingSource Text `db:"age_rating_source" json:"-"`
	// AgeRatingLanguage is the language of the rating's text, as a BCP 47 tag.
	AgeRatingLanguage Text `db:"age_rating_language" json:"-"`

	AgeRatingDescriptors *RatingDescriptors `db:"age_rating_descriptors" json:"ageRatingDescriptors"` // nil: not known
	BackgroundLocation   *bool              `db:"background_location" json:"backgroundLocation"`      // whether it may use the location in the background; nil: not known

	HasPrivacyDetails      *bool `db:"has_privacy_details" json:"hasPrivacyDetails"`           // whether the developer has declared anything about privacy; nil: not known
	HasAccessibilityLabels *bool `db:"has_accessibility_labels" json:"hasAccessibilityLabels"` // whether the page has a section on accessibility; nil: not known

	// Accessibility tells an app that supports no accessibility feature from one whose
	// developer has not indicated any. Nil if the page has no such section or it is not
	// understood.
	Accessibility *Accessibility `db:"accessibility" json:"accessibility"`

	// Archive is what is known of the pages of the app in the web archive; nil: nothing.
	Archive *AppArchive `db:"archive" json:"archive"`

	// PageFacts and LookupFacts are the facts that the App Store's page or lookup last told in the
	// storefront and on the platform of the app. Others are not known, or are from elsewhere.
	PageFacts   FactSet `db:"page_facts" json:"-"`
	LookupFacts FactSet `db:"lookup_facts" json:"-"`

	// LabelDigest is the digest of the last known label; zero if there is none.
	LabelDigest Digest `db:"label" json:"-"`

	CategoryCount      int `db:"category_count" json:"categoryCount"` // the number of data categories, counted for each privacy type
	TrackCount         int `db:"track_count" json:"trackCount"`
	LinkedCount        int `db:"linked_count" json:"linkedCount"`
	UnlinkedCount      int `db:"unlinked_count" json:"unlinkedCount"`
	SyncCount          int `db:"sync_count" json:"syncCount"` // the number of snapshots
	AccessibilityCount int `db:"accessibility_count" json:"accessibilityCount"`

	// Pending holds the kinds of the unacknowledged changes.
	Pending PendingKinds `db:"pending" json:"-"`

	// Footprint summarises the label, and Decision copies the user's verdict, so
	// that a list reads neither table.
	Footprint Footprint `db:"footprint" json:"-"`
	Decision  Decision  `db:"decision" json:"-"`
}

// RatingDescriptors are the reasons for an age rating, as the page shows them.
type RatingDescriptors struct {
	// Language is that of the texts, as a BCP 47 tag; empty if unknown. Descriptors in
	// two languages are never compared.
	Language string             `json:"language"`
	Items    []RatingDescriptor `json:"items"` // the reasons in the order of the page; empty: the page shows none
}

// RatingDescriptor is one reason for an age rating.
type RatingDescriptor struct {
	Heading string `json:"heading"` // the heading, such as "Contains" or "Infrequent"
	Text    string `json:"text"`    // the text, such as "Advertising"
}

// maxDescriptors limits the descriptors of an app, because comparing two states takes
// quadratic time.
const maxDescriptors = 256

// String returns the heading and the text.
func (d RatingDescriptor) String() string { return d.Heading + ": " + d.Text }

// texts returns every text. A nil receiver has none.
func (d *RatingDescriptors) texts() []string {
	if d == nil {
		return nil
	}
	texts := []string{d.Language}
	for _, item := range d.Items {
		texts = append(texts, item.Heading, item.Text)
	}
	return texts
}

// AppArchive is what is known of the pages of an app in the web archive.
type AppArchive struct {
	// OtherURLs are further addresses of its page, such as those under earlier names,
	// [MaxOtherURLs] at most.
	OtherURLs []string `json:"otherUrls"`
	AskedAt   NullTime `json:"askedAt"` // when the archive last listed its captures; null: never
	FirstAt   NullTime `json:"firstAt"` // the first of these since there are labels; null: there is none
}

// MaxOtherURLs is the number of further addresses of an app's page.
const MaxOtherURLs = 3

// MainStore is what [App.Store] calls the main source.
const MainStore = "appstore"

// Store returns the name of the source that the app is from.
func (a App) Store() string { return cmp.Or(string(a.Source), MainStore) }

// KnownArchive returns a copy of what is known of the app in the web archive, which may be
// nothing.
func (a App) KnownArchive() AppArchive {
	if a.Archive == nil {
		return AppArchive{OtherURLs: []string{}}
	}
	known := *a.Archive
	known.OtherURLs = append([]string{}, known.OtherURLs...)
	return known
}

func (a *AppArchive) validate(kind string) error {
	if a == nil {
		return nil
	}
	if len(a.OtherURLs) > MaxOtherURLs || a.AskedAt < 0 || a.FirstAt < 0 {
		return invalid(kind, "what is known of the web archive has more than %d addresses or a negative time", MaxOtherURLs)
	}
	return checkText(kind, a.OtherURLs...)
}

// FactSet is a set of facts of an app's listing.
type FactSet uint32

// Footprint encodes how far a label goes in each category. Package internal/profile
// encodes and decodes it. Zero means no label.
type Footprint int64

// PendingKinds is a set of kinds of change.
type PendingKinds uint8

// The kinds of change that the grid distinguishes.
const (
	PendingPrivacy PendingKinds = 1 << iota
	PendingAccessibility
	PendingPolicy
	PendingAgeRating
	PendingAvailability
	PendingListing
)

// key returns the id.
func (a App) key() AppID { return a.ID }

// validate refuses an app without id, name or address.
func (a App) validate() error {
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
		return invalid("app", "%d has a price that is not a finite number", a.ID)
	}
	if err := cmp.Or(checkSource("app", a.Source), a.LastError.validate("app"), a.Availability.validate("app"), a.Archive.validate("app")); err != nil {
		return err
	}
	if a.Accessibility != nil && !a.Accessibility.Status.Known() {
		return invalid("app", "%d has an unknown accessibility status %q", a.ID, a.Accessibility.Status)
	}
	texts := a.AgeRatingDescriptors.texts()
	if len(texts) > 2*maxDescriptors+1 {
		return invalid("app", "%d has more than %d descriptors of its age rating", a.ID, maxDescriptors)
	}
	if a.Accessibility != nil {
		texts = append(texts, a.Accessibility.Devices...)
	}
	return checkText("app", append(texts, a.Name, a.URL, string(a.IconURL), string(a.BundleID), string(a.Developer),
		string(a.PrivacyPolicyURL), string(a.LegalEntity), string(a.Installs), a.Country, string(a.CurrentVersion), string(a.WhatsNew),
		string(a.PriceCurrency), string(a.PriceFormatted), string(a.GenreName), string(a.AgeRating),
		string(a.AgeRatingSource), string(a.AgeRatingLanguage))...)
}

// FailureCode is the kind of a [Failure].
type FailureCode string

// The kinds of failures.
const (
	FailureDNS         FailureCode = "dns"         // the host name could not be resolved
	FailureTLS         FailureCode = "tls"         // the certificate or the handshake was refused
	FailureConnection  FailureCode = "connection"  // the connection was refused or ended early
	FailureProxy       FailureCode = "proxy"       // the proxy could not be reached, or refused
	FailureTimeout     FailureCode = "timeout"     // there was no complete response in time
	FailureStatus      FailureCode = "status"      // an HTTP status that no other code covers
	FailureRateLimited FailureCode = "rateLimited" // too many requests
	FailureBlocked     FailureCode = "blocked"     // this one request was refused
	FailureNotFound    FailureCode = "notFound"    // the storefront does not list the app
	FailureLayout      FailureCode = "layout"      // the response was not understood
	FailureUnconfirmed FailureCode = "unconfirmed" // the page says nothing about the data any more, which a second look is to confirm
	FailureTooLarge    FailureCode = "tooLarge"    // the response exceeds the limit
	FailureAddress     FailureCode = "address"     // the URL may not be requested
	FailureCrash       FailureCode = "crash"       // processes ended during the work
	FailureOther       FailureCode = "other"
)

// FailureCodes returns all kinds of failures.
func FailureCodes() []FailureCode {
	return []FailureCode{
		FailureDNS, FailureTLS, FailureConnection, FailureProxy, FailureTimeout, FailureStatus, FailureRateLimited, FailureBlocked,
		FailureNotFound, FailureLayout, FailureUnconfirmed, FailureTooLarge, FailureAddress, FailureCrash, FailureOther,
	}
}

// Failure is why the last refresh of an app failed. The message has neither the query
// nor the user of a URL.
type Failure struct {
	Code    FailureCode `json:"code"`
	Message string      `json:"message"`
	At      Time        `json:"at"`
}

func (f *Failure) validate(kind string) error {
	if f == nil {
		return nil
	}
	if !slices.Contains(FailureCodes(), f.Code) || f.Message == "" || f.At <= 0 {
		return invalid(kind, "the last error has an unknown code %.40q, no message or no time", f.Code)
	}
	return checkText(kind, f.Message)
}

// Availability is whether the App Store lists an app. The zero value is a listed app.
type Availability struct {
	DelistedAt NullTime `db:"delisted_at" json:"delistedAt"` // when it was found to be delisted; zero: it is listed

	// MissedDays counts the UTC days since the last success on which a refresh found
	// that the App Store does not list the app; MissedAt is the refresh of the last one.
	MissedDays int  `db:"missed_days" json:"-"`
	MissedAt   Time `db:"missed_at" json:"-"`
}

// The states of an app in the App Store.
const (
	Listed   = "listed"
	Unlisted = "unlisted"
)

// State returns [Listed] or [Unlisted].
func (a Availability) State() string {
	if a.DelistedAt == 0 {
		return Listed
	}
	return Unlisted
}

// MarshalJSON writes the state and when the app was delisted.
func (a Availability) MarshalJSON() ([]byte, error) {
	if a.DelistedAt == 0 { // nearly always
		return []byte(`{"state":"listed","delistedAt":null}`), nil
	}
	return fmt.Appendf(nil, `{"state":%q,"delistedAt":%d}`, a.State(), a.DelistedAt), nil
}

func (a Availability) validate(kind string) error {
	if a.DelistedAt < 0 || a.MissedDays < 0 || a.MissedAt < 0 {
		return invalid(kind, "the availability has a negative number")
	}
	return nil
}

// AppBrief holds the columns of an app that rows of other lists show, and its label's digest.
type AppBrief struct {
	ID          AppID     `db:"id"`
	Name        string    `db:"name"`
	IconURL     Text      `db:"icon_url"`
	Developer   Text      `db:"developer"`
	LabelDigest Digest    `db:"label"`
	Footprint   Footprint `db:"footprint"`
}

// AppOrigin holds the columns of an app that say where it is read: a refresh needs them, with
// FirstSeen and SyncCount, which together identify its last observed state.
type AppOrigin struct {
	ID        AppID       `db:"id"`
	URL       string      `db:"url"`
	Source    Text        `db:"source"`
	Country   string      `db:"country"`
	Archive   *AppArchive `db:"archive"` // see [App.KnownArchive]
	FirstSeen Time        `db:"first_seen"`
	SyncCount int         `db:"sync_count"`
}

// Store is as [App.Store].
func (o AppOrigin) Store() string { return App{Source: o.Source}.Store() }

// LabelCount is a label and the number of apps that have it.
type LabelCount struct {
	Label Digest `db:"label"`
	Apps  int    `db:"n"`
}

// AppRows is an optional interface of the [Rows] of apps, for a store that can read some
// columns alone, count apps faster than by listing them, and cache their JSON form.
type AppRows interface {
	// Briefs yields the apps of a list.
	Briefs(AppQuery) iter.Seq2[AppBrief, error]
	// BriefsOf returns the apps with these IDs that exist.
	BriefsOf(...AppID) (map[AppID]AppBrief, error)
	// Origin returns the origin of an app, or an error that wraps [ErrNotFound].
	Origin(AppID) (AppOrigin, error)
	// CountByLabel is as [Tx.AppsByLabel].
	CountByLabel() ([]LabelCount, error)
	// Listed yields the apps of a list in their JSON form, with the values for the grid if gist
	// is true. It returns nil if that is no faster than to list and encode the apps.
	Listed(q AppQuery, gist bool) iter.Seq2[ListedApp, error]
}

// AppOrigin returns the origin of an app, or an error that wraps [ErrNotFound].
func (tx *Tx) AppOrigin(id AppID) (AppOrigin, error) {
	if rows, ok := tx.Apps.(AppRows); ok {
		return rows.Origin(id)
	}
	app, err := tx.Apps.Get(id)
	return AppOrigin{app.ID, app.URL, app.Source, app.Country, app.Archive, app.FirstSeen, app.SyncCount}, err
}

// AppsByLabel counts the apps that have each label, in the order of the digests. Apps whose
// label is not known are left out.
func (tx *Tx) AppsByLabel() ([]LabelCount, error) {
	if rows, ok := tx.Apps.(AppRows); ok {
		return rows.CountByLabel()
	}
	apps := make(map[Digest]int)
	for app, err := range tx.AppBriefs(AppQuery{}) {
		if err != nil {
			return nil, err
		}
		if !app.LabelDigest.IsZero() {
			apps[app.LabelDigest]++
		}
	}
	var counts []LabelCount
	for label, n := range apps {
		counts = append(counts, LabelCount{label, n})
	}
	sort.Slice(counts, func(i, j int) bool { return bytes.Compare(counts[i].Label[:], counts[j].Label[:]) < 0 })
	return counts, nil
}

// AppBriefs yields the apps of a list.
func (tx *Tx) AppBriefs(q AppQuery) iter.Seq2[AppBrief, error] {
	if rows, ok := tx.Apps.(AppRows); ok {
		return rows.Briefs(q)
	}
	return func(yield func(AppBrief, error) bool) {
		for app, err := range tx.Apps.List(q) {
			if !yield(briefOf(app), err) {
				return
			}
		}
	}
}

// AppBriefsOf returns the apps with these IDs that exist.
func (tx *Tx) AppBriefsOf(ids ...AppID) (map[AppID]AppBrief, error) {
	if rows, ok := tx.Apps.(AppRows); ok {
		return rows.BriefsOf(ids...)
	}
	found := make(map[AppID]AppBrief, len(ids))
	for _, id := range ids {
		app, err := tx.Apps.Get(id)
		if err == nil {
			found[id] = briefOf(app)
		} else if !errors.Is(err, ErrNotFound) {
			return nil, err
		}
	}
	return found, nil
}

func briefOf(a App) AppBrief {
	return AppBrief{ID: a.ID, Name: a.Name, IconURL: a.IconURL, Developer: a.Developer, LabelDigest: a.LabelDigest, Footprint: a.Footprint}
}
