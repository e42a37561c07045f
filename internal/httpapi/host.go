package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// maxHost is the maximum length of a host name (RFC 1035, section 2.3.4).
const maxHost = 253

// authority is a host and a port, as a Host header or an origin names them.
type authority struct {
	host string // lower case; an address in its canonical form, without brackets
	port string // digits; empty: the default of the scheme
}

// String returns the form of a Host header.
func (a authority) String() string {
	host := a.host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if a.port == "" {
		return host
	}
	return host + ":" + a.port
}

// parseAuthority parses "host", "host:port", "[v6]" and "[v6]:port" (RFC 3986, section
// 3.2.2). It drops one trailing dot of a name and the zone of an address. It refuses
// everything else, in particular user information.
func parseAuthority(s string) (authority, bool) {
	host, port := s, ""
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 0 {
			return authority{}, false
		}
		host, port = s[1:end], s[end+1:]
		if !strings.Contains(host, ":") {
			return authority{}, false
		}
	} else if i := strings.IndexByte(s, ':'); i >= 0 && i == strings.LastIndexByte(s, ':') {
		host, port = s[:i], s[i:]
	}
	port, ok := parsePort(port)
	if !ok {
		return authority{}, false
	}
	host, ok = parseHost(host)
	return authority{host, port}, ok
}

// parsePort parses what follows a host: nothing, or a colon and optional digits.
func parsePort(s string) (string, bool) {
	if s == "" || s == ":" {
		return "", true
	}
	n, err := strconv.ParseUint(s[1:], 10, 16)
	if err != nil || s[0] != ':' || s[1] == '+' || s[1] == '-' {
		return "", false
	}
	return strconv.FormatUint(n, 10), true
}

// parseHost reads a name or an address.
func parseHost(s string) (string, bool) {
	if strings.Contains(s, ":") {
		addr, err := netip.ParseAddr(s)
		return addr.WithZone("").String(), err == nil
	}
	s = strings.TrimSuffix(s, ".")
	if s == "" || len(s) > maxHost || s[0] == '.' || s[len(s)-1] == '.' || strings.Contains(s, "..") {
		return "", false
	}
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return "", false
		}
	}
	return strings.ToLower(s), true
}

// isNameByte reports whether a host name may contain the byte. The underscore is not
// allowed in host names, but common on home networks.
func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_'
}

// isLoopback reports whether the host is the local machine.
func isLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	if c := host[0]; c != ':' && (c < '0' || c > '9') { // not an address: skip the costly parsing
		return false
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback() && !addr.Is4In6()
}

// hosts is the set of hosts that a request may name.
type hosts struct {
	any      bool
	names    []string // exact names
	suffixes []string // of allowed subdomains, with the leading dot
}

// CheckHosts returns the errors in a list for [Config.AllowedHosts].
func CheckHosts(entries []string) error {
	_, err := parseHosts(entries)
	return err
}

// parseHosts parses the configured list. It skips empty entries.
func parseHosts(entries []string) (list hosts, err error) {
	for _, entry := range entries {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		name, wild := strings.CutPrefix(entry, "*.")
		at, ok := parseAuthority(name)
		if !ok {
			err = errors.Join(err, fmt.Errorf("%.80q is not a host name or address", entry))
			continue
		}
		if wild {
			list.suffixes = append(list.suffixes, "."+at.host)
		}
		list.names = append(list.names, at.host)
	}
	return list, err
}

// allow reports whether a request may name this host.
func (h hosts) allow(host string) bool {
	return h.any || isLoopback(host) || slices.Contains(h.names, host) ||
		slices.ContainsFunc(h.suffixes, func(suffix string) bool { return strings.HasSuffix(host, suffix) })
}

// beyondLoopback reports whether the list has a host that is not the local machine.
func (h hosts) beyondLoopback() bool {
	return slices.ContainsFunc(h.names, func(name string) bool { return !isLoopback(name) })
}

// effectiveHost returns the host that the client requested: the Host header, or the
// X-Forwarded-Host of a trusted proxy. It reports false unless every host that the request
// names is allowed, so that an allowed host cannot hide another one.
func (a *API) effectiveHost(r *http.Request) (authority, bool) {
	// net/http removes a single Host header from the headers, and user information from an
	// absolute URL, so a request that still has them is malformed.
	if len(r.Header["Host"]) > 0 || r.URL.User != nil {
		return authority{}, false
	}
	host, ok := parseAuthority(r.Host)
	if !ok || !a.allowed.allow(host.host) {
		return authority{}, false
	}
	if !a.cfg.TrustProxy || a.allowed.any { // without a list, X-Forwarded-Host cannot be checked
		return host, true
	}
	// A proxy replaces the header, or appends the host that was requested from it. So the
	// first element is the host that the client requested from the outermost proxy.
	forwarded := false
	for _, line := range r.Header["X-Forwarded-Host"] {
		for element := range strings.SplitSeq(line, ",") {
			element = strings.Trim(element, " \t")
			if element == "" { // a proxy appended to an empty header
				continue
			}
			one, ok := parseAuthority(element)
			if !ok || !a.allowed.allow(one.host) {
				return authority{}, false
			}
			if !forwarded {
				host, forwarded = one, true
			}
		}
	}
	return host, true
}

// isLocal reports whether a Host header names the local machine. Ok is false if the header is
// not a valid host.
func isLocal(header string) (local, ok bool) {
	at, ok := parseAuthority(header)
	return ok && isLoopback(at.host), ok
}
