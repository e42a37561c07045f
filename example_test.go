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
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
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

	results, err := a.Fleet().Track(context.Background(), fleet.TrackRequest{URLs: []string{"https://apps.example/id1"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(results[0].Outcome, results[0].Refresh.Name)
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
