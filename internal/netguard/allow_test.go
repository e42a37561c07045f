package netguard_test

import (
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakedns"
	"github.com/privacylabels/auditor/internal/netguard"
)

func TestAllowedFor(t *testing.T) {
	t.Parallel()
	entries := []string{"10.0.0.0/8", "models=127.0.0.1:11434", " Models = [::1]:11434 ", "notify=mail.lan:25", "policies=docs.lan", "notify=10.1.0.0/16:443", "=odd.lan"}
	for use, want := range map[netguard.Use][]string{
		netguard.Models:   {"10.0.0.0/8", "127.0.0.1:11434", "[::1]:11434"},
		netguard.Notify:   {"10.0.0.0/8", "mail.lan:25", "10.1.0.0/16:443"},
		netguard.Policies: {"10.0.0.0/8", "docs.lan"},
		"":                {"10.0.0.0/8"},
	} {
		if diff := cmp.Diff(want, netguard.AllowedFor(use, entries)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", use, diff)
		}
	}
}

func TestCheckAllowed(t *testing.T) {
	t.Parallel()
	for entry, want := range map[string]string{ // what the error says; empty: none
		"10.0.0.0/8": "", "10.0.0.0/8:443": "", "fd00::/8": "", "fd00::/8:443": "", "[fd00::/8]:443": "", "127.0.0.1": "", "127.0.0.1:11434": "",
		"::1": "", "[::1]:11434": "", "model.lan": "", "model.lan:65535": "", "models=model.lan:1": "", "notify=[::1]:25": "", "POLICIES=10.0.0.0/8": "",

		"model.lan:0": "port", "model.lan:65536": "port", "model.lan:": "port", "model.lan:http": "port", "model.lan:*": "port", "10.0.0.0/8:x": "port",
		"[::1]:": "port", "[::1]:0": "port", "127.0.0.1:-1": "port", "[::1]": "brackets", "[::1": "brackets", "[127.0.0.1]:80": "brackets", "[model.lan]:80": "brackets",
		"webhooks=10.0.0.1": "models, notify, policies", "=10.0.0.1": "models, notify, policies", "model=model.lan": "models, notify, policies",
		"models=": "neither", "models=notify=model.lan": "neither", "http://model.lan": "neither", "http://model.lan:80": "neither", "10.0.0.0/33:80": "neither",
		"fe80::%eth0/64": "without a zone", "": "neither", "::ffff:10.0.0.0/104:80": "IPv4", "1.2.3:80": "neither",
	} {
		err := netguard.CheckAllowed([]string{"10.9.9.9", entry})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want an error with %q", entry, err, want)
		}
	}
	if err := netguard.CheckAllowed([]string{"a b", "x=1", "c:0"}); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("%v, want three errors", err)
	}
	if _, err := netguard.New(netguard.WithAllowed("models=10.0.0.1")); err == nil {
		t.Error("a use that was not looked at is ignored")
	}
}

// TestAllowedPort has destinations on the port of a server, and on the one beside it.
func TestAllowedPort(t *testing.T) {
	t.Parallel()
	host, port := serve(t, hello)
	other := "1"
	resolver := netguard.WithResolver(fakedns.Resolver(map[string][]string{"home.test.": {"127.0.0.1"}, "keys.test.": {"169.254.169.254"}}))
	for entry, reached := range map[string]string{
		"127.0.0.1": host, "127.0.0.0/8": host, "::ffff:127.0.0.1": host, "127.0.0.0/16": "home.test", "home.test": "home.test", "HOME.test.": "home.test.",
	} {
		for at, want := range map[string]bool{port: true, other: false} {
			written := entry + ":" + at
			if strings.Count(entry, ":") > 1 {
				written = "[" + entry + "]:" + at
			}
			g := newGuard(t, netguard.WithAllowed(written), resolver)
			conn, err := g.DialContext(t.Context(), "tcp", net.JoinHostPort(reached, port))
			if err == nil {
				conn.Close()
			}
			if (err == nil) != want || !want && !errors.Is(err, netguard.ErrForbidden) {
				t.Errorf("%s: dial %s on %s: %v, want allowed: %t", written, reached, port, err, want)
			}
			if reached == "home.test" && entry != "home.test" {
				continue // a name, which is checked when it is dialed
			}
			if _, err := g.Check("http://" + net.JoinHostPort(reached, port)); reached == host && (err == nil) != want {
				t.Errorf("%s: check %s on %s: %v, want allowed: %t", written, reached, port, err, want)
			}
			if err := g.CheckDial(reached, port); (err == nil) != want {
				t.Errorf("%s: check for dialing %s on %s: %v, want allowed: %t", written, reached, port, err, want)
			}
		}
	}
	for _, entry := range []string{"169.254.169.254:80", "0.0.0.0/0:80", "keys.test:80"} {
		for _, address := range []string{"169.254.169.254:80", "keys.test:80"} {
			if _, err := newGuard(t, netguard.WithAllowed(entry), resolver).DialContext(t.Context(), "tcp", address); !errors.Is(err, netguard.ErrForbidden) {
				t.Errorf("%s: dial %s: %v, want %v", entry, address, err, netguard.ErrForbidden)
			}
		}
	}
}

// TestCheckDial_ports: a network on one port allows no name on another.
func TestCheckDial_ports(t *testing.T) {
	t.Parallel()
	g := newGuard(t, netguard.WithAllowed("10.1.0.0/16:9000", "printer.local:9100"))
	for at, want := range map[string]bool{
		"hook.example 9000": true, "printer.local 9000": true, "10.1.2.3 9000": true, "printer.local 9100": true, "hook.example 443": true,
		"hook.example 9100": false, "10.1.2.3 9001": false, "10.1.2.3 443": false, "10.2.0.1 9000": false, "printer.local 443": false, "hook.example 8443": false,
	} {
		host, port, _ := strings.Cut(at, " ")
		if err := g.CheckDial(host, port); (err == nil) != want || !want && !errors.Is(err, netguard.ErrForbidden) {
			t.Errorf("%s: %v, want allowed: %t", at, err, want)
		}
	}
}

func FuzzCheckAllowed(f *testing.F) {
	for _, seed := range []string{"models=[::1]:1", "10.0.0.0/8:443", "fd00::/8:1", "a:b", "[", "=", "[]:"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, entry string) {
		if netguard.CheckAllowed([]string{entry}) != nil {
			return
		}
		for _, use := range []netguard.Use{"", netguard.Models, netguard.Notify, netguard.Policies} {
			if _, err := netguard.New(netguard.WithAllowed(netguard.AllowedFor(use, []string{entry})...)); err != nil {
				t.Errorf("%q for %q: %v", entry, use, err)
			}
		}
	})
}
