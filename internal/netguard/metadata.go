package netguard

import (
	"net/netip"
	"slices"
)

// isMetadata says whether an address is where a cloud hands its machines their
// keys, also when it is written as an IPv6 address that stands for an IPv4 one.
func isMetadata(addr netip.Addr) bool {
	addr = embedded(addr.WithZone("").Unmap())
	return slices.ContainsFunc(metadataNetworks(), func(p netip.Prefix) bool { return p.Contains(addr) })
}

// metadataNetworks are the link-local network, where nearly all clouds have
// their metadata service, and the exceptions.
func metadataNetworks() []netip.Prefix {
	return []netip.Prefix{
		netip.PrefixFrom(netip.AddrFrom4([4]byte{169, 254, 0, 0}), 16),
		netip.PrefixFrom(netip.AddrFrom4([4]byte{168, 63, 129, 16}), 32),   // Azure
		netip.PrefixFrom(netip.AddrFrom4([4]byte{100, 100, 100, 200}), 32), // Alibaba
		netip.PrefixFrom(netip.AddrFrom4([4]byte{192, 0, 0, 192}), 32),     // Oracle
		netip.MustParsePrefix("fd00:ec2::254/128"),                         // Amazon
		netip.MustParsePrefix("fd20:ce::254/128"),                          // Google
	}
}

// embedded returns the IPv4 address inside one of NAT64 (RFC 6052, section 2.1)
// or 6to4 (RFC 3056, section 2), and any other address as it is.
func embedded(addr netip.Addr) netip.Addr {
	b := addr.As16()
	switch {
	case netip.MustParsePrefix("64:ff9b::/96").Contains(addr):
		return netip.AddrFrom4([4]byte(b[12:16]))
	case netip.MustParsePrefix("2002::/16").Contains(addr):
		return netip.AddrFrom4([4]byte(b[2:6]))
	}
	return addr
}
