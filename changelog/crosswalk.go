package changelog

import (
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// Told is a kind of data that is declared in two stores, or in one of them.
type Told struct {
	Name           string // in plain words, see [vocabulary.Row]
	AppStore, Play bool   // whether the label of that store declares it
	Note           string // where the stores' definitions differ; empty: they agree
	AppStoreSays   string // what the label of the App Store says, as a sentence
	PlaySays       string // what that of Google Play says

	// The identifiers of the data types of it that each label declares. Google Play tells what is collected
	// from what is shared, and a data type may be both.
	AppStoreTypes, PlayTypes, PlayShared []string
}

// Differs reports whether it is declared in only one of the stores.
func (t Told) Differs() bool { return t.AppStore != t.Play }

// CompareStores compares the label of an app in the App Store with that of the same app on Google
// Play, by the table that says what both call the same data. It returns each kind of data that at
// least one of them declares and for which both stores have a name. Where the App Store's label names
// the category but no data types, it is not known which of them are meant, and they are left out.
//
// It returns false if one of the labels is not known, or not filled in: then nothing differs.
func CompareStores(appStore, play storage.Label) ([]Told, bool) {
	for _, l := range []storage.Label{appStore, play} {
		if said := l.Provided(); said == nil || !*said {
			return nil, false
		}
	}
	one, vague := declared(appStore)
	other, _ := declared(play)
	var all []Told
	for _, row := range vocabulary.Crosswalk() {
		if len(row.AppStore) == 0 || len(row.Play) == 0 || slices.ContainsFunc(row.AppStore, func(t vocabulary.Term) bool { return vague[t.Category] }) {
			continue
		}
		appStore, play := one.of(row.AppStore), other.of(row.Play)
		if appStore.none() && play.none() {
			continue
		}
		all = append(all, Told{
			Name: row.Name, Note: row.Note, AppStore: !appStore.none(), Play: !play.none(),
			AppStoreSays: appStore.says(storage.MainStore, row.Name), PlaySays: play.says(vocabulary.Play, row.Name),
			AppStoreTypes: appStore.collected.types, PlayTypes: play.collected.types, PlayShared: play.shared.types,
		})
	}
	return all, true
}

// told is the data types of a kind of data that a label declares.
type told struct{ collected, shared list }

// list is data types with the titles that a label has for them.
type list struct{ titles, types []string }

func (l *list) add(title, dataType string) {
	if !slices.Contains(l.titles, title) {
		l.titles, l.types = append(l.titles, title), append(l.types, dataType)
	}
}

func (t told) none() bool { return len(t.collected.titles)+len(t.shared.titles) == 0 }

// says returns what is declared in a store about a kind of data, by the names of its data types.
func (t told) says(store, name string) string {
	begin := vocabulary.InSentence(store)
	switch {
	case t.none():
		return fmt.Sprintf(vocabulary.NotTold(store), name)
	case len(t.shared.titles) == 0:
		return fmt.Sprintf("%s is told that the app collects %s.", begin, join(t.collected.titles))
	case len(t.collected.titles) == 0:
		return fmt.Sprintf("%s is told that the app shares %s.", begin, join(t.shared.titles))
	case slices.Equal(t.collected.types, t.shared.types):
		return fmt.Sprintf("%s is told that the app collects and shares %s.", begin, join(t.shared.titles))
	}
	return fmt.Sprintf("%s is told that the app collects %s, and shares %s.", begin, join(t.collected.titles), join(t.shared.titles))
}

// join returns names as a list in a sentence.
func join(names []string) (list string) {
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			list += " and "
		case i > 0:
			list += ", "
		}
		list += "“" + name + "”"
	}
	return list
}

// declaration is the data types that a label declares, by how they are used.
type declaration struct{ collected, shared map[vocabulary.Term]string }

// declared returns the titles of the data types that a label declares, and the categories that it declares
// without data types.
func declared(l storage.Label) (d declaration, vague map[string]bool) {
	d = declaration{make(map[vocabulary.Term]string), make(map[vocabulary.Term]string)}
	vague = make(map[string]bool)
	add := func(types map[vocabulary.Term]string, categories []storage.LabelCategory) {
		for _, c := range categories {
			named := false
			for _, d := range c.DataTypes {
				if d.Identifier != "" {
					named = true
					types[vocabulary.Term{Category: c.Identifier, DataType: d.Identifier}] = d.Title
				}
			}
			if !named {
				vague[c.Identifier] = true
			}
		}
	}
	for _, t := range l.Types {
		types := d.collected
		if t.Identifier == storage.DataShared {
			types = d.shared
		}
		add(types, t.Categories)
		for _, p := range t.Purposes {
			add(types, p.Categories)
		}
	}
	return d, vague
}

// of returns which of some terms are declared.
func (d declaration) of(terms []vocabulary.Term) (t told) {
	for _, term := range terms {
		if title, ok := d.collected[term]; ok {
			t.collected.add(title, term.DataType)
		}
		if title, ok := d.shared[term]; ok {
			t.shared.add(title, term.DataType)
		}
	}
	return t
}

// DiffGaps returns the entries about what is declared in only one of two stores: those that opened,
// and then those that closed. Both apps of a pair have them.
func DiffGaps(older, newer []storage.Gap) []storage.Entry {
	missing := func(list, other []storage.Gap, kind storage.EntryType, sentence string) (entries []storage.Entry) {
		for _, gap := range list {
			if slices.ContainsFunc(other, func(o storage.Gap) bool { return o.Name == gap.Name && o.ToldTo == gap.ToldTo }) {
				continue
			}
			told, not := "the App Store", "Google Play"
			if gap.ToldTo.IsNumber() {
				told, not = not, told
			}
			entries = append(entries, storage.Entry{
				Type: kind, Category: storage.CategoryPair, Description: fmt.Sprintf(sentence, told, gap.Name, not),
				Subject: storage.Subject{Feature: gap.Name},
			})
		}
		return entries
	}
	opened := missing(newer, older, storage.EntryAdded, "The stores are told different things: %s is told of %s, %s is not")
	return append(opened, missing(older, newer, storage.EntryRemoved, "The stores are no longer told different things: %[1]s was told of %[2]s, %[3]s was not")...)
}
