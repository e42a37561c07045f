package profile_test

import (
	"fmt"
	"log"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

func Example() {
	mine, err := profile.ParsePrivacy([]byte(`{"profile":{"LOCATION":"not_collected","CONTACTS":"linked"}}`))
	if err != nil {
		log.Fatal(err)
	}
	label := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataUsedToTrackYou,
		Categories: []storage.LabelCategory{{Identifier: "LOCATION"}, {Identifier: "CONTACTS"}},
	}}}

	found := mine.Compare(profile.FootprintOf(label))
	for _, m := range found.Mismatches {
		fmt.Println(m.Category, m.Observed, "instead of", m.Allowed)
	}
	badge := found.Badge()
	fmt.Println(badge.Tone, badge.Label)
	fmt.Println(badge.Description)
	// Output:
	// LOCATION tracking instead of not_collected
	// CONTACTS tracking instead of linked
	// bad 2 mismatches
	// Location is used to track you; your profile wants it to be not collected.
}

func ExampleAccessibility_Compare() {
	wanted := profile.Accessibility{"voiceover": profile.Required, "sufficient_contrast": profile.Required, "dark_interface": profile.Nice}
	found := wanted.Compare([]storage.Feature{{Identifier: "voiceover"}, {Identifier: "larger_text"}, {Identifier: "captions"}})
	fmt.Println(found.Missing[0], found.Badge().Label)
	// Output: {sufficient_contrast required} 1 required missing
}
