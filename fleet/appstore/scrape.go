package appstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

const (
	pageTimeout  = 15 * time.Second
	maxRedirects = 5
	// maxStorefronts are tried for an app that is not listed in its own.
	maxStorefronts = 3
)

// Scrape reads the page of an app from its own storefront or, if it is not listed there
// and the target allows others, from up to two others. Facts that older pages lack, such as the bundle ID, are looked
// up; a failure is ignored, and no lookup is made while it is rate limited. An ID above
// [storage.MaxAppID] counts as not listed, without a request.
func (s *Scraper) Scrape(ctx context.Context, target fleet.Target) (fleet.Listing, error) {
	switch {
	case target.ID <= 0:
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: errors.New("no id of an app")}
	case target.ID > storage.MaxAppID:
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed, Err: errors.New("no app has so large an id")}
	}
	// The caller may have built the target without a usable URL.
	at, err := storeaddress.Parse(target.URL)
	if err != nil || at.ID != target.ID {
		at = storeaddress.Address{ID: target.ID}
	}
	countries := s.storefronts(target.Country, at.Country)
	if target.OnlyCountry {
		countries = countries[:1]
	}
	for _, country := range countries {
		l, price, pageErr := s.page(ctx, at, country, target.OnlyCountry)
		if pageErr == nil {
			s.complete(ctx, &l, price)
			return l, nil
		}
		if err = pageErr; !errors.Is(err, fleet.ErrNotListed) {
			break
		}
	}
	return fleet.Listing{}, err
}

// storefronts returns the storefronts to try, in this order.
func (s *Scraper) storefronts(own, named string) []string {
	var list []string
	for _, c := range []string{own, named, s.country, defaultCountry, "gb", "de"} {
		if storeaddress.IsCountry(c) && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list[:min(maxStorefronts, len(list))]
}

// page fetches and reads the page of one storefront, and what it says about the price. If only
// is set, the page of another storefront, to which the App Store may redirect, is an error.
func (s *Scraper) page(ctx context.Context, at storeaddress.Address, country string, only bool) (fleet.Listing, offer, error) {
	next := s.pageURL(at, country)
	asked, _ := storage.PlatformOf("?" + at.Query.Encode())
	for range maxRedirects + 1 {
		got, err := s.pages.Get(ctx, next, pageTimeout, maxPage)
		if err != nil {
			return fleet.Listing{}, offer{}, err
		}
		if got.Location == "" {
			l, price, err := parse(got.Body, at.ID, asked)
			if err != nil {
				return fleet.Listing{}, offer{}, err
			}
			l.Country, l.Read = cmp.Or(l.Country, country), got.Read()
			if only && l.Country != country {
				return fleet.Listing{}, offer{}, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: fmt.Errorf("the page is of storefront %s, not %s", l.Country, country)}
			}
			return l, price, nil
		}
		var to string
		if next, to, err = s.follow(next, got.Location, at); err != nil {
			return fleet.Listing{}, offer{}, err
		}
		if only && to != "" && to != country {
			return fleet.Listing{}, offer{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed, Err: fmt.Errorf("redirected to storefront %s", to)}
		}
	}
	return fleet.Listing{}, offer{}, &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Err: fmt.Errorf("more than %d redirects", maxRedirects)}
}

// pageURL returns the URL of the page in a storefront. Of the query it keeps the platform.
// It always adds the language, which alone decides in some storefronts.
func (s *Scraper) pageURL(at storeaddress.Address, country string) string {
	query := url.Values{"l": {"en-US"}}
	for _, key := range []string{"mt", "platform"} {
		if at.Query.Has(key) {
			query.Set(key, at.Query.Get(key))
		}
	}
	path := "/" + country + "/app/"
	if at.Slug != "" {
		path += at.Slug + "/"
	}
	return s.pages.URL(path+"id"+at.ID.String(), query)
}

// follow returns the target of a redirect to the page of the same app, and its storefront,
// empty if the target has none. Another target, such as the home page for a removed app,
// is an error.
func (s *Scraper) follow(from, location string, at storeaddress.Address) (next, country string, err error) {
	elsewhere := &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: errors.New("redirected to another place")}
	base, err := url.Parse(from)
	if err != nil {
		return "", "", elsewhere
	}
	to, err := base.Parse(location)
	if err != nil || to.User != nil || !storeaddress.IsStore(to) && to.Host != s.pages.Base().Host {
		return "", "", elsewhere
	}
	own := *to
	if to.Host == s.pages.Base().Host { // a mirror may have all in a folder
		own.Path, own.RawPath = strings.TrimPrefix(to.EscapedPath(), strings.TrimSuffix(s.pages.Base().EscapedPath(), "/")), ""
	}
	page, err := storeaddress.ParsePath(&own)
	if err != nil {
		return "", "", &fleet.ScrapeError{Cause: fleet.ErrNotListed, Err: errors.New("redirected away from the app")}
	}
	if page.ID != at.ID {
		elsewhere.Err = fmt.Errorf("redirected to app %d", page.ID)
		return "", "", elsewhere
	}
	if to.Host == s.pages.Base().Host && to.Scheme != s.pages.Base().Scheme {
		return "", "", elsewhere
	}
	query := to.Query()
	for key, values := range base.Query() { // the language above all, lest the name of the app be another one
		query[key] = values
	}
	if to.Host != s.pages.Base().Host {
		return s.pages.URL(to.EscapedPath(), query), page.Country, nil
	}
	to.RawQuery, to.Fragment = query.Encode(), ""
	return to.String(), page.Country, nil
}

// complete looks up the facts that the page lacks. A lookup of another platform has other
// facts. The price is that of the page as far as the page tells it.
func (s *Scraper) complete(ctx context.Context, l *fleet.Listing, price offer) {
	if l.BundleID != nil && l.Version != nil && l.AgeRating != nil || s.lookup.Resting() {
		return
	}
	q := lookupQuery{country: l.Country, ids: []storage.AppID{l.ID}}
	if l.Platform == storage.PlatformMac {
		q.entity = macEntities()[0]
	}
	found, err := s.ask(ctx, q, completeTimeout, maxComplete)
	if err != nil {
		return // the page alone is enough
	}
	for _, f := range found {
		if f.ID != l.ID || l.Platform != "" && f.Platform != "" && l.Platform != f.Platform {
			continue
		}
		page := *l
		fill(l, f)
		if l.PriceAmount == nil {
			price.or(offer{amount: f.PriceAmount, currency: value(f.PriceCurrency), text: value(f.PriceFormatted)}).settle(l)
		}
		if l.PriceAmount != nil {
			l.PriceCurrency = cmp.Or(l.PriceCurrency, f.PriceCurrency)
		}
		l.Page = &page
		return
	}
}
