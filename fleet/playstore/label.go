package playstore

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// maxParts is how many categories, data types of a category, and practices a label has at most. Google
// Play has 14, 9 and 6.
const maxParts = 64

// The titles of privacy types, as on Google Play.
const (
	titleCollected = "Data collected"
	titleShared    = "Data shared"
	titleNothing   = "No data collected or shared"
	titleMissing   = "No information available"
)

// use is what a page says about a data type under a heading.
type use struct {
	category, dataType, purpose string // identifiers
	optional                    bool
}

// reader reads a label.
type reader struct {
	english bool
	titles  map[string]string // by identifier, of what the label names
	unknown []string          // words that are not in the vocabulary

	purposes, knownPurposes int // how many were read
}

// sections are the two sections by their icons and English headings, folded.
var sections = map[string]string{
	"Yld8nGY9Bomd8JIxg7mHNFvTgP-iJvYCWkJdcmDSMz3ZWY8YlscDTJEf08WOkJ7yMWce77Dxi9g": storage.DataShared,
	"data shared": storage.DataShared, "no data shared with third parties": storage.DataShared,
	"XM6MUzHrZgnqgHqbNfNd460VSiWac9xFKsYVpSU4czPoBFVFOiI-R6qVHg_NcwwGJtWjlvGnZeo": storage.DataCollected,
	"data collected": storage.DataCollected, "no data collected": storage.DataCollected,
}

// isOther reports whether a section is known to be the other one than that of a heading.
func isOther(section any, heading string) bool {
	for _, sign := range []string{icon(field(section, 6)), strings.ToLower(text(section, 2))} {
		if known := sections[sign]; known != "" && known != heading {
			return true
		}
	}
	return false
}

// label reads the data safety field of an app. The error says what was not understood.
func (r *reader) label(safety any) (*storage.Label, error) {
	collects, err := flag(safety, 4, 2, 1)
	if err != nil {
		return nil, fmt.Errorf("whether data is collected: %w", err)
	}
	shares, err := flag(safety, 4, 2, 2)
	if err != nil {
		return nil, fmt.Errorf("whether data is shared: %w", err)
	}
	label := new(storage.Label)
	for _, section := range []struct {
		heading, title string
		declared       bool
		content        any
	}{
		{storage.DataShared, titleShared, shares, field(safety, 5, 1)},
		{storage.DataCollected, titleCollected, collects, field(safety, 5, 2)},
	} {
		uses, err := r.section(section.content)
		switch {
		case isOther(section.content, section.heading):
			return nil, fmt.Errorf("%s: the sections have changed places", section.title)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", section.title, err)
		case section.declared != (len(uses) > 0):
			return nil, fmt.Errorf("%s: the page contradicts itself", section.title)
		case section.declared:
			label.Types = append(label.Types, r.privacyType(section.heading, section.title, uses))
		}
	}
	if !label.Known() {
		label.Types = []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: titleNothing, Categories: []storage.LabelCategory{}}}
	}
	if r.isForeign(safety) {
		return nil, errors.New("neither a heading nor a purpose is in English")
	}
	label.Practices, err = r.practices(elements(field(safety, 10, 3)))
	return label, err
}

// isForeign reports whether a page that is said to be in English has data, and neither a heading nor a purpose
// in English. Its words would make a label that no other page has.
func (r *reader) isForeign(safety any) bool {
	for n := 1; n <= 2; n++ {
		heading := text(safety, 5, n, 2)
		if heading == "" || sections[strings.ToLower(heading)] != "" {
			return false
		}
	}
	return r.purposes > 0 && r.knownPurposes == 0
}

// section returns the uses that a section lists.
func (r *reader) section(section any) (uses []use, err error) {
	listed := field(section, 1)
	categories, isList := listed.([]any)
	if listed != nil && !isList || section == nil || len(categories) > maxParts {
		return nil, errors.New("the section has another form")
	}
	for _, c := range categories {
		id, title, known, ok := vocabulary.PlayCategory(text(c, 1, 2), icon(field(c, 1, 1)), r.english)
		types := elements(field(c, 5))
		if !ok || len(types) == 0 || len(types) > maxParts {
			return nil, errors.New("a category was not understood")
		}
		r.name(id, title, known)
		for _, t := range types {
			of, err := r.dataType(id, t)
			if err != nil {
				return nil, err
			}
			uses = append(uses, of...)
		}
	}
	return uses, nil
}

// dataType returns the uses of a data type, one for each purpose.
func (r *reader) dataType(category string, t any) ([]use, error) {
	if !r.english {
		return nil, errors.New("the page is not in English, and data types have no icons")
	}
	name := text(t, 1)
	optional, err := flag(t, 2)
	if name == "" || err != nil {
		return nil, errors.New("a data type was not understood")
	}
	id, title, known := vocabulary.PlayType(name)
	r.name(id, title, known)

	ids, titles, known := vocabulary.PlayPurposes(text(t, 3))
	if len(ids) == 0 {
		return nil, errors.New("the purposes of a data type were not understood")
	}
	var uses []use
	for i, purpose := range ids {
		if r.purposes++; known || vocabulary.PlayTitle(purpose) != "" {
			r.knownPurposes++
		}
		r.name(purpose, titles[i], known || vocabulary.PlayTitle(purpose) != "")
		uses = append(uses, use{category, id, purpose, optional})
	}
	return uses, nil
}

// practices returns the identifiers of security practices.
func (r *reader) practices(listed []any) ([]string, error) {
	if len(listed) > maxParts {
		return nil, errors.New("too many security practices")
	}
	var ids []string
	for _, p := range listed {
		id, title, known, ok := vocabulary.PlayPractice(text(p, 2), icon(field(p, 1)), r.english)
		if !ok {
			return nil, errors.New("a security practice was not understood")
		}
		r.name(id, title, known)
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// name keeps the title of an identifier.
func (r *reader) name(id, title string, known bool) {
	if r.titles == nil {
		r.titles = make(map[string]string)
	}
	if r.titles[id] = title; !known {
		r.unknown = append(r.unknown, title)
	}
}

// privacyType returns the uses under a heading in one order, whatever the order of the page.
func (r *reader) privacyType(heading, title string, uses []use) storage.PrivacyType {
	order.Sort(uses, func(a, b use) int {
		return cmp.Or(strings.Compare(a.category, b.category), strings.Compare(a.dataType, b.dataType), strings.Compare(a.purpose, b.purpose))
	})
	required := make(map[[2]string]bool) // if one mention is, all are
	for _, u := range uses {
		required[[2]string{u.category, u.dataType}] = required[[2]string{u.category, u.dataType}] || !u.optional
	}
	t := storage.PrivacyType{Identifier: heading, Title: title}
	purposes := make(map[string]*storage.Purpose)
	for _, u := range uses {
		d := storage.DataType{Identifier: u.dataType, Title: r.titles[u.dataType], Optional: !required[[2]string{u.category, u.dataType}]}
		p := purposes[u.purpose]
		if p == nil {
			p = &storage.Purpose{Identifier: u.purpose, Title: r.titles[u.purpose]}
			purposes[u.purpose] = p
		}
		t.Categories = r.with(t.Categories, u.category, d)
		p.Categories = r.with(p.Categories, u.category, d)
	}
	for _, p := range purposes {
		t.Purposes = append(t.Purposes, *p)
	}
	order.Sort(t.Purposes, func(a, b storage.Purpose) int { return strings.Compare(a.Identifier, b.Identifier) })
	return t
}

// with adds a data type to the last of categories, which are sorted, unless it is there.
func (r *reader) with(all []storage.LabelCategory, category string, d storage.DataType) []storage.LabelCategory {
	if n := len(all); n == 0 || all[n-1].Identifier != category {
		all = append(all, storage.LabelCategory{Identifier: category, Title: cmp.Or(vocabulary.PlayTitle(category), r.titles[category])})
	}
	last := &all[len(all)-1]
	if !slices.Contains(last.DataTypes, d) {
		last.DataTypes = append(last.DataTypes, d)
	}
	return all
}

// icon returns the last element of the URL of an icon, without parameters of its size.
func icon(v any) string {
	address := text(v, 4, 3)
	name, _, _ := strings.Cut(address[strings.LastIndexByte(address, '/')+1:], "=")
	return name
}
