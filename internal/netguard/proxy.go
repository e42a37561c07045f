package netguard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
)

// ErrProxy means that the proxy of a client could not be used.
var ErrProxy = errors.New("the proxy refused the connection")

// WithProxy sets the function that returns the proxy for a request, or nil for none, as in
// [http.Transport]. It is for clients of fixed hosts: for a request through a proxy the guard
// checks only the URL, as [Guard.Check] does, because it does not see the address. Default: no
// proxies, not even from the environment.
func WithProxy(choose func(*http.Request) (*url.URL, error)) Option {
	return func(g *Guard) error {
		g.proxy = choose
		return nil
	}
}

// proxied returns the proxy of a request and allows connections to it.
func (g *Guard) proxied(r *http.Request) (*url.URL, error) {
	if g.proxy == nil {
		return nil, nil
	}
	proxy, err := g.proxy(r)
	if proxy == nil || err != nil {
		return nil, err
	}
	if _, err := g.Check(r.URL.String()); err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.proxies[net.JoinHostPort(canonicalHost(proxy.Hostname()), proxyPort(proxy))] = true
	return proxy, nil
}

// isProxy reports whether an address is that of a proxy that proxied has returned.
func (g *Guard) isProxy(address string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.proxies[address]
}

// proxyPort returns the port of a proxy, with the defaults of [http.Transport].
func proxyPort(proxy *url.URL) string {
	if proxy.Port() == "" && (proxy.Scheme == "socks5" || proxy.Scheme == "socks5h") {
		return "1080"
	}
	return portOf(proxy)
}

// connected returns an error that names the status with which a proxy refused.
func connected(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	if answer.StatusCode == http.StatusOK {
		return nil
	}
	return fmt.Errorf("%w: HTTP %d", ErrProxy, answer.StatusCode)
}
