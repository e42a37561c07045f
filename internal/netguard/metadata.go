package netguard

import (
	"net/netip"
	"slices"
)

// isMetadata reports whether an address is that of a cloud's metadata service, which returns
// keys, including IPv6 addresses that embed an IPv4 one.
func isMetadata(addr netip.Addr) bool {
	for _, a := range forms(addr.WithZone("").Unmap()) {
		if slices.ContainsFunc(metadata, func(p netip.Prefix) bool { return p.Contains(a) }) {
			return true
		}
	}
	return false
}

// metadata lists the networks and addresses that cloud providers document. Nearly all have a
// service in the IPv4 link-local network: Amazon (169.254.169.254, containers 169.254.170.2 and
// .23), Google, Azure, Oracle, DigitalOcean, Hetzner, IBM, OpenStack and Scaleway
// (169.254.42.42).
var metadata = []netip.Prefix{
	netip.MustParsePrefix("169.254.0.0/16"),
	netip.MustParsePrefix("168.63.129.16/32"),         // Azure
	netip.MustParsePrefix("100.100.100.200/32"),       // Alibaba
	netip.MustParsePrefix("192.0.0.192/32"),           // Oracle
	netip.MustParsePrefix("fd00:ec2::/32"),            // Amazon: ::254, and ::23 for containers
	netip.MustParsePrefix("fd20:ce::254/128"),         // Google
	netip.MustParsePrefix("fd00:42::42/128"),          // Scaleway
	netip.MustParsePrefix("fd00:c1::a9fe:a9fe/128"),   // Oracle
	netip.MustParsePrefix("fe80::a9fe:0/112"),         // OpenStack, and others' 169.254.0.0/16
	netip.MustParsePrefix("fe80::1234:5678:9abc/128"), // Azure
}

// Networks of IPv6 addresses that embed an IPv4 one.
var (
	compatible = netip.MustParsePrefix("::/96")           // RFC 4291, section 2.5.5.1
	translated = netip.MustParsePrefix("::ffff:0:0:0/96") // RFC 2765, section 2.1
	nat64      = netip.MustParsePrefix("64:ff9b::/96")    // RFC 6052, section 2.1
	localNAT64 = netip.MustParsePrefix("64:ff9b:1::/48")  // RFC 8215
	sixToFour  = netip.MustParsePrefix("2002::/16")       // RFC 3056, section 2
	teredo     = netip.MustParsePrefix("2001::/32")       // RFC 4380, section 4
)

// forms returns an address and the IPv4 addresses that it may embed. There are several if the
// length of the network's prefix is not fixed.
func forms(addr netip.Addr) []netip.Addr {
	if !addr.Is6() {
		return []netip.Addr{addr}
	}
	b := addr.As16()
	last := netip.AddrFrom4([4]byte(b[12:16]))
	isatap := b[8]&^3 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe // RFC 5214, section 6.1
	switch {
	case compatible.Contains(addr), translated.Contains(addr), nat64.Contains(addr), isatap:
		return []netip.Addr{addr, last}
	case localNAT64.Contains(addr):
		// RFC 6052, section 2.2: after a prefix of 48, 56, 64 or 96 bits, around the
		// eighth byte.
		return []netip.Addr{addr, last,
			netip.AddrFrom4([4]byte{b[6], b[7], b[9], b[10]}),
			netip.AddrFrom4([4]byte{b[7], b[9], b[10], b[11]}),
			netip.AddrFrom4([4]byte(b[9:13]))}
	case sixToFour.Contains(addr):
		return []netip.Addr{addr, netip.AddrFrom4([4]byte(b[2:6]))}
	case teredo.Contains(addr): // the server, and the client with its bits flipped
		return []netip.Addr{addr, netip.AddrFrom4([4]byte(b[4:8])),
			netip.AddrFrom4([4]byte{^b[12], ^b[13], ^b[14], ^b[15]})}
	}
	return []netip.Addr{addr}
}
