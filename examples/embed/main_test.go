package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
)

// host is the name under which the tests reach the site.
const host = "http://www.example.org"

// visitor is a browser on the site.
type visitor struct {
	t      *testing.T
	client *http.Client
}

// start serves the site for real and returns a visitor of it, who may log in with the
// password. The site has to end well with the test.
func start(t *testing.T, access auditor.Access) (v visitor, password string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	database := filepath.Join(t.TempDir(), "auditor.db")
	people := newLogin()
	go func() { ended <- serve(ctx, listener, database, people) }()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String() // whatever name is asked for
	transport := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(20 * time.Second):
			t.Error("the site does not end")
		}
	})
	return visitor{t, &http.Client{Transport: transport, Jar: jar}}, people.add("someone", access)
}

// do sends a request; a body that is not empty is JSON, or a form of the login.
func (v visitor) do(method, path, origin, body string) (status int, text string) {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), method, host+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	if path == "/login" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if origin != "" {
		req.Header.Set("Origin", origin)
	}
	resp, err := v.client.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer resp.Body.Close()
	read, err := io.ReadAll(resp.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return resp.StatusCode, string(read)
}

func TestSite(t *testing.T) {
	t.Parallel()
	for name, access := range map[string]auditor.Access{"stranger": auditor.NoAccess, "reader": auditor.ReadAccess, "owner": auditor.AdminAccess} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, password := start(t, access)
			if name != "stranger" {
				if status, _ := v.do("POST", "/login", host, "name=someone&password=wrong"); status != http.StatusForbidden {
					t.Errorf("wrong password: status %d", status)
				}
				if status, _ := v.do("POST", "/login", "http://elsewhere.example", "name=someone&password="+password); status != http.StatusForbidden {
					t.Errorf("login from another origin: status %d", status)
				}
				if status, text := v.do("POST", "/login", host, "name=someone&password="+password); status != http.StatusOK {
					t.Fatalf("login: %d %s", status, text)
				}
			}
			const elsewhere = "http://elsewhere.example"
			for _, tt := range []struct {
				name, method, path, origin, body string
				stranger, reader, owner          int
			}{
				{"own page", "GET", "/", "", "", 200, 200, 200},
				{"API below the prefix", "GET", "/privacy/api/apps", "", "", 401, 200, 200},
				{"no API beside the prefix", "GET", "/api/apps", "", "", 404, 404, 404},
				{"no such route", "GET", "/privacy/api/nothing", "", "", 401, 404, 404},
				{"change with an invalid body", "POST", "/privacy/api/scrape", host, "{}", 401, 403, 400},
				{"change from another origin", "POST", "/privacy/api/scrape", elsewhere, "{}", 403, 403, 403},
				{"change without an origin", "POST", "/privacy/api/scrape", "", "{}", 403, 403, 403},
				{"change of the settings", "POST", "/privacy/api/settings", host, `{"syncSchedule": "daily"}`, 401, 403, 200},
				{"backup", "GET", "/privacy/api/backup/export", "", "", 401, 403, 200},
				{"login of the auditor", "POST", "/privacy/api/auth/admin-token/login", host, `{"token": "x"}`, 503, 503, 503},
			} {
				want := map[string]int{"stranger": tt.stranger, "reader": tt.reader, "owner": tt.owner}[name]
				if status, text := v.do(tt.method, tt.path, tt.origin, tt.body); status != want {
					t.Errorf("%s: %d %.200s, want %d", tt.name, status, text, want)
				}
			}
		})
	}
}

// TestTwo runs two sites in one process, each with a database of its own.
func TestTwo(t *testing.T) {
	t.Parallel()
	for range 2 {
		v, password := start(t, auditor.ReadAccess)
		v.do("POST", "/login", host, "name=someone&password="+password)
		if status, text := v.do("GET", "/privacy/api/health", "", ""); status != http.StatusOK {
			t.Errorf("%d %s", status, text)
		}
	}
}

func TestServeFails(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	if err := serve(ctx, listener, filepath.Join(t.TempDir(), "auditor.db"), newLogin()); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a listener that is closed: error %v, want %v", err, net.ErrClosed)
	}
	if err := serve(ctx, listener, t.TempDir(), newLogin()); err == nil || errors.Is(err, net.ErrClosed) {
		t.Errorf("a folder for a database: error %v, want the store's", err)
	}
}
