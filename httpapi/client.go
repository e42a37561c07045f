package httpapi

import (
	"net/http"
	"net/netip"
	"strings"

	"github.com/privacylabels/auditor/internal/audit"
)

// everyone is the client that all are counted as when nothing tells them apart.
const everyone = "local"

// clientKey returns what a client is counted by: the address that a trusted
// proxy names, where IPv6 addresses of one subnet (/64) are one client.
// Without a trusted proxy everyone is one client.
func (a *API) clientKey(r *http.Request) string {
	if !a.cfg.TrustProxy {
		return everyone
	}
	if addr, ok := a.clientAddr(r); ok {
		return subnetOf(addr)
	}
	return everyone
}

// addressKey returns what a client's wrong tokens are counted by: its address, of
// IPv6 the subnet (/64), also without a trusted proxy. Else strangers could use up
// everybody's guesses.
func (a *API) addressKey(r *http.Request) string {
	if addr, ok := a.clientAddr(r); ok {
		return subnetOf(addr)
	}
	return r.RemoteAddr // of a listener without addresses, such as a Unix socket
}

// subnetOf returns an IPv4 address, or the subnet (/64) of an IPv6 address.
func subnetOf(addr netip.Addr) string {
	if addr.Is6() {
		subnet, _ := addr.Prefix(64) // an address without zone has one
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

// clientAddr returns the connecting address, or, behind a trusted proxy, the
// rightmost element of X-Forwarded-For that is an address: those to the left of
// it are whatever the client wrote.
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
