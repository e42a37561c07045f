package wayback

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
)

// Ensure that the archive is one.
var _ fleet.Archive = (*Archive)(nil)

// Archive reads captures from the Wayback Machine. It is safe for concurrent use,
// keeps to its pace over all who use it, and remembers nothing.
type Archive struct {
	base   string // without a last slash
	client *http.Client
	now    func() time.Time
	parse  Parser

	index *pace.Pacer
	other *pace.Pacer // replay and saving
}

// New returns an archive. It asks nobody. [WithParser] is required. The error
// joins all that is wrong with the options.
func New(opts ...Option) (*Archive, error) {
	c := config{now: time.Now}
	errs := []error{WithBaseURL(defaultURL)(&c)}
	for _, opt := range opts {
		errs = append(errs, opt(&c))
	}
	if c.parse == nil {
		errs = append(errs, errors.New("nobody was named to read archived pages"))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.client == nil {
		guard, err := netguard.New(netguard.WithBaseURL(c.base.String()))
		if err != nil {
			return nil, err
		}
		c.client = guard.Client(0) // each request has a deadline of its own
	}
	client := *c.client // a copy: redirects are followed here
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Archive{
		base:   strings.TrimSuffix(c.base.String(), "/"),
		client: &client,
		now:    c.now,
		parse:  c.parse,
		index:  c.turns(2500*time.Millisecond, 3),
		other:  c.turns(125*time.Millisecond, 8),
	}, nil
}

// turns gives out one request each interval after a burst, unless the options set
// another pace.
func (c config) turns(interval time.Duration, burst int) *pace.Pacer {
	if c.pace > 0 {
		interval, burst = time.Minute/time.Duration(c.pace), max(1, c.pace/3)
	}
	return pace.New(interval, burst)
}
