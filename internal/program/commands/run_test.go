package commands_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/program/commands"
)

// TestRunOutlivesAnOutage follows a run of a service that does not answer for a while, and of
// one that forgets the run.
func TestRunOutlivesAnOutage(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		outage int // the status in place of the second answer
		says   string
		fails  bool
	}{
		"its database restarts": {http.StatusServiceUnavailable, "which asks again", false},
		"a fault":               {http.StatusInternalServerError, "which asks again", false},
		"no such run":           {http.StatusNotFound, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					_ = json.NewEncoder(w).Encode(map[string]any{"runId": "1"})
					return
				}
				asked++
				status := map[bool]string{true: "running", false: "done"}[asked == 1]
				if asked == 2 {
					w.WriteHeader(test.outage)
					_ = json.NewEncoder(w).Encode(map[string]string{"error": "none"})
					return
				}
				_ = json.NewEncoder(w).Encode(map[string]any{"id": "1", "status": status, "summary": map[string]int{"total": 3, "completed": 3}})
			}))
			t.Cleanup(server.Close)
			out, said, err := follow(t, server.URL)
			if (err != nil) != test.fails || !strings.Contains(said, test.says) || !test.fails && out != "sync: done, 3 of 3 apps\n" {
				t.Errorf("%v, %q, %q", err, out, said)
			}
		})
	}
}

// follow starts a sync in the service at an address and returns what the command printed.
func follow(t *testing.T, address string) (out, said string, err error) {
	t.Helper()
	at, err := client.New(address)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	err = commands.Run{Runner: "sync"}.Do(t.Context(), &commands.Env{Client: at, Out: &stdout, Err: &stderr, Now: time.Now})
	return stdout.String(), stderr.String(), err
}

// TestRunSaysWhenToRetry ends a run that the App Store interrupted.
func TestRunSaysWhenToRetry(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 11, 26, 9, 30, 0, 0, time.Local)
	for name, test := range map[string]struct {
		reason string
		active bool
		want   string
	}{
		"rate limiting": {"rateLimited", true, "sync: interrupted, 1 of 3 apps: the App Store is rate limiting; retry after 2026-11-26 09:30\n"},
		"cooldown":      {"cooling", true, "sync: interrupted, 1 of 3 apps: the App Store is rate limiting; retry after 2026-11-26 09:30\n"},
		"over":          {"rateLimited", false, "sync: interrupted, 1 of 3 apps: the App Store was rate limiting\n"},
		"other":         {"stopping", true, "sync: interrupted, 1 of 3 apps: stopping\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var answer any = map[string]any{
					"id": "1", "status": "interrupted", "reason": test.reason, "summary": map[string]int{"total": 3, "completed": 1},
				}
				switch {
				case r.Method == http.MethodPost:
					answer = map[string]any{"runId": "1"}
				case r.URL.Path == "/api/rate-limit/status":
					answer = map[string]any{"scrape": map[string]any{"active": test.active, "resumeAt": until.UnixMilli()}}
				}
				_ = json.NewEncoder(w).Encode(answer)
			}))
			t.Cleanup(server.Close)
			out, _, err := follow(t, server.URL)
			if !errors.Is(err, commands.ErrInterrupted) || out != test.want {
				t.Errorf("%v, %q, want %q", err, out, test.want)
			}
		})
	}
}
