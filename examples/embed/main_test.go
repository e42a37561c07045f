package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// start serves the site for real and returns its address. The site has to end
// well with the test.
func start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	database := filepath.Join(t.TempDir(), "auditor.db")
	go func() { ended <- serve(ctx, listener, database) }()
	t.Cleanup(func() {
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
	return "http://" + listener.Addr().String()
}

func TestSite(t *testing.T) {
	t.Parallel()
	url := start(t)
	tests := []struct {
		name, method, path, origin, body string
		want                             int
		wantBody                         string
	}{
		{"its own page", "GET", "/", "", "", 200, "The privacy labels are at"},
		{"the API below the prefix", "GET", "/privacy/api/apps", "", "", 200, "[]"},
		{"a list with an envelope", "GET", "/privacy/api/apps?limit=5", "", "", 200, `"total":0`},
		{"no API beside the prefix", "GET", "/api/apps", "", "", 404, "404 page not found"},
		{"no such route below it", "GET", "/privacy/api/nothing", "", "", 404, `{"error":`},
		{"a wrong method below it", "PUT", "/privacy/api/apps", url, "", 405, `{"error":`},
		{"from another origin", "POST", "/privacy/api/scrape", "http://elsewhere.example", "{}", 403, "Cross-origin mutation rejected"},
		{"from its own origin, with nothing", "POST", "/privacy/api/scrape", url, "{}", 400, `{"error":`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), tt.method, url+tt.path, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			if tt.origin != "" {
				req.Header.Set("Origin", tt.origin)
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil || resp.StatusCode != tt.want || !strings.Contains(string(body), tt.wantBody) {
				t.Errorf("%s %s: %d %.200q, error %v; want %d and %q", tt.method, tt.path, resp.StatusCode, body, err, tt.want, tt.wantBody)
			}
		})
	}
}

// TestTwo runs two sites in one process, each with a database of its own.
func TestTwo(t *testing.T) {
	t.Parallel()
	for range 2 {
		resp, err := http.Get(start(t) + "/privacy/api/health")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("status %d", resp.StatusCode)
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
	if err := serve(ctx, listener, filepath.Join(t.TempDir(), "auditor.db")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a listener that is closed: error %v, want %v", err, net.ErrClosed)
	}
	if err := serve(ctx, listener, t.TempDir()); err == nil || errors.Is(err, net.ErrClosed) {
		t.Errorf("a folder for a database: error %v, want the store's", err)
	}
}
