package appstore

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// What the extractors hand over of a label: the page's own words.
type (
	rawType struct {
		identifier, title, detail string
		categories                []rawCategory
		purposes                  []rawPurpose
	}
	rawCategory struct {
		identifier, title string
		dataTypes         []string
	}
	rawPurpose struct {
		identifier, title string
		categories        []rawCategory
	}
)

// maxParts bounds the parts of each part of a label. The store has sixteen
// categories at most.
const maxParts = 64

// newLabel makes a label of what the page says about each type. A type that is
// named twice, such as in a summary and with its details, is one type: the first
// mention gives its texts. The result is nil when there is nothing, or something
// that cannot be told: half a label would look like a change.
func newLabel(raws []rawType, english bool) *storage.Label {
	var label storage.Label
	for _, raw := range raws {
		w, ok := typeLexicon.resolve(raw.identifier, raw.title, english)
		if !ok {
			return nil
		}
		i := slices.IndexFunc(label.Types, func(t storage.PrivacyType) bool { return t.Identifier == w.id })
		if i < 0 {
			i = len(label.Types)
			label.Types = append(label.Types, storage.PrivacyType{
				Identifier: w.id, Title: w.title, Detail: detail(raw.detail, english),
				Categories: []storage.LabelCategory{},
			})
		}
		if !addType(&label.Types[i], raw, english) {
			return nil
		}
	}
	if !label.Known() || len(label.Types) > maxParts {
		return nil
	}
	return &label
}

// addType adds what one mention of a type says.
func addType(t *storage.PrivacyType, raw rawType, english bool) bool {
	if t.Identifier == storage.DataNotCollected || t.Identifier == storage.DataNotProvided {
		return true // whatever stands below it, there is nothing to say
	}
	if !addCategories(&t.Categories, raw.categories, english) {
		return false
	}
	for _, p := range raw.purposes {
		w, ok := purposeLexicon.resolve(p.identifier, p.title, english)
		if !ok {
			return false
		}
		i := slices.IndexFunc(t.Purposes, func(q storage.Purpose) bool { return q.Identifier == w.id })
		if i < 0 {
			i = len(t.Purposes)
			t.Purposes = append(t.Purposes, storage.Purpose{
				Identifier: w.id, Title: w.title, Categories: []storage.LabelCategory{},
			})
		}
		if !addCategories(&t.Purposes[i].Categories, p.categories, english) ||
			!addCategories(&t.Categories, p.categories, english) {
			return false
		}
	}
	return len(t.Purposes) <= maxParts
}

// addCategories adds categories and their data types, each once.
func addCategories(all *[]storage.LabelCategory, raws []rawCategory, english bool) bool {
	for _, raw := range raws {
		w, ok := categoryLexicon.resolve(raw.identifier, raw.title, english)
		if !ok {
			return false
		}
		i := slices.IndexFunc(*all, func(c storage.LabelCategory) bool { return c.Identifier == w.id })
		if i < 0 {
			i = len(*all)
			*all = append(*all, storage.LabelCategory{Identifier: w.id, Title: w.title})
		}
		c := &(*all)[i]
		for _, text := range raw.dataTypes {
			d := dataType(c.Identifier, text, len(raw.dataTypes) == 1, english)
			if d.Title != "" && !slices.Contains(c.DataTypes, d) {
				c.DataTypes = append(c.DataTypes, d)
			}
		}
		if len(c.DataTypes) > maxParts {
			return false
		}
	}
	return len(*all) <= maxParts
}

// dataType finds the identifier of a data type, for which a page has a text in
// its own language only. Alone says that the text is the only one of its category.
func dataType(category, text string, alone, english bool) storage.DataType {
	title := term(text, maxTitle)
	if w, ok := dataTypeLexicon.byTitle[fold(title)]; ok {
		if english {
			w.title = title
		}
		return storage.DataType{Identifier: w.id, Title: w.title}
	}
	if english {
		return storage.DataType{Identifier: strings.ToUpper(slug(title)), Title: title}
	}
	if w, ok := single[category]; ok && alone {
		return storage.DataType{Identifier: w.id, Title: w.title}
	}
	return storage.DataType{Title: title}
}

// detail keeps the sentence below a type's title where the page is in English.
func detail(s string, english bool) storage.Text {
	if !english {
		return ""
	}
	return storage.Text(line(s, maxDetail))
}

// isEnglish says whether a language tag (BCP 47) stands for English. A page that
// names no language is taken to be, since English is what is asked for.
func isEnglish(tag string) bool {
	tag = strings.ToLower(tag)
	return tag == "" || tag == "en" || strings.HasPrefix(tag, "en-") || strings.HasPrefix(tag, "en_")
}
