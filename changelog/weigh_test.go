package changelog_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestWeigh(t *testing.T) {
	t.Parallel()
	type parts []storage.Part
	const added, removed, modified = storage.EntryAdded, storage.EntryRemoved, storage.EntryModified
	ofLabel := func(kind storage.EntryType, of string, p parts) storage.Entry {
		return storage.Entry{Type: kind, Subject: storage.Subject{PrivacyType: of, DataCategory: "LOCATION", Parts: p}}
	}
	fact := func(name, from, to string) storage.Entry {
		return storage.Entry{Type: modified, Category: storage.CategoryListing, Subject: storage.Subject{Fact: name, From: from, To: to}}
	}
	fromTo := func(category storage.EntryCategory, from, to string) storage.Entry {
		return storage.Entry{Type: modified, Category: category, Subject: storage.Subject{From: from, To: to}}
	}
	of := func(kind storage.EntryType, category storage.EntryCategory) storage.Entry {
		return storage.Entry{Type: kind, Category: category}
	}
	with := func(e storage.Entry, more string) storage.Entry {
		e.More = json.RawMessage(more)
		return e
	}
	appStore := func(e storage.Entry) storage.Entry {
		e.StoreWide = true
		return e
	}
	const track, linked, unlinked = storage.DataUsedToTrackYou, storage.DataLinkedToYou, storage.DataNotLinkedToYou

	for name, test := range map[string]struct {
		entry     storage.Entry
		direction storage.Direction
		weight    storage.Weight
	}{
		"tracking began":                {ofLabel(added, track, nil), storage.Worse, "tracking"},
		"tracking ended":                {ofLabel(removed, track, nil), storage.Better, "tracking"},
		"linked":                        {ofLabel(added, linked, parts{{Type: added, Purpose: "THIRD_PARTY_ADVERTISING"}}), storage.Worse, "linked"},
		"no longer linked":              {ofLabel(removed, linked, nil), storage.Better, "linked"},
		"collected":                     {ofLabel(added, unlinked, nil), storage.Worse, "collected"},
		"no longer collected":           {ofLabel(removed, unlinked, nil), storage.Better, "collected"},
		"changed, not known how":        {ofLabel(modified, linked, nil), storage.Neutral, "linked"},
		"another data type":             {ofLabel(modified, linked, parts{{Type: added, DataType: "EMAIL_ADDRESS"}}), storage.Worse, "linked"},
		"one data type less":            {ofLabel(modified, track, parts{{Type: removed, DataType: "DEVICE_ID"}}), storage.Better, "tracking"},
		"one for another":               {ofLabel(modified, linked, parts{{Type: removed, DataType: "NAME"}, {Type: added, DataType: "USER_ID"}}), storage.Worse, "linked"},
		"a finer one":                   {ofLabel(modified, linked, parts{{Type: removed, DataType: "COARSE_LOCATION"}, {Type: added, DataType: "PRECISE_LOCATION"}}), storage.Worse, "linked"},
		"a coarser one":                 {ofLabel(modified, linked, parts{{Type: added, DataType: "COARSE_LOCATION"}, {Type: removed, DataType: "PRECISE_LOCATION"}}), storage.Better, "linked"},
		"a coarser one, and a name":     {ofLabel(modified, linked, parts{{Type: added, DataType: "COARSE_LOCATION"}, {Type: removed, DataType: "PRECISE_LOCATION"}, {Type: added, DataType: "NAME"}}), storage.Worse, "linked"},
		"coarser for one purpose":       {ofLabel(modified, linked, parts{{Type: added, Purpose: "ANALYTICS", DataType: "COARSE_LOCATION"}, {Type: removed, Purpose: "ANALYTICS", DataType: "PRECISE_LOCATION"}}), storage.Better, "purpose"},
		"finer for another purpose":     {ofLabel(modified, linked, parts{{Type: removed, Purpose: "ANALYTICS", DataType: "COARSE_LOCATION"}, {Type: added, Purpose: "OTHER_PURPOSES", DataType: "PRECISE_LOCATION"}}), storage.Worse, "purpose"},
		"for advertising":               {ofLabel(modified, unlinked, parts{{Type: removed, Purpose: "ANALYTICS"}, {Type: added, Purpose: "THIRD_PARTY_ADVERTISING"}}), storage.Worse, "advertising"},
		"no longer for advertising":     {ofLabel(modified, unlinked, parts{{Type: removed, Purpose: "THIRD_PARTY_ADVERTISING"}}), storage.Better, "advertising"},
		"for analytics, not ads":        {ofLabel(modified, unlinked, parts{{Type: added, Purpose: "ANALYTICS"}, {Type: removed, Purpose: "THIRD_PARTY_ADVERTISING"}}), storage.Worse, "purpose"},
		"used for more":                 {ofLabel(modified, linked, parts{{Type: added, Purpose: "ANALYTICS", DataType: "NAME"}}), storage.Worse, "purpose"},
		"nothing is collected":          {ofLabel(added, storage.DataNotCollected, nil), storage.Better, "declaration"},
		"no longer nothing":             {ofLabel(removed, storage.DataNotCollected, nil), storage.Worse, "declaration"},
		"no longer declared":            {ofLabel(added, storage.DataNotProvided, nil), storage.Worse, "declaration"},
		"declared for the first time":   {ofLabel(removed, storage.DataNotProvided, nil), storage.Better, "declaration"},
		"an unknown privacy type":       {ofLabel(added, "DATA_SOLD", nil), storage.Neutral, "declaration"},
		"a sentence without a subject":  {of(added, ""), storage.Neutral, "declaration"},
		"a policy":                      {of(storage.EntryPolicy, storage.CategoryPrivacyPolicy), storage.Neutral, "wording"},
		"a policy without a category":   {of(storage.EntryPolicy, ""), storage.Neutral, "wording"},
		"a policy that disagrees":       {with(of(storage.EntryPolicy, storage.CategoryPrivacyPolicy), `{"disagreements":2,"disagreementsAdded":1}`), storage.Worse, "contradiction"},
		"a policy that disagreed":       {with(of(storage.EntryPolicy, storage.CategoryPrivacyPolicy), `{"disagreements":2}`), storage.Neutral, "wording"},
		"a feature":                     {of(added, storage.CategoryAccessibility), storage.Better, "accessibility"},
		"no feature":                    {of(removed, storage.CategoryAccessibility), storage.Worse, "accessibility"},
		"no features indicated":         {fromTo(storage.CategoryAccessibility, "not_indicated", "none"), storage.Neutral, "accessibility"},
		"an older age":                  {fromTo(storage.CategoryAgeRating, "4+", "18+"), storage.Worse, "age_rating"},
		"a younger age":                 {fromTo(storage.CategoryAgeRating, "A12", "AL4"), storage.Better, "age_rating"},
		"another rating":                {fromTo(storage.CategoryAgeRating, "Everyone", "Mature"), storage.Neutral, "age_rating"},
		"a new scale":                   {appStore(fromTo(storage.CategoryAgeRating, "17+", "18+")), storage.Neutral, "age_rating"},
		"a descriptor":                  {with(of(modified, storage.CategoryAgeRating), `{"descriptors":{"added":[{"title":"Contests"}],"removed":[{"title":"Gambling"}]}}`), storage.Worse, "age_rating"},
		"no descriptor":                 {with(of(modified, storage.CategoryAgeRating), `{"descriptors":{"added":[],"removed":[{"title":"Gambling"}]}}`), storage.Better, "age_rating"},
		"location in the background":    {of(added, storage.CategoryBackgroundLocation), storage.Worse, "background_location"},
		"no location in the background": {of(removed, storage.CategoryBackgroundLocation), storage.Better, "background_location"},
		"delisted":                      {fromTo(storage.CategoryAvailability, storage.Listed, storage.Unlisted), storage.Worse, "availability"},
		"listed":                        {fromTo(storage.CategoryAvailability, storage.Unlisted, storage.Listed), storage.Better, "availability"},
		"developer":                     {fact(storage.FactDeveloper, "A", "B"), storage.Neutral, "ownership"},
		"bundle ID":                     {fact(storage.FactBundleID, "a", "b"), storage.Neutral, "ownership"},
		"name":                          {fact(storage.FactName, "A", "B"), storage.Neutral, "name"},
		"policy link":                   {fact(storage.FactPolicy, "", "https://a.example"), storage.Better, "policy_link"},
		"no policy link":                {fact(storage.FactPolicy, "https://a.example", ""), storage.Worse, "policy_link"},
		"another policy link":           {fact(storage.FactPolicy, "https://a.example", "https://b.example"), storage.Neutral, "policy_link"},
		"purchases":                     {fact(storage.FactIAP, "false", "true"), storage.Worse, "in_app_purchases"},
		"no purchases":                  {fact(storage.FactIAP, "true", "false"), storage.Better, "in_app_purchases"},
		"no longer free":                {fact(storage.FactPrice, "Free", "$0.99"), storage.Worse, "price"},
		"free":                          {fact(storage.FactPrice, "2,99 €", "Gratis"), storage.Better, "price"},
		"dearer":                        {fact(storage.FactPrice, "$999.99", "$1,299.00"), storage.Worse, "price"},
		"dearer in yen":                 {fact(storage.FactPrice, "¥800", "¥1,200"), storage.Worse, "price"},
		"cheaper":                       {fact(storage.FactPrice, "1.299,00 €", "999,00 €"), storage.Better, "price"},
		"dearer in Arabic digits":       {fact(storage.FactPrice, "١٩٫٩٩ ر.س.", "٢٩٫٩٩ ر.س."), storage.Worse, "price"},
		"other digits":                  {fact(storage.FactPrice, "SAR 19.99", "٢٩٫٩٩ ر.س."), storage.Neutral, "price"},
		"another currency":              {fact(storage.FactPrice, "$4.99", "3,99 €"), storage.Neutral, "price"},
		"another form of amount":        {fact(storage.FactPrice, "$5", "$4.99"), storage.Neutral, "price"},
		"an amount that is too large":   {fact(storage.FactPrice, "$4.99", "$99999999999999999999"), storage.Better, "price"},
		"a version":                     {of("version_update", ""), storage.Neutral, "version"},
		"a mismatch":                    {of("profile_mismatch", ""), storage.Worse, "profile"},
		"a failed sync":                 {of("sync_failed", ""), storage.Neutral, "service"},
		"a request to the archive":      {of(storage.EntryWayback, storage.CategoryWaybackAttempt), storage.Neutral, "service"},
		"an unknown category":           {of(added, "weather"), storage.Neutral, "service"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := test.entry
			want.Direction, want.Weight = test.direction, test.weight
			got := changelog.Weigh(test.entry)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !slices.Contains(changelog.Weights(), got.Weight) {
				t.Errorf("%q is not one of the weights", got.Weight)
			}
		})
	}
}

// What was decided when an entry was written stays.
func TestWeighTwice(t *testing.T) {
	t.Parallel()
	e := storage.Entry{Type: storage.EntryAdded, Direction: storage.Neutral, Weight: "of another version"}
	if diff := cmp.Diff(e, changelog.Weigh(e)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	e.Direction = "sideways"
	if got := changelog.Weigh(e); got.Direction != storage.Neutral || got.Weight != changelog.WeightDeclaration {
		t.Errorf("an unknown direction: %s, %s", got.Direction, got.Weight)
	}
}

func TestWorstFirst(t *testing.T) {
	t.Parallel()
	entries := []storage.Entry{
		{Description: "better", Type: storage.EntryRemoved, Subject: storage.Subject{PrivacyType: storage.DataUsedToTrackYou}},
		{Description: "version", Type: "version_update"},
		{Description: "worse", Type: storage.EntryRemoved, Category: storage.CategoryAccessibility},
		{Description: "sold", Type: storage.EntryModified, Category: storage.CategoryListing, Subject: storage.Subject{Fact: storage.FactDeveloper}},
		{Description: "worst", Type: storage.EntryAdded, Subject: storage.Subject{PrivacyType: storage.DataUsedToTrackYou}},
		{Description: "as bad", Type: storage.EntryAdded, Subject: storage.Subject{PrivacyType: storage.DataUsedToTrackYou}},
	}
	var got []string
	for _, e := range changelog.WorstFirst(entries) {
		got = append(got, e.Description)
	}
	if diff := cmp.Diff([]string{"worst", "as bad", "worse", "sold", "version", "better"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if entries[0].Description != "better" || entries[0].Weight != "" {
		t.Error("the argument was changed")
	}
}

// TestWeightsAreDocumented keeps the list in docs/API.md complete and in order.
func TestWeightsAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/API.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "The weights are, the heaviest first,")
	list, _, found := strings.Cut(list, ". An entry")
	if !found {
		t.Fatal("docs/API.md does not list the weights")
	}
	var got []storage.Weight
	for i, part := range strings.Split(list, "`") {
		if i%2 == 1 {
			got = append(got, storage.Weight(part))
		}
	}
	if diff := cmp.Diff(changelog.Weights(), got); diff != "" {
		t.Errorf("docs/API.md (-want +got):\n%s", diff)
	}
}

// The ladder names each weight once.
func TestWeights(t *testing.T) {
	t.Parallel()
	all := changelog.Weights()
	if len(all) != 24 || all[0] != changelog.WeightTracking || all[len(all)-1] != changelog.WeightService {
		t.Errorf("%q", all)
	}
	sorted := slices.Clone(all)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(all) {
		t.Errorf("one occurs twice: %q", all)
	}
}
