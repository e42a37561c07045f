package changelog

import (
	"cmp"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// DiffLabels returns what changed between two labels of an app, in the order of
// [Edits]. Titles are those of the labels, an identifier where there is none.
// There are no entries when either label is not known.
//
// The Details of a new type are its categories, empty when it has none; those of
// a changed category are sentences on its purposes and data types.
//
// An entry of a type or category that was added or removed has no Category,
// which counts as [storage.CategoryPrivacyLabel]; one of a category whose
// purposes or data types changed names it.
func DiffLabels(older, newer storage.Label) []storage.Entry {
	var entries []storage.Entry
	for _, e := range Edits(older, newer) {
		entries = append(entries, e.Entry())
	}
	return entries
}

// Entry tells of the edit.
func (e Edit) Entry() storage.Entry {
	entry := storage.Entry{Type: e.Kind}
	title := cmp.Or(e.Type.Title, e.Type.Identifier)
	switch {
	case e.Category == "" && e.Kind == storage.EntryRemoved:
		entry.Description = fmt.Sprintf(`Removed privacy label: "%s"`, title)
	case e.Category == "":
		entry.Description = fmt.Sprintf(`New privacy label: "%s"`, title)
		entry.Details = []string{} // a heading may cover nothing, and says so
		for _, c := range e.Type.Categories {
			entry.Details = append(entry.Details, cmp.Or(c.Title, c.Identifier))
		}
	case e.Kind == storage.EntryModified:
		was, now := e.category(e.Was), e.category(e.Type)
		entry.Category = storage.CategoryPrivacyLabel
		entry.Description = fmt.Sprintf(`"%s" changed what it says about: %s`, title, now.name())
		entry.Details = detailChanges(was, now)
	case e.Kind == storage.EntryRemoved:
		entry.Description = fmt.Sprintf(`"%s" no longer collects: %s`, title, e.category(e.Type).name())
	default:
		entry.Description = fmt.Sprintf(`"%s" now collects: %s`, title, e.category(e.Type).name())
	}
	return entry
}

// category returns the edit's category as the type has it.
func (e Edit) category(t storage.PrivacyType) *outline {
	var root outline
	root.addType(t)
	return root.put(t.Identifier, t.Title).put(e.Category, "")
}

// detailChanges says how the purposes and data types of a category changed:
// purposes, then data types, then what is used for a purpose that stayed.
func detailChanges(was, now *outline) []string {
	var changes []string
	say := func(sentence string, about ...*outline) {
		for _, o := range about {
			if o.id != anyPurpose {
				changes = append(changes, sentence+": "+o.name())
			}
		}
	}
	say("Now used for", now.without(was)...)
	say("No longer used for", was.without(now)...)

	had, has := was.get(anyPurpose), now.get(anyPurpose)
	say("Now collects", has.without(had)...)
	say("No longer collects", had.without(has)...)

	for _, p := range now.purposes() {
		before := was.get(p.id)
		if before == nil {
			continue
		}
		for _, d := range p.without(before) {
			if had.get(d.id) != nil { // else it is new altogether, and was told
				say("Now used for "+p.name(), d)
			}
		}
		for _, d := range before.without(p) {
			if has.get(d.id) != nil {
				say("No longer used for "+p.name(), d)
			}
		}
	}
	return changes
}
