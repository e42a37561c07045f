package netguard

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Check parses a URL that is saved for later requests, as [ParseURL] does. It refuses a host
// that can never be requested: an address that is not public, or a name that only has a
// meaning on a private network (RFC 6761, RFC 6762). The addresses of other names are checked
// when they are dialed. The error wraps [ErrForbidden].
func (g *Guard) Check(raw string) (*url.URL, error) {
	u, err := ParseURL(raw)
	if err != nil {
		return nil, err
	}
	if err := g.checkHost(canonicalHost(u.Hostname()), portOf(u)); err != nil {
		return nil, err
	}
	return u, nil
}

// CheckDial refuses a host and port that can never be dialed: hosts that [Guard.Check] refuses,
// and ports that are not allowed. It accepts names that do not resolve at the moment. On the
// port of an allowed network it accepts any name, which may resolve to an address in it.
// The error wraps [ErrForbidden].
func (g *Guard) CheckDial(host, port string) error {
	host = canonicalHost(host)
	if host == "" || isOddAddress(host) {
		return fmt.Errorf("%w: no host", ErrForbidden)
	}
	number := parsePort(port)
	if number == 0 {
		return fmt.Errorf("%w: invalid port", ErrForbidden)
	}
	if _, err := netip.ParseAddr(host); err != nil && slices.ContainsFunc(g.networks, func(n network) bool { return n.port == 0 || n.port == number }) {
		return nil
	}
	if err := g.checkHost(host, port); err != nil {
		return err
	}
	if _, err := netip.ParseAddr(host); err == nil || g.allowsName(host, port) || g.base[net.JoinHostPort(host, port)] {
		return nil
	}
	if !slices.Contains(g.ports, number) {
		return fmt.Errorf("%w: port %d", ErrForbidden, number)
	}
	return nil
}

// checkHost refuses a host, in canonical form, that can never be dialed.
func (g *Guard) checkHost(host, port string) error {
	address, err := netip.ParseAddr(host)
	if err == nil && isMetadata(address) {
		return fmt.Errorf("%w: %s is a metadata service", ErrForbidden, address)
	}
	if g.allowsName(host, port) || g.base[net.JoinHostPort(host, port)] {
		return nil
	}
	if err != nil {
		if slices.ContainsFunc([]string{"localhost", "local", "internal"}, func(top string) bool { return host == top || strings.HasSuffix(host, "."+top) }) {
			return fmt.Errorf("%w: %.80s is a private name", ErrForbidden, host)
		}
		return nil
	}
	network := "tcp6"
	if address.Unmap().Is4() {
		network = "tcp4"
	}
	return g.control(network, net.JoinHostPort(host, port), nil)
}
