package appstore

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

const (
	// maxChunk is how many apps a lookup has. The App Store allows more, but then often
	// fails.
	maxChunk = 100
	maxFound = 200 // results that a search can have

	lookupTimeout   = 15 * time.Second
	completeTimeout = 8 * time.Second

	maxLookup   = 8 << 20 // bytes of an answer
	maxComplete = 1 << 20
)

// lookupQuery names apps by ID or by bundle ID.
type lookupQuery struct {
	country string
	ids     []storage.AppID
	bundles []string
	entity  string // kind of the apps; empty: the App Store's default
}

// macEntities are the kinds of apps for the Mac in searches and lookups.
func macEntities() []string { return []string{"macSoftware", "desktopSoftware"} }

// Lookup looks up apps by ID, a hundred at a time.
func (s *Scraper) Lookup(ctx context.Context, country string, ids []storage.AppID) ([]fleet.Listing, error) {
	var all []fleet.Listing
	for chunk := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(ids))), maxChunk) {
		found, err := s.split(ctx, lookupQuery{country: country, ids: chunk})
		all = append(all, found...)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// LookupBundles looks up apps by bundle ID, ignoring case, a hundred at a time. Icons are
// small.
func (s *Scraper) LookupBundles(ctx context.Context, country string, bundleIDs []string) ([]fleet.Listing, error) {
	var wanted []string
	for _, id := range bundleIDs {
		// A comma would make two IDs of it.
		if id = strings.ToLower(line(id, maxTitle)); id != "" && !strings.ContainsAny(id, ", ") && !slices.Contains(wanted, id) {
			wanted = append(wanted, id)
		}
	}
	var all []fleet.Listing
	for chunk := range slices.Chunk(wanted, maxChunk) {
		found, err := s.split(ctx, lookupQuery{country: country, bundles: chunk})
		all = append(all, withSmallIcons(found)...)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// split sends a lookup, and in halves if the App Store fails at the whole.
func (s *Scraper) split(ctx context.Context, q lookupQuery) ([]fleet.Listing, error) {
	found, err := s.ask(ctx, q, lookupTimeout, maxLookup)
	if err == nil || len(q.ids)+len(q.bundles) < 2 || !tooMuch(err) {
		return found, err
	}
	i, b := len(q.ids)/2, len(q.bundles)/2
	found, err = s.split(ctx, lookupQuery{q.country, q.ids[:i], q.bundles[:b], q.entity})
	if err != nil {
		return found, err
	}
	rest, err := s.split(ctx, lookupQuery{q.country, q.ids[i:], q.bundles[b:], q.entity})
	return append(found, rest...), err
}

// tooMuch reports whether the App Store failed as it does for too many apps at once.
func tooMuch(err error) bool {
	var e *fleet.ScrapeError
	return errors.As(err, &e) && slices.Contains(
		[]int{http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}, e.Status)
}

// ask sends one lookup and returns the requested apps of the answer.
func (s *Scraper) ask(ctx context.Context, q lookupQuery, timeout time.Duration, limit int64) ([]fleet.Listing, error) {
	values := url.Values{}
	if len(q.ids) > 0 {
		texts := make([]string, len(q.ids))
		for i, id := range q.ids {
			texts[i] = id.String()
		}
		values.Set("id", strings.Join(texts, ","))
	} else {
		values.Set("bundleId", strings.Join(q.bundles, ","))
	}
	if q.entity != "" {
		values.Set("entity", q.entity)
	}
	all, err := s.results(ctx, "/lookup", q.country, values, timeout, limit)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(l fleet.Listing) bool {
		return !slices.Contains(q.ids, l.ID) &&
			!(l.BundleID != nil && slices.Contains(q.bundles, strings.ToLower(*l.BundleID)))
	}), nil
}

// Search finds at most 200 apps by words. Icons are small.
func (s *Scraper) Search(ctx context.Context, country, term string, limit int) ([]fleet.Listing, error) {
	return s.search(ctx, country, term, "software", limit)
}

// SearchMac is Search for apps of the Mac, which the App Store lists apart.
func (s *Scraper) SearchMac(ctx context.Context, country, term string, limit int) ([]fleet.Listing, error) {
	for _, entity := range macEntities() {
		found, err := s.search(ctx, country, term, entity, limit)
		if err != nil || len(found) > 0 {
			for i := range found {
				found[i].Platform = storage.PlatformMac
			}
			return found, err
		}
	}
	return nil, nil
}

// search finds apps of one kind by words.
func (s *Scraper) search(ctx context.Context, country, term, entity string, limit int) ([]fleet.Listing, error) {
	term = line(term, maxTitle)
	if term == "" || limit < 1 {
		return nil, nil
	}
	limit = min(limit, maxFound)
	all, err := s.results(ctx, "/search", country,
		url.Values{"term": {term}, "entity": {entity}, "limit": {strconv.Itoa(limit)}}, lookupTimeout, maxLookup)
	return withSmallIcons(all[:min(limit, len(all))]), err
}

// iconSize matches the end of an image URL, which sets the size.
var iconSize = regexp.MustCompile(`/\d+x\d+bb(\.\w+)$`)

// withSmallIcons replaces icons by those of 200 pixels.
func withSmallIcons(found []fleet.Listing) []fleet.Listing {
	for i := range found {
		if icon := found[i].IconURL; icon != nil {
			found[i].IconURL = new(iconSize.ReplaceAllString(*icon, "/200x200bb$1"))
		}
	}
	return found
}

// results sends a query to a storefront, in English.
func (s *Scraper) results(ctx context.Context, path, country string, query url.Values, timeout time.Duration, limit int64) ([]fleet.Listing, error) {
	if country = strings.ToLower(country); !storeaddress.IsCountry(country) {
		country = s.country
	}
	query.Set("country", country)
	query.Set("lang", "en_us")
	return s.listings(ctx, s.lookup.URL(path, query), timeout, limit, func(text []byte) ([]fleet.Listing, error) {
		return parseResults(text, country)
	})
}

// listings sends a request and parses the answer.
func (s *Scraper) listings(ctx context.Context, url string, timeout time.Duration, limit int64, parse func([]byte) ([]fleet.Listing, error)) ([]fleet.Listing, error) {
	got, err := s.lookup.Get(ctx, url, timeout, limit)
	if err != nil {
		return nil, err
	}
	if got.Location != "" {
		return nil, &fleet.ScrapeError{Cause: fleet.ErrLookup, Err: errors.New("redirected to another place")}
	}
	all, err := parse(bytes.TrimPrefix(bytes.TrimSpace(got.Body), []byte("\ufeff")))
	if err != nil {
		return nil, &fleet.ScrapeError{Cause: fleet.ErrLookup, Err: err}
	}
	return all, nil
}
