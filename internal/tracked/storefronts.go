package tracked

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// MaxStorefronts is how many storefronts are read for one app at once.
const MaxStorefronts = 20

// ErrStorefronts means that storefronts cannot be read: too many, or of an app of another source
// than the App Store.
var ErrStorefronts = errors.New("storefronts cannot be read")

// Storefronts is one app as several storefronts showed it last, side by side.
type Storefronts struct {
	App  storage.AppID `json:"app"`  // the ID of the app
	Name string        `json:"name"` // the name of the app
	// The storefront that the others are compared with: that in which the app is tracked or, if that is not
	// among them, the first that lists the app; empty: no storefront lists it.
	Base        string           `json:"base"`
	Storefronts []StorefrontSide `json:"storefronts"` // as they were asked for or, if none were, by country
}

// StorefrontSide is an app in one storefront.
type StorefrontSide struct {
	Country string `json:"country"` // the storefront, two lower-case letters
	// When the storefront was last read; null: never.
	ObservedAt storage.NullTime `json:"observedAt"`
	// Whether the storefront lists the app; null: it was never read.
	Listed *bool `json:"listed"`

	Name      storage.Text `json:"name"`      // the name; null: not known
	Developer storage.Text `json:"developer"` // the developer; null: not known
	Version   storage.Text `json:"version"`   // the version; null: not known
	AgeRating storage.Text `json:"ageRating"` // the age rating in the words of the storefront; null: not known
	// The price; null: not known.
	PriceAmount   *float64     `json:"priceAmount"`
	PriceCurrency storage.Text `json:"priceCurrency"` // the currency of the price; null: not known
	PolicyURL     storage.Text `json:"policyUrl"`     // the URL of the privacy policy; null: not known
	// The digest of the label, as in a data set; null: the page has none.
	LabelDigest storage.Text `json:"labelDigest"`
	// The privacy label: its types, with the categories of each.
	PrivacyTypes []storage.PrivacyType `json:"privacyTypes"`

	// What differs from the storefront of base.
	Differences []StorefrontDifference `json:"differences"`
	// Why the storefront could not be read now; null: it was, or was not asked.
	Failure *StorefrontFailure `json:"failure"`
}

// StorefrontDifference is something that two storefronts show differently.
type StorefrontDifference struct {
	What string `json:"what"` // label, listed, name, developer, version or policyUrl
	Base string `json:"base"` // what the storefront of base shows; empty for label
	Here string `json:"here"` // what this storefront shows; for label, a sentence
}

// StorefrontFailure is why a storefront could not be read.
type StorefrontFailure struct {
	Code    storage.FailureCode `json:"code"`    // the kind of failure
	Message string              `json:"message"` // the failure in words
}

// Storefronts reads a tracked app in some storefronts, stores what they show, and returns what they
// showed last, side by side. Without countries it reads none, and returns all that were read before.
// What they show never changes the app. The error wraps [ErrStorefronts] or
// [storage.ErrNotFound]; one storefront that cannot be read is a Failure of its side.
func (s *Service) Storefronts(ctx context.Context, id storage.AppID, countries []string) (Storefronts, error) {
	app, err := storage.View(ctx, s.store, func(tx *storage.Tx) (storage.App, error) { return tx.Apps.Get(id) })
	if err != nil {
		return Storefronts{}, err
	}
	if err := checkStorefronts(app, countries); err != nil {
		return Storefronts{}, err
	}
	failures := make(map[string]*StorefrontFailure)
	for _, country := range countries {
		err := s.readStorefront(ctx, app, country)
		if err != nil && !isScrapeError(err) && !errors.Is(err, fleet.ErrThrottled) {
			return Storefronts{}, fmt.Errorf("read the storefront %s: %w", country, err)
		}
		if err != nil {
			failures[country] = &StorefrontFailure{codeOf(err), netguard.Redact(err.Error())}
		}
	}
	return storage.View(ctx, s.store, func(tx *storage.Tx) (Storefronts, error) {
		return sideBySide(tx, app, countries, failures)
	})
}

func checkStorefronts(app storage.App, countries []string) error {
	switch {
	case len(countries) > MaxStorefronts:
		return fmt.Errorf("%w: at most %d at once", ErrStorefronts, MaxStorefronts)
	case app.Source != "" && len(countries) > 0:
		return fmt.Errorf("%w: the app is not of the App Store", ErrStorefronts)
	}
	for i, country := range countries {
		if !storage.IsCountry(country) {
			return fmt.Errorf("%w: %.20q is not a country of two lower-case letters", ErrStorefronts, country)
		}
		if slices.Contains(countries[:i], country) {
			return fmt.Errorf("%w: %s is named twice", ErrStorefronts, country)
		}
	}
	return nil
}

// readStorefront reads an app in a storefront and stores what it shows.
func (s *Service) readStorefront(ctx context.Context, app storage.App, country string) error {
	if err := s.cooled(ctx, categoryOf(CooldownScrape, string(app.Source))); err != nil {
		return err
	}
	target := fleet.Target{ID: app.ID, URL: app.URL, Country: country, OnlyCountry: true}
	listing, err := s.scrape(ctx, target)
	unlisted := errors.Is(err, fleet.ErrNotListed)
	if err != nil && !unlisted {
		return err
	}
	seen := storage.StorefrontObservation{App: app.ID, Country: country, At: s.stamp()}
	var label storage.LabelBody
	if !unlisted {
		if listing.Country != "" && listing.Country != country {
			return &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: fmt.Errorf("the page is of the storefront %.20q", listing.Country)}
		}
		if label, err = labelRead(listing); err != nil {
			return &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err}
		}
		shown := appdata.Plausible(factsOf(ownPlatform(listing, app.URL)).App)
		seen.Listed, seen.Label = true, label.Digest
		seen.Name, seen.Developer, seen.Version = storage.Text(shown.Name), shown.Developer, shown.CurrentVersion
		seen.AgeRating, seen.PriceAmount, seen.PriceCurrency, seen.PolicyURL = shown.AgeRating, shown.PriceAmount, shown.PriceCurrency, shown.PrivacyPolicyURL
	}
	return s.store.Update(ctx, func(tx *storage.Tx) error {
		if !label.Digest.IsZero() {
			if _, err := timeline.SaveLabel(tx, label); err != nil {
				return err
			}
		}
		return tx.Storefronts.Put(seen)
	})
}

// sideBySide returns what storefronts showed last.
func sideBySide(tx *storage.Tx, app storage.App, countries []string, failures map[string]*StorefrontFailure) (Storefronts, error) {
	out := Storefronts{App: app.ID, Name: app.Name, Storefronts: []StorefrontSide{}}
	newest := make(map[string]storage.StorefrontObservation)
	var all []string
	for seen, err := range tx.Storefronts.List(storage.StorefrontQuery{App: app.ID}) {
		if err != nil {
			return out, err
		}
		if _, known := newest[seen.Country]; !known { // the newest is the first of its country
			newest[seen.Country], all = seen, append(all, seen.Country)
		}
	}
	if len(countries) == 0 {
		countries = all
	}
	isListed := func(country string) bool { return newest[country].Listed }
	if slices.Contains(countries, app.Country) && isListed(app.Country) {
		out.Base = app.Country
	} else if first := slices.IndexFunc(countries, isListed); first >= 0 {
		out.Base = countries[first]
	}
	for _, country := range countries {
		side, err := sideOf(tx, country, newest[country])
		if err == nil && out.Base != "" && country != out.Base && newest[country].At != 0 {
			side.Differences, err = differencesOf(tx, newest[out.Base], newest[country])
		}
		if err != nil {
			return out, err
		}
		side.Failure = failures[country]
		out.Storefronts = append(out.Storefronts, side)
	}
	return out, nil
}

func sideOf(tx *storage.Tx, country string, seen storage.StorefrontObservation) (StorefrontSide, error) {
	side := StorefrontSide{
		Country: country, ObservedAt: storage.NullTime(seen.At), Name: seen.Name, Developer: seen.Developer, Version: seen.Version,
		AgeRating: seen.AgeRating, PriceAmount: seen.PriceAmount, PriceCurrency: seen.PriceCurrency, PolicyURL: seen.PolicyURL,
		PrivacyTypes: []storage.PrivacyType{}, Differences: []StorefrontDifference{},
	}
	if seen.At != 0 {
		side.Listed = &seen.Listed
	}
	if seen.Label.IsZero() {
		return side, nil
	}
	body, err := tx.Labels.Get(seen.Label)
	side.LabelDigest, side.PrivacyTypes = storage.Text(seen.Label.String()), types(storage.MainStore, body.Label)
	return side, err
}

// differencesOf returns what a storefront shows differently. Ratings and prices always differ: each
// storefront has its own scale and currency.
func differencesOf(tx *storage.Tx, base, here storage.StorefrontObservation) ([]StorefrontDifference, error) {
	found := []StorefrontDifference{}
	if base.Listed != here.Listed {
		return append(found, StorefrontDifference{"listed", strconv.FormatBool(base.Listed), strconv.FormatBool(here.Listed)}), nil
	}
	entries, err := timeline.LabelChanges(tx, here.App, base.Label, here.Label)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		found = append(found, StorefrontDifference{What: "label", Here: e.Sentence()})
	}
	switch {
	case base.Label.IsZero() == here.Label.IsZero():
	case here.Label.IsZero():
		found = append(found, StorefrontDifference{What: "label", Here: "This page has no label"})
	default:
		found = append(found, StorefrontDifference{What: "label", Here: "Only this page has a label"})
	}
	for _, fact := range []struct {
		what       string
		base, here storage.Text
	}{
		{"name", base.Name, here.Name}, {"developer", base.Developer, here.Developer}, {"version", base.Version, here.Version},
		{"policyUrl", base.PolicyURL, here.PolicyURL},
	} {
		if fact.base != fact.here {
			found = append(found, StorefrontDifference{fact.what, string(fact.base), string(fact.here)})
		}
	}
	return found, nil
}
