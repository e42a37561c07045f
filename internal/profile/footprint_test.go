package profile_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

func ExampleCollected() {
	label := storage.Label{Types: []storage.PrivacyType{
		{Identifier: storage.DataLinkedToYou, Categories: []storage.LabelCategory{{Identifier: profile.Location}, {Identifier: profile.Contacts}}},
		{Identifier: storage.DataUsedToTrackYou, Categories: []storage.LabelCategory{{Identifier: profile.Contacts}}},
	}}
	for category, tier := range profile.Collected(profile.FootprintOf(label)) {
		fmt.Println(category, tier, tier.Heading())
	}
	// Output:
	// LOCATION linked DATA_LINKED_TO_YOU
	// CONTACTS tracking DATA_USED_TO_TRACK_YOU
}

// Each tier is found again under its heading.
func TestHeadings(t *testing.T) {
	t.Parallel()
	for tier := profile.NotLinked; tier <= profile.Tracking; tier++ {
		label := storage.Label{Types: []storage.PrivacyType{{Identifier: tier.Heading(), Categories: []storage.LabelCategory{{Identifier: profile.Other}}}}}
		got := map[string]profile.Tier{}
		for category, tier := range profile.Collected(profile.FootprintOf(label)) {
			got[category] = tier
		}
		if diff := cmp.Diff(map[string]profile.Tier{profile.Other: tier}, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tier, diff)
		}
	}
	if got := profile.NotCollected.Heading(); got != storage.DataNotCollected {
		t.Errorf("nothing is collected under %s", got)
	}
	for category := range profile.Collected(0) {
		t.Errorf("of no label %s is collected", category)
	}
	for range profile.Collected(profile.FootprintOf(storage.Label{Types: []storage.PrivacyType{
		{Identifier: storage.DataLinkedToYou, Categories: []storage.LabelCategory{{Identifier: profile.Location}, {Identifier: profile.Other}}},
	}})) {
		break // and nothing goes on
	}
}
