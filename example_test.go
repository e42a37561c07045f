package auditor_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// catalog is a scraper that knows one app.
type catalog struct{}

func (catalog) Resolve(url string) (fleet.Target, error) {
	if !strings.HasSuffix(url, "/id1") {
		return fleet.Target{}, fleet.ErrAddress
	}
	return fleet.Target{ID: 1, URL: url}, nil
}

func (catalog) Scrape(context.Context, fleet.Target) (fleet.Listing, error) {
	name := "Notes"
	return fleet.Listing{ID: 1, Name: &name, Label: &storage.Label{Types: []storage.PrivacyType{
		{Identifier: storage.DataNotCollected, Title: "Data Not Collected"},
	}}}, nil
}

func ExampleNew() {
	dir, err := os.MkdirTemp("", "auditor")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	store, err := sqlite.Open(context.Background(), filepath.Join(dir, "auditor.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()

	a, err := auditor.New(
		auditor.WithStore(store),
		auditor.WithScraper(catalog{}), // leave it out to watch the App Store
	)
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()

	answer, err := a.Client().Scrape(context.Background(), client.ScrapeBody{URLs: []string{"https://apps.example/id1"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Results[0].Status, *answer.Results[0].Name)
	// Output: success Notes
}

func ExampleAuditor_Handler() {
	dir, err := os.MkdirTemp("", "auditor")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	store, err := sqlite.Open(context.Background(), filepath.Join(dir, "auditor.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	a, err := auditor.New(auditor.WithStore(store), auditor.WithScraper(catalog{}))
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()

	mux := http.NewServeMux()
	mux.Handle("/privacy/", http.StripPrefix("/privacy", a.Handler()))

	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest("GET", "http://localhost/privacy/api/health", nil))
	fmt.Println(answer.Code, strings.TrimSpace(answer.Body.String()))
	// Output: 200 {"status":"ok"}
}

// updates is a scraper whose app collects one category more each time it is asked.
type updates struct {
	catalog
	categories []string
	asked      int
}

func (u *updates) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	listing, err := u.catalog.Scrape(ctx, t)
	linked := storage.PrivacyType{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You"}
	u.asked++
	for _, title := range u.categories[:u.asked] {
		linked.Categories = append(linked.Categories, storage.LabelCategory{Identifier: title, Title: title})
	}
	listing.Label = &storage.Label{Types: []storage.PrivacyType{linked}}
	return listing, err
}

// A program that stores the cursor of each change when it has worked on it continues
// there after a restart.
func ExampleAuditor_Changes() {
	ctx := context.Background()
	a, err := auditor.New(
		auditor.WithStore(memory.New()),
		auditor.WithScraper(&updates{categories: []string{"Location", "Contacts", "Health"}}),
	)
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	for range 3 { // a sync does this
		if _, err := a.Client().Scrape(ctx, client.ScrapeBody{URLs: []string{"https://apps.example/id1"}}); err != nil {
			log.Fatal(err)
		}
	}

	var stored changelog.Cursor // in a file or database of the program
	for range 2 {
		for c, err := range a.Changes(ctx, stored) {
			if err != nil {
				log.Fatal(err)
			}
			for _, entry := range c.Entries {
				fmt.Println(c.App.Name+":", entry.Description)
			}
			stored = c.Cursor
			break // the program ends, and starts again
		}
	}
	rest, err := a.Changelog().After(ctx, stored, 100)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("left:", len(rest.Changes))
	// Output:
	// Notes: "Data Linked to You" now collects: Contacts
	// Notes: "Data Linked to You" now collects: Health
	// left: 0
}
