package changelog_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// safety returns a label as Google Play has them: one name, collected for purposes.
func safety(optional bool, practices []string, purposes ...string) storage.Label {
	personal := func() []storage.LabelCategory {
		return []storage.LabelCategory{{Identifier: "PERSONAL_INFO", Title: "Personal info",
			DataTypes: []storage.DataType{{Identifier: "NAME", Title: "Name", Optional: optional}}}}
	}
	collected := storage.PrivacyType{Identifier: storage.DataCollected, Title: "Data collected", Categories: personal()}
	for _, p := range purposes {
		collected.Purposes = append(collected.Purposes, storage.Purpose{Identifier: p, Title: p, Categories: personal()})
	}
	return storage.Label{Types: []storage.PrivacyType{collected}, Practices: practices}
}

func TestDiffOfDataSafety(t *testing.T) {
	t.Parallel()
	encrypted, deletable := "DATA_IS_ENCRYPTED_IN_TRANSIT", "YOU_CAN_REQUEST_THAT_DATA_BE_DELETED"
	modified := func(details []string, parts ...storage.Part) storage.Entry {
		e := storage.Entry{
			Type: storage.EntryModified, Category: storage.CategoryPrivacyLabel, Details: details,
			Description: `"Data collected" changed what it says about: Personal info`,
			Subject:     storage.Subject{PrivacyType: storage.DataCollected, DataCategory: "PERSONAL_INFO", Parts: parts},
		}
		e.Purpose, e.DataType = parts[0].Purpose, parts[0].DataType
		return e
	}
	practice := func(kind storage.EntryType, sentence, id string) storage.Entry {
		return storage.Entry{Type: kind, Category: storage.CategorySecurityPractice, Description: sentence, Subject: storage.Subject{Feature: id}}
	}
	base := safety(false, []string{encrypted}, "ANALYTICS")
	for name, tt := range map[string]struct {
		newer storage.Label
		want  []storage.Entry
	}{
		"the same": {base, nil},
		"optional": {
			safety(true, []string{encrypted}, "ANALYTICS"),
			[]storage.Entry{modified([]string{"Now optional: Name"}, storage.Part{Type: storage.EntryAdded, DataType: "NAME", Optional: true})},
		},
		"another purpose": {
			safety(false, []string{encrypted}, "ANALYTICS", "PERSONALIZATION"),
			[]storage.Entry{modified([]string{"Now used for: Personalization"}, storage.Part{Type: storage.EntryAdded, Purpose: "PERSONALIZATION"})},
		},
		"practices": {
			safety(false, []string{deletable, "Something new"}, "ANALYTICS"),
			[]storage.Entry{
				practice(storage.EntryAdded, `Now declares security practice: "You can request that data be deleted"`, deletable),
				practice(storage.EntryAdded, `Now declares security practice: "Something new"`, "Something new"),
				practice(storage.EntryRemoved, `No longer declares security practice: "Data is encrypted in transit"`, encrypted),
			},
		},
		"the practices in another order": {safety(false, []string{encrypted, encrypted}, "ANALYTICS"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := changelog.DiffLabels(base, tt.newer)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			was, err := changelog.Digest(base)
			if err != nil {
				t.Fatal(err)
			}
			now, err := changelog.Digest(tt.newer)
			if err != nil {
				t.Fatal(err)
			}
			if (was == now) != (len(tt.want) == 0) {
				t.Errorf("digests %v and %v with %d changes", was, now, len(tt.want))
			}
		})
	}
	back := changelog.DiffLabels(safety(true, []string{encrypted}, "ANALYTICS"), base)
	want := modified([]string{"No longer optional: Name"}, storage.Part{Type: storage.EntryRemoved, DataType: "NAME", Optional: true})
	if diff := cmp.Diff([]storage.Entry{want}, back); diff != "" {
		t.Errorf("required again (-want +got)\n%s", diff)
	}
}

// A data type is optional only if no mention of it is required.
func TestOptionalOfAllMentions(t *testing.T) {
	t.Parallel()
	mixed := safety(true, nil, "ANALYTICS")
	mixed.Types[0].Categories[0].DataTypes[0].Optional = false
	if got := changelog.DiffLabels(safety(false, nil, "ANALYTICS"), mixed); len(got) != 0 {
		t.Errorf("got changes %v", got)
	}
}

// What the model learned for Google Play changes neither the stored form nor the digest of a label
// of the App Store.
func TestAppStoreLabelStaysAsItWas(t *testing.T) {
	t.Parallel()
	const stored = `{"types":[{"identifier":"DATA_USED_TO_TRACK_YOU","title":"Data Used to Track You","detail":null,` +
		`"categories":[{"identifier":"LOCATION","title":"Location","dataTypes":[{"identifier":"COARSE_LOCATION","title":"Coarse Location"}]}]}]}`
	var label storage.Label
	if err := json.Unmarshal([]byte(stored), &label); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(label)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(stored, string(again)); diff != "" {
		t.Errorf("stored form (-want +got)\n%s", diff)
	}
	digest, err := changelog.Digest(label)
	if err != nil {
		t.Fatal(err)
	}
	// The SHA-256 of {"DATA_USED_TO_TRACK_YOU":{"LOCATION":{"":{"COARSE_LOCATION":{}}}}}.
	if got, want := digest.String(), "72732de9bc1f79a6ff0a9d4cd7cd2cbea721b8b28aabc10bffe2c7fcdcf44b67"; got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

func TestCountDataSafety(t *testing.T) {
	t.Parallel()
	label := safety(true, nil, "ANALYTICS")
	shared := safety(false, nil, "ADVERTISING_OR_MARKETING").Types[0]
	shared.Identifier = storage.DataShared
	label.Types = append(label.Types, shared)
	want := changelog.LabelCounts{Categories: 2, Track: 1, Unlinked: 1}
	if diff := cmp.Diff(want, changelog.CountLabel(label)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestWeighDataSafety(t *testing.T) {
	t.Parallel()
	data := func(kind storage.EntryType, of string, parts ...storage.Part) storage.Entry {
		return storage.Entry{Type: kind, Category: storage.CategoryPrivacyLabel, Subject: storage.Subject{PrivacyType: of, DataCategory: "PERSONAL_INFO", Parts: parts}}
	}
	practice := func(kind storage.EntryType, id string) storage.Entry {
		return storage.Entry{Type: kind, Category: storage.CategorySecurityPractice, Subject: storage.Subject{Feature: id}}
	}
	const added, removed, modified = storage.EntryAdded, storage.EntryRemoved, storage.EntryModified
	for name, tt := range map[string]struct {
		entry     storage.Entry
		direction storage.Direction
		weight    storage.Weight
	}{
		"now shared":       {data(added, storage.DataShared), storage.Worse, changelog.WeightShared},
		"no longer shared": {data(removed, storage.DataShared), storage.Better, changelog.WeightShared},
		"now collected":    {data(added, storage.DataCollected), storage.Worse, changelog.WeightCollected},
		"now optional": {
			data(modified, storage.DataCollected, storage.Part{Type: added, DataType: "NAME", Optional: true}), storage.Better, changelog.WeightChoice,
		},
		"now required": {
			data(modified, storage.DataCollected, storage.Part{Type: removed, DataType: "NAME", Optional: true}), storage.Worse, changelog.WeightChoice,
		},
		"for advertising": {
			data(modified, storage.DataCollected, storage.Part{Type: added, Purpose: "ADVERTISING_OR_MARKETING"}), storage.Worse, changelog.WeightAdvertising,
		},
		"encrypted":         {practice(added, "DATA_IS_ENCRYPTED_IN_TRANSIT"), storage.Better, changelog.WeightSecurity},
		"not encrypted":     {practice(added, "DATA_ISNT_ENCRYPTED"), storage.Worse, changelog.WeightSecurity},
		"a gap opened":      {storage.Entry{Type: added, Category: storage.CategoryPair}, storage.Worse, changelog.WeightPair},
		"another legal one": {storage.Entry{Type: modified, Category: storage.CategoryListing, Subject: storage.Subject{Fact: storage.FactEntity}}, storage.Neutral, changelog.WeightOwnership},
	} {
		got := changelog.Weigh(tt.entry)
		if got.Direction != tt.direction || got.Weight != tt.weight {
			t.Errorf("%s: %s %s, want %s %s", name, got.Direction, got.Weight, tt.direction, tt.weight)
		}
	}
}

// What is declared on Google Play is told in the words of its data safety section, and what is declared
// in the App Store in those of its labels.
func TestDiffInTheWordsOfTheStore(t *testing.T) {
	t.Parallel()
	of := func(privacyType string, categories ...string) storage.Label {
		one := storage.PrivacyType{Identifier: privacyType}
		for _, id := range categories {
			one.Categories = append(one.Categories, storage.LabelCategory{Identifier: id})
		}
		return storage.Label{Types: []storage.PrivacyType{one}}
	}
	named := func(l storage.Label, title string) storage.Label {
		l.Types[0].Title = title
		return l
	}
	shared := named(of(storage.DataShared, "PERSONAL_INFO"), "Data shared")
	practised := of(storage.DataNotCollected)
	practised.Practices = []string{"DATA_IS_ENCRYPTED_IN_TRANSIT"}
	twoTypes := safety(false, nil, "ANALYTICS")
	twoTypes.Types[0].Identifier = storage.DataShared
	named(twoTypes, "Data shared")
	three := safety(false, nil, "ANALYTICS")
	three.Types[0].Identifier = storage.DataShared
	named(three, "Data shared")
	for i := range three.Types[0].Purposes {
		c := &three.Types[0].Purposes[i].Categories[0]
		c.DataTypes = append(c.DataTypes, storage.DataType{Identifier: "EMAIL_ADDRESS", Title: "Email address"})
	}
	for name, tt := range map[string]struct {
		older, newer storage.Label
		want         []string
	}{
		"from nothing": {of(storage.DataNotCollected), shared, []string{
			`New in the data safety section: "Data shared"`, `No longer in the data safety section: "No data collected or shared"`}},
		"filled in": {of(storage.DataNotProvided), shared, []string{
			`New in the data safety section: "Data shared"`, `No longer in the data safety section: "No information available"`}},
		"filled in with practices only": {of(storage.DataNotProvided), practised, []string{
			`New in the data safety section: "No data collected or shared"`, `No longer in the data safety section: "No information available"`,
			`Now declares security practice: "Data is encrypted in transit"`}},
		"more is shared": {shared, named(of(storage.DataShared, "PERSONAL_INFO", "LOCATION"), "Data shared"), []string{`"Data shared" now shares: Location`}},
		"a type more":    {twoTypes, three, []string{`"Data shared" changed what it says about: Personal info`, "Now shares: Email address"}},
		"App Store": {of(storage.DataNotProvided), of(storage.DataNotCollected), []string{
			`New privacy label: "Data Not Collected"`, `Removed privacy label: "No Details Provided"`}},
		"more is linked": {of(storage.DataLinkedToYou, "LOCATION"), of(storage.DataLinkedToYou, "LOCATION", "CONTACTS"), []string{`"Data Linked to You" now collects: Contacts`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, e := range changelog.DiffLabels(tt.older, tt.newer) {
				got = append(got, e.Description)
				if e.Type == storage.EntryModified {
					got = append(got, e.Details...)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
