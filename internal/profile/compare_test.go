package profile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

const unknown = "DATA_OF_NO_ONE"

// labelOf returns a label with these categories under headings, given in turns.
func labelOf(pairs ...string) storage.Label {
	var l storage.Label
	for i := 0; i < len(pairs); i += 2 {
		t := storage.PrivacyType{Identifier: pairs[i]}
		if pairs[i+1] != "" {
			t.Categories = []storage.LabelCategory{{Identifier: pairs[i+1]}}
		}
		l.Types = append(l.Types, t)
	}
	return l
}

func compare(tiers map[string]profile.Tier, l storage.Label) profile.Comparison {
	return profile.Privacy{Tiers: tiers}.Compare(profile.FootprintOf(l))
}

// Each category is told apart in each tier, whatever the others are.
func TestFootprintHoldsEveryCategory(t *testing.T) {
	t.Parallel()
	headings := []string{"", storage.DataNotLinkedToYou, storage.DataLinkedToYou, storage.DataUsedToTrackYou}
	everything := map[string]profile.Tier{}
	for _, c := range profile.Categories() {
		everything[c] = profile.NotCollected
	}
	for shift := range headings {
		var l storage.Label
		want := map[string]profile.Tier{}
		for i, c := range profile.Categories() {
			tier := (i + shift) % len(headings)
			if tier == 0 {
				continue
			}
			want[c] = profile.Tier(tier)
			l.Types = append(l.Types, labelOf(headings[tier], c).Types...)
		}
		got := map[string]profile.Tier{}
		for _, m := range compare(everything, l).Mismatches {
			got[m.Category] = m.Observed
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("observed (-want +got):\n%s", diff)
		}
	}
}

func TestFootprintIsTheWorstTier(t *testing.T) {
	t.Parallel()
	underPurpose := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou,
		Purposes:   []storage.Purpose{{Identifier: "ANALYTICS", Categories: []storage.LabelCategory{{Identifier: profile.Location}}}},
	}}}
	for name, test := range map[string]struct {
		label storage.Label
		want  profile.Tier
	}{
		"nothing known":       {storage.Label{}, profile.NotCollected},
		"nothing collected":   {labelOf(storage.DataNotCollected, profile.Location), profile.NotCollected},
		"worst last":          {labelOf(storage.DataNotLinkedToYou, profile.Location, storage.DataUsedToTrackYou, profile.Location), profile.Tracking},
		"worst first":         {labelOf(storage.DataLinkedToYou, profile.Location, storage.DataNotLinkedToYou, profile.Location), profile.Linked},
		"an unheard heading":  {labelOf(unknown, profile.Location), profile.NotCollected},
		"an unheard category": {labelOf(storage.DataUsedToTrackYou, "WEATHER"), profile.NotCollected},
		"under a purpose":     {underPurpose, profile.Linked},
	} {
		got := profile.NotCollected
		for _, m := range compare(map[string]profile.Tier{profile.Location: profile.NotCollected}, test.label).Mismatches {
			got = m.Observed
		}
		if got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	label := labelOf(storage.DataUsedToTrackYou, profile.Location, storage.DataLinkedToYou, profile.Contacts,
		storage.DataLinkedToYou, profile.UserContent, storage.DataNotLinkedToYou, profile.Diagnostics)
	for name, test := range map[string]struct {
		tiers map[string]profile.Tier
		want  profile.Comparison
	}{
		"never set": {nil, profile.Comparison{Mismatches: []profile.Mismatch{}, Declared: true}},
		"no bounds": {map[string]profile.Tier{}, profile.Comparison{Mismatches: []profile.Mismatch{}, Declared: true}},
		"one three tiers too far": {
			map[string]profile.Tier{profile.Location: profile.NotCollected, profile.Diagnostics: profile.NotLinked},
			profile.Comparison{
				Mismatches: []profile.Mismatch{{profile.Location, profile.NotCollected, profile.Tracking, 3}},
				Count:      1, TotalGap: 3, ProfileActive: true, Declared: true,
			},
		},
		"the widest first, then by name": {
			map[string]profile.Tier{
				profile.UserContent: profile.NotLinked, profile.Contacts: profile.NotLinked, profile.Location: profile.NotLinked,
				profile.Diagnostics: profile.Tracking, profile.Purchases: profile.NotCollected,
			},
			profile.Comparison{
				Mismatches: []profile.Mismatch{
					{profile.Location, profile.NotLinked, profile.Tracking, 2}, {profile.Contacts, profile.NotLinked, profile.Linked, 1},
					{profile.UserContent, profile.NotLinked, profile.Linked, 1},
				},
				Count: 3, TotalGap: 4, ProfileActive: true, Declared: true,
			},
		},
	} {
		if diff := cmp.Diff(test.want, compare(test.tiers, label)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestBeyondIsWhatIsNew(t *testing.T) {
	t.Parallel()
	none := map[string]profile.Tier{profile.Location: profile.NotCollected, profile.Contacts: profile.NotCollected}
	before := compare(none, labelOf(storage.DataNotLinkedToYou, profile.Location))
	after := compare(none, labelOf(storage.DataUsedToTrackYou, profile.Location, storage.DataNotLinkedToYou, profile.Contacts))
	want := []profile.Mismatch{{profile.Contacts, profile.NotCollected, profile.NotLinked, 1}}
	if diff := cmp.Diff(want, after.Beyond(before)); diff != "" {
		t.Errorf("beyond (-want +got):\n%s", diff)
	}
	if got := before.Beyond(after); got != nil {
		t.Errorf("what went is reported as new: %v", got)
	}
	if diff := cmp.Diff(after.Mismatches, after.Beyond(profile.Comparison{})); diff != "" {
		t.Errorf("of a new app (-want +got):\n%s", diff)
	}
}

func TestBadge(t *testing.T) {
	t.Parallel()
	far := map[string]profile.Tier{
		profile.Location: profile.NotCollected, profile.Contacts: profile.NotLinked, profile.Identifiers: profile.NotLinked,
		profile.HealthAndFitness: profile.Linked,
	}
	linked := func(categories ...string) (l storage.Label) {
		for _, c := range categories {
			l.Types = append(l.Types, labelOf(storage.DataLinkedToYou, c).Types...)
		}
		return l
	}
	for name, test := range map[string]struct {
		tiers map[string]profile.Tier
		label storage.Label
		want  profile.Badge
	}{
		"no profile": {nil, linked(profile.Location), profile.Badge{
			Tone: "ok", Kind: "no_profile", Label: "No profile", Description: "There is no privacy profile to compare with.",
		}},
		"match": {far, linked(profile.HealthAndFitness), profile.Badge{
			Tone: "ok", Kind: "match", Label: "Matches", Description: "Nothing that the developer declares goes beyond your profile.",
		}},
		"nothing is collected": {far, labelOf(storage.DataNotCollected, ""), profile.Badge{
			Tone: "ok", Kind: "match", Label: "Matches", Description: "Nothing that the developer declares goes beyond your profile.",
		}},
		"nothing is declared": {far, labelOf(storage.DataNotProvided, ""), profile.Badge{
			Tone: "ok", Kind: "match", Label: "Nothing declared",
			Description: "The developer has declared nothing that could be compared with your profile.",
		}},
		"one": {far, linked(profile.Contacts), profile.Badge{
			Count: 1, TotalGap: 1, Tone: "warn", Kind: "mismatches", Label: "1 mismatch", WorstCategory: "CONTACTS", WorstCategoryLabel: "Contacts",
			Description: "Contacts is linked to you; your profile wants it to be at most collected without a link to you.",
		}},
		"one that is three tiers too far": {far, labelOf(storage.DataUsedToTrackYou, profile.Location), profile.Badge{
			Count: 1, TotalGap: 3, Tone: "bad", Kind: "mismatches", Label: "1 mismatch", WorstCategory: "LOCATION", WorstCategoryLabel: "Location",
			Description: "Location is used to track you; your profile wants it to be not collected.",
		}},
		"two that are two tiers too far": {far, linked(profile.Contacts, profile.Identifiers), profile.Badge{
			Count: 2, TotalGap: 2, Tone: "warn", Kind: "mismatches", Label: "2 mismatches", WorstCategory: "CONTACTS", WorstCategoryLabel: "Contacts",
			Description: "Contacts is linked to you; your profile wants it to be at most collected without a link to you.",
		}},
		"two that are three tiers too far": {far, linked(profile.Contacts, profile.Location), profile.Badge{
			Count: 2, TotalGap: 3, Tone: "bad", Kind: "mismatches", Label: "2 mismatches", WorstCategory: "LOCATION", WorstCategoryLabel: "Location",
			Description: "Location is linked to you; your profile wants it to be not collected.",
		}},
		"three": {
			map[string]profile.Tier{profile.Contacts: 1, profile.Other: 1, profile.HealthAndFitness: 1},
			linked(profile.HealthAndFitness, profile.Other, profile.Contacts), profile.Badge{
				Count: 3, TotalGap: 3, Tone: "bad", Kind: "mismatches", Label: "3 mismatches", WorstCategory: "CONTACTS", WorstCategoryLabel: "Contacts",
				Description: "Contacts is linked to you; your profile wants it to be at most collected without a link to you.",
			},
		},
	} {
		if diff := cmp.Diff(test.want, compare(test.tiers, test.label).Badge()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range profile.Categories() {
		if label := profile.CategoryLabel(c); label == c || label == "" {
			t.Errorf("%s is called %q", c, label)
		}
	}
	for _, f := range profile.Features() {
		if label := profile.FeatureLabel(f); label == f || label == "" {
			t.Errorf("%s is called %q", f, label)
		}
	}
	if profile.CategoryLabel("WEATHER_DATA") != "Weather Data" || profile.FeatureLabel("smell") != "Smell" {
		t.Error("what is not known is not called by the words of its identifier")
	}
	for name, want := range map[string]profile.Tier{
		"not_collected": profile.NotCollected, "not_linked": profile.NotLinked, "linked": profile.Linked, "tracking": profile.Tracking,
	} {
		if got, ok := profile.ParseTier(name); !ok || got != want || got.String() != name {
			t.Errorf("%s is read as %v", name, got)
		}
	}
	if got, ok := profile.ParseTier("Tier(4)"); ok || profile.Tier(4).String() != "Tier(4)" {
		t.Errorf("a fifth tier is %v", got)
	}
}
