package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// catalog is a store of apps that lists a few.
type catalog struct{}

func (catalog) Resolve(address string) (fleet.Target, error) {
	digits, ok := strings.CutPrefix(address, "https://apps.example/id")
	id, err := storage.ParseAppID(digits)
	if !ok || err != nil {
		return fleet.Target{}, fleet.ErrAddress
	}
	return fleet.Target{ID: id, URL: address}, nil
}

func (catalog) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	name := fmt.Sprintf("App %d", t.ID)
	return fleet.Listing{ID: t.ID, Name: &name, Label: &storage.Label{Types: []storage.PrivacyType{
		{Identifier: storage.DataNotCollected, Title: "Data Not Collected"},
	}}}, nil
}

func ExampleNew() {
	a, err := auditor.New(auditor.WithStore(memory.New()), auditor.WithScraper(catalog{}))
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	server := httptest.NewServer(http.StripPrefix("/labels", a.Handler()))
	defer server.Close()

	c, err := client.New(server.URL + "/labels")
	if err != nil {
		log.Fatal(err)
	}
	tracked, err := c.Scrape(context.Background(), client.ScrapeBody{URLs: []string{"https://apps.example/id1"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tracked.Results[0].Status, *tracked.Results[0].Name)

	page, err := c.PageOfApps(context.Background(), 10, client.PageOfAppsParams{Meta: "grid"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(page.Total, page.Apps[0].URL)
	// Output:
	// success App 1
	// 1 https://apps.example/id1
}

// A refusal says what it is.
func ExampleError() {
	a, err := auditor.New(auditor.WithStore(memory.New()), auditor.WithScraper(catalog{}))
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	server := httptest.NewServer(a.Handler())
	defer server.Close()
	c, err := client.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	_, err = c.App(context.Background(), "7")
	var refused *client.Error
	if errors.As(err, &refused) {
		fmt.Println(refused.Status, refused.Message)
	}
	// Output: 404 Not found
}

// A run is followed line by line.
func ExampleClient_FollowHistoryImport() {
	a, err := auditor.New(auditor.WithStore(memory.New()), auditor.WithScraper(catalog{}))
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	server := httptest.NewServer(a.Handler())
	defer server.Close()
	c, err := client.New(server.URL, client.WithHTTPClient(server.Client()))
	if err != nil {
		log.Fatal(err)
	}

	for line, err := range c.FollowHistoryImport(context.Background(), client.FollowHistoryImportParams{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(line.Kind)
	}
	// Output:
	// batch-start
	// summary
}

// What the service ignores of a request is printed.
func ExampleWithIgnored() {
	a, err := auditor.New(auditor.WithStore(memory.New()), auditor.WithScraper(catalog{}))
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	server := httptest.NewServer(a.Handler())
	defer server.Close()
	warn := func(_ context.Context, ignored client.Ignored) {
		fmt.Println(ignored.Method, ignored.Path, "ignores", ignored.Parts)
	}
	c, err := client.New(server.URL, client.WithHTTPClient(server.Client()), client.WithIgnored(warn))
	if err != nil {
		log.Fatal(err)
	}

	if _, err := c.Changelog(context.Background(), client.ChangelogParams{Type: "added,renamed"}); err != nil {
		log.Fatal(err)
	}
	// Output: GET /api/changelog ignores [type=renamed]
}
