package httpapi

import (
	"net/http"
	"net/netip"
	"strings"

	"github.com/privacylabels/auditor/internal/audit"
)

// everyone is the key of all clients when they cannot be distinguished.
const everyone = "local"

// clientKey returns the key under which the calls of a client are counted: the address that a
// trusted proxy names, or for IPv6 its subnet (/64). Without a trusted proxy all clients
// share one key.
func (a *API) clientKey(r *http.Request) string {
	if !a.cfg.TrustProxy {
		return everyone
	}
	if addr, ok := a.clientAddr(r); ok {
		return subnetOf(addr)
	}
	return everyone
}

// addressKey returns the key under which the wrong tokens of a client are counted: its
// address, or for IPv6 its subnet (/64), even without a trusted proxy. Otherwise one client
// could lock out all others.
func (a *API) addressKey(r *http.Request) string {
	if addr, ok := a.clientAddr(r); ok {
		return subnetOf(addr)
	}
	return r.RemoteAddr // the listener has no addresses, for example a Unix socket
}

// subnetOf returns an IPv4 address, or the subnet (/64) of an IPv6 address.
func subnetOf(addr netip.Addr) string {
	if addr.Is6() {
		subnet, _ := addr.Prefix(64) // cannot fail: the address is IPv6 and has no zone
		return subnet.String()
	}
	return addr.String()
}

// actor returns who made the request, for the audit log.
func (a *API) actor(r *request) audit.Actor {
	ip := r.RemoteAddr
	if addr, ok := a.clientAddr(r.Request); ok {
		ip = addr.String()
	}
	return audit.Actor{IP: ip, User: r.user, UserAgent: r.UserAgent()}
}

// clientAddr returns the address of the connection or, behind a trusted proxy, the rightmost
// element of X-Forwarded-For that is an address. The client can set the elements to the left
// of it to anything.
func (a *API) clientAddr(r *http.Request) (netip.Addr, bool) {
	if a.cfg.TrustProxy {
		lines := r.Header["X-Forwarded-For"]
		for i := len(lines) - 1; i >= 0; i-- {
			for rest, more := lines[i], true; more; {
				var element string
				if comma := strings.LastIndexByte(rest, ','); comma >= 0 {
					rest, element = rest[:comma], rest[comma+1:]
				} else {
					element, more = rest, false
				}
				if addr, ok := parseClient(strings.TrimSpace(element)); ok {
					return addr, true
				}
			}
		}
	}
	return parseClient(r.RemoteAddr)
}

// parseClient reads an address, with or without a port.
func parseClient(s string) (netip.Addr, bool) {
	if len(s) > len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255%]:65535")+16 {
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(s)
	if err != nil {
		at, err := netip.ParseAddrPort(s)
		if err != nil {
			addr, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"))
			return addr.Unmap().WithZone(""), err == nil
		}
		addr = at.Addr()
	}
	return addr.Unmap().WithZone(""), true
}

// secure reports whether the request came over TLS, to this process or to a
// trusted proxy.
func (a *API) secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	first, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",")
	return a.cfg.TrustProxy && strings.EqualFold(strings.TrimSpace(first), "https")
}
