package appstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// maxChart is how many apps the store's chart has at most.
const maxChart = 100

// chart is the store's feed of the apps that are wanted most.
type chart struct {
	Feed struct {
		Entries many[chartEntry] `json:"entry"`
	} `json:"feed"`
}

// chartEntry is an app of it. What is an attribute or a text elsewhere is a member
// here.
type chartEntry struct {
	Name struct {
		Label string `json:"label"`
	} `json:"im:name"`
	ID struct {
		Attributes struct {
			ID     loose  `json:"im:id"`
			Bundle string `json:"im:bundleId"`
		} `json:"attributes"`
	} `json:"id"`
}

// TopFree asks for the free apps that are wanted most, no more than 100.
func (s *Scraper) TopFree(ctx context.Context, country string, limit int) ([]fleet.Listing, error) {
	if limit < 1 {
		return nil, nil
	}
	limit = min(limit, maxChart)
	if country = strings.ToLower(country); !isCountry(country) {
		country = s.country
	}
	path := fmt.Sprintf("/%s/rss/topfreeapplications/limit=%d/json", country, limit)
	got, err := s.lookup.get(ctx, s.lookup.url(path, nil), lookupTimeout, maxLookup)
	if err != nil {
		return nil, err
	}
	if got.location != "" {
		return nil, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: errors.New("redirected to another place")}
	}
	all, err := parseChart(got.body, country)
	if err != nil {
		return nil, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err}
	}
	return all[:min(limit, len(all))], nil
}

// parseChart reads the feed. What has no id is left out.
func parseChart(text []byte, country string) ([]fleet.Listing, error) {
	var c chart
	if err := decode(text, &c); err != nil {
		return nil, err
	}
	var all []fleet.Listing
	for _, e := range c.Feed.Entries {
		n, ok := e.ID.Attributes.ID.integer()
		if !ok || n <= 0 || n > int64(storage.MaxAppID) {
			continue
		}
		l := fleet.Listing{ID: storage.AppID(n), Country: country, Extractor: "chart/1", URL: new(fmt.Sprintf("https://apps.apple.com/%s/app/id%d", country, n))}
		if name := line(e.Name.Label, maxTitle); name != "" {
			l.Name = &name
		}
		if bundle := line(e.ID.Attributes.Bundle, maxTitle); bundle != "" {
			l.BundleID = &bundle
		}
		all = append(all, l)
	}
	return all, nil
}
