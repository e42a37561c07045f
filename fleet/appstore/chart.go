package appstore

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

// maxCharted is how many apps of a chart the App Store returns.
const maxCharted = 100

// Chart returns at most 100 apps from the top of a chart. Icons are small.
func (s *Scraper) Chart(ctx context.Context, chart fleet.Chart) ([]fleet.Listing, error) {
	if chart.Limit < 1 {
		return nil, nil
	}
	country := strings.ToLower(chart.Country)
	if !storeaddress.IsCountry(country) {
		country = s.country
	}
	limit := min(chart.Limit, maxCharted)
	path := fmt.Sprintf("/%s/rss/%s/limit=%d", country, chartName(chart.Paid), limit)
	if chart.Genre > 0 {
		path += fmt.Sprintf("/genre=%d", chart.Genre)
	}
	all, err := s.listings(ctx, s.lookup.URL(path+"/json", nil), lookupTimeout, maxLookup, func(text []byte) ([]fleet.Listing, error) {
		return parseChart(text, country)
	})
	return withSmallIcons(all[:min(limit, len(all))]), err
}

func chartName(paid bool) string {
	if paid {
		return "toppaidapplications"
	}
	return "topfreeapplications"
}

// charted is an app of a chart. Each text is in a member "label" or in the attributes
// beside it.
type charted struct {
	Name      labelled       `json:"im:name"`
	Developer labelled       `json:"im:artist"`
	Icons     many[labelled] `json:"im:image"`
	Price     labelled       `json:"im:price"`
	Kind      labelled       `json:"im:contentType"`
	ID        labelled       `json:"id"`
	Genre     labelled       `json:"category"`
}

type labelled struct {
	Label      string `json:"label"`
	Attributes struct {
		ID       loose  `json:"im:id"`
		BundleID string `json:"im:bundleId"`
		Amount   loose  `json:"amount"`
		Currency string `json:"currency"`
		Label    string `json:"label"`
		Term     string `json:"term"`
		Height   loose  `json:"height"`
	} `json:"attributes"`
}

// parseChart reads a chart. A single app comes without a list around it.
func parseChart(text []byte, country string) ([]fleet.Listing, error) {
	var answer struct {
		Feed struct {
			Entries many[charted] `json:"entry"`
		} `json:"feed"`
	}
	if err := new(jsonread.Budget).DecodeLenient(text, &answer); err != nil {
		return nil, err
	}
	var all []fleet.Listing
	seen := make(map[storage.AppID]bool)
	for _, c := range first(answer.Feed.Entries, 2*maxCharted) {
		id, ok := c.ID.Attributes.ID.Integer()
		kind := cmp.Or(c.Kind.Attributes.Term, "Application")
		if !ok || id <= 0 || id > int64(storage.MaxAppID) || kind != "Application" || seen[storage.AppID(id)] {
			continue
		}
		seen[storage.AppID(id)] = true
		l := c.listing(storage.AppID(id))
		l.Country = country
		all = append(all, l)
	}
	return all, nil
}

func (c charted) listing(id storage.AppID) fleet.Listing {
	l := fleet.Listing{
		ID:        id,
		Name:      text1(maxName, c.Name.Label),
		URL:       storeURL(c.ID.Label, id),
		BundleID:  text1(maxTitle, c.ID.Attributes.BundleID),
		Developer: text1(maxName, c.Developer.Label),
		GenreName: text1(maxTitle, c.Genre.Attributes.Label, c.Genre.Attributes.Term),
		Extractor: "chart/1",
	}
	largest := int64(-1)
	for _, icon := range first(c.Icons, maxItems) {
		height, _ := icon.Attributes.Height.Integer()
		if picture := pictureURL(icon.Label); picture != nil && height > largest {
			l.IconURL, largest = picture, height
		}
	}
	if n, ok := c.Genre.Attributes.ID.Integer(); ok {
		l.GenreID = &n
	}
	offer{amount: amount(c.Price.Attributes.Amount), currency: c.Price.Attributes.Currency, text: c.Price.Label}.settle(&l)
	return l
}
