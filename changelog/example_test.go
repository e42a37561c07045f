package changelog_test

import (
	"fmt"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func ExampleDiffLabels() {
	older := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Data Linked to You",
		Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}},
	}}}
	newer := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Data Linked to You",
		Categories: []storage.LabelCategory{{Identifier: "CONTACTS", Title: "Contacts"}},
	}}}
	for _, entry := range changelog.DiffLabels(older, newer) {
		fmt.Println(entry.Type, entry.Description)
	}
	// Output:
	// added "Data Linked to You" now collects: Contacts
	// removed "Data Linked to You" no longer collects: Location
}

func ExampleDigest() {
	english := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Data Linked to You",
		Categories: []storage.LabelCategory{
			{Identifier: "LOCATION", Title: "Location"}, {Identifier: "CONTACTS", Title: "Contacts"},
		},
	}}}
	french := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Données établissant un lien avec vous",
		Categories: []storage.LabelCategory{
			{Identifier: "CONTACTS", Title: "Contacts"}, {Identifier: "LOCATION", Title: "Position"},
		},
	}}}
	a, err := changelog.Digest(english)
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := changelog.Digest(french)
	fmt.Println(a == b, err)
	// Output: true <nil>
}

func ExampleApply() {
	category := func(identifier string) []storage.LabelCategory {
		return []storage.LabelCategory{{Identifier: identifier}}
	}
	older := storage.Label{Types: []storage.PrivacyType{
		{Identifier: storage.DataLinkedToYou, Categories: category("LOCATION")},
	}}
	newer := storage.Label{Types: []storage.PrivacyType{
		{Identifier: storage.DataLinkedToYou, Categories: category("LOCATION")},
		{Identifier: storage.DataUsedToTrackYou, Categories: category("IDENTIFIERS")},
	}}
	edits := changelog.Edits(older, newer)
	again := changelog.Edits(changelog.Apply(older, edits), newer)
	fmt.Println(len(edits), "edit,", len(again), "left")
	// Output: 1 edit, 0 left
}
