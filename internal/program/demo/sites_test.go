package demo

import (
	"crypto/rand"
	"errors"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// The policies of all apps of the demo are policies.
func TestSites(t *testing.T) {
	t.Parallel()
	db := openStore(t)
	demo := at(states - 1)
	service := tracked.New(tracked.Config{Env: storage.Env{Store: db, Now: demo.now, Random: rand.Reader}, Scraper: demo})
	reader := policy.New(policy.Config{Env: storage.Env{Store: db, Now: demo.now, Random: rand.Reader}, Fetcher: Sites{demo}})
	for _, app := range apps() {
		if _, err := service.Refresh(t.Context(), fleet.Target{ID: app.id, URL: *app.first.URL}, storage.TriggerSample); err != nil {
			t.Fatal(err)
		}
		reading, err := reader.Fetch(t.Context(), app.id, false, nil)
		if err != nil || reading.Event != policy.First {
			t.Errorf("%s: %+v, %v", *app.first.Name, reading, err)
		}
	}
	for _, address := range []string{"https://developer.invalid/privacy", "%", ""} {
		if _, err := (Sites{demo}).Fetch(t.Context(), address); !errors.Is(err, fetch.ErrUnreachable) {
			t.Errorf("%q: %v", address, err)
		}
	}
}
