package netguard_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakedns"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Each failure is caused by a real exchange. No text shows the query of the URL.
func TestExplain(t *testing.T) {
	t.Parallel()
	resolver := netguard.WithResolver(fakedns.Resolver(map[string][]string{"private.example.": {"10.0.0.1"}}))
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/slow":
			<-r.Context().Done()
		case "/cut":
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				conn.Close()
			}
		case "/half":
			w.Header().Set("Content-Length", "10")
			hello(w, r)
		case "/loop":
			http.Redirect(w, r, r.URL.String(), http.StatusFound)
		default:
			hello(w, r)
		}
	}))
	server.Config.ErrorLog = quiet
	server.Start()
	secure := httptest.NewUnstartedServer(http.HandlerFunc(hello))
	secure.Config.ErrorLog = quiet
	secure.StartTLS()
	old := httptest.NewUnstartedServer(http.HandlerFunc(hello))
	old.Config.ErrorLog = quiet
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS11} //nolint:gosec // the client refuses it
	old.StartTLS()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + closed.Addr().String()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*httptest.Server{server, secure, old} {
		t.Cleanup(s.Close)
	}
	client := newGuard(t, resolver, netguard.WithBaseURL(server.URL, secure.URL, old.URL, refused)).Client(0)
	t.Cleanup(client.CloseIdleConnections)

	tests := []struct {
		name, url string
		want      storage.FailureCode
		says      string // what the text has
	}{
		{"unknown name", "https://nowhere.example/x", storage.FailureDNS, "cannot reach nowhere.example: "},
		{"private address", "https://private.example/x", storage.FailureAddress, "10.0.0.1"},
		{"metadata service", "http://169.254.169.254/x", storage.FailureAddress, "metadata"},
		{"refused", refused + "/x", storage.FailureConnection, "connection refused"},
		{"ended early", server.URL + "/cut", storage.FailureConnection, "EOF"},
		{"body ended early", server.URL + "/half", storage.FailureConnection, "unexpected EOF"},
		{"certificate", secure.URL + "/x", storage.FailureTLS, "certificate"},
		{"TLS version", old.URL + "/x", storage.FailureTLS, "protocol version"},
		{"no TLS", strings.Replace(server.URL, "http:", "https:", 1) + "/x", storage.FailureTLS, "HTTP"},
		{"no answer", server.URL + "/slow", storage.FailureTimeout, "deadline"},
		{"redirects", server.URL + "/loop", storage.FailureAddress, "more than 5 redirects"},
		{"body too large", server.URL + "/x", storage.FailureTooLarge, "more than 2 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			if tt.want == storage.FailureTimeout {
				ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
			}
			defer cancel()
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, tt.url+"?token=secret#secret", nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := client.Do(req)
			if err == nil {
				limit := int64(100)
				if tt.want == storage.FailureTooLarge {
					limit = 2
				}
				_, err = netguard.ReadAll(resp.Body, limit)
				resp.Body.Close()
			}
			why := netguard.Explain(err)
			if why == nil || why.Code != tt.want || !strings.Contains(why.Error(), tt.says) || !errors.Is(why, err) {
				t.Fatalf("Explain(%v) = %+v, want %s with %q", err, why, tt.want, tt.says)
			}
			if strings.Contains(why.Error(), "secret") {
				t.Errorf("the text shows the query: %v", why)
			}
			if again := netguard.Explain(io.EOF); again.Code != storage.FailureOther {
				t.Errorf("Explain(EOF) = %+v", again)
			}
			if again := netguard.Explain(errors.Join(errors.New("x"), why)); again != why {
				t.Errorf("Explain is not idempotent: %+v", again)
			}
		})
	}
}

func TestRedact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`parse "https://me:pass@a.example/x?key=1#f": bad`: `parse "https://a.example/x": bad`,
		`Location "/cb?code=1" is odd`:                     `Location "/cb" is odd`,
		"who? none":                                        "who? none",
		"a\nb\x00\x1b[31mc\xff":                            "a b [31mc",
		"":                                                 "",
	} {
		if diff := cmp.Diff(want, netguard.Redact(text)); diff != "" {
			t.Errorf("Redact(%q) (-want +got):\n%s", text, diff)
		}
	}
	if got := netguard.Redact(strings.Repeat("é", 1000)); got != strings.Repeat("é", 300) {
		t.Errorf("a long text has %d bytes", len(got))
	}
}
