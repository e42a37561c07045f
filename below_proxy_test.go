package auditor_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
)

// caddyBelow is the example of the documentation for a path of a host, with a certificate
// of Caddy's own authority.
const caddyBelow = `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system %[1]s
}
https://%[2]s {
	tls internal
	redir /labels /labels/
	handle_path /labels/* {
		reverse_proxy %[3]s {
			header_up X-Forwarded-Prefix /labels
		}
	}
}
`

// caddyClient returns a client that trusts Caddy's own authority and follows no redirect.
// Caddy makes the certificate in the background.
func caddyClient(t *testing.T, folder, base string) *http.Client {
	t.Helper()
	var reason error
	for range 300 {
		root, err := os.ReadFile(filepath.Join(folder, "pki", "authorities", "local", "root.crt"))
		if err == nil {
			pool := x509.NewCertPool()
			pool.AppendCertsFromPEM(root)
			client := &http.Client{
				Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}},
				CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			}
			t.Cleanup(client.CloseIdleConnections)
			var resp *http.Response
			if resp, err = client.Get(base); err == nil {
				resp.Body.Close()
				return client
			}
		}
		reason = err
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("Caddy has no certificate: %v", reason)
	return nil
}

// The service below a path of a host, behind a proxy that terminates TLS: links, redirects
// and cookies are right, and a client cannot choose the path.
func TestBelowAPathOfCaddy(t *testing.T) {
	t.Parallel()
	path, dir, address := program(t, "caddy"), t.TempDir(), freeAddress(t)
	const token = "a token that is hard to guess"
	server := httptest.NewServer(newAuditor(t, auditor.WithStore(open(t)), auditor.WithScraper(shelf{}), auditor.WithPolicyFetcher(&policySite{}), auditor.WithArchive(noPast{}),
		auditor.WithTrustProxy(true), auditor.WithAdminToken(token)).Handler())
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	base := "https://localhost:" + port
	file := filepath.Join(dir, "Caddyfile")
	if err := os.WriteFile(file, fmt.Appendf(nil, caddyBelow, dir, "localhost:"+port, server.URL), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, address, path, "run", "--config", file, "--adapter", "caddyfile")
	client := caddyClient(t, dir, base)

	// ask sends a request and returns the header and the body of the answer.
	ask := func(t *testing.T, method, path, body string, want int) (http.Header, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-Prefix", "/evil")
		r.Header.Set("Origin", base)
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != want {
			t.Fatalf("%s %s: status %d, want %d (%v): %s", method, path, resp.StatusCode, want, err, text)
		}
		return resp.Header, string(text)
	}
	t.Run("without the slash", func(t *testing.T) {
		if header, _ := ask(t, "GET", "/labels", "", http.StatusFound); header.Get("Location") != "/labels/" {
			t.Errorf("it leads to %q", header.Get("Location"))
		}
	})
	t.Run("links", func(t *testing.T) {
		_, page := ask(t, "GET", "/labels/", "", http.StatusOK)
		links := regexp.MustCompile(`(?:href|src|action)="(/[^"]*)"`).FindAllStringSubmatch(page, -1)
		if len(links) < 5 {
			t.Fatalf("the page has the links %q", links)
		}
		for _, link := range links {
			if !strings.HasPrefix(link[1], "/labels/") {
				t.Errorf("a link to %s", link[1])
			}
		}
	})
	t.Run("session", func(t *testing.T) {
		header, _ := ask(t, "POST", "/labels/api/auth/admin-token/login", `{"token": "`+token+`"}`, http.StatusOK)
		if cookie := header.Get("Set-Cookie"); !strings.Contains(cookie, "; Secure") {
			t.Errorf("the cookie is %q", cookie)
		}
	})
	t.Run("where the run is", func(t *testing.T) {
		header, _ := ask(t, "POST", "/labels/api/sync/trigger?wait=0", "", http.StatusAccepted)
		if where := header.Get("Location"); !strings.HasPrefix(where, "/labels/api/runs/") {
			t.Errorf("the run is at %q", where)
		}
	})
}
