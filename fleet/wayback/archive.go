package wayback

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

var (
	_ archive.Archive = (*Archive)(nil)
	_ archive.Paced   = (*Archive)(nil)
	_ archive.Sourced = (*Archive)(nil)
)

// defaultURL is the address of the archive, which its own links contain.
const defaultURL = "https://web.archive.org"

// Config configures an [Archive].
type Config struct {
	// Parse parses the page of an app, as [github.com/privacylabels/auditor/fleet/appstore.Parse]
	// does. It must be safe for concurrent use. It is required.
	Parse func(page []byte, id storage.AppID) (fleet.Listing, error)

	// Pages are those of further sources, by the name of the source.
	Pages map[string]Pages

	// BaseURL is the address of the archive, for a mirror or a test: scheme, host, and a
	// prefix of the paths /cdx, /web and /save. It may be a loopback address. Links to
	// web.archive.org are requested there, too. Default: https://web.archive.org.
	BaseURL string

	// HTTPClient makes the requests. Its redirect policy is ignored. Nil: one that connects
	// to public addresses and to the host of BaseURL only.
	HTTPClient *http.Client

	// Proxy returns the proxy of a request, nil for none, such as
	// http.ProxyFromEnvironment. It has no effect with HTTPClient. Nil: no proxy, also
	// none from the environment.
	Proxy func(*http.Request) (*url.URL, error)

	// Now is the clock, which is needed to compute waits from the archive's Retry-After.
	// Nil: time.Now.
	Now func() time.Time

	// PerMinute is how many requests a minute go to the archive's pages at first and at
	// most, and to its index. The index of the public archive gets 24 at most. Default: 15
	// each at first, and at most 60 to pages and 24 to the index while the archive answers.
	// A refusal halves the pace, which is not below 4 or, if that is less, the set pace.
	PerMinute int
}

// Archive reads captures from the Wayback Machine. It is safe for concurrent use. All
// callers share its rate limits, and it caches nothing.
type Archive struct {
	base   string // without a last slash
	client *http.Client
	now    func() time.Time
	parse  func(page []byte, id storage.AppID) (fleet.Listing, error)
	rate   *rate // of all requests

	further map[string]Pages
}

// New returns an archive. It sends no request. The error joins all errors of the
// configuration.
func New(c Config) (*Archive, error) {
	var errs []error
	base, err := netguard.ParseURL(cmp.Or(c.BaseURL, defaultURL))
	switch {
	case err != nil:
		errs = append(errs, fmt.Errorf("URL of the web archive: %w", err))
	case base.RawQuery != "" || base.Fragment != "":
		errs = append(errs, errors.New("URL of the web archive: it has a query or a fragment"))
	}
	if c.Parse == nil {
		errs = append(errs, errors.New("no parser: Config.Parse is required"))
	}
	if c.PerMinute < 0 {
		errs = append(errs, fmt.Errorf("the pace is %d requests a minute; it must be positive", c.PerMinute))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.HTTPClient == nil {
		guard, err := netguard.New(netguard.WithBaseURL(base.String()), netguard.WithProxy(c.Proxy))
		if err != nil {
			return nil, err
		}
		c.HTTPClient = guard.Client(0) // each request has its own deadline
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	client := *c.HTTPClient // a copy, since redirects are followed here
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Archive{
		base:    strings.TrimSuffix(base.String(), "/"),
		client:  &client,
		now:     c.Now,
		parse:   c.Parse,
		further: maps.Clone(c.Pages),
		rate:    newRate(c.Now, c.PerMinute, strings.TrimSuffix(base.String(), "/") != defaultURL),
	}, nil
}
