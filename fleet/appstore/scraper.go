package appstore

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/internal/host"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/storeaddress"
)

var (
	_ fleet.Scraper  = (*Scraper)(nil)
	_ fleet.Lookuper = (*Scraper)(nil)
	_ fleet.Searcher = (*Scraper)(nil)
	_ fleet.Charter  = (*Scraper)(nil)

	_ fleet.MacSearcher = (*Scraper)(nil)
)

const (
	defaultPagesURL  = "https://apps.apple.com"
	defaultLookupURL = "https://itunes.apple.com"
	defaultCountry   = "us"
)

// Config configures a [Scraper]. The zero value is ready.
type Config struct {
	// PagesURL is the base URL of product pages, for a mirror or a test. It may be on
	// loopback. URLs of apps still name the App Store. Default: https://apps.apple.com.
	PagesURL string

	// LookupURL is the base URL of lookups, searches and charts, like PagesURL. Default:
	// https://itunes.apple.com.
	LookupURL string

	Country string // storefront of apps whose own is unknown: two letters. Default: us

	// HTTPClient makes the requests, with its redirect policy replaced. Nil: one that
	// connects only to public addresses and to the hosts of the base URLs.
	HTTPClient *http.Client

	// Proxy returns the proxy of a request, nil for none, such as
	// http.ProxyFromEnvironment. It has no effect with HTTPClient. Nil: no proxy, also
	// none from the environment.
	Proxy func(*http.Request) (*url.URL, error)

	Now func() time.Time // the clock for the App Store's Retry-After. Nil: time.Now

	// PerMinute is how many requests a minute each of the two hosts gets, a third of them
	// as a burst. The default is what the App Store accepts: a page each 3.3 seconds after
	// a burst of six, a lookup, search or chart each 4.2 seconds after a burst of four.
	PerMinute int
}

// Scraper reads apps from the App Store. It is safe for concurrent use, paces the requests
// of all its users together, and caches nothing.
type Scraper struct {
	pages   *host.Host
	lookup  *host.Host
	country string
}

// New returns a scraper. It makes no request. The error names all that is wrong with the
// configuration.
func New(c Config) (*Scraper, error) {
	pages, wrongPages := baseURL("pages URL", cmp.Or(c.PagesURL, defaultPagesURL))
	lookup, wrongLookup := baseURL("lookup URL", cmp.Or(c.LookupURL, defaultLookupURL))
	errs := []error{wrongPages, wrongLookup}
	country := cmp.Or(c.Country, defaultCountry)
	if !storeaddress.IsCountry(country) {
		errs = append(errs, fmt.Errorf("country %.20q is not two letters", country))
	}
	if c.PerMinute < 0 {
		errs = append(errs, fmt.Errorf("a pace of %d requests a minute is less than 1", c.PerMinute))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.HTTPClient == nil {
		guard, err := netguard.New(netguard.WithBaseURL(pages.String(), lookup.String()), netguard.WithProxy(c.Proxy))
		if err != nil {
			return nil, err
		}
		c.HTTPClient = guard.Client(0) // each request has its own deadline
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Scraper{
		pages:   newHost(c, pages, 3300*time.Millisecond, 6),
		lookup:  newHost(c, lookup, 4200*time.Millisecond, 4),
		country: strings.ToLower(country),
	}, nil
}

func baseURL(what, raw string) (*url.URL, error) {
	u, err := netguard.ParseURL(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%s: it must have no query and no fragment", what)
	}
	return u, nil
}

// newHost returns a host that accepts a request each interval after a burst, unless the
// configuration sets another pace.
func newHost(c Config, base *url.URL, interval time.Duration, burst int) *host.Host {
	if c.PerMinute > 0 {
		interval, burst = time.Minute/time.Duration(c.PerMinute), max(1, c.PerMinute/3)
	}
	return host.New(host.Config{Base: base, Client: c.HTTPClient, Now: c.Now, Interval: interval, Burst: burst})
}
