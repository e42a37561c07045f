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

	// The identifiers of the data types of it that each label declares.
	AppStoreTypes, PlayTypes []string
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
		appStore, appStoreTypes := titles(one, row.AppStore)
		play, playTypes := titles(other, row.Play)
		if len(appStore)+len(play) == 0 {
			continue
		}
		all = append(all, Told{
			Name: row.Name, Note: row.Note, AppStore: len(appStore) > 0, Play: len(play) > 0,
			AppStoreSays: says("The App Store", appStore, row.Name), PlaySays: says("Google Play", play, row.Name),
			AppStoreTypes: appStoreTypes, PlayTypes: playTypes,
		})
	}
	return all, true
}

// says returns what is declared in a store about a kind of data, by the names of its data types.
func says(store string, titles []string, name string) string {
	if len(titles) == 0 {
		return fmt.Sprintf("%s is not told that anything of the kind “%s” is collected.", store, name)
	}
	return fmt.Sprintf("%s is told that the app collects %s.", store, join(titles))
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

// declared returns the titles of the data types that a label declares in any way, and the categories
// that it declares without data types.
func declared(l storage.Label) (types map[vocabulary.Term]string, vague map[string]bool) {
	types, vague = make(map[vocabulary.Term]string), make(map[string]bool)
	add := func(categories []storage.LabelCategory) {
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
		add(t.Categories)
		for _, p := range t.Purposes {
			add(p.Categories)
		}
	}
	return types, vague
}

// titles returns the titles of the terms that are declared, and the identifiers of their data types.
func titles(types map[vocabulary.Term]string, terms []vocabulary.Term) (all, declared []string) {
	for _, t := range terms {
		if title, ok := types[t]; ok && !slices.Contains(all, title) {
			all, declared = append(all, title), append(declared, t.DataType)
		}
	}
	return all, declared
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
