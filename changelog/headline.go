package changelog

import (
	"strings"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// deeds says what an app did, for the privacy types that have words of their own for it.
var deeds = map[string]struct{ began, ended, more, less string }{
	storage.DataUsedToTrackYou: {"began to track you", "no longer tracks you", "tracks you with more data", "tracks you with less data"},
	storage.DataShared:         {"began to share your data", "no longer shares your data", "shares more of your data", "shares less of your data"},
}

// Headline returns what an app did as one line that begins with its name and tells whether it got worse
// or better: "Chat began to track you: Identifiers". The second result reports whether the line has
// the details of the entry as well.
func Headline(app string, e storage.Entry) (line string, whole bool) {
	e = Weigh(e)
	if app == "" || strings.HasPrefix(e.Description, app+" ") {
		return e.Sentence(), false
	}
	if deed := deedOf(e); deed != "" {
		return app + " " + deed, true
	}
	switch e.Direction {
	case storage.Worse:
		return app + " got worse: " + e.Sentence(), false
	case storage.Better:
		return app + " got better: " + e.Sentence(), false
	}
	return app + ": " + e.Sentence(), false
}

// deedOf returns what an app did with a privacy type or one of its categories, or "" if there are no
// words for it.
func deedOf(e storage.Entry) string {
	words, known := deeds[e.PrivacyType]
	if !known || e.StoreWide || e.Direction == storage.Neutral || categoryOf(e) != storage.CategoryPrivacyLabel {
		return ""
	}
	category := vocabulary.CategoryName(e.PrivacyType, e.DataCategory, "")
	switch {
	case e.Type == storage.EntryAdded && e.DataCategory != "":
		return words.more + ": " + category
	case e.Type == storage.EntryRemoved && e.DataCategory != "":
		return words.less + ": " + category
	case e.Type == storage.EntryAdded && len(e.Details) > 0:
		return words.began + ": " + strings.Join(e.Details, ", ")
	case e.Type == storage.EntryAdded:
		return words.began
	case e.Type == storage.EntryRemoved:
		return words.ended
	}
	return ""
}
