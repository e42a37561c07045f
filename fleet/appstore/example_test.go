package appstore_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

func ExampleNew() {
	store := httptest.NewServer(fakestore.New(fakestore.App{
		ID: 1440502568, Name: "Learn to Read", BundleID: "com.example.read", Version: "3.1", AgeRating: "4+",
		Label: &storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "Data Not Collected"}}},
	}))
	defer store.Close()

	// Without the two URLs, the App Store itself is asked.
	scraper, err := appstore.New(appstore.Config{PagesURL: store.URL, LookupURL: store.URL, Country: "gb"})
	if err != nil {
		fmt.Println(err)
		return
	}
	target, err := scraper.Resolve("https://apps.apple.com/app/learn-to-read/id1440502568")
	if err != nil {
		fmt.Println(err)
		return
	}
	listing, err := scraper.Scrape(context.Background(), target)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(*listing.Name, *listing.Version, *listing.AgeRating, "in", listing.Country)
	fmt.Println(listing.Label.Types[0].Title)
	// Output:
	// Learn to Read 3.1 4+ in gb
	// Data Not Collected
}

func ExampleParse() {
	page := []byte(`<html lang="en-us"><link rel="canonical" href="https://apps.apple.com/us/app/one/id1">
		<section class="app-privacy"><h2>App Privacy</h2><div class="app-privacy__card">
			<h3 class="privacy-type__heading">Data Linked to You</h3>
			<ul><li><span class="privacy-type__data-category-heading">Health &amp; Fitness</span></li></ul>
		</div></section>
		<section>Information</section></html>`)
	listing, err := appstore.Parse(page, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range listing.Label.Types {
		fmt.Println(t.Identifier, t.Categories[0].Identifier)
	}
	fmt.Println(listing.Extractor)
	// Output:
	// DATA_LINKED_TO_YOU HEALTH_AND_FITNESS
	// html/1
}
