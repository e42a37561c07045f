package flags

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/netguard"
)

// parseCount parses a number of requests or bytes.
func parseCount[N int | int64](s string) (N, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 || int64(N(n)) != n {
		return 0, fmt.Errorf("%.40q is not a whole number of at least 1", s)
	}
	return N(n), nil
}

// parseAddr parses host:port. Without a host it means all addresses.
func parseAddr(s string) (string, error) {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return "", fmt.Errorf("%.80q is not host:port", s)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("%.80q: the port is not a number from 0 to 65535", s)
	}
	return s, nil
}

// parseBaseURL parses the base URL of a service and removes a trailing slash. Its errors do not
// repeat a URL that may have a password.
func parseBaseURL(s string) (string, error) {
	u, err := url.Parse(s)
	switch {
	case strings.Contains(s, "@") && (err != nil || u.User == nil || u.Scheme != "http" && u.Scheme != "https"):
		return "", errors.New("it is not a URL that begins with http:// or https://, and has no user")
	case err != nil:
		return "", fmt.Errorf("%.80q is not a URL", s)
	case u.Scheme != "http" && u.Scheme != "https":
		return "", fmt.Errorf("%.80q does not begin with http:// or https://", s)
	case u.Hostname() == "":
		return "", fmt.Errorf("%.80q names no host", s)
	case !netguard.ValidPort(u):
		return "", fmt.Errorf("%.80q: the port is not a number from 1 to 65535", s)
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "", errors.New("a base URL has no user, query or fragment")
	}
	return strings.TrimRight(s, "/"), nil
}

// parseCountry parses the country code of a storefront (ISO 3166-1).
func parseCountry(s string) (string, error) {
	s = strings.ToLower(s)
	if len(s) != 2 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") != "" {
		return "", fmt.Errorf("%.40q is not a two-letter country code", s)
	}
	return s, nil
}

// parseList parses items separated by commas, ignoring empty ones.
func parseList(s string) ([]string, error) {
	var list []string
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list, nil
}

// parseHosts parses a list of host names.
func parseHosts(s string) ([]string, error) {
	list, err := parseList(s)
	return list, errors.Join(err, httpapi.CheckHosts(list))
}

// parseNetworks parses a list of networks, addresses and host names, with their ports and uses.
func parseNetworks(s string) ([]string, error) {
	list, err := parseList(s)
	return list, errors.Join(err, netguard.CheckAllowed(list))
}

// parsePrefixes parses a list of networks such as 10.0.0.0/24. A single address is a network
// of one.
func parsePrefixes(s string) (networks []netip.Prefix, err error) {
	list, err := parseList(s)
	for _, item := range list {
		network, bad := netip.ParsePrefix(item)
		if addr, single := netip.ParseAddr(item); single == nil && addr.Zone() == "" {
			addr = addr.Unmap() // connections of IPv4 have such addresses
			network, bad = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if bad == nil && network.Addr().Is4In6() {
			bad = errors.New("a form of IPv4 that never matches")
		}
		if bad != nil {
			err = errors.Join(err, fmt.Errorf("%.80q is not an address or a network such as 10.0.0.0/24", item))
		}
		networks = append(networks, network.Masked())
	}
	return networks, err
}

// parseUserHeader parses the name of a header that can name a user.
func parseUserHeader(s string) (string, error) { return s, httpapi.CheckUserHeader(s) }

// parseScope parses which requests need a token in addition to changes.
func parseScope(s string) (string, error) {
	if s = strings.ToLower(s); s != "all" {
		return "", fmt.Errorf("%.40q is not all", s)
	}
	return s, nil
}

// leastTick is an interval at which the checks of the scheduler take no time worth mentioning.
const leastTick = 100 * time.Millisecond

func parseTick(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil || d < leastTick {
		return 0, fmt.Errorf("%.40q is not a duration of at least %v such as 30m or 1h30m", s, leastTick)
	}
	return d, nil
}

func parseLogFormat(s string) (string, error) {
	s = strings.ToLower(s)
	if s != "text" && s != "json" {
		return "", fmt.Errorf("%.40q is not one of text, json", s)
	}
	return s, nil
}

func parseLogLevel(s string) (slog.Level, error) {
	var level slog.Level
	if level.UnmarshalText([]byte(s)) != nil {
		return 0, fmt.Errorf("%.40q is not one of debug, info, warn, error", s)
	}
	return level, nil
}

func parseText(s string) (string, error) { return s, nil }
