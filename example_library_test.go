package auditor_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// printChanges is the example of README.md, which TestReadmeShowsTheLibrary compares.
func printChanges(ctx context.Context, store storage.Store, scraper fleet.Scraper) error {
	a, err := auditor.New(auditor.WithStore(store), auditor.WithScraper(scraper)) // without a scraper: the App Store
	if err != nil {
		return err
	}
	defer a.Close()
	_, err = a.Client().Scrape(ctx, client.ScrapeBody{URLs: []string{"https://apps.example/id1"}})
	feed, failed := a.Client().Changelog(ctx, client.ChangelogParams{Limit: 20})
	return errors.Join(err, failed, json.NewEncoder(os.Stdout).Encode(feed))
}

func ExampleAuditor_Client() {
	if err := printChanges(context.Background(), memory.New(), catalog{}); err != nil {
		panic(err)
	}
	// Output: {"cursor":"0","rows":[],"total":0}
}

func TestReadmeShowsTheLibrary(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("example_library_test.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(source), "scraper fleet.Scraper) error {\n")
	lines, _, _ := strings.Cut(rest, "\n}\n")
	lines = strings.ReplaceAll("\n"+lines, "\n\t", "\n")
	if n := strings.Count(lines, "\n"); n != 8 {
		t.Errorf("the example has %d lines, not 8", n)
	}
	if !strings.Contains(string(readme), "```go"+lines+"\n```") {
		t.Errorf("README.md does not show the example:%s", lines)
	}
}
