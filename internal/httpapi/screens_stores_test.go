package httpapi_test

import (
	"crypto/rand"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/internal/fakeplay"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// What an app is paired with is refused beside the field, with a sentence.
func TestPairIsRefusedBesideItsField(t *testing.T) {
	t.Parallel()
	a := newForms(t, authorized)
	for _, id := range []string{"7", "8"} {
		a.do("POST", "/api/scrape", sameOrigin, level("admin"), header("Content-Type", "application/json"), body(`{"urls":["https://store.example/id`+id+`"]}`)).status(http.StatusOK)
	}
	shows(t, a.do("GET", "/apps/7", level("admin")).Body.String(), `href="/apps/7/stores">Pair with Google Play</a>`)
	shows(t, a.do("GET", "/apps/7/stores", level("admin")).status(http.StatusOK).Body.String(), "in the other store", `id="with"`)
	const wrong = `id="with-wrong" role="alert">`
	shows(t, a.submit("/apps/7/stores", "with=nothing", level("admin")).status(http.StatusBadRequest).Body.String(), wrong+"No app that you watch", `value="nothing"`)
	shows(t, a.submit("/apps/7/stores", "with=org.example.none", level("admin")).status(http.StatusBadRequest).Body.String(), wrong+"No app that you watch")
	shows(t, a.submit("/apps/7/stores", "with=8", level("admin")).status(http.StatusConflict).Body.String(), wrong+"A pair is an app of the App Store and one of Google Play.")
	a.submit("/apps/7/stores/end", "", level("admin")).status(http.StatusSeeOther)
}

// The page of a pair is in the language of the reader: the kinds of data, what each store is told, and where
// their definitions differ.
func TestPairIsToldInTheLanguageOfTheReader(t *testing.T) {
	t.Parallel()
	a := newForms(t, authorized)
	play := storage.Number(storage.SourcePlay, "org.example.chat", 0)
	a.update(func(tx *storage.Tx) error {
		for _, app := range []struct {
			storage.App
			privacyType, category, dataType string
			practices                       []string
		}{
			{storage.App{ID: 90, Name: "Chat"}, storage.DataLinkedToYou, "LOCATION", "PRECISE_LOCATION", nil},
			{storage.App{ID: play, Name: "Chat", Source: storage.SourcePlay}, storage.DataCollected, "PERSONAL_INFO", "EMAIL_ADDRESS", []string{"DATA_ISNT_ENCRYPTED"}},
		} {
			c := []storage.LabelCategory{{Identifier: app.category, DataTypes: []storage.DataType{{Identifier: app.dataType, Title: "x"}}}}
			l := storage.Label{Practices: app.practices, Types: []storage.PrivacyType{{Identifier: app.privacyType, Categories: c}}}
			digest, err := changelog.Digest(l)
			app.URL, app.FirstSeen, app.LastSynced, app.LabelDigest, app.HasPrivacyDetails = "https://store.example/x", 1, 1, digest, new(true)
			if err := errors.Join(err, tx.Labels.Put(storage.LabelBody{Digest: digest, Label: l}), tx.Apps.Put(app.App)); err != nil {
				return err
			}
		}
		return nil
	})
	a.do("PUT", "/api/apps/90/pair", sameOrigin, level("admin"), header("Content-Type", "application/json"), body(`{"with":`+play.String()+`}`)).status(http.StatusOK)
	text := a.do("GET", "/apps/90/stores", level("admin"), header("Accept-Language", "de")).status(http.StatusOK).Body.String()
	shows(t, text, "E-Mail-Adressen", "Dem App Store wird angegeben, dass die App „Genauer Standort“ erfasst.", "dass etwas der Art „E-Mail-Adressen“ erfasst wird",
		"Der App Store zählt auch gehashte Adressen dazu.", "Sicherheit")
	if strings.Contains(text, "is told") || strings.Contains(text, "email addresses") {
		t.Errorf("the screen in German has English:\n%s", text)
	}
}

// The page that adds apps names the store of what it finds on Google Play, and pairs the apps of a row before
// they are read.
func TestAppsOfGooglePlayAreAdded(t *testing.T) {
	t.Parallel()
	play := new(fakeplay.Play)
	play.Set(fakeplay.App{Package: "org.example.tide", Name: "Tide Table", Developer: "Tide Ltd"})
	server := httptest.NewServer(play)
	t.Cleanup(server.Close)
	source, err := playstore.Source(playstore.Config{BaseURL: server.URL, PerMinute: 60000})
	if err != nil {
		t.Fatal(err)
	}
	with, shop := withShop(t, nil)
	a := startPage(t, func(cfg *httpapi.Config) {
		with(cfg)
		env := storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}
		cfg.Fleet = tracked.New(tracked.Config{Env: env, Scraper: shop, Sources: []fleet.Source{source}})
		cfg.Imports = imports.New(imports.Config{Env: env, Fleet: cfg.Fleet})
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, pastOf(cfg.Store, cfg.Now), cfg.Imports.Job())
	})
	list := begun(t, a.submit("/add", "apps="+url.QueryEscape("Tide Table\nhttps://play.google.com/store/apps/dev?id=7\nplay.google.com/store/apps/details?id=org.example.tide")))
	shows(t, a.do("GET", list).status(http.StatusOK).Body.String(), "This is not the address of an app of Google Play", "1 to search for")
	shows(t, a.do("GET", list+"/choose?item=0").status(http.StatusOK).Body.String(), "Tide Ltd · Google Play")
	shows(t, a.submit(list+"/retry?item=2", "").leads(list, a), "Tide Table was added")

	row := begun(t, a.submit("/add", "apps="+url.QueryEscape("appStoreUrl,playId\nhttps://store.example/id7,org.example.tide\n")))
	shows(t, a.submit(row+"/retry?item=0", "").leads(row, a), "was added")
	shows(t, a.do("GET", "/apps/7/stores").Body.String(), "in both stores", "neither collects nor shares data")
}
