package policy

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
)

// webConfig is what the options set.
type webConfig struct {
	client   *http.Client
	allowed  []string
	resolver *net.Resolver
	archive  Archive
	interval time.Duration

	extraction time.Duration
}

// WebOption sets an option of a [Web].
type WebOption func(*webConfig) error

// WithAllowed lets networks (CIDR), single addresses and host names be asked, on
// any port, although they are not public. The default is none. The metadata
// services of clouds are refused all the same.
func WithAllowed(entries ...string) WebOption {
	return func(c *webConfig) error {
		if _, err := netguard.New(netguard.WithAllowed(entries...)); err != nil {
			return err
		}
		c.allowed = append(c.allowed, entries...)
		return nil
	}
}

// WithResolver sets who resolves the names of sites. The default is the system's.
func WithResolver(r *net.Resolver) WebOption {
	return func(c *webConfig) error {
		if r == nil {
			return errors.New("the resolver is nil")
		}
		c.resolver = r
		return nil
	}
}

// WithArchive sets where a page is looked for that its site does not show, or that
// has no site any more. The default is nowhere.
func WithArchive(archive Archive) WebOption {
	return func(c *webConfig) error {
		if archive == nil {
			return errors.New("the archive is nil")
		}
		c.archive = archive
		return nil
	}
}

// WithHTTPClient sets the client that asks, which is used as it is but for its
// rules on redirects and its cookies. Then [WithAllowed] and
// [WithResolver] have no effect: the client decides what may be asked. The default connects to public addresses.
func WithHTTPClient(client *http.Client) WebOption {
	return func(c *webConfig) error {
		if client == nil {
			return errors.New("the HTTP client is nil")
		}
		c.client = client
		return nil
	}
}

// WithInterval sets how long after a request to a host the next one may begin.
// The default is a second. Zero: as soon as the one before has ended.
func WithInterval(d time.Duration) WebOption {
	return func(c *webConfig) error {
		if d < 0 {
			return fmt.Errorf("an interval of %v is less than none", d)
		}
		c.interval = d
		return nil
	}
}

// WithExtractionTimeout sets how long making text of one page may take, with all
// that is hidden on it. The default is 20 seconds. A page that takes longer is not
// read.
func WithExtractionTimeout(d time.Duration) WebOption {
	return func(c *webConfig) error {
		if d <= 0 {
			return fmt.Errorf("the extraction timeout %v is not positive", d)
		}
		c.extraction = d
		return nil
	}
}
