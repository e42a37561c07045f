package appstore_test

import (
	"net/http"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
)

// newScraper returns a scraper that asks a handler, as fast as it can.
func newScraper(t *testing.T, h http.Handler) *appstore.Scraper {
	t.Helper()
	return configured(t, h, appstore.Config{PerMinute: 1e6})
}

// configured returns a scraper that asks a handler.
func configured(t *testing.T, h http.Handler, c appstore.Config) *appstore.Scraper {
	t.Helper()
	c.HTTPClient = fakestore.Client(h)
	s, err := appstore.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func resolve(t *testing.T, s *appstore.Scraper, url string) fleet.Target {
	t.Helper()
	target, err := s.Resolve(url)
	if err != nil {
		t.Fatal(err)
	}
	return target
}
