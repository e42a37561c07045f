package httpapi

import (
	"fmt"
	"net"
	"net/netip"
	"strings"

	"github.com/privacylabels/auditor/internal/httpapi/access"
)

// exposed reports whether other machines can reach the service. That depends on the
// configuration alone, never on a request.
func exposed(cfg Config, allowed hosts) bool {
	return cfg.NetworkExposed || cfg.Authorize != nil || cfg.RequireTokenToRead || cfg.TrustedHeader != "" || allowed.beyondLoopback() || specific(cfg.BindAddress)
}

// CheckBindAddress returns an error if an address is not one for [Config.BindAddress].
func CheckBindAddress(address string) error {
	_, ok := parseAuthority(address)
	if !ok && strings.HasPrefix(address, ":") { // every address of the machine
		_, ok = parsePort(address)
	}
	if !ok && address != "" {
		return fmt.Errorf("%.80q is not host, host:port or :port, where host is a name or an IP address, that of IPv6 in brackets, and port is a number up to 65535", address)
	}
	return nil
}

// CheckUserHeader returns an error if a name is neither empty nor one for [Config.TrustedHeader].
func CheckUserHeader(name string) error {
	if name != "" && !access.ValidUserHeader(name) {
		return fmt.Errorf("%.80q is not the name of a header that can name a user, such as X-Forwarded-User", name)
	}
	return nil
}

// specific reports whether an address to listen on is a single IP address that is not a
// loopback address. It reports false for wildcards and names.
func specific(bind string) bool {
	addr, err := netip.ParseAddr(hostOf(bind))
	return err == nil && !addr.IsLoopback() && !addr.IsUnspecified()
}

// hostOf returns the host of an address to listen on, without brackets.
func hostOf(bind string) string {
	host, _, err := net.SplitHostPort(bind)
	if err != nil {
		return strings.Trim(bind, "[]")
	}
	return host
}

// ambiguous reports whether it is unknown who can reach an address to listen on, which is so
// for a wildcard and for a name other than that of the local machine.
func ambiguous(bind string) bool {
	if bind == "" {
		return false
	}
	host := hostOf(bind)
	if host == "" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return !isLoopback(strings.ToLower(host))
	}
	return addr.IsUnspecified()
}
