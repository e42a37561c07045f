package wording

import (
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

// deed is what an app did with a privacy type: with all of it, or with one of its categories.
type deed struct{ began, ended, more, less string }

// deeds are those that a title has words for, as those of [changelog.Headline] in English.
var deeds = map[string]deed{
	storage.DataUsedToTrackYou: {
		"%s began to track you", "%s no longer tracks you", "%s tracks you with more data", "%s tracks you with less data",
	},
	storage.DataShared: {
		"%s began to share your data", "%s no longer shares your data", "%s shares more of your data", "%s shares less of your data",
	},
}

// Headline returns what an app did with what a title has words for, and with which data. The second result is
// false if there are no words for it. The details of the entry are in the language.
func Headline(l *language.Language, app string, e storage.Entry) (string, bool) {
	of, known := deeds[e.PrivacyType]
	if !known || e.Category != "" && e.Category != storage.CategoryPrivacyLabel || e.Direction != storage.Worse && e.Direction != storage.Better {
		return "", false
	}
	added, data := e.Type == storage.EntryAdded, ""
	if !added && e.Type != storage.EntryRemoved {
		return "", false
	}
	said := either(added, of.began, of.ended)
	if e.DataCategory != "" {
		said, data = either(added, of.more, of.less), l.CategoryName(e.PrivacyType, e.DataCategory, "")
	} else if added {
		data = strings.Join(e.Details, ", ")
	}
	did := l.Text(said, app)
	if data != "" {
		did = l.Text("%s: %s", string(did), data)
	}
	return string(did), true
}
