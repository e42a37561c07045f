package changelog

import (
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// Edit is one difference between two labels: a privacy type, or one category of
// a type that both labels have.
type Edit struct {
	// Kind is [storage.EntryAdded], [storage.EntryRemoved] or, for a category
	// whose purposes or data types differ, [storage.EntryModified].
	Kind storage.EntryType

	// Category is the identifier of the category; empty when the edit is about
	// the type.
	Category string

	// Type is the type as the newer label has it or, when it was removed, as
	// the older one had it. When the edit is about a category, it is the type
	// with that category alone, under the newer label's title.
	Type storage.PrivacyType

	// Was is the Type of the older label, for EntryModified only.
	Was storage.PrivacyType

	// Detailed reports whether the label that Type is from is [Detailed].
	Detailed bool
}

// Edits returns the edits that turn the older label into the newer one: types added, in the
// order of the newer label, then types removed, in the order of the older one,
// then for each type of both, in the order of the newer one, categories added,
// removed and modified.
//
// A category is modified only if both labels are [Detailed]. There
// are no edits if either label is unknown.
func Edits(older, newer storage.Label) []Edit {
	was, wasWhole := outlineOf(older)
	now, nowWhole := outlineOf(newer)
	if len(was.kids) == 0 || len(now.kids) == 0 {
		return nil
	}
	var edits []Edit
	for _, t := range now.without(was) {
		edits = append(edits, Edit{Kind: storage.EntryAdded, Type: t.privacyType(), Detailed: nowWhole})
	}
	for _, t := range was.without(now) {
		edits = append(edits, Edit{Kind: storage.EntryRemoved, Type: t.privacyType(), Detailed: wasWhole})
	}
	for _, t := range now.kids {
		if before := was.get(t.id); before != nil {
			edits = append(edits, categoryEdits(before, t, wasWhole, nowWhole)...)
		}
	}
	return edits
}

// categoryEdits compares a type that both labels have.
func categoryEdits(was, now *outline, wasWhole, nowWhole bool) []Edit {
	var edits []Edit
	for _, c := range now.without(was) {
		edits = append(edits, Edit{Kind: storage.EntryAdded, Category: c.id, Type: now.part(c), Detailed: nowWhole})
	}
	for _, c := range was.without(now) {
		edits = append(edits, Edit{Kind: storage.EntryRemoved, Category: c.id, Type: now.part(c), Detailed: wasWhole})
	}
	if !wasWhole || !nowWhole {
		return edits
	}
	for _, c := range now.kids {
		if before := was.get(c.id); before != nil && !before.same(c) {
			edits = append(edits, Edit{
				Kind: storage.EntryModified, Category: c.id, Type: now.part(c), Was: was.part(before), Detailed: true,
			})
		}
	}
	return edits
}

// Apply returns the label with the edits made, in order. The rest of the label
// is unchanged, detail included, except that repeated elements
// are merged and elements without an identifier are dropped.
//
// For known labels a and b, Apply(a, Edits(a, b)) has the types and
// categories of b, and the digest of b if both are detailed or
// neither has any detail. If b lacks detail that a has, the result keeps that of
// a for the categories that b still has.
func Apply(l storage.Label, edits []Edit) storage.Label {
	root, _ := outlineOf(l)
	for _, e := range edits {
		root.apply(e)
	}
	return root.label()
}

func (o *outline) apply(e Edit) {
	switch {
	case e.Kind == storage.EntryRemoved && e.Category == "":
		o.drop(e.Type.Identifier)
	case e.Kind == storage.EntryRemoved:
		o.get(e.Type.Identifier).drop(e.Category)
	case e.Kind == storage.EntryModified:
		o.get(e.Type.Identifier).get(e.Category).clear()
		o.addType(e.Type)
	default:
		o.addType(e.Type)
	}
}

// drop removes the kid with this identifier, if present.
func (o *outline) drop(id string) {
	if o.get(id) == nil {
		return
	}
	delete(o.byID, id)
	o.kids = slices.DeleteFunc(o.kids, func(kid *outline) bool { return kid.id == id })
}

// clear removes every kid.
func (o *outline) clear() {
	if o != nil {
		o.kids, o.byID = nil, nil
	}
}
