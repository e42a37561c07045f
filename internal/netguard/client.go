package netguard

import (
	"fmt"
	"net/http"
	"time"
)

// MaxRedirects is the maximum number of redirects that a client of [Guard.Client] follows.
const MaxRedirects = 5

// Client returns a client whose every connection passes the guard, including those of
// redirects. It uses only the proxies of [WithProxy], and none from the environment, because
// the guard would check the address of the proxy and not that of the destination. The timeout
// covers a whole exchange, including redirects and the body; zero means no timeout.
func (g *Guard) Client(timeout time.Duration) *http.Client {
	return &http.Client{
		Timeout: timeout,
		Transport: observed{&http.Transport{
			DialContext:            g.DialContext,
			Proxy:                  g.proxied,
			OnProxyConnectResponse: connected,
			ForceAttemptHTTP2:      true,
			MaxIdleConns:           32,
			MaxIdleConnsPerHost:    16, // the maximum number of concurrent requests of a run
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
