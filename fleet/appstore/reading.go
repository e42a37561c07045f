package appstore

import (
	"cmp"
	"math"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// reading is what one extractor found.
type reading struct {
	extractor string // its name and version
	listing   fleet.Listing

	// chart is the genre in whose chart the app is, with its id. It need not be
	// the app's first genre.
	chart      string
	chartGenre int64
}

// fill takes from other what l does not have. What belongs together is from one
// reading: a version with its date and notes, a price with its currency, a
// rating with its source.
func fill(l *fleet.Listing, other fleet.Listing) {
	if l.Version == nil {
		l.Version, l.VersionUpdatedAt, l.WhatsNew = other.Version, other.VersionUpdatedAt, other.WhatsNew
	} else if other.Version != nil && *l.Version == *other.Version {
		l.VersionUpdatedAt = cmp.Or(l.VersionUpdatedAt, other.VersionUpdatedAt)
		l.WhatsNew = cmp.Or(l.WhatsNew, other.WhatsNew)
	}
	if l.PriceAmount == nil || other.PriceAmount != nil && *l.PriceAmount == *other.PriceAmount {
		l.PriceAmount = cmp.Or(l.PriceAmount, other.PriceAmount)
		l.PriceCurrency = cmp.Or(l.PriceCurrency, other.PriceCurrency)
		l.PriceFormatted = cmp.Or(l.PriceFormatted, other.PriceFormatted)
	}
	if l.GenreName == nil || other.GenreName != nil && *l.GenreName == *other.GenreName {
		l.GenreName = cmp.Or(l.GenreName, other.GenreName)
		l.GenreID = cmp.Or(l.GenreID, other.GenreID)
	}
	if l.AgeRating == nil {
		l.AgeRating, l.AgeRatingSource = other.AgeRating, other.AgeRatingSource
	}
	l.Name = cmp.Or(l.Name, other.Name)
	l.URL = cmp.Or(l.URL, other.URL)
	l.IconURL = cmp.Or(l.IconURL, other.IconURL)
	l.BundleID = cmp.Or(l.BundleID, other.BundleID)
	l.Developer = cmp.Or(l.Developer, other.Developer)
	l.Country = cmp.Or(l.Country, other.Country)
	l.HasIAP = cmp.Or(l.HasIAP, other.HasIAP)
	l.PrivacyPolicyURL = cmp.Or(l.PrivacyPolicyURL, other.PrivacyPolicyURL)
	l.Label = cmp.Or(l.Label, other.Label)
	l.Features = cmp.Or(l.Features, other.Features)
	l.Related = cmp.Or(l.Related, other.Related)
}

// text1 returns the first of some texts that is not empty as one line, or nil.
func text1(limit int, texts ...string) *string {
	for _, t := range texts {
		if t = line(t, limit); t != "" {
			return &t
		}
	}
	return nil
}

func setVersion(l *fleet.Listing, number, date, notes string) {
	l.Version = text1(maxShort, number)
	if l.Version == nil {
		return
	}
	l.VersionUpdatedAt = releaseTime(date)
	if notes = paragraphs(notes, maxNotes); notes != "" {
		l.WhatsNew = &notes
	}
}

// setPrice keeps an amount that is one. What is free is called so, whatever the
// page shows for it.
func setPrice(l *fleet.Listing, amount float64, currency, formatted string) {
	if math.IsNaN(amount) || math.IsInf(amount, 0) || amount < 0 {
		return
	}
	if amount == 0 {
		formatted = "Free"
	}
	l.PriceAmount = &amount
	l.PriceCurrency = text1(maxShort, currency)
	l.PriceFormatted = text1(maxShort, formatted)
}

// setRating keeps a rating that has a number in it, as all have.
func setRating(l *fleet.Listing, rating string) {
	if rating = term(rating, maxShort); strings.ContainsAny(rating, "0123456789") {
		l.AgeRating, l.AgeRatingSource = &rating, sourcePage
	}
}

// Where an age rating is from. The store's page and its lookup are on scales of
// their own: one is renewed long before the other.
const (
	sourcePage   = "page"
	sourceLookup = "lookup"
)

// releaseTime reads the three forms that dates have. A date before the store
// opened stands for none.
func releaseTime(s string) *storage.Time {
	s, _, _ = strings.Cut(s, " (") // the name of a time zone
	if len(s) > maxShort {
		return nil // a failure to parse it would quote all of it, for each layout
	}
	for _, layout := range []string{time.RFC3339, "Mon Jan 02 2006 15:04:05 GMT-0700", time.DateOnly} {
		if at, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			if at.Year() < 2008 || at.Year() > 9999 {
				return nil
			}
			return new(storage.TimeOf(at))
		}
	}
	return nil
}

// iconURL fills the template of a picture with the size that icons are kept in.
func iconURL(template string) *string {
	if len(template) > 2*netguard.MaxURL {
		return nil
	}
	return pictureURL(iconForm.Replace(template))
}

var iconForm = strings.NewReplacer("{w}", "512", "{h}", "512", "{c}", "bb", "{f}", "png")

// squareIcon makes the address of an icon of one that is as wide as a banner.
func squareIcon(banner string) *string {
	at := strings.LastIndexByte(banner, '/')
	if !strings.Contains(banner, "/image/thumb/") || at < 0 || at > netguard.MaxURL {
		return nil
	}
	return pictureURL(banner[:at] + "/512x512bb.png")
}

func pictureURL(raw string) *string {
	u, err := netguard.ParseURL(raw)
	if err != nil || strings.ContainsAny(raw, "{}") {
		return nil
	}
	if s := u.String(); len(s) <= netguard.MaxURL {
		return &s
	}
	return nil
}
