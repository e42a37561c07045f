package appstore

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
)

// What is asked when no option says otherwise.
const (
	defaultPagesURL  = "https://apps.apple.com"
	defaultLookupURL = "https://itunes.apple.com"
	defaultCountry   = "us"
)

// config is what the options set.
type config struct {
	pages   *url.URL
	lookup  *url.URL
	country string
	client  *http.Client
	now     func() time.Time
	pace    int
}

// Option sets an option of a [Scraper].
type Option func(*config) error

// WithPagesURL sets where product pages are fetched, for a mirror or a test:
// scheme, host, and a path to put before theirs. It may be on loopback. Addresses
// of apps name the store all the same. The default is https://apps.apple.com.
func WithPagesURL(raw string) Option {
	return func(c *config) (err error) {
		c.pages, err = baseURL("pages URL", raw)
		return err
	}
}

// WithLookupURL sets where the lookup, the search and the charts are asked, as
// WithPagesURL does for pages. The default is https://itunes.apple.com.
func WithLookupURL(raw string) Option {
	return func(c *config) (err error) {
		c.lookup, err = baseURL("lookup URL", raw)
		return err
	}
}

// WithCountry sets the storefront that is asked about apps whose own is not
// known: two letters. The default is us.
func WithCountry(code string) Option {
	return func(c *config) error {
		if !isCountry(code) {
			return fmt.Errorf("country %.20q is not two letters", code)
		}
		c.country = strings.ToLower(code)
		return nil
	}
}

// WithHTTPClient sets the client that asks, which is used as it is but for its
// rules on redirects. The default one connects to public addresses and to the
// hosts of the URLs above, and to nothing else.
func WithHTTPClient(client *http.Client) Option {
	return func(c *config) error {
		if client == nil {
			return errors.New("the HTTP client is nil")
		}
		c.client = client
		return nil
	}
}

// WithClock sets what tells the time, which is needed for what the store says
// about when to ask again. The default is time.Now.
func WithClock(now func() time.Time) Option {
	return func(c *config) error {
		if now == nil {
			return errors.New("the clock is nil")
		}
		c.now = now
		return nil
	}
}

// WithPace sets how many requests a minute each of the two hosts gets, a third of
// them at once. The default is what the store bears: one page in 3.3 seconds
// after six at once, one lookup, search or chart in 4.2 seconds after four.
func WithPace(perMinute int) Option {
	return func(c *config) error {
		if perMinute < 1 {
			return fmt.Errorf("a pace of %d requests a minute asks nothing", perMinute)
		}
		c.pace = perMinute
		return nil
	}
}

func baseURL(what, raw string) (*url.URL, error) {
	u, err := netguard.ParseURL(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%s: it has a query or a fragment", what)
	}
	return u, nil
}
