package tracked

import (
	"encoding/json"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/facts"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// spoken is what a page said in a language, as far as it can only be compared with a page in the same one.
type spoken struct {
	Language, Country, Name string
	Platform                storage.Platform
	Developer               storage.Text
	Known                   storage.FactSet // which of the names were on the page
	Descriptors             *storage.RatingDescriptors
}

// maxSpoken is how many languages are remembered of an app. A page is in that of the request or, rarely,
// in one of those of its storefront.
const maxSpoken = 8

// spokenBy returns what an app that was read says in its language.
func spokenBy(app storage.App) spoken {
	return spoken{
		Language: string(app.AgeRatingLanguage), Country: app.Country, Name: app.Name, Platform: app.Platform(), Developer: app.Developer,
		Known: app.PageFacts & (facts.Name | facts.Developer), Descriptors: app.AgeRatingDescriptors,
	}
}

// changesInLanguage returns what changed since the page of an app was last read in the language in which it is
// now, if it was read in another one before: these two are not compared. That one is remembered.
func changesInLanguage(tx *storage.Tx, before, app storage.App) ([]storage.Entry, error) {
	was, is := spokenBy(before), spokenBy(app)
	if was.Language == "" || is.Language == "" || was.Language == is.Language {
		return nil, nil
	}
	name := appdata.LanguagesSetting(app.ID)
	text, err := settings.Text(tx, name)
	if err != nil {
		return nil, err
	}
	var known []spoken
	if text != "" && json.Unmarshal([]byte(text), &known) != nil {
		known = nil // of another version
	}
	var entries []storage.Entry
	if at := slices.IndexFunc(known, func(s spoken) bool { return s.Language == is.Language }); at >= 0 {
		entries = known[at].changesTo(before, app)
	}
	known = slices.DeleteFunc(known, func(s spoken) bool { return s.Language == was.Language })
	known = append([]spoken{was}, known...)
	return entries, settings.PutJSON(tx, name, known[:min(len(known), maxSpoken)])
}

// changesTo returns what changed since s, in the language of s, that a comparison with the state before does
// not tell.
func (s spoken) changesTo(before, app storage.App) []storage.Entry {
	if s.Country != app.Country || s.Platform != app.Platform() {
		return nil
	}
	older := storage.App{
		URL: app.URL, Country: s.Country, Name: s.Name, Developer: s.Developer, PageFacts: s.Known,
		AgeRatingLanguage: app.AgeRatingLanguage, AgeRatingDescriptors: s.Descriptors,
	}
	if was, is := before.AgeRatingDescriptors, app.AgeRatingDescriptors; was != nil && is != nil && was.Language == is.Language {
		older.AgeRatingDescriptors = nil // compared already
	}
	return changelog.DiffApps(older, app)
}
