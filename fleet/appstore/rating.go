package appstore

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// The sources of an age rating. The App Store's page and its lookup use different
// scales: one is updated long before the other.
const (
	sourcePage   = "page"
	sourceLookup = "lookup"
)

// ratingStory is the article that the row of the age rating links to in all storefronts.
const ratingStory = "1825160725"

// maxRatingValue is the largest number of a rating. The largest known one is below 1,000.
const maxRatingValue = 100_000

// rating is an age rating as a page shows it.
type rating struct {
	text     string
	value    loose  // the App Store's number
	language string // of the text
}

// setRating sets a rating if it contains a digit, as most do, or comes with its number:
// some storefronts have a rating that is a word.
func setRating(l *fleet.Listing, r rating) {
	value, ok := r.value.Integer()
	if !ok || value <= 0 || value > maxRatingValue {
		value = 0
	}
	text := term(r.text, maxShort)
	if text == "" || value == 0 && !strings.ContainsFunc(text, unicode.IsDigit) {
		return
	}
	l.AgeRating, l.AgeRatingSource, l.AgeRatingLanguage = &text, sourcePage, languageTag(r.language)
	if value != 0 {
		l.AgeRatingValue = &value
	}
}

// ratingValue returns the number of the rating of the app, empty if there is none.
func (p islandProduct) ratingValue(id storage.AppID) loose {
	for _, offer := range []struct{ of, value loose }{
		{cmp.Or(p.Lockup.AdamID, p.Lockup.Offer.AdamID), p.Lockup.Offer.Rating},
		{p.Offer.AdamID, p.Offer.Rating},
	} {
		if offer.value != "" && (offer.of == "" || string(offer.of) == id.String()) {
			return offer.value
		}
	}
	return ""
}

// ratingRow finds the row of the age rating by its link, since its title differs by
// language and storefront, or, without such a link, by its title in English. It returns
// nil if there is none.
func (s *islandShelfs) ratingRow() *annotation {
	rows := first(s.Information.items(), maxItems)
	for _, isRating := range []func(annotation) bool{
		func(a annotation) bool { return a.Link.leadsToStory(ratingStory) },
		func(a annotation) bool { return isRatingTitle(a.Title) },
	} {
		for i := range rows {
			if isRating(rows[i]) {
				return &rows[i]
			}
		}
	}
	return nil
}

// isRatingTitle reports whether a title is that of the age rating in English, which is
// another one in Australia.
func isRatingTitle(title string) bool {
	switch fold(title) {
	case "age rating", "age classification":
		return true
	}
	return false
}

// leadsToStory reports whether an action opens a story of the App Store.
func (a islandAction) leadsToStory(id string) bool {
	path, _, _ := strings.Cut(a.PageURL, "?")
	return strings.HasSuffix(path, "/story/id"+id) || string(a.Destination.ID) == id
}

// rating returns the text of the rating: that of its badge, which is found by its key, or
// that of its row, which may be nil.
func (s *islandShelfs) rating(row *annotation) string {
	for _, b := range first(s.Ribbon.items(), maxItems) {
		if b.Key == "contentRating" && b.Content.ContentRating != "" {
			return string(b.Content.ContentRating)
		}
	}
	switch {
	case row == nil:
		return ""
	case row.Summary != "":
		return row.Summary
	case len(row.Items) > 0:
		return row.Items[0].Text
	case len(row.Rows.Elements) > 0:
		return row.Rows.Elements[0].Text
	}
	return ""
}

// descriptors returns the reasons for the rating, in groups below a bold heading. It
// returns nil if there is no row of the rating or it is not understood.
func (a *annotation) descriptors(language string) *storage.RatingDescriptors {
	if a == nil || a.Rows.Damaged || len(a.Rows.Elements) == 0 || len(a.Rows.Elements) > maxItems {
		return nil
	}
	switch a.Rows.Elements[0].Kind { // the rating itself, as a text or as a picture
	case "textEncapsulation", "artwork":
	default:
		return nil
	}
	found := &storage.RatingDescriptors{Language: languageTag(language), Items: []storage.RatingDescriptor{}}
	size := 0
	for _, row := range a.Rows.Elements {
		if row.Kind != "linkableText" {
			continue
		}
		text := row.Linkable.Styled.Raw
		if size += len(text); size > maxNotes {
			return nil
		}
		var heading string
		for l := range strings.Lines(text) {
			l = strings.TrimSpace(l)
			if bold, ok := boldLine(l); ok {
				heading = bold
				continue
			}
			d := storage.RatingDescriptor{Heading: heading, Text: term(l, maxTitle)}
			if heading == "" || d.Text == "" {
				continue
			}
			if found.Items = append(found.Items, d); len(found.Items) > maxParts {
				return nil
			}
		}
	}
	return found
}

// languageTag returns the language of a page in the form in which languages are compared.
func languageTag(s string) string {
	return strings.ReplaceAll(strings.ToLower(line(s, maxShort)), "_", "-")
}

// boldLine returns the text of a line that is bold as a whole.
func boldLine(l string) (string, bool) {
	l, opened := strings.CutPrefix(l, "**")
	l, closed := strings.CutSuffix(l, "**")
	l = term(l, maxTitle)
	return l, opened && closed && l != ""
}
