package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// The words that the labels of these tests are made of, by identifier.
var (
	typeWords    = map[string]string{"DATA_USED_TO_TRACK_YOU": "Data Used to Track You", "DATA_LINKED_TO_YOU": "Data Linked to You", "DATA_NOT_LINKED_TO_YOU": "Data Not Linked to You"}
	purposeWords = map[string]string{"ANALYTICS": "Analytics", "APP_FUNCTIONALITY": "App Functionality", "PRODUCT_PERSONALIZATION": "Product Personalization"}
	featureWords = map[string]string{"voiceover": "VoiceOver", "captions": "Captions", "larger_text": "Larger Text"}
	featureIcons = map[string]string{"voiceover": "voiceover", "captions": "captions.bubble", "larger_text": "textformat.size"}

	categoryWords = map[string]string{"LOCATION": "Location", "IDENTIFIERS": "Identifiers", "PURCHASES": "Purchases", "SEARCH_HISTORY": "Search History", "DIAGNOSTICS": "Diagnostics"}
	dataWords     = map[string]map[string]string{
		"LOCATION":       {"PRECISE_LOCATION": "Precise Location", "COARSE_LOCATION": "Coarse Location"},
		"IDENTIFIERS":    {"USER_ID": "User ID", "DEVICE_ID": "Device ID"},
		"PURCHASES":      {"PURCHASE_HISTORY": "Purchase History"},
		"SEARCH_HISTORY": {"SEARCH_HISTORY": "Search History"},
		"DIAGNOSTICS":    {"CRASH_DATA": "Crash Data", "PERFORMANCE_DATA": "Performance Data"},
	}
	ratings = []string{"4+", "9+", "13+", "16+", "18+"}
)

// use is one line of a label: data of a kind, collected for a purpose. Tracking
// has no purpose.
type use struct{ privacyType, category, dataType, purpose string }

// state is what an app says of itself at one moment.
type state struct {
	uses     map[use]bool
	features map[string]bool
	rating   string
}

func (s state) clone() state {
	c := state{uses: map[use]bool{}, features: map[string]bool{}, rating: s.rating}
	for u := range s.uses {
		c.uses[u] = true
	}
	for f := range s.features {
		c.features[f] = true
	}
	return c
}

func pick[V any](r *rand.Rand, words map[string]V) string {
	keys := sortedKeys(words)
	return keys[r.IntN(len(keys))]
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func randomUse(r *rand.Rand) use {
	u := use{privacyType: pick(r, typeWords), category: pick(r, categoryWords)}
	u.dataType = pick(r, dataWords[u.category])
	if u.privacyType != storage.DataUsedToTrackYou {
		u.purpose = pick(r, purposeWords)
	}
	return u
}

func randomState(r *rand.Rand) state {
	s := state{uses: map[use]bool{}, features: map[string]bool{}, rating: ratings[r.IntN(len(ratings))]}
	for range 2 + r.IntN(6) {
		s.uses[randomUse(r)] = true
	}
	for range r.IntN(3) {
		s.features[pick(r, featureWords)] = true
	}
	return s
}

// evolve returns the state a week later: mostly the same.
func (s state) evolve(r *rand.Rand) state {
	next := s.clone()
	for r.IntN(3) == 0 {
		u := randomUse(r)
		if next.uses[u] && len(next.uses) > 1 {
			delete(next.uses, u)
		} else {
			next.uses[u] = true
		}
	}
	if r.IntN(8) == 0 {
		f := pick(r, featureWords)
		if next.features[f] {
			delete(next.features, f)
		} else {
			next.features[f] = true
		}
	}
	if r.IntN(15) == 0 {
		next.rating = ratings[r.IntN(len(ratings))]
	}
	return next
}

// app returns the state as the store shows it. In German, kinds of data have
// words that have no mapping, unless their category has one kind only.
func (s state) app(r *rand.Rand, id storage.AppID, german bool) fakestore.App {
	label := &storage.Label{}
	for _, t := range shuffled(r, s.types()) {
		pt := storage.PrivacyType{Identifier: t, Title: typeWords[t]}
		for _, c := range shuffled(r, s.categories(t)) {
			pt.Categories = append(pt.Categories, s.category(r, use{privacyType: t, category: c}, german))
		}
		for _, p := range shuffled(r, s.purposes(t)) {
			purpose := storage.Purpose{Identifier: p, Title: purposeWords[p]}
			for _, c := range shuffled(r, s.categories(t)) {
				if lc := s.category(r, use{privacyType: t, category: c, purpose: p}, german); len(lc.DataTypes) > 0 {
					purpose.Categories = append(purpose.Categories, lc)
				}
			}
			pt.Purposes = append(pt.Purposes, purpose)
		}
		label.Types = append(label.Types, pt)
	}
	features := []storage.Feature{}
	for _, f := range shuffled(r, sortedKeys(s.features)) {
		features = append(features, storage.Feature{Identifier: f, Title: featureWords[f], IconTemplate: storage.Text("systemimage://" + featureIcons[f])})
	}
	a := fakestore.App{ID: id, Name: fmt.Sprintf("App %03d", id), BundleID: fmt.Sprintf("com.example.a%d", id), Version: "1.0", AgeRating: s.rating, Label: label, Features: &features}
	if german {
		a.Language = "de-DE"
	}
	return a
}

// category returns one with the kinds of data that a use like this one has; an
// empty purpose stands for all.
func (s state) category(r *rand.Rand, like use, german bool) storage.LabelCategory {
	c := storage.LabelCategory{Identifier: like.category, Title: categoryWords[like.category]}
	kinds := map[string]bool{}
	for u := range s.uses {
		if u.privacyType == like.privacyType && u.category == like.category && (like.purpose == "" || u.purpose == like.purpose) {
			kinds[u.dataType] = true
		}
	}
	for _, d := range shuffled(r, sortedKeys(kinds)) {
		kind := storage.DataType{Identifier: d, Title: dataWords[like.category][d]}
		if german {
			kind = storage.DataType{Title: "Datenart " + strings.ToLower(d)}
		}
		c.DataTypes = append(c.DataTypes, kind)
	}
	return c
}

func shuffled(r *rand.Rand, list []string) []string {
	r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	return list
}

func (s state) types() []string {
	return s.distinct(func(u use) (string, bool) { return u.privacyType, true })
}

func (s state) categories(privacyType string) []string {
	return s.distinct(func(u use) (string, bool) { return u.category, u.privacyType == privacyType })
}

func (s state) purposes(privacyType string) []string {
	return s.distinct(func(u use) (string, bool) { return u.purpose, u.privacyType == privacyType && u.purpose != "" })
}

func (s state) distinct(of func(use) (string, bool)) []string {
	found := map[string]bool{}
	for u := range s.uses {
		if v, ok := of(u); ok {
			found[v] = true
		}
	}
	return sortedKeys(found)
}
