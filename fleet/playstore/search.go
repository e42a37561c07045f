package playstore

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// Searcher is a [Scraper] that searches apps by name, too. Google Play's own search changes its form
// often, so it is only used where a base URL is set.
type Searcher struct{ *Scraper }

var _ fleet.Searcher = Searcher{}

// Search implements [fleet.Searcher]. The country has no effect.
func (s Searcher) Search(ctx context.Context, _, term string, limit int) ([]fleet.Listing, error) {
	page, err := s.ask(ctx, "/store/search", url.Values{"q": {term}, "c": {"apps"}, "hl": {"en"}})
	if err != nil {
		return nil, err
	}
	found, err := searched(page.Body, min(limit, maxResults))
	if errors.Is(err, fleet.ErrThrottled) {
		err = s.host.Throttled(errWall)
	}
	return found, err
}

// results collects the apps in the data of a search.
type results struct {
	found []fleet.Listing
	limit int
}

// searched returns the apps that the page of a search shows. That there are none is only believed of
// a page that says so: one in another form would not show any either.
func searched(page []byte, limit int) ([]fleet.Listing, error) {
	all := results{limit: limit}
	listed := false
	for block := range blocks(page) {
		all.collect(block)
		listed = listed || isEmptyList(block)
	}
	switch {
	case len(all.found) > 0:
		return all.found, nil
	case isWall(page):
		return nil, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Err: errWall}
	case (listed || saysNothingFound(page)) && !bytes.Contains(page, []byte("/store/apps/details?id")):
		return nil, nil
	}
	return nil, &fleet.ScrapeError{Cause: fleet.ErrLookup, Err: errors.New("no result, and no word that there is none")}
}

// collect adds the apps that are anywhere in a value. Any message that has the name of a package
// where results have it is one, because where they are changes.
func (r *results) collect(v any) {
	if name := text(v, 1, 1); storage.IsPackage(name) && text(v, 4) != "" && len(r.found) < r.limit && !r.has(name) {
		if _, ok := number(v, 1, 2); ok {
			r.found = append(r.found, fleet.Listing{
				Identifier: name, URL: new(address(name)), BundleID: &name, Name: new(text(v, 4)),
				Developer: known(text(v, 15)), IconURL: known(webAddress(text(v, 2, 4, 3))), Extractor: extractor,
			})
		}
	}
	switch v := v.(type) {
	case []any:
		for _, inner := range v {
			r.collect(inner)
		}
	case map[string]any:
		for _, n := range slices.Sorted(maps.Keys(v)) {
			r.collect(v[n])
		}
	}
}

func (r *results) has(name string) bool {
	return slices.ContainsFunc(r.found, func(l fleet.Listing) bool { return l.Identifier == name })
}

// isEmptyList reports whether a block has the sections of a search, and each of them has an empty list
// of results.
func isEmptyList(block any) bool {
	sections, ok := field(block, 1, 2).([]any)
	for _, section := range sections {
		_, isSection := field(section, 23).([]any)
		results := field(section, 23, 1)
		ok = ok && isSection && (results == nil || isEmpty(results))
	}
	return ok
}

func isEmpty(v any) bool {
	list, ok := v.([]any)
	return ok && len(list) == 0
}

// saysNothingFound reports whether a page says that a search found nothing.
func saysNothingFound(page []byte) bool {
	for _, apostrophe := range []string{"'", "’", "&#39;"} {
		if bytes.Contains(page, []byte("We couldn"+apostrophe+"t find anything for your search")) {
			return true
		}
	}
	return false
}
