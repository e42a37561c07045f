package netguard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// ErrForbidden means that the guard does not allow an address.
var ErrForbidden = errors.New("address not allowed")

// dialTimeout limits one attempt to connect, including all addresses of a name.
const dialTimeout = 10 * time.Second

// Guard decides which addresses may be dialled. It is safe for concurrent use.
type Guard struct {
	resolver *net.Resolver
	base     map[string]bool // host:port of configured services
	names    map[name]bool   // allowed host names
	networks []network       // allowed networks
	public   *ssrf.Guardian
	ports    []uint16 // the ports on which public addresses may be dialed

	proxy   func(*http.Request) (*url.URL, error) // nil: none
	mu      sync.Mutex
	proxies map[string]bool // host:port of the proxies that it has returned
}

// New returns a guard that allows public addresses and those of the options. The error joins
// the errors of all options.
func New(opts ...Option) (*Guard, error) {
	g := &Guard{
		base:    make(map[string]bool),
		names:   make(map[name]bool),
		ports:   []uint16{80, 443},
		proxies: make(map[string]bool),
	}
	var errs []error
	for _, opt := range opts {
		errs = append(errs, opt(g))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	g.public = ssrf.New(ssrf.WithPorts(g.ports...))
	return g, nil
}

// DialContext connects to a host and port like [net.Dialer.DialContext]. The
// error wraps [ErrForbidden] when none of the host's addresses may be dialled.
func (g *Guard) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	host = canonicalHost(host)
	control := g.control
	if g.isProxy(net.JoinHostPort(host, port)) || g.base[net.JoinHostPort(host, port)] || g.allowsName(host, port) {
		control = trusted
	}
	// Control checks the resolved address right before connecting, so a name that
	// resolves to different addresses cannot evade the check.
	dialer := &net.Dialer{Timeout: dialTimeout, Resolver: g.resolver, Control: control}
	return dialer.DialContext(ctx, network, address)
}

// control allows public addresses and the allowed networks.
func (g *Guard) control(network, address string, c syscall.RawConn) error {
	if err := trusted(network, address, c); err != nil {
		return err
	}
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	if g.allowsAddress(at) {
		return nil
	}
	if err := g.public.Safe(network, address, c); err != nil {
		return fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	return nil
}

// trusted allows all addresses except metadata services.
func trusted(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	if isMetadata(at.Addr()) {
		return fmt.Errorf("%w: %s is a metadata service", ErrForbidden, at.Addr())
	}
	return nil
}

// canonicalHost returns the canonical spelling of a host name.
func canonicalHost(host string) string {
	return strings.ToLower(strings.TrimSuffix(host, "."))
}
