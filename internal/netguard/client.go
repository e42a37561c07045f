package netguard

import (
	"fmt"
	"net/http"
	"time"
)

// MaxRedirects is how many redirects a client of [Guard.Client] follows.
const MaxRedirects = 5

// Client returns a client whose every connection passes the guard, those to
// redirects included. It uses the proxies of [WithProxy] only, and none from the
// environment, since behind one the guard would see the proxy's address instead of
// the destination's. The timeout covers a whole exchange, redirects and body included; zero means no timeout.
func (g *Guard) Client(timeout time.Duration) *http.Client {
	return &http.Client{
		Timeout: timeout,
		Transport: observed{&http.Transport{
			DialContext:            g.DialContext,
			Proxy:                  g.proxied,
			OnProxyConnectResponse: connected,
			ForceAttemptHTTP2:      true,
			MaxIdleConns:           32,
			MaxIdleConnsPerHost:    16, // as many as a run asks at the same time
			IdleConnTimeout:        30 * time.Second,
			TLSHandshakeTimeout:    dialTimeout,
			MaxResponseHeaderBytes: 256 << 10,
		}},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > MaxRedirects {
				return fmt.Errorf("%w: more than %d redirects", ErrForbidden, MaxRedirects)
			}
			_, err := ParseURL(r.URL.String())
			return err
		},
	}
}
