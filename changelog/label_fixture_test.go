package changelog_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// title is what the tests call an identifier on a page.
func title(identifier string) string {
	words := strings.Split(strings.ToLower(identifier), "_")
	for i, w := range words {
		if w != "" && w != "to" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// label makes a label of types.
func label(types ...storage.PrivacyType) storage.Label { return storage.Label{Types: types} }

// typed makes a privacy type without detail.
func typed(identifier string, categories ...string) storage.PrivacyType {
	t := storage.PrivacyType{Identifier: identifier, Title: title(identifier)}
	for _, c := range categories {
		t.Categories = append(t.Categories, category(c))
	}
	return t
}

// category makes a category with data types.
func category(identifier string, dataTypes ...string) storage.LabelCategory {
	c := storage.LabelCategory{Identifier: identifier, Title: title(identifier)}
	for _, d := range dataTypes {
		c.DataTypes = append(c.DataTypes, storage.DataType{Identifier: d, Title: title(d)})
	}
	return c
}

// purpose makes a purpose.
func purpose(identifier string, categories ...storage.LabelCategory) storage.Purpose {
	return storage.Purpose{Identifier: identifier, Title: title(identifier), Categories: categories}
}

// linked makes a type DATA_LINKED_TO_YOU as the detail page has it: all it says
// is said by purpose.
func linked(purposes ...storage.Purpose) storage.PrivacyType {
	return storage.PrivacyType{
		Identifier: storage.DataLinkedToYou, Title: title(storage.DataLinkedToYou), Purposes: purposes,
	}
}

// tracking makes a type DATA_USED_TO_TRACK_YOU.
func tracking(categories ...storage.LabelCategory) storage.PrivacyType {
	t := typed(storage.DataUsedToTrackYou)
	t.Categories = categories
	return t
}

var (
	someTypes = []string{
		storage.DataUsedToTrackYou, storage.DataLinkedToYou, storage.DataNotLinkedToYou,
		storage.DataNotCollected, "DATA_OF_ANOTHER_KIND",
	}
	someCategories = []string{"CONTACT_INFO", "LOCATION", "IDENTIFIERS", "USAGE_DATA", "OTHER"}
	somePurposes   = []string{"ANALYTICS", "APP_FUNCTIONALITY", "DEVELOPER_ADVERTISING"}
	someDataTypes  = []string{"EMAIL_ADDRESS", "NAME", "COARSE_LOCATION", "USER_ID"}
)

// labelFrom reads any bytes as a label: the first is whether it is
// detailed, each four that follow name a type, a category, a purpose and a
// data type. Nothing keeps them from naming something twice.
func labelFrom(b []byte) storage.Label {
	if len(b) == 0 {
		return storage.Label{}
	}
	whole := b[0]%2 == 0
	var l storage.Label
	for fact := range slices.Chunk(b[1:], 4) {
		if len(fact) == 4 {
			l.Types = append(l.Types, factFrom(fact, whole))
		}
	}
	return l
}

func factFrom(b []byte, whole bool) storage.PrivacyType {
	pick := func(b byte, names []string) string { // "" now and then, but not when whole
		i := int(b) % (len(names) + 1)
		if i == len(names) && whole {
			i = 0
		}
		return append(slices.Clone(names), "")[i]
	}
	t := typed(pick(b[0], someTypes))
	if t.Identifier == storage.DataNotCollected {
		return t
	}
	c := category(pick(b[1], someCategories), pick(b[3], someDataTypes))
	if c.DataTypes[0].Identifier == "" && b[3]%2 == 0 {
		c.DataTypes = nil
	}
	if p := pick(b[2], somePurposes); p != "" && t.Identifier != storage.DataUsedToTrackYou {
		t.Purposes = []storage.Purpose{purpose(p, c)}
	} else {
		t.Categories = []storage.LabelCategory{c}
	}
	return t
}

// factsOf computes independently what a label names: each type, type/category and, in
// a label that is detailed, each use of a data type.
func factsOf(l storage.Label, detail bool) map[string]bool {
	facts := make(map[string]bool)
	say := func(path ...string) {
		if !slices.Contains(path[:2], "") && (len(path) < 4 || path[3] != "") {
			facts[strings.Join(path, "/")] = true
		}
	}
	for _, t := range l.Types {
		if t.Identifier == "" {
			continue
		}
		facts[t.Identifier] = true
		purposes := append([]storage.Purpose{{Categories: t.Categories}}, t.Purposes...)
		for _, p := range purposes {
			for _, c := range p.Categories {
				say(t.Identifier, c.Identifier)
				for _, d := range c.DataTypes {
					if detail {
						say(t.Identifier, c.Identifier, p.Identifier, d.Identifier)
						say(t.Identifier, c.Identifier, "", d.Identifier)
					}
				}
			}
		}
	}
	return facts
}

// shuffled returns the label as another page could show it: other order, other
// language, some of it twice.
func shuffled(l storage.Label, r *rand.Rand) storage.Label {
	var out storage.Label
	for _, t := range l.Types {
		t.Title, t.Detail = "Autre titre", "Autre texte"
		t.Categories = shuffledCategories(t.Categories, r)
		t.Purposes = slices.Clone(t.Purposes)
		for i, p := range t.Purposes {
			t.Purposes[i].Title = "Autre but"
			t.Purposes[i].Categories = shuffledCategories(p.Categories, r)
		}
		r.Shuffle(len(t.Purposes), func(i, j int) { t.Purposes[i], t.Purposes[j] = t.Purposes[j], t.Purposes[i] })
		out.Types = append(out.Types, t)
		if r.IntN(3) == 0 {
			out.Types = append(out.Types, t)
		}
	}
	r.Shuffle(len(out.Types), func(i, j int) { out.Types[i], out.Types[j] = out.Types[j], out.Types[i] })
	return out
}

func shuffledCategories(categories []storage.LabelCategory, r *rand.Rand) []storage.LabelCategory {
	categories = slices.Clone(categories)
	for i, c := range categories {
		categories[i].Title = "Autre groupe"
		categories[i].DataTypes = slices.Clone(c.DataTypes)
		slices.Reverse(categories[i].DataTypes)
	}
	r.Shuffle(len(categories), func(i, j int) { categories[i], categories[j] = categories[j], categories[i] })
	return categories
}
