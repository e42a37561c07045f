package netguard

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Option sets an option of a [Guard].
type Option func(*Guard) error

// WithBaseURL allows the exact host and port of each URL, whatever their address, including
// loopback, because they come from the configuration. It does not allow other ports of the
// host, or other names of its address.
func WithBaseURL(urls ...string) Option {
	return func(g *Guard) error {
		var errs []error
		for _, raw := range urls {
			u, err := ParseURL(raw)
			if err != nil {
				errs = append(errs, fmt.Errorf("base URL: %w", err))
				continue
			}
			g.base[net.JoinHostPort(canonicalHost(u.Hostname()), portOf(u))] = true
		}
		return errors.Join(errs...)
	}
}

// WithAllowed allows networks (CIDR), single addresses and host names, even if they are not
// public: on one port if an entry ends in it, such as 10.0.0.0/8:443, [::1]:8080 or
// model.lan:8080, otherwise on any. A host name allows all addresses that it resolves to. See
// [AllowedFor] for entries that name a use.
func WithAllowed(entries ...string) Option {
	return func(g *Guard) error {
		var errs []error
		for _, entry := range entries {
			errs = append(errs, g.allow(strings.TrimSpace(entry)))
		}
		return errors.Join(errs...)
	}
}

// WithPorts sets the ports on which public addresses may be dialed. Default: 80 and 443,
// those of HTTP.
func WithPorts(ports ...uint16) Option {
	return func(g *Guard) error {
		g.ports = ports
		return nil
	}
}

// WithResolver sets the resolver of names. Default: the system's.
func WithResolver(r *net.Resolver) Option {
	return func(g *Guard) error {
		g.resolver = r
		return nil
	}
}

// isHostName reports whether a text is a host name (RFC 1123, section 2.1) with at least one
// letter. It allows underscores, which occur in practice.
func isHostName(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	s = canonicalHost(s)
	return s != "" && len(s) <= 253 && strings.ContainsAny(s, letters) &&
		strings.Trim(s, letters+"0123456789-_.") == "" && !strings.Contains(s, "..") &&
		!strings.HasPrefix(s, ".") && !strings.HasPrefix(s, "-")
}

func portOf(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if u.Scheme == "http" {
		return "80"
	}
	return "443"
}
