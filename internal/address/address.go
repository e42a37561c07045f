package address

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// AppStore returns the URL of an app's page in the App Store without query and
// fragment, or "" if raw is not one.
func AppStore(raw string, app storage.AppID) string {
	u, err := netguard.ParseURL(strings.TrimSpace(raw))
	if err != nil || !slices.Contains([]string{"apps.apple.com", "itunes.apple.com"}, strings.ToLower(u.Host)) {
		return ""
	}
	if !slices.Contains(strings.Split(u.Path, "/"), "id"+app.String()) {
		return ""
	}
	u.RawQuery, u.Fragment = "", ""
	return u.String()
}

// Page returns the URL of an app's page in the App Store for an unknown country.
func Page(app storage.AppID) string { return "https://apps.apple.com/app/id" + app.String() }

// Package returns the URL of the page of an app on Google Play.
func Package(name string) string { return "https://play.google.com/store/apps/details?id=" + name }

// Public returns raw as a URL in its usual spelling, or "" if it is not an HTTP
// URL of a public host.
func Public(raw storage.Text) storage.Text {
	u, err := netguard.ParseURL(strings.TrimSpace(string(raw)))
	if err != nil || !publicHost(u.Hostname()) {
		return ""
	}
	if address := u.String(); len(address) <= netguard.MaxURL {
		return storage.Text(address)
	}
	return ""
}

func publicHost(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return publicIP(ip.Unmap())
	}
	labels := strings.Split(host, ".")
	switch last := labels[len(labels)-1]; {
	case last == "localhost", last == "localdomain", last == "internal", last == "":
		return false
	case strings.Trim(last, "0123456789") == "", strings.HasPrefix(last, "0x"): // another spelling of an IPv4 address
		return false
	}
	return !slices.Contains([]string{"metadata", "instance-data", "instance-data.ec2.internal", "ip6-localhost", "ip6-loopback"}, host)
}

func publicIP(ip netip.Addr) bool {
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.Zone() != "" {
		return false
	}
	for _, reserved := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", // RFC 6890
		"64:ff9b::/96", "2002::/16", // contain an IPv4 address
	} {
		if netip.MustParsePrefix(reserved).Contains(ip) {
			return false
		}
	}
	return true
}
