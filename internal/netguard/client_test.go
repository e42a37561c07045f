package netguard_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

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
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:9")
	transport, ok := newGuard(t).Client(0).Transport.(*http.Transport)
	if !ok {
		t.Fatal("the client has another transport")
	}
	at := &http.Request{URL: &url.URL{Scheme: "http", Host: "apps.example"}}
	if proxy, err := transport.Proxy(at); proxy != nil || err != nil {
		t.Errorf("the client asks the proxy %v, %v", proxy, err)
	}
}
