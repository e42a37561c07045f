package appstore_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// A lookup of another platform fills nothing: the page of an app for the Mac that shows no
// version has none.
func TestScrape_lookupOfAnotherPlatform(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{true, false} { // whether the page tells its platform
		page := fakestore.App{ID: 2000000001, Name: "Fox", Format: fakestore.Island}
		if named {
			page.Platform = storage.PlatformMac
		}
		app := richApp(fakestore.Island)
		app.ID, app.Page = page.ID, pageOf(t, page)
		store := fakestore.New(app)
		s := newScraper(t, store)
		l, err := s.Scrape(t.Context(), resolve(t, s, "https://apps.apple.com/us/app/fox/id2000000001?platform=mac"))
		if err != nil {
			t.Fatal(err)
		}
		if l.Version != nil || l.AgeRating != nil || l.GenreName != nil || l.Platform != storage.PlatformMac || store.Lookups() != 1 {
			t.Errorf("after %d lookups: version %q, rating %q, genre %q, platform %q", store.Lookups(),
				value(l.Version), value(l.AgeRating), value(l.GenreName), l.Platform)
		}
	}
}

// The facts of an older page are those of the platform that was asked for.
func TestScrape_platformOfAnOlderPage(t *testing.T) {
	t.Parallel()
	box := `{"x":"{\"d\":[{\"id\":\"7\",\"attributes\":{\"name\":\"Fox\",\"platformAttributes\":{` +
		`\"ios\":{\"bundleId\":\"fox.ios\",\"versionHistory\":[{\"versionDisplay\":\"3.6\"}]},` +
		`\"osx\":{\"bundleId\":\"fox.mac\",\"versionHistory\":[{\"versionDisplay\":\"3.4.3\"}]}}}}]}"}`
	page := fmt.Appendf(nil, `<html lang="en-US"><link rel="canonical" href="https://apps.apple.com/us/app/fox/id7">`+
		`<script type="fastboot/shoebox" id="shoebox-media-api-cache-apps">%s</script></html>`, box)
	s := newScraper(t, fakestore.New(fakestore.App{ID: 7, Page: page}))
	for address, want := range map[string][]string{
		"https://apps.apple.com/us/app/fox/id7":             {"ios", "fox.ios", "3.6"},
		"https://apps.apple.com/us/app/fox/id7?mt=12":       {"mac", "fox.mac", "3.4.3"},
		"https://apps.apple.com/us/app/fox/id7?platform=tv": {"ios", "fox.ios", "3.6"}, // it has no page of that one
	} {
		l, err := s.Scrape(t.Context(), resolve(t, s, address))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, []string{string(l.Platform), value(l.BundleID), value(l.Version)}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", address, diff)
		}
	}
}

// What a page says about its price is settled by one table, and what stays open is completed
// by the lookup only as far as it does not contradict the page.
func TestScrape_price(t *testing.T) {
	t.Parallel()
	type price struct {
		amount         float64 // -1: not known
		currency, text string
	}
	unknown := price{-1, "", ""}
	for name, tt := range map[string]struct {
		offer, linked, lookup string // JSON
		want                  price
	}{
		"pre-order":           {`{"isFree":false,"titles":{"standard":"$39.99"}}`, `{"price":0,"priceCurrency":"USD"}`, `"price":0,"formattedPrice":"Free"`, price{39.99, "USD", "$39.99"}},
		"pre-order in Europe": {`{"isFree":false,"titles":{"standard":"1.299,50 €"}}`, `{"price":0,"priceCurrency":"EUR"}`, `"price":0`, price{1299.5, "EUR", "1.299,50 €"}},
		"buy for nothing":     {`{"isFree":false,"titles":{"standard":"Buy"}}`, `{"price":0,"priceCurrency":"USD"}`, `"price":0,"formattedPrice":"Free"`, unknown},
		"buy by the lookup":   {`{"isFree":false,"titles":{"standard":"Buy"}}`, `{}`, `"price":4.99,"formattedPrice":"$4.99","currency":"USD"`, price{4.99, "USD", "$4.99"}},
		"free and paid":       {`{"isFree":true,"titles":{"standard":"Get"}}`, `{"price":4.99,"priceCurrency":"USD"}`, `"price":0`, unknown},
		"free":                {`{"isFree":true,"titles":{"standard":"Get"}}`, `{"price":0,"priceCurrency":"USD"}`, `"price":4.99`, price{0, "USD", "Free"}},
		"paid":                {`{"isFree":false,"titles":{"standard":"$4.99"}}`, `{"price":4.99,"priceCurrency":"USD"}`, `"price":3.99,"formattedPrice":"$3.99"`, price{4.99, "USD", "$4.99"}},
		"an older lookup":     {`{"isFree":false,"titles":{"standard":"$5.99"}}`, `{}`, `"price":3.99,"formattedPrice":"$3.99","currency":"USD"`, price{5.99, "USD", "$5.99"}},
		"thousands":           {`{"isFree":false,"titles":{"standard":"¥4,800"}}`, `{}`, ``, price{4800, "", "¥4,800"}},
		"words for thousands": {`{"isFree":false,"titles":{"standard":"Rp 15ribu"}}`, `{"price":15000,"priceCurrency":"IDR"}`, ``, price{15000, "IDR", "Rp 15ribu"}},
		"Arabic digits":       {`{"isFree":false,"titles":{"standard":"١٬٢٩٩٫٥٠ ر.س."}}`, `{"price":0}`, ``, price{1299.5, "", "١٬٢٩٩٫٥٠ ر.س."}},
		"free at a price":     {`{"isFree":true,"titles":{"standard":"۴۹۹ تومان"}}`, `{"price":0}`, ``, unknown},
		"wide digits":         {`{"isFree":false,"titles":{"standard":"６００円"}}`, `{}`, ``, price{600, "", "６００円"}},
		"no known form":       {`{"isFree":false,"titles":{"standard":"٧٩ألف"}}`, `{}`, ``, price{-1, "", "٧٩ألف"}},
		"pre-order by a word": {`{"titles":{"standard":"Pre-Order"}}`, `{"price":0,"priceCurrency":"USD"}`, ``, unknown},
		"free to buy":         {`{"isFree":true,"titles":{"standard":"Buy"}}`, `{"price":0,"priceCurrency":"USD"}`, ``, unknown},
		"free for pre-order":  {`{"isFree":true,"titles":{"standard":"Pre-Order"}}`, `{"price":0,"priceCurrency":"USD"}`, ``, price{0, "USD", "Free"}},
		"not told":            {`{}`, `{}`, ``, unknown},
		"lookup alone":        {`{}`, `{}`, `"price":1.5,"formattedPrice":"$1.50","currency":"USD"`, price{1.5, "USD", "$1.50"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := fmt.Appendf(nil, `<html lang="en-US"><link rel="canonical" href="https://apps.apple.com/us/app/fox/id7">`+
				`<script type="application/ld+json">{"@type":"SoftwareApplication","offers":%s}</script>`+
				`<script type="application/json" id="serialized-server-data">{"data":[{"intent":{"$kind":"ProductPageIntent","id":"7"},`+
				`"data":{"title":"Fox","titleOfferDisplayProperties":%s}}]}</script></html>`, tt.linked, tt.offer)
			answer := ""
			if tt.lookup != "" {
				answer = `{"wrapperType":"software","kind":"software","trackId":7,` + tt.lookup + `}`
			}
			s := answering(t, page, `{"results":[`+answer+`]}`)
			l, err := s.Scrape(t.Context(), fleet.Target{ID: 7})
			if err != nil {
				t.Fatal(err)
			}
			got := price{-1, value(l.PriceCurrency), value(l.PriceFormatted)}
			if l.PriceAmount != nil {
				got.amount = *l.PriceAmount
			}
			if got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// Apps for the Mac are found by a search of their own.
func TestSearchMac(t *testing.T) {
	t.Parallel()
	s := newScraper(t, fakestore.New(fakestore.App{ID: 1, Name: "Fox"}, fakestore.App{ID: 2, Name: "Fox Writer", Platform: storage.PlatformMac}))
	for _, tt := range []struct {
		search func() ([]fleet.Listing, error)
		id     storage.AppID
		of     storage.Platform
	}{
		{func() ([]fleet.Listing, error) { return s.Search(t.Context(), "us", "fox", 9) }, 1, storage.PlatformIOS},
		{func() ([]fleet.Listing, error) { return s.SearchMac(t.Context(), "us", "fox", 9) }, 2, storage.PlatformMac},
	} {
		found, err := tt.search()
		if err != nil || len(found) != 1 || found[0].ID != tt.id || found[0].Platform != tt.of {
			t.Errorf("found %+v, %v, want app %d of %s", found, err, tt.id, tt.of)
		}
	}
}

var _ fleet.MacSearcher = (*appstore.Scraper)(nil)

// answering returns a scraper whose App Store has one page, and one answer to all lookups.
func answering(t *testing.T, page []byte, lookup string) *appstore.Scraper {
	t.Helper()
	return newScraper(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/lookup" {
			page = []byte(lookup)
		}
		if _, err := w.Write(page); err != nil {
			t.Error(err)
		}
	}))
}
