package changelog

import (
	"cmp"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// DiffLabels returns what changed between two labels of an app, in the order of
// [Edits]. Sentences use the titles of the labels or, where they have none, identifiers.
// There are no entries if one of the labels is unknown.
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

// Entry returns the entry of an edit.
func (e Edit) Entry() storage.Entry {
	entry := storage.Entry{Type: e.Kind, Subject: storage.Subject{PrivacyType: e.Type.Identifier, DataCategory: e.Category}}
	title := cmp.Or(e.Type.Title, e.Type.Identifier)
	switch {
	case e.Category == "" && e.Kind == storage.EntryRemoved:
		entry.Description = fmt.Sprintf(`Removed privacy label: "%s"`, title)
		entry.Parts = e.typeParts()
	case e.Category == "":
		entry.Description = fmt.Sprintf(`New privacy label: "%s"`, title)
		entry.Details = []string{} // a new type without categories has an empty list, not nil
		for _, c := range e.Type.Categories {
			entry.Details = append(entry.Details, cmp.Or(c.Title, c.Identifier))
		}
		entry.Parts = e.typeParts()
	case e.Kind == storage.EntryModified:
		was, now := e.category(e.Was), e.category(e.Type)
		entry.Category = storage.CategoryPrivacyLabel
		entry.Description = fmt.Sprintf(`"%s" changed what it says about: %s`, title, now.name())
		entry.Details, entry.Parts = detailChanges(was, now)
	case e.Kind == storage.EntryRemoved:
		entry.Description = fmt.Sprintf(`"%s" no longer collects: %s`, title, e.category(e.Type).name())
		entry.Parts = e.categoryParts()
	default:
		entry.Description = fmt.Sprintf(`"%s" now collects: %s`, title, e.category(e.Type).name())
		entry.Parts = e.categoryParts()
	}
	if e.Category != "" {
		entry.Purpose, entry.DataType = only(entry.Parts)
	}
	return entry
}

// category returns the edit's category as the type has it.
func (e Edit) category(t storage.PrivacyType) *outline {
	var root outline
	root.addType(t)
	return root.put(t.Identifier, t.Title).put(e.Category, "")
}

// detailChanges returns the changes of a category as sentences and as parts: those of its
// purposes, of its data types, and of the data types of purposes that both labels have.
func detailChanges(was, now *outline) (sentences []string, parts []storage.Part) {
	add := func(sentence, name string, part storage.Part) {
		sentences = append(sentences, sentence+": "+name)
		parts = append(parts, part)
	}
	for _, p := range now.without(was) {
		if p.id != anyPurpose {
			add("Now used for", p.name(), storage.Part{Type: storage.EntryAdded, Purpose: p.id})
		}
	}
	for _, p := range was.without(now) {
		if p.id != anyPurpose {
			add("No longer used for", p.name(), storage.Part{Type: storage.EntryRemoved, Purpose: p.id})
		}
	}

	had, has := was.get(anyPurpose), now.get(anyPurpose)
	for _, d := range has.without(had) {
		add("Now collects", d.name(), storage.Part{Type: storage.EntryAdded, DataType: d.id})
	}
	for _, d := range had.without(has) {
		add("No longer collects", d.name(), storage.Part{Type: storage.EntryRemoved, DataType: d.id})
	}

	for _, p := range now.purposes() {
		before := was.get(p.id)
		if before == nil {
			continue
		}
		for _, d := range p.without(before) {
			if had.get(d.id) != nil { // else it is new, and has an entry
				add("Now used for "+p.name(), d.name(), storage.Part{Type: storage.EntryAdded, Purpose: p.id, DataType: d.id})
			}
		}
		for _, d := range before.without(p) {
			if has.get(d.id) != nil {
				add("No longer used for "+p.name(), d.name(), storage.Part{Type: storage.EntryRemoved, Purpose: p.id, DataType: d.id})
			}
		}
	}
	return sentences, parts
}
