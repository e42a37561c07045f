package changelog

import "github.com/privacylabels/auditor/storage"

// label converts the outline o back to a label.
func (o *outline) label() storage.Label {
	var l storage.Label
	for _, t := range o.kids {
		l.Types = append(l.Types, t.privacyType())
	}
	return l
}

// part returns the type o with only one of its categories, for an entry about that category.
func (o *outline) part(category *outline) storage.PrivacyType {
	alone := &outline{id: o.id, title: o.title, detail: o.detail}
	alone.adopt(category)
	return alone.privacyType()
}

// privacyType converts the type o: its categories and, inverted, the
// categories of each purpose.
func (o *outline) privacyType() storage.PrivacyType {
	t := storage.PrivacyType{
		Identifier: o.id, Title: o.title, Detail: o.detail,
		Categories: make([]storage.LabelCategory, 0, len(o.kids)),
	}
	places := make(map[string]int) // of the purposes so far
	for _, c := range o.kids {
		t.Categories = append(t.Categories, c.labelCategory(c.get(anyPurpose)))
		for _, p := range c.purposes() {
			place, met := places[p.id]
			if !met {
				place = len(t.Purposes)
				places[p.id] = place
				t.Purposes = append(t.Purposes, storage.Purpose{Identifier: p.id, Title: p.title})
			}
			into := &t.Purposes[place]
			into.Categories = append(into.Categories, c.labelCategory(p))
		}
	}
	return t
}

// labelCategory returns the category o with the data types below use.
func (o *outline) labelCategory(use *outline) storage.LabelCategory {
	c := storage.LabelCategory{Identifier: o.id, Title: o.title}
	if use != nil {
		for _, d := range use.kids {
			c.DataTypes = append(c.DataTypes, storage.DataType{Identifier: d.id, Title: d.title})
		}
	}
	return c
}
