package wayback

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// defaultURL is the address of the archive, which its own links contain.
const defaultURL = "https://web.archive.org"

// Parser parses the page of an app. It must be safe for concurrent use.
type Parser func(page []byte, id storage.AppID) (fleet.Listing, error)

// config is what the options set.
type config struct {
	base   *url.URL
	client *http.Client
	proxy  func(*http.Request) (*url.URL, error)
	now    func() time.Time
	parse  Parser
	pace   int
}

// Option sets an option of an [Archive].
type Option func(*config) error

// WithBaseURL sets the address of the archive, for a mirror or a test: scheme, host, and
// a prefix of the paths /cdx, /web and /save. It may be a loopback address. Links to
// web.archive.org are requested there, too. Default: https://web.archive.org.
func WithBaseURL(raw string) Option {
	return func(c *config) error {
		u, err := netguard.ParseURL(raw)
		if err != nil {
			return fmt.Errorf("URL of the web archive: %w", err)
		}
		if u.RawQuery != "" || u.Fragment != "" {
			return errors.New("URL of the web archive: it has a query or a fragment")
		}
		c.base = u
		return nil
	}
}

// WithParser sets the parser of archived pages. It is required.
func WithParser(parse Parser) Option {
	return func(c *config) error {
		if parse == nil {
			return errors.New("the parser is nil")
		}
		c.parse = parse
		return nil
	}
}

// WithHTTPClient sets the HTTP client. Its redirect policy is ignored. The default
// client connects to public addresses and to the host of [WithBaseURL] only.
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

// WithClock sets the clock, which is needed to compute waits from the archive's
// Retry-After. Default: time.Now.
func WithClock(now func() time.Time) Option {
	return func(c *config) error {
		if now == nil {
			return errors.New("the clock is nil")
		}
		c.now = now
		return nil
	}
}

// WithPace sets how many requests a minute go to the archive at first and at most.
// Default: 15 at first, and at most 60 while the archive answers. After a refusal the
// pace is halved, but is not below 4 or, if that is less, the set pace.
func WithPace(perMinute int) Option {
	return func(c *config) error {
		if perMinute < 1 {
			return fmt.Errorf("the pace is %d requests a minute; it must be positive", perMinute)
		}
		c.pace = perMinute
		return nil
	}
}
