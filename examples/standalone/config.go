package main

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

	"github.com/privacylabels/auditor/httpapi"
)

// config is what the program was told by flags and environment variables.
type config struct {
	Command string // what to do but to serve, one of the commands; empty: to serve
	Runner  string // with cmdRun: the bulk run to do
	File    string // with the commands on backups: where one lies; "-": standard input or output

	ServiceURL     string // a running service that a command is for; empty: the data folder
	AllowUntrusted bool   // restore what another installation made

	Addr    string // host:port; port 0 is a free one
	DataDir string

	AllowedHosts   []string
	NetworkExposed bool
	TrustProxy     bool
	AdminToken     string // empty: none
	AdminTokenFile string // where AdminToken was read from

	Country     string // two lower-case letters
	AppStoreURL string // empty: the public service, as for the next two
	ITunesURL   string
	WaybackURL  string

	OutboundAllow     []string // networks, addresses and host names
	OutboundPerMinute int      // 0: as each client thinks fit

	MaxRestoreBytes int64 // 0: as the library thinks fit

	SchedulerTick time.Duration
	LogFormat     string // text or json
	LogLevel      slog.Level
	Demo          bool
	Version       bool // say it, and do nothing else
}

// parseBytes reads how many bytes something may have.
func parseBytes(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%.40q is not a number of bytes", s)
	}
	return n, nil
}

// parseBool reads a switch. Anything but a clear yes or no is an error: a switch
// of the guards that is misspelt should not be off in silence.
func parseBool(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "1", "true", "yes", "on":
		return true, nil
	case "", "0", "false", "no", "off":
		return false, nil
	}
	return false, fmt.Errorf("%.40q is neither of 1, true, yes, on nor of 0, false, no, off", s)
}

// parseAddr reads host:port. The host may be missing, which means every address.
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

// parseBaseURL reads the address of a service, without the slash at its end.
func parseBaseURL(s string) (string, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return "", fmt.Errorf("%.80q is not a URL", s)
	case u.Scheme != "http" && u.Scheme != "https":
		return "", fmt.Errorf("%.80q does not begin with http:// or https://", s)
	case u.Hostname() == "":
		return "", fmt.Errorf("%.80q names no host", s)
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "", errors.New("a base URL has no user, query or fragment")
	}
	return strings.TrimRight(s, "/"), nil
}

// parseCountry reads the two letters of a storefront (ISO 3166-1).
func parseCountry(s string) (string, error) {
	s = strings.ToLower(s)
	if len(s) != 2 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") != "" {
		return "", fmt.Errorf("%.40q is not a country of two letters", s)
	}
	return s, nil
}

// parseList reads what stands between commas; nothing between two is left out.
func parseList(s string) ([]string, error) {
	var list []string
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list, nil
}

// parseHosts reads a list of host names.
func parseHosts(s string) ([]string, error) {
	list, err := parseList(s)
	return list, errors.Join(err, httpapi.CheckHosts(list))
}

// parseNetworks reads a list of networks, addresses and host names. Which of
// them are refused all the same is for the guard that gets them.
func parseNetworks(s string) ([]string, error) {
	list, err := parseList(s)
	for _, item := range list {
		if _, bad := netip.ParsePrefix(item); bad != nil && strings.Contains(item, "/") {
			err = errors.Join(err, fmt.Errorf("%.80q is not a network such as 192.168.1.0/24", item))
		}
	}
	return list, err
}

func parseRate(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%.40q is not a whole number of at least 1", s)
	}
	return n, nil
}

func parseTick(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%.40q is not a duration above zero, such as 30m or 1h30m", s)
	}
	return d, nil
}

func parseLogFormat(s string) (string, error) {
	s = strings.ToLower(s)
	if s != "text" && s != "json" {
		return "", fmt.Errorf("%.40q is neither text nor json", s)
	}
	return s, nil
}

func parseLogLevel(s string) (slog.Level, error) {
	var level slog.Level
	if level.UnmarshalText([]byte(s)) != nil {
		return 0, fmt.Errorf("%.40q is none of debug, info, warn, error", s)
	}
	return level, nil
}

func parseText(s string) (string, error) { return s, nil }
