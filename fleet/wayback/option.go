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

// defaultURL is where the archive is, and what its own links name.
const defaultURL = "https://web.archive.org"

// Parser reads the page of an app. It is called by several goroutines at once.
type Parser func(page []byte, id storage.AppID) (fleet.Listing, error)

// config is what the options set.
type config struct {
	base   *url.URL
	client *http.Client
	now    func() time.Time
	parse  Parser
	pace   int
}

// Option sets an option of an [Archive].
type Option func(*config) error

// WithBaseURL sets where the archive is asked, for a mirror or a test: scheme,
// host, and a path to put before /cdx, /web and /save. It may be on loopback.
// What the archive's own links call web.archive.org is looked for there, too. The
// default is https://web.archive.org.
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

// WithParser sets who reads archived pages. There is no default: it is required.
func WithParser(parse Parser) Option {
	return func(c *config) error {
		if parse == nil {
			return errors.New("the parser is nil")
		}
		c.parse = parse
		return nil
	}
}

// WithHTTPClient sets the client that asks, which is used as it is but for its
// rules on redirects. The default one connects to public addresses and to the
// host of the URL above, and to nothing else.
func WithHTTPClient(client *http.Client) Option {
	return func(c *config) error {
		if client == nil {
			return errors.New("the HTTP client is nil")
		}
		c.client = client
		return nil
	}
}

// WithClock sets what tells the time, which is needed for what the archive says
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

// WithPace sets how many requests a minute the index gets, and how many replay
// and saving get together, a third of them at once. The default is what the
// archive bears: one question to the index in 2.5 seconds after three at once,
// and eight other requests a second.
func WithPace(perMinute int) Option {
	return func(c *config) error {
		if perMinute < 1 {
			return fmt.Errorf("a pace of %d requests a minute asks nothing", perMinute)
		}
		c.pace = perMinute
		return nil
	}
}
