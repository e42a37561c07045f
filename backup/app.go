package backup

import (
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/appdata"
	listing "github.com/privacylabels/auditor/internal/facts"
	"github.com/privacylabels/auditor/storage"
)

// appRecord adds the fields of an app that the HTTP API does not show.
type appRecord struct {
	storage.App
	Country         string         `json:"country"`
	AgeRatingSource storage.Text   `json:"ageRatingSource"`
	AgeRatingLang   storage.Text   `json:"ageRatingLanguage"`
	Label           storage.Digest `json:"labelDigest,omitzero"`
	Pending         []string       `json:"pendingKinds"`
	MissedDays      int            `json:"missedDays"`
	MissedAt        storage.Time   `json:"missedAt"`
	PageFacts       []string       `json:"pageFacts,omitempty"`
	LookupFacts     []string       `json:"lookupFacts,omitempty"`
}

// pendingNames lists the kinds of pending changes in the order in which they are written.
var pendingNames = []struct {
	kind storage.PendingKinds
	name string
}{
	{storage.PendingPrivacy, "privacy"}, {storage.PendingAccessibility, "accessibility"},
	{storage.PendingPolicy, "policy"}, {storage.PendingAgeRating, "ageRating"},
	{storage.PendingAvailability, "availability"}, {storage.PendingListing, "listing"},
}

func apps(k kind) kind {
	k = formed(k, packApp, unpackApp)
	k.blank = func(f *facts) any { // a record may have neither
		return &appRecord{App: storage.App{Name: record.UnnamedApp, FirstSeen: max(f.exportedAt, 0)}}
	}
	k.refs = on(func(a storage.App) []ref { return toLabel(a.LabelDigest) })
	return k
}

func toLabel(digest storage.Digest) []ref {
	if digest.IsZero() {
		return nil
	}
	return []ref{{"labelDigest", memberLabels, digest.String()}}
}

// packApp returns the record of an app, without what [unpackApp] would refuse: every export must
// be restorable.
func packApp(a storage.App) appRecord {
	a = appdata.Plausible(a)
	w := appRecord{
		App: a, Country: a.Country, AgeRatingSource: a.AgeRatingSource, AgeRatingLang: a.AgeRatingLanguage, Label: a.LabelDigest,
		Pending: []string{}, MissedDays: a.Availability.MissedDays, MissedAt: a.Availability.MissedAt,
		PageFacts: listing.Names(a.PageFacts), LookupFacts: listing.Names(a.LookupFacts),
	}
	for _, p := range pendingNames {
		if a.Pending&p.kind != 0 {
			w.Pending = append(w.Pending, p.name)
		}
	}
	return w
}

// unpackApp returns the app of a record. All members except the ID may be missing.
func unpackApp(f *facts, w appRecord) (storage.App, error) {
	a := w.App
	a.Country, a.AgeRatingSource, a.AgeRatingLanguage, a.LabelDigest = w.Country, w.AgeRatingSource, w.AgeRatingLang, w.Label
	a.PageFacts, a.LookupFacts = listing.Named(w.PageFacts), listing.Named(w.LookupFacts)
	a.Availability.MissedDays, a.Availability.MissedAt = w.MissedDays, w.MissedAt
	for _, p := range pendingNames {
		if slices.Contains(w.Pending, p.name) {
			a.Pending |= p.kind
		}
	}
	if d := a.AgeRatingDescriptors; d != nil && d.Items == nil {
		d.Items = []storage.RatingDescriptor{}
	}
	if a.Accessibility != nil && a.Accessibility.Devices == nil {
		a.Accessibility.Devices = []string{}
	}
	if a.Archive != nil && a.Archive.OtherURLs == nil {
		a.Archive.OtherURLs = []string{}
	}
	if a.Name == "" {
		a.Name = record.UnnamedApp
	}
	if a.URL == "" {
		a.URL = fmt.Sprintf("https://apps.apple.com/us/app/id%d", a.ID)
	}
	if err := checkNumbers(a); err != nil {
		return a, err
	}
	a.Footprint, a.Decision = f.footprints[a.LabelDigest], f.decisions[a.ID]
	return a, checkURLs(storage.Text(a.URL), a.IconURL, a.PrivacyPolicyURL)
}

// checkNumbers refuses negative counts and prices.
func checkNumbers(a storage.App) error {
	for _, n := range []int{
		a.ChangeCount, a.CategoryCount, a.TrackCount, a.LinkedCount, a.UnlinkedCount, a.SyncCount, a.AccessibilityCount,
	} {
		if n < 0 {
			return fmt.Errorf("%w: negative count %d", record.ErrInvalid, n)
		}
	}
	if a.AgeRatingValue != nil && *a.AgeRatingValue < 0 {
		return fmt.Errorf("%w: negative ageRatingValue %d", record.ErrInvalid, *a.AgeRatingValue)
	}
	if a.PriceAmount != nil && *a.PriceAmount < 0 {
		return fmt.Errorf("%w: negative price %v", record.ErrInvalid, *a.PriceAmount)
	}
	return nil
}

// checkURLs refuses URLs that are no [appdata.Link].
func checkURLs(urls ...storage.Text) error {
	for _, url := range urls {
		if appdata.Link(url) != url {
			return fmt.Errorf("%w: URL %.80q does not name a page", record.ErrInvalid, url)
		}
	}
	return nil
}
