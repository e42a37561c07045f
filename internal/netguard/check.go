package netguard

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Check parses a URL, as [ParseURL] does, that is saved for later requests. It
// refuses one whose host can never be requested: an address that is not public, or a name
// that is only meaningful on a private network (RFC 6761, RFC 6762). The addresses of any
// other name are checked when it is dialed. The error wraps
// [ErrForbidden].
func (g *Guard) Check(raw string) (*url.URL, error) {
	u, err := ParseURL(raw)
	if err != nil {
		return nil, err
	}
	host := canonicalHost(u.Hostname())
	if address, err := netip.ParseAddr(host); err == nil && isMetadata(address) {
		return nil, fmt.Errorf("%w: %s is a metadata service", ErrForbidden, address)
	}
	if g.names[host] || g.base[net.JoinHostPort(host, portOf(u))] {
		return u, nil
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		if slices.ContainsFunc([]string{"localhost", "local", "internal"}, func(top string) bool { return host == top || strings.HasSuffix(host, "."+top) }) {
			return nil, fmt.Errorf("%w: %.80s is a private name", ErrForbidden, host)
		}
		return u, nil
	}
	network := "tcp6"
	if address.Unmap().Is4() {
		network = "tcp4"
	}
	if err := g.control(network, net.JoinHostPort(host, portOf(u)), nil); err != nil {
		return nil, err
	}
	return u, nil
}
