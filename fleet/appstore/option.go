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

const (
	defaultPagesURL  = "https://apps.apple.com"
	defaultLookupURL = "https://itunes.apple.com"
	defaultCountry   = "us"
)

// config holds the values of the options.
type config struct {
	pages   *url.URL
	lookup  *url.URL
	country string
	client  *http.Client
	proxy   func(*http.Request) (*url.URL, error)
	now     func() time.Time
	pace    int
}

// Option sets an option of a [Scraper].
type Option func(*config) error

// WithPagesURL sets the base URL of product pages, for a mirror or a test. It may be on
// loopback. URLs of apps still name the App Store. The default is
// https://apps.apple.com.
func WithPagesURL(raw string) Option {
	return func(c *config) (err error) {
		c.pages, err = baseURL("pages URL", raw)
		return err
	}
}

// WithLookupURL sets the base URL of lookups, searches and charts, like WithPagesURL. The
// default is https://itunes.apple.com.
func WithLookupURL(raw string) Option {
	return func(c *config) (err error) {
		c.lookup, err = baseURL("lookup URL", raw)
		return err
	}
}

// WithCountry sets the storefront of apps whose own is unknown: two letters. The default
// is us.
func WithCountry(code string) Option {
	return func(c *config) error {
		if !isCountry(code) {
			return fmt.Errorf("country %.20q is not two letters", code)
		}
		c.country = strings.ToLower(code)
		return nil
	}
}

// WithHTTPClient sets the HTTP client, whose redirect policy is replaced. The default one
// connects only to public addresses and to the hosts of the base URLs.
func WithHTTPClient(client *http.Client) Option {
	return func(c *config) error {
		if client == nil {
			return errors.New("the HTTP client is nil")
		}
		c.client = client
		return nil
	}
}

// WithProxy sets the function that returns the proxy of a request, nil for none, such as
// http.ProxyFromEnvironment. It has no effect with [WithHTTPClient]. Default: no proxy,
// also none from the environment.
func WithProxy(choose func(*http.Request) (*url.URL, error)) Option {
	return func(c *config) error {
		c.proxy = choose
		return nil
	}
}

// WithClock sets the clock for the App Store's Retry-After. The default is time.Now.
func WithClock(now func() time.Time) Option {
	return func(c *config) error {
		if now == nil {
			return errors.New("the clock is nil")
		}
		c.now = now
		return nil
	}
}

// WithPace sets how many requests a minute each of the two hosts gets, a third of them
// as a burst. The default is what the App Store accepts: a page each 3.3 seconds after a
// burst of six, a lookup, search or chart each 4.2 seconds after a burst of four.
func WithPace(perMinute int) Option {
	return func(c *config) error {
		if perMinute < 1 {
			return fmt.Errorf("a pace of %d requests a minute is less than 1", perMinute)
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
		return nil, fmt.Errorf("%s: it must have no query and no fragment", what)
	}
	return u, nil
}
