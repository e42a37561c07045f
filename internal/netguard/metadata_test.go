package netguard_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakedns"
	"github.com/privacylabels/auditor/internal/netguard"
)

// metadataAddresses are those that clouds document.
var metadataAddresses = map[string]string{
	"169.254.169.254":      "Amazon, Google, Azure, Oracle, DigitalOcean, Hetzner, IBM, OpenStack",
	"169.254.170.2":        "containers at Amazon",
	"169.254.170.23":       "pods at Amazon",
	"169.254.42.42":        "Scaleway",
	"169.254.0.23":         "Tencent",
	"168.63.129.16":        "Azure",
	"100.100.100.200":      "Alibaba",
	"192.0.0.192":          "Oracle",
	"fd00:ec2::254":        "Amazon",
	"fd00:ec2::23":         "pods at Amazon",
	"fd20:ce::254":         "Google",
	"fd00:42::42":          "Scaleway",
	"fd00:c1::a9fe:a9fe":   "Oracle",
	"fe80::a9fe:a9fe":      "OpenStack",
	"fe80::1234:5678:9abc": "Azure",
}

// spellings returns the IPv6 addresses that stand for an IPv4 one.
func spellings(addr netip.Addr) map[string]string {
	b := addr.As4()
	hi, lo := uint16(b[0])<<8|uint16(b[1]), uint16(b[2])<<8|uint16(b[3])
	return map[string]string{
		"mapped":               fmt.Sprintf("::ffff:%x:%x", hi, lo),
		"compatible":           fmt.Sprintf("::%x:%x", hi, lo),
		"translated":           fmt.Sprintf("::ffff:0:%x:%x", hi, lo),
		"NAT64":                fmt.Sprintf("64:ff9b::%x:%x", hi, lo),
		"local NAT64, 48 bits": fmt.Sprintf("64:ff9b:1:%x:%x:%x::", hi, b[2], uint16(b[3])<<8),
		"local NAT64, 56 bits": fmt.Sprintf("64:ff9b:1:%x:%x:%x::", b[0], b[1], lo),
		"local NAT64, 64 bits": fmt.Sprintf("64:ff9b:1::%x:%x:%x:0", b[0], uint16(b[1])<<8|uint16(b[2]), uint16(b[3])<<8),
		"local NAT64, 96 bits": fmt.Sprintf("64:ff9b:1:7:8::%x:%x", hi, lo),
		"6to4":                 fmt.Sprintf("2002:%x:%x::1", hi, lo),
		"Teredo, server":       fmt.Sprintf("2001:0:%x:%x::1", hi, lo),
		"Teredo, client":       fmt.Sprintf("2001::1:0:0:%x:%x", ^hi, ^lo),
		"ISATAP":               fmt.Sprintf("2001:db8::5efe:%x:%x", hi, lo),
		"ISATAP, universal":    fmt.Sprintf("2001:db8::200:5efe:%x:%x", hi, lo),
	}
}

// TestMetadata: nothing that an operator allows opens a metadata service, whatever
// its address is written like.
func TestMetadata(t *testing.T) {
	t.Parallel()
	type form struct{ name, addr string }
	var all []form
	for addr, cloud := range metadataAddresses {
		all = append(all, form{cloud, addr})
		if a := netip.MustParseAddr(addr); a.Is4() {
			for name, spelling := range spellings(a) {
				all = append(all, form{cloud + ", " + name, spelling})
			}
		}
	}
	for _, f := range all {
		t.Run(f.name+" "+f.addr, func(t *testing.T) {
			t.Parallel()
			base := "http://" + net.JoinHostPort(f.addr, "80")
			for name, opts := range map[string][]netguard.Option{
				"nothing":          nil,
				"all networks":     {netguard.WithAllowed("0.0.0.0/0", "::/0")},
				"the address":      {netguard.WithAllowed(f.addr)},
				"the name":         {netguard.WithAllowed("keys.test")},
				"as a base URL":    {netguard.WithBaseURL(base)},
				"name and network": {netguard.WithAllowed("::/0", "0.0.0.0/0", "keys.test"), netguard.WithBaseURL("http://keys.test")},
			} {
				g := newGuard(t, append(opts, netguard.WithResolver(fakedns.Resolver(map[string][]string{"keys.test.": {f.addr}})))...)
				if _, err := g.Check(base); !errors.Is(err, netguard.ErrForbidden) {
					t.Errorf("%s allowed: Check(%s) = %v, want %v", name, base, err, netguard.ErrForbidden)
				}
				for _, host := range []string{f.addr, "keys.test"} {
					ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
					conn, err := g.DialContext(ctx, "tcp", net.JoinHostPort(host, "80"))
					cancel()
					if err == nil {
						conn.Close()
					}
					if !errors.Is(err, netguard.ErrForbidden) {
						t.Errorf("%s allowed: DialContext(%s) = %v, want %v", name, host, err, netguard.ErrForbidden)
					}
				}
			}
		})
	}
}

// TestMetadata_neighbours: other addresses may be allowed. Nothing listens at these,
// so the error is another one.
func TestMetadata_neighbours(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"127.0.0.1", "127.168.63.129", "::1"} {
		g := newGuard(t, netguard.WithAllowed("0.0.0.0/0", "::/0"))
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		conn, err := g.DialContext(ctx, "tcp", net.JoinHostPort(addr, "1"))
		cancel()
		if err == nil {
			conn.Close()
		}
		if errors.Is(err, netguard.ErrForbidden) {
			t.Errorf("DialContext(%s) = %v, want it let through", addr, err)
		}
	}
}
