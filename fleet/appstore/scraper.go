package appstore

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
)

var (
	_ fleet.Scraper  = (*Scraper)(nil)
	_ fleet.Lookuper = (*Scraper)(nil)
	_ fleet.Searcher = (*Scraper)(nil)
	_ fleet.Charter  = (*Scraper)(nil)
)

// Scraper reads apps from the App Store. It is safe for concurrent use, paces the requests
// of all its users together, and caches nothing.
type Scraper struct {
	pages   *host
	lookup  *host
	country string
}

// New returns a scraper. It makes no request. The error joins those of all options.
func New(opts ...Option) (*Scraper, error) {
	c := config{country: defaultCountry, now: time.Now}
	errs := []error{WithPagesURL(defaultPagesURL)(&c), WithLookupURL(defaultLookupURL)(&c)}
	for _, opt := range opts {
		errs = append(errs, opt(&c))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.client == nil {
		guard, err := netguard.New(netguard.WithBaseURL(c.pages.String(), c.lookup.String()), netguard.WithProxy(c.proxy))
		if err != nil {
			return nil, err
		}
		c.client = guard.Client(0) // each request has its own deadline
	}
	return &Scraper{
		pages:   newHost(c, c.pages, 3300*time.Millisecond, 6),
		lookup:  newHost(c, c.lookup, 4200*time.Millisecond, 4),
		country: c.country,
	}, nil
}

// newHost returns a host that accepts a request each interval after a burst, unless the
// options set another pace.
func newHost(c config, base *url.URL, interval time.Duration, burst int) *host {
	if c.pace > 0 {
		interval, burst = time.Minute/time.Duration(c.pace), max(1, c.pace/3)
	}
	client := *c.client // a copy: redirects are followed here
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &host{base: base, client: &client, now: c.now, turns: pace.New(interval, burst)}
}
