package storage

import (
	"cmp"
	"strings"
)

// StorefrontID identifies an observation of an app in one storefront.
type StorefrontID struct {
	App     AppID
	Country string
	At      Time
}

// StorefrontObservation is what one storefront of the store showed of an app at one time. It is no state of
// the tracked app, which is observed in its own storefront, and causes no changes.
type StorefrontObservation struct {
	App     AppID  `db:"app_id,key" json:"app"`
	Country string `db:"country,key" json:"country"` // two lower-case letters
	At      Time   `db:"at,key" json:"at"`

	Listed bool   `db:"listed" json:"listed"`        // false: the storefront does not list the app, and the rest is empty
	Label  Digest `db:"label" json:"label,omitzero"` // zero: the page had none

	Name          Text     `db:"name" json:"name"`
	Developer     Text     `db:"developer" json:"developer"`
	Version       Text     `db:"version" json:"version"`
	AgeRating     Text     `db:"age_rating" json:"ageRating"`
	PriceAmount   *float64 `db:"price_amount" json:"priceAmount"`
	PriceCurrency Text     `db:"price_currency" json:"priceCurrency"`
	PolicyURL     Text     `db:"policy_url" json:"policyUrl"`
}

// StorefrontQuery narrows a list of observations in storefronts, which is ordered by app and
// country, the newest first.
type StorefrontQuery struct {
	App     AppID  // zero: every app
	Country string // empty: every storefront
	Limit   int    // zero: all
}

// matches implements [Query].
func (q StorefrontQuery) matches(r StorefrontObservation) bool {
	return asked(q.App, r.App) && asked(q.Country, r.Country)
}

// compare implements [Query].
func (StorefrontQuery) compare(a, b StorefrontObservation) int {
	return cmp.Or(cmp.Compare(a.App, b.App), strings.Compare(a.Country, b.Country), cmp.Compare(b.At, a.At))
}

// key returns the app, the country and the time.
func (s StorefrontObservation) key() StorefrontID { return StorefrontID{s.App, s.Country, s.At} }

// parents implements [child].
func (s StorefrontObservation) parents() []Parent {
	return append(onApp(s.App), Parent{Table: "Labels", Key: s.Label, OnDelete: Restrict})
}

// validate refuses an observation without app or time, or of a country that is not two lower-case
// letters.
func (s StorefrontObservation) validate() error {
	if err := s.App.validate("storefront"); err != nil {
		return err
	}
	if s.At <= 0 || s.At > MaxTime {
		return invalid("storefront", "the time %d is not one", s.At)
	}
	if !IsCountry(s.Country) {
		return invalid("storefront", "%.20q is not a country", s.Country)
	}
	return checkText("storefront", string(s.Name), string(s.Developer), string(s.Version), string(s.AgeRating), string(s.PriceCurrency), string(s.PolicyURL))
}

// IsCountry reports whether a text has the form of a storefront: two lower-case letters.
func IsCountry(s string) bool {
	return len(s) == 2 && 'a' <= s[0] && s[0] <= 'z' && 'a' <= s[1] && s[1] <= 'z'
}
