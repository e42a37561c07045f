package wording_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/wording"
	"github.com/privacylabels/auditor/storage"
)

// Every kind of change is told in the language of the reader, from its identifiers.
func TestSentences(t *testing.T) {
	t.Parallel()
	german, _ := language.Of("de")
	more := json.RawMessage(`{"policyEvent":"changed","difference":{"added":0,"removed":1,"changed":3,"moved":0}}`)
	for _, test := range []struct {
		e    storage.Entry
		text string
		told []string
	}{
		{storage.Entry{Type: storage.EntryAdded, Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou, DataCategory: "CONTACT_INFO"}},
			"Erfasst Kontaktinformationen, mit dir verknüpft", nil},
		{storage.Entry{Type: storage.EntryRemoved, Subject: storage.Subject{PrivacyType: storage.DataShared, DataCategory: "LOCATION"}},
			"Gibt nicht mehr weiter: Standort", nil},
		{storage.Entry{Type: storage.EntryModified, Category: storage.CategoryPrivacyLabel, Subject: storage.Subject{
			PrivacyType: storage.DataLinkedToYou, DataCategory: "LOCATION",
			Parts: []storage.Part{{Type: storage.EntryAdded, DataType: "PRECISE_LOCATION"}, {Type: storage.EntryRemoved, DataType: "COARSE_LOCATION"}},
		}}, "Standort, mit dir verknüpft: jetzt Genauer Standort statt Ungefährer Standort", nil},
		{storage.Entry{Type: storage.EntryAdded, Category: storage.CategoryAccessibility, Subject: storage.Subject{Feature: "captions"}},
			"Unterstützt jetzt die Bedienungshilfe: „Untertitel“", nil},
		{storage.Entry{Category: storage.CategoryListing, Subject: storage.Subject{Fact: storage.FactPrice, From: "1 €", To: "2 €"}},
			"Der Preis ist jetzt 2 € statt 1 €", nil},
		{storage.Entry{Category: storage.CategoryListing, Subject: storage.Subject{Fact: storage.FactDeveloper, From: "Fox Inc.", To: "Fox, Inc."}},
			"Der Entwickler schreibt sich jetzt „Fox, Inc.“ statt „Fox Inc.“", nil},
		{storage.Entry{Category: storage.CategoryListing, Subject: storage.Subject{Fact: storage.FactEntity, From: "FOX SAS", To: "Fox S.A.S."}},
			"Die Firma oder Person dahinter schreibt sich jetzt „Fox S.A.S.“ statt „FOX SAS“", nil},
		{storage.Entry{Category: storage.CategoryAvailability, Description: "No longer in the App Store (storefront us)"}, "Nicht mehr im App Store (Vereinigte Staaten)", nil},
		{storage.Entry{Type: "sync_resumed", Description: "The interrupted sync was resumed: 3 of 9 left."},
			"Der unterbrochene Lauf (sync) wurde fortgesetzt: noch 3 von 9.", nil},
		{storage.Entry{Type: "version_update", Description: "Updated from v1 to v2", Subject: storage.Subject{From: "1", To: "2"}}, "Aktualisiert von v1 auf v2", nil},
		{storage.Entry{Type: "version_update", Subject: storage.Subject{From: "v1.2", To: "Build 3"}}, "Aktualisiert von v1.2 auf Build 3", nil},
		{storage.Entry{Category: storage.CategoryAvailability, Description: "The place in the store has come to rest: it has not changed for seven days"},
			"Der Platz im Store: nach häufigem Wechsel seit sieben Tagen unverändert", nil},
		{storage.Entry{
			Type: storage.EntryModified, Category: storage.CategoryPrivacyLabel,
			Description: "The privacy label has come to rest: it has not changed for seven days, and is as it was when you were notified last",
		}, "Die Datenschutzangaben: nach häufigem Wechsel seit sieben Tagen unverändert, und wie in der letzten Mitteilung", nil},
		{storage.Entry{Category: storage.CategoryAvailability, Description: "Back in Google Play"}, "Wieder bei Google Play", nil},
		{storage.Entry{
			Category: storage.CategoryPrivacyPolicy, Description: "The privacy policy at a.example changed", More: more,
			Details: []string{"3 paragraphs changed, 1 removed: no longer “We sell nothing.”", "The policy now disagrees with the label. It sells."},
		}, "Die Datenschutzerklärung unter a.example hat sich geändert", []string{
			"3 Absätze geändert, 1 Absatz entfernt: nicht mehr „We sell nothing.“", "Die Datenschutzerklärung widerspricht jetzt den Datenschutzangaben. It sells.",
		}},
		{storage.Entry{Description: "What another service wrote", Details: []string{"a"}}, "What another service wrote", []string{"a"}},
	} {
		text, told := wording.Of(german, test.e)
		if diff := cmp.Diff(test.text, text); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(test.told, told); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
