package tracked

import (
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// firstCanned is the ID of the first invented app, higher than any real ID.
const firstCanned storage.AppID = 9_800_000_001

// canned is an invented app. Any resemblance of its name to a real one is a coincidence.
type canned struct {
	name, developer, genre string
	states                 [len(sampleAges) + 1]cannedState
}

// cannedState is a published state of an invented app. The label is text: a heading, a
// colon and its categories, separated from the next heading by a semicolon.
type cannedState struct {
	version, rating, label, features string
}

// cannedHeadings maps the text of a heading to its privacy type.
var cannedHeadings = map[string]string{
	"track":    storage.DataUsedToTrackYou,
	"linked":   storage.DataLinkedToYou,
	"unlinked": storage.DataNotLinkedToYou,
	"none":     storage.DataNotCollected,
	"missing":  storage.DataNotProvided,
}

// cannedFleet returns the invented apps.
func cannedFleet() []canned {
	return []canned{
		{"Brindle Weather", "Oakmoss Works", "Weather", [...]cannedState{
			{"3.0", "4+", "unlinked: Location, Diagnostics", "VoiceOver"},
			{"3.1", "4+", "unlinked: Location, Diagnostics, Usage Data", "VoiceOver, Larger Text"},
			{"3.2", "4+", "track: Identifiers; unlinked: Location, Diagnostics, Usage Data", "VoiceOver, Larger Text"},
		}},
		{"Copperleaf Notes", "Ina Halloran", "Productivity", [...]cannedState{
			{"1.0", "4+", "none", "VoiceOver, Dark Interface"},
			{"1.1", "4+", "none", "VoiceOver, Dark Interface"},
			{"2.0", "4+", "unlinked: Identifiers, Diagnostics", "VoiceOver, Dark Interface, Voice Control"},
		}},
		{"Driftwood Radio", "Saltmarsh Audio", "Music", [...]cannedState{
			{"5.4", "12+", "track: Identifiers, Usage Data; linked: Contact Info", ""},
			{"5.5", "12+", "track: Identifiers, Usage Data; linked: Contact Info, Location", ""},
			{"6.0", "12+", "linked: Contact Info", "Captions"},
		}},
		{"Evergild Banking", "Gild Mutual", "Finance", [...]cannedState{
			{"9.0", "4+", "linked: Contact Info, Financial Info, Identifiers", "VoiceOver, Sufficient Contrast"},
			{"9.1", "4+", "linked: Contact Info, Financial Info, Identifiers", "VoiceOver, Sufficient Contrast"},
			{"9.2", "4+", "linked: Contact Info, Financial Info, Identifiers, Location", "VoiceOver, Sufficient Contrast"},
		}},
		{"Fernhollow Chess", "Two Rooks", "Games", [...]cannedState{
			{"2.2", "4+", "track: Identifiers; linked: Usage Data", ""},
			{"2.3", "9+", "track: Identifiers; linked: Usage Data, User Content", ""},
			{"2.4", "9+", "linked: Usage Data, User Content", "Reduced Motion"},
		}},
		{"Glimmer Recipes", "Pan & Parsley", "Food & Drink", [...]cannedState{
			{"1.7", "4+", "missing", ""},
			{"1.8", "4+", "unlinked: Usage Data", ""},
			{"1.9", "4+", "unlinked: Usage Data, Search History", "Larger Text"},
		}},
		{"Harrow Fitness", "Upland Motion", "Health & Fitness", [...]cannedState{
			{"4.0", "4+", "linked: Health & Fitness, Contact Info", "VoiceOver"},
			{"4.1", "4+", "linked: Health & Fitness, Contact Info, Location", "VoiceOver"},
			{"4.2", "4+", "linked: Health & Fitness, Contact Info, Location, Sensitive Info", "VoiceOver"},
		}},
		{"Ivory Messenger", "Quillgate", "Social Networking", [...]cannedState{
			{"8.1", "12+", "linked: Contact Info, Contacts, User Content", "VoiceOver, Captions"},
			{"8.2", "12+", "linked: Contact Info, Contacts, User Content", "VoiceOver, Captions"},
			{"8.3", "12+", "linked: Contact Info, User Content", "VoiceOver, Captions"},
		}},
		{"Juniper Market", "Cask & Crate", "Shopping", [...]cannedState{
			{"6.6", "4+", "track: Purchases, Identifiers; linked: Purchases, Contact Info, Financial Info", ""},
			{"6.7", "4+", "track: Purchases, Identifiers, Browsing History; linked: Purchases, Contact Info, Financial Info", ""},
			{"6.8", "4+", "track: Identifiers; linked: Purchases, Contact Info, Financial Info", "Sufficient Contrast"},
		}},
		{"Kestrel Maps", "Broad Valley", "Travel", [...]cannedState{
			{"7.0", "4+", "unlinked: Location", "VoiceOver, Voice Control, Larger Text"},
			{"7.1", "4+", "unlinked: Location", "VoiceOver, Voice Control, Larger Text"},
			{"7.2", "4+", "unlinked: Location, Search History", "VoiceOver, Voice Control, Larger Text, Dark Interface"},
		}},
	}
}

// cannedApps returns the states of each invented app in a storefront, oldest first.
func cannedApps(country string) (apps [][len(sampleAges) + 1]fleet.Listing) {
	for i, c := range cannedFleet() {
		var states [len(sampleAges) + 1]fleet.Listing
		for j, s := range c.states {
			states[j] = c.listing(firstCanned+storage.AppID(i), country, s)
		}
		apps = append(apps, states)
	}
	return apps
}

func (c canned) listing(id storage.AppID, country string, s cannedState) fleet.Listing {
	words := strings.ReplaceAll(strings.ToLower(c.name), " ", "-")
	features := []storage.Feature{}
	for title := range strings.SplitSeq(s.features, ", ") {
		if title != "" {
			features = append(features, storage.Feature{Identifier: strings.ReplaceAll(strings.ToLower(title), " ", "_"), Title: title})
		}
	}
	return fleet.Listing{
		ID: id, Name: &c.name, Developer: &c.developer, GenreName: &c.genre, Country: country,
		URL:      new(fmt.Sprintf("https://apps.apple.com/%s/app/%s/id%d", country, words, id)),
		BundleID: new("example.sample." + words),
		Version:  &s.version, AgeRating: &s.rating, AgeRatingSource: SamplesCanned,
		PriceAmount: new(0.0), PriceFormatted: new("Free"),
		PrivacyPolicyURL: new("https://" + words + ".example/privacy"),
		Label:            cannedLabel(s.label), Features: &features, Extractor: SamplesCanned + "/1",
	}
}

func cannedLabel(text string) *storage.Label {
	var label storage.Label
	for part := range strings.SplitSeq(text, "; ") {
		word, categories, _ := strings.Cut(part, ": ")
		t := storage.PrivacyType{Identifier: cannedHeadings[word]}
		for title := range strings.SplitSeq(categories, ", ") {
			if title != "" {
				identifier := strings.ToUpper(strings.ReplaceAll(strings.ReplaceAll(title, "&", "and"), " ", "_"))
				t.Categories = append(t.Categories, storage.LabelCategory{Identifier: identifier, Title: title})
			}
		}
		label.Types = append(label.Types, t)
	}
	label = vocabulary.Label(storage.MainStore, label)
	return &label
}
