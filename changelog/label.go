package changelog

import (
	"fmt"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// DiffLabels returns what changed between two labels of an app: the types added, in the order
// of the newer label, then the types removed, in the order of the older one, then for each
// type of both, in the order of the newer one, the categories added, removed and modified.
// Sentences use the names of the store that the labels are of or, for identifiers without one, the
// titles of the labels. There are no entries if one of the labels is unknown.
//
// The Details of a new type are its categories, empty when it has none; those of
// a changed category are sentences on its purposes and data types. A category is changed
// only if both labels are [Detailed]. Another name of a data type in all its places is a change by the store.
//
// An entry of a type or category that was added or removed has no Category,
// which counts as [storage.CategoryPrivacyLabel]; one of a category whose
// purposes or data types changed names it. Last come the security practices that were added and
// then those that were removed. Nothing is better in a label that declares nothing any more.
func DiffLabels(older, newer storage.Label) []storage.Entry {
	return DiffLabelsIn(vocabulary.StoreOf(older, newer), older, newer)
}

// DiffLabelsIn is [DiffLabels] of labels of a known store, as [storage.App.Store] names it. Labels without data
// do not tell which store they are of.
func DiffLabelsIn(store string, older, newer storage.Label) []storage.Entry {
	was, wasWhole := outlineOf(older)
	now, nowWhole := outlineOf(newer)
	if len(was.kids) == 0 || len(now.kids) == 0 {
		return nil
	}
	name := func(t *outline) string { return vocabulary.Heading(store, t.id, t.title) }
	var entries []storage.Entry
	for _, t := range now.without(was) {
		entry := typeEntry(storage.EntryAdded, vocabulary.NewHeading(store, name(t)), t, nowWhole)
		entry.Details = []string{} // a new type without categories has an empty list, not nil
		for _, c := range t.kids {
			entry.Details = append(entry.Details, c.name())
		}
		entries = append(entries, entry)
	}
	for _, t := range was.without(now) {
		entries = append(entries, typeEntry(storage.EntryRemoved, vocabulary.GoneHeading(store, name(t)), t, wasWhole))
	}
	for _, t := range now.kids {
		if before := was.get(t.id); before != nil {
			entries = append(entries, diffType(before, t, wasWhole, nowWhole)...)
		}
	}
	markRenamed(entries, was, now)
	entries = append(entries, diffPractices(practicesOf(older), practicesOf(newer))...)
	if now.get(storage.DataNotProvided) != nil {
		withdrawn(entries)
	}
	return entries
}

// markRenamed finds the changes of categories that only say that the store gave a data type another
// name, and attributes them to the store.
func markRenamed(entries []storage.Entry, was, now *outline) {
	for i, e := range entries {
		if e.Type != storage.EntryModified || len(e.Parts) != 2 {
			continue
		}
		before, after := was.get(e.PrivacyType).get(e.DataCategory), now.get(e.PrivacyType).get(e.DataCategory)
		old, other := renamed(before, after)
		if old != nil && !now.mentions(old.id) && !was.mentions(other.id) {
			entries[i].StoreWide = true
			entries[i].Details = []string{"Now called: " + other.name() + " instead of " + old.name()}
		}
	}
}

// renamed returns the data type of the category was that now has another name in now, nil if there is
// none. Pages have no identifiers of data types, so that one that is not in the vocabulary may be a new
// name rather than a new type. It is if it is everywhere in the place of one that is, or the reverse.
func renamed(was, now *outline) (old, other *outline) {
	had, has := was.get(anyPurpose), now.get(anyPurpose)
	gone, came := had.without(has), has.without(had)
	if len(gone) != 1 || len(came) != 1 || len(was.kids) != len(now.kids) {
		return nil, nil
	}
	old, other = gone[0], came[0]
	_, oldKnown := old.kind.Known(old.id)
	_, otherKnown := other.kind.Known(other.id)
	if oldKnown == otherKnown || old.optional() != other.optional() {
		return nil, nil
	}
	for _, p := range was.kids {
		twin := now.get(p.id)
		if twin == nil || (p.get(old.id) != nil) != (twin.get(other.id) != nil) {
			return nil, nil
		}
	}
	return old, other
}

// withdrawn takes back that changes are better: that a developer no longer declares anything does
// not say that an app collects less.
func withdrawn(entries []storage.Entry) {
	for i, e := range entries {
		if e = Weigh(e); e.Direction == storage.Better {
			entries[i].Direction, entries[i].Weight = storage.Neutral, e.Weight
		}
	}
}

// diffPractices returns which security practices were added and then which were removed.
func diffPractices(was, now *outline) []storage.Entry {
	return diffSet(was, now, storage.CategorySecurityPractice,
		`Now declares security practice: "%s"`, `No longer declares security practice: "%s"`)
}

// diffType compares a type that both labels have.
func diffType(was, now *outline, wasWhole, nowWhole bool) []storage.Entry {
	does := vocabulary.Verb(now.id)
	var entries []storage.Entry
	for _, c := range now.without(was) {
		parts := categoryParts(storage.EntryAdded, c, nowWhole)
		entries = append(entries, categoryEntry(storage.EntryAdded, `"%s" now `+does+`: %s`, now, c, parts))
	}
	for _, c := range was.without(now) {
		parts := categoryParts(storage.EntryRemoved, c, wasWhole)
		entries = append(entries, categoryEntry(storage.EntryRemoved, `"%s" no longer `+does+`: %s`, now, c, parts))
	}
	if !wasWhole || !nowWhole {
		return entries
	}
	for _, c := range now.kids {
		if before := was.get(c.id); before != nil && !before.same(c) {
			sentences, parts := detailChanges(does, before, c)
			entry := categoryEntry(storage.EntryModified, `"%s" changed what it says about: %s`, now, c, parts)
			entry.Category, entry.Details = storage.CategoryPrivacyLabel, sentences
			entries = append(entries, entry)
		}
	}
	return entries
}

// typeEntry returns the entry of a type that only one label has.
func typeEntry(kind storage.EntryType, sentence string, t *outline, whole bool) storage.Entry {
	return storage.Entry{
		Type: kind, Description: sentence,
		Subject: storage.Subject{PrivacyType: t.id, Parts: typeParts(kind, t, whole)},
	}
}

// categoryEntry returns the entry of a category of a type that both labels have.
func categoryEntry(kind storage.EntryType, sentence string, t, c *outline, parts []storage.Part) storage.Entry {
	entry := storage.Entry{
		Type: kind, Description: fmt.Sprintf(sentence, t.name(), c.name()),
		Subject: storage.Subject{PrivacyType: t.id, DataCategory: c.id, Parts: parts},
	}
	entry.Purpose, entry.DataType = only(parts)
	return entry
}

// instead returns the name of an added data type and, if it takes the place of one that says
// the same more or less exactly, the name of that. It returns "" for the one that is replaced.
func instead(d *outline, p storage.Part, parts []storage.Part) string {
	other := Replaced(parts, p)
	switch {
	case other == "":
		return d.name()
	case p.Type == storage.EntryRemoved:
		return ""
	}
	return d.name() + " instead of " + d.kind.Name(other, "")
}

// detailChange is one change of a category, with the element that its sentence names.
type detailChange struct {
	sentence string
	of       *outline
	part     storage.Part
}

// detailChanges returns the changes of a category, with which the app does this, as sentences and as parts: those of its
// purposes, of its data types, of whether these are optional, and of the data types of purposes that both labels have. A data
// type in the place of another one that says the same has one sentence with it.
func detailChanges(does string, was, now *outline) (sentences []string, parts []storage.Part) {
	changes := purposeChanges(was, now)
	had, has := was.get(anyPurpose), now.get(anyPurpose)
	for _, d := range has.without(had) {
		changes = append(changes, detailChange{"Now " + does, d, storage.Part{Type: storage.EntryAdded, DataType: d.id}})
	}
	for _, d := range had.without(has) {
		changes = append(changes, detailChange{"No longer " + does, d, storage.Part{Type: storage.EntryRemoved, DataType: d.id}})
	}
	if has != nil {
		for _, d := range has.kids {
			switch before := had.get(d.id); {
			case before == nil || before.optional() == d.optional():
			case d.optional():
				changes = append(changes, detailChange{"Now optional", d, storage.Part{Type: storage.EntryAdded, DataType: d.id, Optional: true}})
			default:
				changes = append(changes, detailChange{"No longer optional", d, storage.Part{Type: storage.EntryRemoved, DataType: d.id, Optional: true}})
			}
		}
	}

	for _, p := range now.kids {
		before := was.get(p.id)
		if p.id == anyPurpose || before == nil {
			continue
		}
		for _, d := range p.without(before) {
			if had.get(d.id) != nil { // else it is new, and has an entry
				part := storage.Part{Type: storage.EntryAdded, Purpose: p.id, DataType: d.id}
				changes = append(changes, detailChange{"Now used for " + p.name(), d, part})
			}
		}
		for _, d := range before.without(p) {
			if has.get(d.id) != nil {
				part := storage.Part{Type: storage.EntryRemoved, Purpose: p.id, DataType: d.id}
				changes = append(changes, detailChange{"No longer used for " + p.name(), d, part})
			}
		}
	}

	for _, c := range changes {
		parts = append(parts, c.part)
	}
	for _, c := range changes {
		if name := instead(c.of, c.part, parts); name != "" {
			sentences = append(sentences, c.sentence+": "+name)
		}
	}
	return sentences, parts
}

// purposeChanges returns the changes of the purposes of a category.
func purposeChanges(was, now *outline) (changes []detailChange) {
	for _, p := range now.without(was) {
		if p.id != anyPurpose {
			changes = append(changes, detailChange{"Now used for", p, storage.Part{Type: storage.EntryAdded, Purpose: p.id}})
		}
	}
	for _, p := range was.without(now) {
		if p.id != anyPurpose {
			changes = append(changes, detailChange{"No longer used for", p, storage.Part{Type: storage.EntryRemoved, Purpose: p.id}})
		}
	}
	return changes
}
