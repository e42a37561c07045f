package wayback

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/history"
	"github.com/privacylabels/auditor/internal/netguard"
)

var (
	_ history.Archive = (*Archive)(nil)
	_ history.Paced   = (*Archive)(nil)
)

// Archive reads captures from the Wayback Machine. It is safe for concurrent use. All
// callers share its rate limit, and it caches nothing.
type Archive struct {
	base   string // without a last slash
	client *http.Client
	now    func() time.Time
	parse  Parser
	rate   *rate // of all requests
}

// New returns an archive. It sends no request. [WithParser] is required. The error joins
// all errors of the options.
func New(opts ...Option) (*Archive, error) {
	c := config{now: time.Now}
	errs := []error{WithBaseURL(defaultURL)(&c)}
	for _, opt := range opts {
		errs = append(errs, opt(&c))
	}
	if c.parse == nil {
		errs = append(errs, errors.New("no parser: WithParser is required"))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.client == nil {
		guard, err := netguard.New(netguard.WithBaseURL(c.base.String()), netguard.WithProxy(c.proxy))
		if err != nil {
			return nil, err
		}
		c.client = guard.Client(0) // each request has its own deadline
	}
	client := *c.client // a copy, since redirects are followed here
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Archive{
		base:   strings.TrimSuffix(c.base.String(), "/"),
		client: &client,
		now:    c.now,
		parse:  c.parse,
		rate:   newRate(c.now, c.pace),
	}, nil
}
