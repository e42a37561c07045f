package reading_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// An app of Google Play is shown in the words of that store.
func TestAppOfGooglePlay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	of := func(optional bool) []storage.LabelCategory {
		return []storage.LabelCategory{{Identifier: "PERSONAL_INFO", Title: "Personal info", DataTypes: []storage.DataType{
			{Identifier: "EMAIL_ADDRESS", Title: "Email address", Optional: optional},
		}}}
	}
	label := storage.Label{
		Types: []storage.PrivacyType{
			{Identifier: storage.DataShared, Title: "Data shared", Categories: of(false), Purposes: []storage.Purpose{
				{Identifier: "ADVERTISING_OR_MARKETING", Title: "Advertising or marketing", Categories: of(false)},
			}},
			{Identifier: storage.DataCollected, Title: "Data collected", Categories: of(true)},
		},
		Practices: []string{"DATA_ISNT_ENCRYPTED"},
	}
	digest, err := changelog.Digest(label)
	if err != nil {
		t.Fatal(err)
	}
	app := storage.App{
		ID: storage.Number(storage.SourcePlay, "org.example.chat", 0), Source: storage.SourcePlay, Name: "Chat", Developer: "Chat Ltd",
		URL: "https://play.google.com/store/apps/details?id=org.example.chat", FirstSeen: 1, LastSynced: storage.TimeOf(now),
		LabelDigest: digest, HasPrivacyDetails: new(true), TrackCount: 1, LinkedCount: 1, CategoryCount: 1,
	}
	s.update(func(tx *storage.Tx) error {
		return errors.Join(tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}), tx.Apps.Put(app))
	})
	text := s.get("GET /apps/{id}", "/apps/"+app.ID.String(), map[string]string{"id": app.ID.String()})
	for _, want := range []string{
		">Google Play</a>", "shared with others for advertising or marketing. Shared: Personal info.", `<th scope="col">Shared</th><th scope="col">Collected</th>`,
		"Email address (optional)", "for Advertising or marketing", "Data isn’t encrypted", "<dt>Shared</dt>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen lacks %q", want)
		}
	}
	for _, other := range []string{"Not linked", "<dt>Tracking</dt>", ">App Store</a>", "The label is not known yet"} {
		if strings.Contains(text, other) {
			t.Errorf("the screen has %q, which is about the App Store", other)
		}
	}
	if list := s.get("GET /apps", "/apps", nil); !strings.Contains(list, "Chat Ltd · Google Play") {
		t.Error("the list does not say that the app is of Google Play")
	}
}
