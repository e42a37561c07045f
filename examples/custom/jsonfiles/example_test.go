package jsonfiles_test

import (
	"context"
	"fmt"
	"log"
	"testing/fstest"

	"github.com/privacylabels/auditor/examples/custom/jsonfiles"
)

func ExampleNew() {
	files := fstest.MapFS{ // or os.DirFS("apps")
		"7.json": {Data: []byte(`{"name": "Field Notes", "collects": {"DATA_LINKED_TO_YOU": ["CONTACT_INFO"]}}`)},
	}
	scraper, err := jsonfiles.New(files, "https://apps.example.org/catalog")
	if err != nil {
		log.Fatal(err)
	}
	target, err := scraper.Resolve("https://apps.example.org/catalog/7")
	if err != nil {
		log.Fatal(err)
	}
	listing, err := scraper.Scrape(context.Background(), target)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(*listing.Name, listing.Label.Types[0].Categories[0].Title)
	// Output: Field Notes Contact Info
}
