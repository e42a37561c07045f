package wording

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// sentences are what is said of a change under a heading of a label: of the heading as a whole, and of
// a category in it.
type sentences struct {
	added, removed                          language.Words
	addedCategory, removedCategory, changed language.Words // with the name of the category
}

// headings are the sentences by heading.
var headings = map[string]sentences{
	storage.DataNotCollected: {added: "Declares that no data is collected", removed: "No longer declares that no data is collected"},
	storage.DataNotProvided:  {added: "No longer gives privacy details", removed: "Gives privacy details for the first time"},
	storage.DataUsedToTrackYou: {
		"Declares data used to track you", "No longer declares data used to track you",
		"Uses %s to track you", "No longer uses %s to track you", "%s, used to track you",
	},
	storage.DataLinkedToYou: {
		"Declares data linked to you", "No longer declares data linked to you",
		"Collects %s, linked to you", "No longer collects %s linked to you", "%s, linked to you",
	},
	storage.DataNotLinkedToYou: {
		"Declares data not linked to you", "No longer declares data not linked to you",
		"Collects %s, not linked to you", "No longer collects %s not linked to you", "%s, not linked to you",
	},
	storage.DataShared: {
		"Declares data shared with others", "No longer declares data shared with others",
		"Shares %s", "No longer shares %s", "%s, shared with others",
	},
	storage.DataCollected: {
		"Declares data collected", "No longer declares data collected",
		"Collects %s", "No longer collects %s", "%s, collected",
	},
}

// headingsIn are the sentences of a store that differ from [headings].
var headingsIn = map[string]map[string]sentences{
	vocabulary.Play: {
		storage.DataNotCollected: {added: "Declares that no data is collected or shared", removed: "No longer declares that no data is collected or shared"},
		storage.DataNotProvided:  {added: "The data safety section is no longer filled in", removed: "The data safety section is filled in for the first time"},
	},
}

// label returns a sentence on a change of a label, empty if its identifiers say too little. A
// category that is declared differently is only named, with what its notes are about.
func label(l *language.Language, e storage.Entry) (text language.Words) {
	of, known := headingsIn[vocabulary.StoreOfHeading(e.Description)][e.PrivacyType]
	if !known {
		of, known = headings[e.PrivacyType]
	}
	change := e.Type != storage.EntryAdded && e.Type != storage.EntryRemoved
	if !known || change && e.DataCategory == "" {
		return ""
	}
	if e.DataCategory == "" || of.addedCategory == "" {
		return language.Words(l.Words(either(e.Type == storage.EntryAdded, of.added, of.removed)))
	}
	sentence := either(e.Type == storage.EntryAdded, of.addedCategory, of.removedCategory)
	if change {
		sentence = of.changed
	}
	return l.Text(string(sentence), l.CategoryName(e.PrivacyType, e.DataCategory, ""))
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// side is the data and the purposes of an entry that were added, or those that were removed.
type side struct{ data, uses []string }

// once adds a text to a list: a category has a part for each of its data types.
func once(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// notes returns the detail of a change of a label: which data, and for what.
func notes(l *language.Language, e storage.Entry) (all []string) {
	var sides [2]side // added, removed
	category, purposes, dataType := vocabulary.KindsOf(e.PrivacyType)
	for _, p := range e.Parts {
		of := &sides[either(p.Type == storage.EntryRemoved, 1, 0)]
		other := changelog.Replaced(e.Parts, p)
		if other != "" && p.Type == storage.EntryRemoved {
			continue // the part that takes its place names it
		}
		named, purpose := l.Name(dataType, p.DataType, ""), l.Name(purposes, p.Purpose, "")
		if other != "" {
			named = string(l.Text("%s instead of %s", named, l.Name(dataType, other, "")))
		}
		switch {
		case p.Optional:
			all = once(all, string(l.Text(either(p.Type == storage.EntryRemoved, "%s is now required", "%s is now optional"), named)))
		case p.DataCategory != "":
			of.data = once(of.data, l.Name(category, p.DataCategory, ""))
		case p.DataType != "" && p.Purpose != "":
			of.data = once(of.data, string(l.Text("%s for %s", named, purpose)))
		case p.DataType != "":
			of.data = once(of.data, named)
		case p.Purpose != "":
			of.uses = once(of.uses, purpose)
		}
	}
	for i, of := range sides {
		list := language.Words(strings.Join(of.data, ", "))
		switch uses := strings.Join(of.uses, ", "); {
		case uses != "" && list != "":
			list = l.Text("%s for %s", string(list), uses)
		case uses != "":
			list = l.Text("for %s", uses)
		case list == "":
			continue
		}
		switch {
		case i == 0 && e.Type == storage.EntryModified:
			list = l.Text("now %s", string(list))
		case i == 1 && (e.Type == storage.EntryModified || e.Type == storage.EntryAdded):
			list = l.Text("no longer %s", string(list))
		}
		all = append(all, string(list))
	}
	return all
}
