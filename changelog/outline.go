package changelog

import (
	"cmp"
	"slices"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// outline is a label as a tree of identifiers. Its levels are the label, its types, their
// categories, the purposes of each category, and the data types used for each purpose.
// Kids are in the order in which they were first named.
type outline struct {
	kind      vocabulary.Kind
	id, title string
	detail    storage.Text // of a type
	kids      []*outline
	byID      map[string]*outline

	required bool // of a data type: a mention of it is not optional
}

// anyPurpose is the identifier of the kid of a category that holds all its data types,
// whatever their purpose. No real purpose has this identifier.
const anyPurpose = ""

// isOptional is the identifier of the only kid that a data type below anyPurpose can have: it
// is there if the data type is optional.
const isOptional = "OPTIONAL"

// The depths to which a label is compared.
const (
	toCategories = 2
	toDataTypes  = 5 // and whether they are optional
)

// outlineOf returns the outline of a label, and whether it is detailed.
func outlineOf(l storage.Label) (root *outline, whole bool) {
	root = new(outline)
	named := true
	for _, t := range l.Types {
		named = root.addType(t) && named
	}
	return root, named && len(root.kids) > 0 && root.whole()
}

// addType adds a type to the label o, or merges it with the type of the same identifier. It
// returns false if it left out a part without an identifier.
func (o *outline) addType(t storage.PrivacyType) bool {
	if t.Identifier == "" {
		return false
	}
	into := o.put(vocabulary.PrivacyType, t.Identifier, t.Title)
	into.detail = cmp.Or(into.detail, t.Detail)
	named := true
	for _, c := range t.Categories {
		named = into.addUse(c, storage.Purpose{}) && named
	}
	for _, p := range t.Purposes {
		named = p.Identifier != "" && named
		for _, c := range p.Categories {
			named = into.addUse(c, p) && named
		}
	}
	return named
}

// addUse adds a category below the type o, with its data types below the purpose and below
// anyPurpose.
func (o *outline) addUse(c storage.LabelCategory, p storage.Purpose) bool {
	if c.Identifier == "" {
		return false
	}
	category, purpose, dataType := vocabulary.KindsOf(o.id)
	into := o.put(category, c.Identifier, c.Title)
	if p.Identifier != "" {
		into.put(purpose, p.Identifier, p.Title)
	}
	named := true
	for _, d := range c.DataTypes {
		if d.Identifier == "" {
			named = false
			continue
		}
		into.put(purpose, anyPurpose, "").put(dataType, d.Identifier, d.Title).mention(d.Optional)
		into.put(purpose, p.Identifier, p.Title).put(dataType, d.Identifier, d.Title)
	}
	return named
}

// mention records one mention of the data type o.
func (o *outline) mention(optional bool) {
	switch {
	case !optional:
		o.required, o.kids, o.byID = true, nil, nil
	case !o.required:
		o.put(o.kind, isOptional, "")
	}
}

// optional reports whether o is an optional data type.
func (o *outline) optional() bool { return o.get(isOptional) != nil }

// practicesOf returns the security practices of a label as kids of an element without an
// identifier.
func practicesOf(l storage.Label) *outline {
	set := new(outline)
	for _, id := range l.Practices {
		if id != "" {
			set.put(vocabulary.SecurityPractice, id, "")
		}
	}
	return set
}

// put returns the kid with this identifier, and creates it if necessary.
func (o *outline) put(kind vocabulary.Kind, id, title string) *outline {
	kid := o.byID[id]
	if kid == nil {
		kid = &outline{kind: kind, id: id}
		if o.byID == nil {
			o.byID = make(map[string]*outline)
		}
		o.kids, o.byID[id] = append(o.kids, kid), kid
	}
	kid.title = cmp.Or(kid.title, title)
	return kid
}

// get returns the kid with this identifier, or nil. A nil outline has none.
func (o *outline) get(id string) *outline {
	if o == nil {
		return nil
	}
	return o.byID[id]
}

// mentions reports whether any category of the label o has a data type.
func (o *outline) mentions(dataType string) bool {
	return slices.ContainsFunc(o.kids, func(t *outline) bool {
		return slices.ContainsFunc(t.kids, func(c *outline) bool { return c.get(anyPurpose).get(dataType) != nil })
	})
}

// without returns the kids that other does not have.
func (o *outline) without(other *outline) []*outline {
	if o == nil {
		return nil
	}
	var rest []*outline
	for _, kid := range o.kids {
		if other.get(kid.id) == nil {
			rest = append(rest, kid)
		}
	}
	return rest
}

// same reports whether both have the same identifiers on every level.
func (o *outline) same(other *outline) bool {
	if len(o.kids) != len(other.kids) {
		return false
	}
	for _, kid := range o.kids {
		if twin := other.get(kid.id); twin == nil || !kid.same(twin) {
			return false
		}
	}
	return true
}

// whole reports whether each category of the label o has data types, and a purpose for
// each unless its type is one that has none.
func (o *outline) whole() bool {
	for _, t := range o.kids {
		uses := 2 // anyPurpose and a real one
		if t.purposeless() {
			uses = 1
		}
		for _, c := range t.kids {
			if len(c.kids) < uses {
				return false
			}
			for _, p := range c.kids {
				if len(p.kids) == 0 {
					return false
				}
			}
		}
	}
	return true
}

// purposeless reports whether no data of the type o has a purpose because the store asks for none: as
// for tracking, and for a type that is not in the vocabulary if it names none.
func (o *outline) purposeless() bool {
	if o.id == storage.DataUsedToTrackYou {
		return true
	}
	return !vocabulary.IsPrivacyType(o.id) && !slices.ContainsFunc(o.kids, func(c *outline) bool {
		return slices.ContainsFunc(c.kids, func(p *outline) bool { return p.id != anyPurpose })
	})
}

// name returns how sentences name the element.
func (o *outline) name() string { return o.kind.Name(o.id, o.title) }
