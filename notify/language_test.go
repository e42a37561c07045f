package notify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// A message to people is in the language of the settings, with the names that Apple uses in it.
func TestMessagesInOtherLanguages(t *testing.T) {
	t.Parallel()
	began := storage.Entry{
		Type: storage.EntryAdded, Description: `"Data Used to Track You" now collects: Identifiers`,
		Subject: storage.Subject{PrivacyType: storage.DataUsedToTrackYou, DataCategory: "IDENTIFIERS"},
	}
	rating := storage.Entry{
		Type: storage.EntryModified, Category: storage.CategoryAgeRating, Description: "Age rating changed from 12+ to 13+", StoreWide: true,
		Subject: storage.Subject{From: "12+", To: "13+"},
	}
	first := storage.Entry{
		Type: storage.EntryAdded, Description: `New privacy label: "Data Used to Track You"`, Details: []string{"Purchases"},
		Subject: storage.Subject{PrivacyType: storage.DataUsedToTrackYou, Parts: []storage.Part{{Type: storage.EntryAdded, DataCategory: "PURCHASES"}}},
	}
	linked := storage.Entry{
		Type: storage.EntryAdded, Description: `New privacy label: "Data Linked to You"`, Details: []string{"Location"},
		Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou, Parts: []storage.Part{{Type: storage.EntryAdded, DataCategory: "LOCATION"}}},
	}
	pages := storage.DeliveryItem{AppName: "App Store pages", Type: storage.NoticeParserFallthrough, Changes: []storage.Entry{{
		Type: "parser_fallthrough", Category: storage.CategoryService,
		Description: "No privacy label was found on the App Store page of Tidewatch. The known label is unchanged.",
	}}}
	item := func(changes ...storage.Entry) storage.DeliveryItem {
		return storage.DeliveryItem{App: 7, AppName: "Tidewatch", Type: storage.NoticeLabelChanges, Summary: "English", Changes: changes}
	}
	for _, test := range []struct {
		code string
		d    storage.Delivery
		want []string
	}{
		{"de", storage.Delivery{Kind: storage.DeliveryImmediate, Title: "Tidewatch: English", Items: []storage.DeliveryItem{item(began)}},
			[]string{"Tidewatch verfolgt dich mit mehr Daten: Kennungen"}},
		{"fr", storage.Delivery{Kind: storage.DeliveryImmediate, Title: "Tidewatch: English", Items: []storage.DeliveryItem{item(began)}},
			[]string{"Tidewatch vous suit avec plus de données\u202f: Identifiants"}},
		{"de", storage.Delivery{Kind: storage.DeliveryImmediate, Title: "Tidewatch: English and 1 more", Items: []storage.DeliveryItem{item(began, rating)}},
			[]string{"Tidewatch verfolgt dich mit mehr Daten: Kennungen",
				"Altersfreigabe von 12+ auf 13+ (durch den App Store)"}},
		{"de", storage.Delivery{Kind: storage.DeliveryImmediate, Title: "English", Items: []storage.DeliveryItem{item(rating), item(began)}},
			[]string{"Tidewatch verfolgt dich mit mehr Daten: Kennungen", "Altersfreigabe von 12+ auf 13+ (durch den App Store)"}},
		{"de", storage.Delivery{Kind: storage.DeliveryImmediate, Title: "English", Items: []storage.DeliveryItem{item(rating, began)}},
			[]string{"Tidewatch verfolgt dich mit mehr Daten: Kennungen", "Altersfreigabe von 12+ auf 13+ (durch den App Store)"}},
		{"de", storage.Delivery{Kind: storage.DeliveryDaily, Title: "Daily summary: 3 notifications", Omitted: 2, Items: []storage.DeliveryItem{item(rating)}},
			[]string{"Tägliche Zusammenfassung: 3 Mitteilungen", "Tidewatch: Altersfreigabe von 12+ auf 13+ (durch den App Store)"}},
		{"de", storage.Delivery{Kind: storage.DeliveryImmediate, Title: "English", Items: []storage.DeliveryItem{item(first, linked)}},
			[]string{"Tidewatch verfolgt dich neuerdings: Käufe", "Gibt Daten an, die mit dir verknüpft sind: Standort"}},
		{"fr", storage.Delivery{Kind: storage.DeliveryImmediate, Title: "English", Items: []storage.DeliveryItem{item(first)}},
			[]string{"Tidewatch a commencé à vous suivre\u202f: Achats"}},
		{"fr", storage.Delivery{Kind: storage.DeliveryImmediate, Title: "English", Items: []storage.DeliveryItem{pages}},
			[]string{"Pages de l’App Store\u202f: Aucune fiche n’a été trouvée sur la page (App Store) de Tidewatch. La fiche connue reste inchangée."}},
		{"en", storage.Delivery{Kind: storage.DeliveryImmediate, Title: "Tidewatch: English", Items: []storage.DeliveryItem{item(began)}},
			[]string{"Tidewatch: English"}},
	} {
		l, ok := language.Of(test.code)
		if !ok {
			t.Fatalf("no language %s", test.code)
		}
		before := strings.Clone(test.d.Items[0].Changes[0].Description)
		if diff := cmp.Diff(test.want, notify.TextIn(l, test.d)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.code, diff)
		}
		if got := test.d.Items[0].Changes[0].Description; got != before {
			t.Errorf("%s: the delivery itself says %q now", test.code, got)
		}
	}
}
