package netguard

import (
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
)

// hosts converts host names to one spelling: lower case and ASCII (RFC 5891).
var hosts = idna.New(idna.MapForLookup(), idna.StrictDomainName(false))

// HostOf returns the host of a URL in one spelling, or "" if it has none.
func HostOf(address string) string {
	u, err := ParseURL(strings.TrimSpace(address))
	if err != nil {
		return ""
	}
	name := u.Hostname()
	if addr, err := netip.ParseAddr(name); err == nil {
		return addr.Unmap().WithZone("").String()
	}
	name, err = hosts.ToASCII(strings.TrimSuffix(name, "."))
	if err != nil {
		return ""
	}
	return name
}
