package appstore

import (
	"cmp"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

// reading is the result of one extractor.
type reading struct {
	extractor string // its name and version
	listing   fleet.Listing
	offer     offer

	// chart is the genre in whose chart the app is, with its id. It need not be
	// the app's first genre.
	chart      string
	chartGenre int64
}

// fill takes from other the facts that l lacks, except the price. Facts that belong together
// are from one reading: a version with its date and notes, a rating with its source.
func fill(l *fleet.Listing, other fleet.Listing) {
	if l.Version == nil {
		l.Version, l.VersionUpdatedAt, l.WhatsNew = other.Version, other.VersionUpdatedAt, other.WhatsNew
	} else if other.Version != nil && *l.Version == *other.Version {
		l.VersionUpdatedAt = cmp.Or(l.VersionUpdatedAt, other.VersionUpdatedAt)
		l.WhatsNew = cmp.Or(l.WhatsNew, other.WhatsNew)
	}
	if l.GenreName == nil || other.GenreName != nil && *l.GenreName == *other.GenreName {
		l.GenreName = cmp.Or(l.GenreName, other.GenreName)
		l.GenreID = cmp.Or(l.GenreID, other.GenreID)
	}
	if l.AgeRating == nil {
		l.AgeRating, l.AgeRatingValue = other.AgeRating, other.AgeRatingValue
		l.AgeRatingSource, l.AgeRatingLanguage = other.AgeRatingSource, other.AgeRatingLanguage
	}
	if l.Features == nil {
		l.Accessibility = other.Accessibility
	}
	l.AgeRatingDescriptors = cmp.Or(l.AgeRatingDescriptors, other.AgeRatingDescriptors)
	l.BackgroundLocation = cmp.Or(l.BackgroundLocation, other.BackgroundLocation)
	l.Name = cmp.Or(l.Name, other.Name)
	l.URL = cmp.Or(l.URL, other.URL)
	l.IconURL = cmp.Or(l.IconURL, other.IconURL)
	l.BundleID = cmp.Or(l.BundleID, other.BundleID)
	l.Developer = cmp.Or(l.Developer, other.Developer)
	l.Country = cmp.Or(l.Country, other.Country)
	l.Platform = cmp.Or(l.Platform, other.Platform)
	l.HasIAP = cmp.Or(l.HasIAP, other.HasIAP)
	if value(l.PrivacyPolicyURL) == "" {
		l.PrivacyPolicyURL = cmp.Or(other.PrivacyPolicyURL, l.PrivacyPolicyURL)
	}
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

// releaseTime parses a date in one of three forms. A date before the App Store
// opened counts as none.
func releaseTime(s string) *storage.Time {
	s, _, _ = strings.Cut(s, " (") // the name of a time zone
	if len(s) > maxShort {
		return nil // the error of each layout would quote all of it
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

// iconURL fills in the template of an image URL with the size of saved icons.
func iconURL(template string) *string {
	if len(template) > 2*netguard.MaxURL {
		return nil
	}
	return pictureURL(iconForm.Replace(template))
}

var iconForm = strings.NewReplacer("{w}", "512", "{h}", "512", "{c}", "bb", "{f}", "png")

// squareIcon returns the URL of a square icon for that of an icon as wide as a banner.
func squareIcon(banner string) *string {
	at := strings.LastIndexByte(banner, '/')
	if !strings.Contains(banner, "/image/thumb/") || at < 0 || at > netguard.MaxURL {
		return nil
	}
	return pictureURL(banner[:at] + "/512x512bb.png")
}

func pictureURL(raw string) *string {
	u, err := netguard.ParseURL(storeaddress.Captured(raw))
	if err != nil || strings.ContainsAny(raw, "{}") {
		return nil
	}
	if s := u.String(); len(s) <= netguard.MaxURL {
		return &s
	}
	return nil
}

type (
	// loose is a text that may also be a number.
	loose = jsonread.Text
	// many is a list whose only element may be without the list.
	many[T any] = jsonread.Many[T]
	// list and optional record that a value was present but unusable.
	list[T any]     = jsonread.List[T]
	optional[T any] = jsonread.Optional[T]
)

// first returns at most the first n elements of a list.
func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// source is the text of a script, with the budget for all the JSON of its page.
type source struct {
	text   []byte
	budget *jsonread.Budget
}

// of returns another text as a source with the same budget.
func (s source) of(text []byte) source { return source{text, s.budget} }

// decode decodes the script. A member of the wrong type counts as absent.
func (s source) decode(v any) error { return s.budget.DecodeLenient(s.text, v) }
