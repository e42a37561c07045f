package appstore_test

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

func formats() []fakestore.Format {
	return []fakestore.Format{
		fakestore.Island, fakestore.IslandArray, fakestore.MediaAPI, fakestore.Ember, fakestore.EmberList, fakestore.Cards,
	}
}

// pageOf returns the page that a store shows for an app.
func pageOf(t testing.TB, app fakestore.App) []byte {
	t.Helper()
	w := httptest.NewRecorder()
	fakestore.New(app).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/us/app/"+cmp.Or(app.Slug, "app")+"/id"+app.ID.String(), nil))
	if w.Code != http.StatusOK {
		t.Fatalf("the App Store answers %d", w.Code)
	}
	return w.Body.Bytes()
}

// richLabel says all that a label can.
func richLabel() *storage.Label {
	email := storage.LabelCategory{Identifier: "CONTACT_INFO", Title: "Contact Info",
		DataTypes: []storage.DataType{{Identifier: "EMAIL_ADDRESS", Title: "Email Address"}}}
	ids := storage.LabelCategory{Identifier: "IDENTIFIERS", Title: "Identifiers",
		DataTypes: []storage.DataType{{Identifier: "USER_ID", Title: "User ID"}, {Identifier: "DEVICE_ID", Title: "Device ID"}}}
	bought := storage.LabelCategory{Identifier: "PURCHASES", Title: "Purchases",
		DataTypes: []storage.DataType{{Identifier: "PURCHASE_HISTORY", Title: "Purchase History"}}}
	usage := storage.LabelCategory{Identifier: "USAGE_DATA", Title: "Usage Data",
		DataTypes: []storage.DataType{{Identifier: "PRODUCT_INTERACTION", Title: "Product Interaction"}}}
	return &storage.Label{Types: []storage.PrivacyType{
		{Identifier: storage.DataUsedToTrackYou, Title: "Data Used to Track You", Detail: "To track you:",
			Categories: []storage.LabelCategory{ids}},
		{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You", Detail: "Linked to you:",
			Categories: []storage.LabelCategory{email, ids, bought},
			Purposes: []storage.Purpose{
				{Identifier: "ANALYTICS", Title: "Analytics", Categories: []storage.LabelCategory{ids, bought}},
				{Identifier: "APP_FUNCTIONALITY", Title: "App Functionality", Categories: []storage.LabelCategory{email, ids}}}},
		{Identifier: storage.DataNotLinkedToYou, Title: "Data Not Linked to You", Detail: "Not linked to you:",
			Categories: []storage.LabelCategory{usage},
			Purposes:   []storage.Purpose{{Identifier: "ANALYTICS", Title: "Analytics", Categories: []storage.LabelCategory{usage}}}},
	}}
}

// shortLabel is what the older pages have of richLabel.
func shortLabel() *storage.Label {
	l := richLabel()
	for i := range l.Types {
		l.Types[i].Purposes = nil
		for j := range l.Types[i].Categories {
			l.Types[i].Categories[j].DataTypes = nil
		}
	}
	return l
}

func only(identifier, title string) *storage.Label {
	return &storage.Label{Types: []storage.PrivacyType{
		{Identifier: identifier, Title: title, Categories: []storage.LabelCategory{}}}}
}

// richApp has something in every place of a page.
func richApp(format fakestore.Format) fakestore.App {
	return fakestore.App{
		ID: 4711, Name: "Quick & “Brown” Fox", Slug: "quick-fox", Developer: "Fox & Sons", BundleID: "com.example.Fox",
		Version: "2.0 (7)", Released: 1751296160000, Notes: "Faster.\n\nAnd lazier dogs.",
		Price: 0, HasIAP: new(true), Genre: "Food & Drink", GenreID: 6023, AgeRating: "13+",
		PolicyURL: "https://example.com/privacy?a=1&b=2",
		Label:     richLabel(),
		Features: &[]storage.Feature{
			{Identifier: "voiceover", Title: "VoiceOver", Description: "Reads the screen.", IconTemplate: "systemimage://voiceover"},
			{Identifier: "voice_control", Title: "Voice Control", IconTemplate: "systemimage://voice.control", Position: 1}},
		Related: []storage.RelatedApp{
			{Shelf: storage.ShelfMoreByDeveloper, Related: 4712, Name: "Slow Fox", Developer: "Fox & Sons", URL: "https://apps.apple.com/us/app/slow-fox/id4712"},
			{Shelf: storage.ShelfMayAlsoLike, Related: 4713, Name: "Dog", URL: "https://apps.apple.com/us/app/dog/id4713"}},
		Format: format,
	}
}
