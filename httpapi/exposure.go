package httpapi

import (
	"net"
	"net/netip"
	"strings"
)

// exposed reports whether others than the local machine reach the service. It
// follows from the configuration alone, never from a request.
func exposed(cfg Config, allowed hosts) bool {
	return cfg.NetworkExposed || cfg.Authorize != nil || cfg.RequireTokenToRead || cfg.TrustedHeader != "" || allowed.beyondLoopback() || specific(cfg.BindAddress)
}

// specific reports whether an address to listen on is a single address that is not
// this machine's own. A wildcard is not, nor is a name.
func specific(bind string) bool {
	host, _, err := net.SplitHostPort(bind)
	if err != nil {
		host = strings.Trim(bind, "[]")
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && !addr.IsLoopback() && !addr.IsUnspecified()
}

// ambiguous reports whether an address to listen on does not tell who reaches it: a
// wildcard, or a name that is not this machine's own.
func ambiguous(bind string) bool {
	if bind == "" {
		return false
	}
	host, _, err := net.SplitHostPort(bind)
	if err != nil {
		host = strings.Trim(bind, "[]")
	}
	if host == "" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return !isLoopback(strings.ToLower(host))
	}
	return addr.IsUnspecified()
}
