package vocabulary

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Play is the name of the source of Google Play's apps.
const Play = storage.SourcePlay

// AppStore is the name of the App Store in sentences.
const AppStore = "the App Store"

// store is what is said of a store and its labels.
type store struct {
	name         string            // alone, as in a table
	title, first string            // within a sentence and at its beginning
	labels       time.Time         // when it introduced labels
	headings     map[string]string // its names of privacy types
	plain        map[string]string // what a label means that has no data, by its privacy type
	added        string            // sentences on a privacy type, with its name
	removed      string
	notTold      string // a sentence on a kind of data that a label does not declare
}

// stores are the stores by their names, see [storage.App.Store].
var stores = map[string]store{
	storage.MainStore: {
		name: "App Store", title: AppStore, first: "The App Store",
		labels:   time.Date(2020, time.December, 14, 0, 0, 0, 0, time.UTC),
		headings: names[PrivacyType],
		plain: map[string]string{
			storage.DataNotCollected: "The developer declares that this app collects no data.",
			storage.DataNotProvided:  "The developer has not given privacy details yet.",
		},
		added: `New privacy label: "%s"`, removed: `Removed privacy label: "%s"`,
		notTold: "The App Store is not told that anything of the kind “%s” is collected.",
	},
	Play: {
		name: "Google Play", title: "Google Play", first: "Google Play",
		labels: time.Date(2022, time.April, 1, 0, 0, 0, 0, time.UTC), // from the 26th on, app by app
		headings: map[string]string{
			storage.DataShared: "Data shared", storage.DataCollected: "Data collected",
			storage.DataNotCollected: "No data collected or shared", storage.DataNotProvided: "No information available",
		},
		plain: map[string]string{
			storage.DataNotCollected: "The developer declares that this app neither collects nor shares data.",
			storage.DataNotProvided:  "The developer has not filled in the data safety section.",
		},
		added: `New in the data safety section: "%s"`, removed: `No longer in the data safety section: "%s"`,
		notTold: "Google Play is not told that anything of the kind “%s” is collected or shared.",
	},
}

// Stores returns the names of the stores, the main one first.
func Stores() []string { return []string{storage.MainStore, Play} }

// storeCalled returns a store by its name or that of its source. A further one that is not known has the words
// of the main one.
func storeCalled(name string) store {
	if s, known := stores[name]; known {
		return s
	}
	s := stores[storage.MainStore]
	if name != "" {
		s.name = fmt.Sprintf("source %q", name)
		s.title, s.first = s.name, "The "+s.name
	}
	return s
}

// SourceName returns the name of a source of apps where it stands alone.
func SourceName(source string) string { return storeCalled(source).name }

// SourceTitle returns the name of a source of apps in sentences. Empty is the main one, the App
// Store.
func SourceTitle(source string) string { return storeCalled(source).title }

// InSentence returns the name of a source at the beginning of a sentence.
func InSentence(source string) string { return storeCalled(source).first }

// LabelsBegan returns when a store introduced labels: no earlier page of an app shows one. A store that
// is not known began when the first one did.
func LabelsBegan(source string) time.Time { return storeCalled(source).labels }

// Heading returns the name of a privacy type in the labels of a store. One that is not in the
// vocabulary has the text that it came with or, without one, its own words.
func Heading(store, id, text string) string {
	if name, known := storeCalled(store).headings[id]; known {
		return name
	}
	return PrivacyType.Name(id, text)
}

// IsPrivacyType reports whether a store has a privacy type with this identifier.
func IsPrivacyType(id string) bool {
	for _, s := range stores {
		if _, known := s.headings[id]; known {
			return true
		}
	}
	return false
}

// Plain returns a sentence on what a label of a store says that names no data, empty if the
// privacy type is one that has data.
func Plain(store, privacyType string) string { return storeCalled(store).plain[privacyType] }

// Plains returns all sentences of [Plain].
func Plains() (all []string) {
	for _, s := range stores {
		for _, text := range s.plain {
			all = append(all, text)
		}
	}
	slices.Sort(all)
	return all
}

// NewHeading returns a sentence on a privacy type, by its name, that a label of a store has newly.
func NewHeading(store, name string) string { return fmt.Sprintf(storeCalled(store).added, name) }

// GoneHeading is [NewHeading] of one that a label no longer has.
func GoneHeading(store, name string) string { return fmt.Sprintf(storeCalled(store).removed, name) }

// StoreOfHeading returns the store in whose words a sentence of [NewHeading] or [GoneHeading] is, the main
// one for another sentence.
func StoreOfHeading(sentence string) string {
	for name, s := range stores {
		for _, format := range []string{s.added, s.removed} {
			if begin, _, _ := strings.Cut(format, "%s"); strings.HasPrefix(sentence, begin) {
				return name
			}
		}
	}
	return storage.MainStore
}

// NotTold returns the format of a sentence on a kind of data that no label in a store declares.
func NotTold(store string) string { return storeCalled(store).notTold }

// NotTolds returns all formats of [NotTold].
func NotTolds() (all []string) {
	for _, store := range Stores() {
		all = append(all, NotTold(store))
	}
	return all
}

// Verb returns what an app does with the data of a privacy type.
func Verb(privacyType string) string {
	if privacyType == storage.DataShared {
		return "shares"
	}
	return "collects"
}

// StoreOf returns the store in whose words labels are, as [storage.App.Store] names it: only labels
// of Google Play have its privacy types, and security practices.
func StoreOf(labels ...storage.Label) string {
	for _, l := range labels {
		if len(l.Practices) > 0 || slices.ContainsFunc(l.Types, func(t storage.PrivacyType) bool {
			return t.Identifier == storage.DataShared || t.Identifier == storage.DataCollected
		}) {
			return Play
		}
	}
	return storage.MainStore
}
