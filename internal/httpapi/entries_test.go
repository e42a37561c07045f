package httpapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// TestEntriesSayWhatTheyAre holds that each changelog entry of each answer has a category, a
// direction and a weight, also one that was stored without them.
func TestEntriesSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	a := withOldEntries(t)
	c := mustDescribe(t)
	var found []string
	for pattern, item := range c.Document.Paths {
		o := item["get"]
		if o == nil || slices.Contains([]string{"/api/openapi.json", "/api/backup/export"}, pattern) { // descriptions of others; records as stored
			continue
		}
		asked := []contract.Request{c.Good(pattern, o)}
		for _, form := range []map[string]string{{}, {"id": "1", "changelog": "true"}, {"changelog": "true"}, {"id": "1"}} {
			asked = append(asked, contract.Request{Path: asked[0].Path, Query: form})
		}
		for _, r := range asked {
			got := a.ask(http.MethodGet, r)
			var answer any
			if got.Code != http.StatusOK || json.Unmarshal(got.Body.Bytes(), &answer) != nil {
				continue
			}
			if n := checkEntries(t, pattern, answer); n > 0 && !slices.Contains(found, pattern) {
				found = append(found, pattern)
			}
		}
	}
	for _, pattern := range []string{"/api/changelog", "/api/apps", "/api/apps/{id}", "/api/notifications", "/api/feeds/json"} {
		if !slices.Contains(found, pattern) {
			t.Errorf("%s has no entries: those found are of %v", pattern, found)
		}
	}
}

// withOldEntries returns an API with a changed app, whose entries are as they were stored before
// they had all members.
func withOldEntries(t *testing.T) *api {
	t.Helper()
	cfg, clock := configOver(t, openStore(t))
	s := shop{newPages()}
	s.show(1, "One", "CONTACT_INFO")
	cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: cfg.Random}, Scraper: s})
	cfg.NewLimiter = unlimited
	server, err := httpapi.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	a := &api{server, server, t, cfg.Store, clock}
	a.handler = trusted(a.handler)
	for _, category := range []string{"CONTACT_INFO", "LOCATION"} {
		s.show(1, "One", category)
		a.post("/api/scrape", `{"urls": ["https://apps.apple.com/us/app/id1"]}`).status(http.StatusOK)
		clock.Advance(1 << 40)
	}
	a.update(func(tx *storage.Tx) error {
		changes, err := storage.Collect(tx.Changes.List(storage.ChangeQuery{}))
		for i := range changes {
			e := &changes[i].Entry
			e.Category, e.Direction, e.Weight = "", "", ""
		}
		if err != nil {
			return err
		}
		return tx.Changes.Put(changes...)
	})
	return a
}

// checkEntries checks the entries in a part of an answer, and returns how many there are.
func checkEntries(t *testing.T, pattern string, part any) (n int) {
	t.Helper()
	switch part := part.(type) {
	case []any:
		for _, element := range part {
			n += checkEntries(t, pattern, element)
		}
	case map[string]any:
		_, typed := part["type"].(string)
		if _, described := part["description"].(string); typed && described {
			n++
			for _, member := range []string{"category", "direction", "weight"} {
				if said, _ := part[member].(string); said == "" {
					t.Errorf("%s has an entry without %s: %v", pattern, member, part)
				}
			}
		}
		for _, member := range part {
			n += checkEntries(t, pattern, member)
		}
	}
	return n
}
