package netguard_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakedns"
	"github.com/privacylabels/auditor/internal/netguard"
)

func newGuard(t *testing.T, opts ...netguard.Option) *netguard.Guard {
	t.Helper()
	g, err := netguard.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// serve starts a server that says hello and returns its host and port.
func serve(t *testing.T, h http.HandlerFunc) (host, port string) {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	u, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	return u.Hostname(), u.Port()
}

// quiet discards the log of a server.
var quiet = log.New(io.Discard, "", 0)

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) }

// TestDialContext_refused tries what must never be dialled. None of these may
// reach the network, so a short deadline is an answer as well: the wrong one.
func TestDialContext_refused(t *testing.T) {
	t.Parallel()
	public := newGuard(t)
	open := newGuard(t, netguard.WithAllowed("0.0.0.0/0", "::/0"),
		netguard.WithBaseURL("http://169.254.169.254", "http://168.63.129.16", "http://[fd00:ec2::254]"))
	tests := []struct {
		name    string
		guard   *netguard.Guard
		address string
	}{
		{"loopback", public, "127.0.0.1:80"},
		{"loopback, IPv6", public, "[::1]:443"},
		{"loopback, mapped", public, "[::ffff:127.0.0.1]:80"},
		{"unspecified", public, "0.0.0.0:80"},
		{"private", public, "192.168.1.1:80"},
		{"private, 172.16/12", public, "172.31.0.9:443"},
		{"carrier", public, "100.64.0.1:443"},
		{"unique local", public, "[fd12::1]:443"},
		{"link local", public, "[fe80::1]:80"},
		{"multicast", public, "224.0.0.1:80"},
		{"another port", public, "93.184.216.34:8080"},
		{"no port", public, "93.184.216.34"},
		{"metadata", public, "169.254.169.254:80"},
		{"metadata, everything allowed", open, "169.254.169.254:80"},
		{"metadata, mapped", open, "[::ffff:169.254.169.254]:80"},
		{"metadata, NAT64", open, "[64:ff9b::a9fe:a9fe]:80"},
		{"metadata, 6to4", open, "[2002:a9fe:a9fe::1]:80"},
		{"metadata of Azure", open, "168.63.129.16:80"},
		{"metadata of Amazon, IPv6", open, "[fd00:ec2::254]:80"},
		{"metadata of Alibaba", open, "100.100.100.200:80"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			conn, err := tt.guard.DialContext(ctx, "tcp", tt.address)
			if err == nil {
				conn.Close()
			}
			if !errors.Is(err, netguard.ErrForbidden) {
				t.Errorf("DialContext(%s) = %v, want %v", tt.address, err, netguard.ErrForbidden)
			}
		})
	}
}

func TestDialContext_allowed(t *testing.T) {
	t.Parallel()
	host, port := serve(t, hello)
	resolver := fakedns.Resolver(map[string][]string{"home.test.": {"127.0.0.1"}, "away.test.": {"127.0.0.1"}})
	tests := []struct {
		name string
		opt  netguard.Option
		host string
		want bool
	}{
		{"base URL", netguard.WithBaseURL("http://" + net.JoinHostPort(host, port)), host, true},
		{"base URL with a path", netguard.WithBaseURL("http://" + net.JoinHostPort(host, port) + "/store/"), host, true},
		{"base URL, by name", netguard.WithBaseURL("http://Home.Test:" + port), "home.test", true},
		{"base URL, another name", netguard.WithBaseURL("http://home.test:" + port), "away.test", false},
		{"base URL, another port", netguard.WithBaseURL("http://" + host), host, false},
		{"network", netguard.WithAllowed("127.0.0.0/8"), host, true},
		{"network, unmasked", netguard.WithAllowed("127.0.0.9/8"), host, true},
		{"network, by name", netguard.WithAllowed("127.0.0.0/8"), "home.test", true},
		{"another network", netguard.WithAllowed("10.0.0.0/8"), host, false},
		{"address", netguard.WithAllowed(" 127.0.0.1 "), host, true},
		{"mapped address", netguard.WithAllowed("::ffff:127.0.0.1"), host, true},
		{"name", netguard.WithAllowed("HOME.test."), "home.test", true},
		{"another name", netguard.WithAllowed("home.test"), "away.test", false},
		{"its address", netguard.WithAllowed("home.test"), host, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := newGuard(t, tt.opt, netguard.WithResolver(resolver))
			conn, err := g.DialContext(t.Context(), "tcp", net.JoinHostPort(tt.host, port))
			if err == nil {
				conn.Close()
			}
			if got := err == nil; got != tt.want {
				t.Errorf("DialContext(%s) = %v, want allowed: %t", tt.host, err, tt.want)
			}
			if err != nil && !errors.Is(err, netguard.ErrForbidden) {
				t.Errorf("DialContext(%s) = %v, want %v", tt.host, err, netguard.ErrForbidden)
			}
		})
	}
}

// TestDialContext_resolved shows that it is the address that counts, not the name.
func TestDialContext_resolved(t *testing.T) {
	t.Parallel()
	table := map[string][]string{
		"innocent.test.": {"127.0.0.1"},
		"keys.test.":     {"169.254.169.254"},
		"six.test.":      {"::1"},
	}
	g := newGuard(t, netguard.WithResolver(fakedns.Resolver(table)), netguard.WithAllowed("keys.test"))
	for _, host := range []string{"innocent.test", "keys.test", "six.test"} {
		if _, err := g.DialContext(t.Context(), "tcp", host+":80"); !errors.Is(err, netguard.ErrForbidden) {
			t.Errorf("DialContext(%s) = %v, want %v", host, err, netguard.ErrForbidden)
		}
	}
}

func TestNew_invalid(t *testing.T) {
	t.Parallel()
	_, err := netguard.New(
		netguard.WithBaseURL("ftp://example.com", "https://user@example.com"),
		netguard.WithAllowed("", "10.0.0.0/33", "a b", "::ffff:10.0.0.0/104", "999.1.2.3"))
	if err == nil {
		t.Fatal("New took options that make no sense")
	}
	for _, want := range []string{"neither http nor https", "names a user", `""`, "10.0.0.0/33", "a b", "::ffff", "999.1.2.3"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("New: %v, want it to name %s as well", err, want)
		}
	}
}
