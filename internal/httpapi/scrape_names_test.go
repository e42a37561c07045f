package httpapi_test

import (
	"context"
	"crypto/rand"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// prefixShop is an App Store whose search finds the apps that begin with the term.
type prefixShop struct{ findable }

func (s prefixShop) Search(_ context.Context, _, term string, _ int) (found []fleet.Listing, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, l := range s.listings {
		if strings.HasPrefix(*l.Name, term) {
			l.URL = new(address(id))
			found = append(found, l)
		}
	}
	return found, nil
}

// Apps are tracked by address, ID and name in one request. What is not found fails alone.
func TestScrapeByIDAndName(t *testing.T) {
	t.Parallel()
	s := prefixShop{findable{newPages()}}
	s.show(1, "One", "LOCATION")
	s.show(2, "Tide Table", "LOCATION")
	s.show(3, "Chat", "LOCATION")
	s.show(4, "Chat for two", "LOCATION")
	s.show(5, "Note: lists", "LOCATION")
	s.show(6, "Note: paper", "LOCATION")
	a := newFleetAPI(t, func(cfg *httpapi.Config) {
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: s})
	})
	a.post("/api/scrape", `{"urls":["`+address(1)+`"]}`).status(200)
	got := members(a.post("/api/scrape", `{"names":["Tide","Chat","Note","Nothing","!"],"ids":[1,"9",0],"urls":["`+address(3)+`"]}`))
	var rows []string
	for _, r := range got["results"].([]any) {
		row := r.(map[string]any)
		query, _ := row["query"].(string)
		name, _ := row["name"].(string)
		candidates, _ := row["candidates"].([]any)
		rows = append(rows, strings.Join([]string{query, row["status"].(string), name, strings.Repeat("*", len(candidates))}, "|"))
		if row["status"] == "error" && row["error"] == "" {
			t.Errorf("no reason: %v", row)
		}
	}
	want := []string{
		"|success|Chat|", "1|success|One|", "9|error||", "0|error||",
		"Tide|success|Tide Table|", "Chat|success|Chat|", "Note|error||**", "Nothing|error||", "!|error||",
	}
	equal(t, want, rows, "rows")
	for _, text := range []string{`{}`, `{"ids":[]}`, `{"names":[]}`, `{"ids":["x"]}`, `{"ids":[-1]}`, `{"names":[7]}`, `{"names":"Chat"}`,
		`{"urls":["https://evil.example/id1"],"ids":[1]}`, `{"ids":[` + strings.Repeat("1,", 60) + `1],"names":[` + strings.Repeat(`"a",`, 60) + `"b"]}`} {
		a.post("/api/scrape", text).error(400, "")
	}
}
