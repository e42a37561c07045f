package netguard_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakedns"
	"github.com/privacylabels/auditor/internal/netguard"
)

func TestClient_redirects(t *testing.T) {
	t.Parallel()
	secretHost, secretPort := serve(t, hello)
	host, port := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/private":
			http.Redirect(w, r, "http://"+net.JoinHostPort(secretHost, secretPort)+"/", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/user":
			http.Redirect(w, r, "http://user@"+r.Host+"/", http.StatusFound)
		default:
			n, _ := strconv.Atoi(r.URL.Query().Get("n"))
			if n > 0 {
				http.Redirect(w, r, "/?n="+strconv.Itoa(n-1), http.StatusFound)
				return
			}
			hello(w, r)
		}
	})
	base := "http://" + net.JoinHostPort(host, port)
	client := newGuard(t, netguard.WithBaseURL(base)).Client(5 * time.Second)
	t.Cleanup(client.CloseIdleConnections)
	tests := []struct {
		name, path string
		want       error
	}{
		{"none", "/", nil},
		{"as many as are followed", "/?n=" + strconv.Itoa(netguard.MaxRedirects), nil},
		{"one more", "/?n=" + strconv.Itoa(netguard.MaxRedirects+1), netguard.ErrForbidden},
		{"to a private address", "/private", netguard.ErrForbidden},
		{"to another scheme", "/file", netguard.ErrForbidden},
		{"with a user", "/user", netguard.ErrForbidden},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+tt.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := client.Do(req)
			if !errors.Is(err, tt.want) {
				t.Fatalf("Get(%s) = %v, want %v", tt.path, err, tt.want)
			}
			if err != nil {
				return
			}
			defer resp.Body.Close()
			if b, err := io.ReadAll(resp.Body); string(b) != "hello" {
				t.Errorf("Get(%s) = %q, %v, want hello", tt.path, b, err)
			}
		})
	}
}

// TestClient_proxy needs the environment, so it is not run beside others.
func TestClient_proxy(t *testing.T) {
	host, port := serve(t, func(w http.ResponseWriter, _ *http.Request) { t.Error("the proxy of the environment was asked") })
	t.Setenv("HTTP_PROXY", "http://"+net.JoinHostPort(host, port))
	guard := newGuard(t, netguard.WithAllowed(host), netguard.WithResolver(fakedns.Resolver(nil)))
	resp, err := guard.Client(0).Get("http://apps.example/")
	if err == nil {
		resp.Body.Close()
		t.Error("a name that does not resolve was reached")
	}
}

func TestObserve(t *testing.T) {
	t.Parallel()
	host, port := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
			return
		}
		w.WriteHeader(http.StatusTeapot)
	})
	address := net.JoinHostPort(host, port)
	var got []string
	ctx := netguard.Observe(t.Context(), func(_ context.Context, host string) func(int, error) {
		return func(status int, err error) { got = append(got, fmt.Sprint(host, " ", status, " ", err != nil)) }
	})
	client := newGuard(t, netguard.WithAllowed(host), netguard.WithResolver(fakedns.Resolver(nil))).Client(0)
	for _, at := range []string{"http://" + address + "/old", "http://apps.example/"} {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := client.Do(r); err == nil {
			resp.Body.Close()
		}
	}
	want := []string{address + " 301 false", address + " 418 false", "apps.example 0 true"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("observed (-want +got):\n%s", diff)
	}
}

// What follows a 101 is not a body that a timeout would end.
func TestClient_anotherProtocol(t *testing.T) {
	t.Parallel()
	host, port := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "chat")
		w.WriteHeader(http.StatusSwitchingProtocols)
	})
	base := "http://" + net.JoinHostPort(host, port)
	observed := make(chan int, 1)
	ctx := netguard.Observe(t.Context(), func(context.Context, string) func(int, error) {
		return func(status int, _ error) { observed <- status }
	})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := newGuard(t, netguard.WithBaseURL(base)).Client(5 * time.Second).Do(req)
	if err == nil {
		resp.Body.Close()
		t.Fatalf("the answer is %s, want an error", resp.Status)
	}
	if got := <-observed; got != 0 {
		t.Errorf("the status %d was observed, want none", got)
	}
	if got := netguard.Explain(err).Error(); !strings.Contains(got, "switched to another protocol") {
		t.Errorf("the failure is %q", got)
	}
}
