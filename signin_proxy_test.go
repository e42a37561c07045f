package auditor_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/storage"
)

// nginxConfig is the example of the documentation with passwords in a file.
const nginxConfig = `daemon off;
master_process off;
pid %[1]s/pid;
error_log stderr warn;
events {}
http {
	access_log off;
	client_body_temp_path %[1]s; proxy_temp_path %[1]s; fastcgi_temp_path %[1]s; uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;
	server {
		listen %[2]s;
		location / {
			auth_basic "Privacy labels";
			auth_basic_user_file %[1]s/users;
			proxy_set_header X-Forwarded-User $remote_user;
			proxy_pass %[3]s;
			proxy_set_header Host $http_host;
		}
	}
}
`

const caddyConfig = `{
	admin off
	auto_https off
}
http://%[1]s {
	basicauth {
		ada %[2]s
		grace %[2]s
	}
	reverse_proxy %[3]s {
		header_up X-Forwarded-User {http.auth.user.id}
	}
}
`

// freeAddress returns an address that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// program returns the path of a program, and skips the test where there is none.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if path = "/usr/sbin/" + name; exec.CommandContext(t.Context(), path, "-v").Run() != nil {
			t.Skipf("%s is not installed", name)
		}
	}
	return path
}

// run runs a proxy until the end of the test, and waits until it listens.
func run(t *testing.T, address, path string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait() // it was killed
	})
	for range 300 {
		if c, err := new(net.Dialer).DialContext(ctx, "tcp", address); err == nil {
			c.Close()
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%s does not listen on %s", path, address)
}

// signedInService is a service that trusts proxies on this machine. It returns its URL and
// its store.
func signedInService(t *testing.T) (string, storage.Store) {
	t.Helper()
	store := open(t)
	server := httptest.NewServer(newAuditor(t, auditor.WithStore(store), auditor.WithScraper(shelf{}), auditor.WithPolicyFetcher(&policySite{}), auditor.WithArchive(noPast{}),
		auditor.WithTrustedHeader("X-Forwarded-User", netip.MustParsePrefix("127.0.0.1/32")), auditor.WithTrustedAdmins("ada"),
		auditor.WithRequireTokenToRead(true)).Handler())
	t.Cleanup(server.Close)
	return server.URL, store
}

// askAs sends a request through a proxy, with headers that claim to be root.
func askAs(t *testing.T, user, method, address, path, body string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if user != "" {
		r.SetBasicAuth(user, "secret")
	}
	r.Header["X-Forwarded-User"] = []string{"ada", "ada"}
	r.Header["x-forwarded-user"] = []string{"ada"}
	r.Header["X_Forwarded_User"] = []string{"ada"}
	r.Header.Set("Origin", "http://"+address)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

func testSignIn(t *testing.T, address string, store storage.Store) {
	t.Helper()
	for _, tt := range []struct {
		user, method, path, body string
		want                     int
	}{
		{"", "GET", "/api/apps", "", http.StatusUnauthorized},
		{"grace", "GET", "/api/apps", "", http.StatusOK},
		{"grace", "POST", "/api/read-tokens", `{"name": "Feed"}`, http.StatusUnauthorized},
		{"ada", "GET", "/api/export", "", http.StatusOK},
		{"ada", "POST", "/api/read-tokens", `{"name": "Feed"}`, http.StatusOK},
	} {
		if got := askAs(t, tt.user, tt.method, address, tt.path, tt.body); got != tt.want {
			t.Errorf("%s %s as %q: status %d, want %d", tt.method, tt.path, tt.user, got, tt.want)
		}
	}
	users := ""
	for range 100 { // the log is written behind the requests
		err := store.View(t.Context(), func(tx *storage.Tx) error {
			users = ""
			for line, err := range tx.Audits.List(storage.AuditQuery{}) {
				if err != nil {
					return err
				}
				users += fmt.Sprintf("%s %s\n", line.Action, line.ActorUser)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(users, "read_token.create.success ada") && strings.Contains(users, "grace") {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("the audit log does not name the users:\n%s", users)
}

func TestSignedInByNginx(t *testing.T) {
	t.Parallel()
	path, dir, address := program(t, "nginx"), t.TempDir(), freeAddress(t)
	url, store := signedInService(t)
	for name, text := range map[string]string{
		"users": "ada:{PLAIN}secret\ngrace:{PLAIN}secret\n", "nginx.conf": fmt.Sprintf(nginxConfig, dir, address, url),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, address, path, "-p", dir, "-c", filepath.Join(dir, "nginx.conf"))
	testSignIn(t, address, store)
}

func TestSignedInByCaddy(t *testing.T) {
	t.Parallel()
	path, dir, address := program(t, "caddy"), t.TempDir(), freeAddress(t)
	url, store := signedInService(t)
	hash, err := exec.CommandContext(t.Context(), path, "hash-password", "--plaintext", "secret").Output()
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(caddyConfig, address, strings.TrimSpace(string(hash)), url)
	file := filepath.Join(dir, "Caddyfile")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, address, path, "run", "--config", file, "--adapter", "caddyfile")
	testSignIn(t, address, store)
}
