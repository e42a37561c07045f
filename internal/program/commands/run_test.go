package commands_test

import (
	"context"
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
			out, said, err := do(t, commands.Run{Runner: "sync"}, "", func(w http.ResponseWriter, r *http.Request) {
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
			})
			if (err != nil) != test.fails || !strings.Contains(said, test.says) || !test.fails && out != "sync: done, 3 of 3 apps\n" {
				t.Errorf("%v, %q, %q", err, out, said)
			}
		})
	}
}

// command is a command of the package.
type command interface {
	Do(context.Context, *commands.Env) error
}

// do runs a command on an API and returns what it printed.
func do(t *testing.T, c command, in string, api http.HandlerFunc) (out, said string, err error) {
	t.Helper()
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	at, err := client.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	err = c.Do(t.Context(), &commands.Env{Client: at, In: strings.NewReader(in), Out: &stdout, Err: &stderr, Now: time.Now})
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
			out, _, err := do(t, commands.Run{Runner: "sync"}, "", func(w http.ResponseWriter, r *http.Request) {
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
			})
			if !errors.Is(err, commands.ErrInterrupted) || out != test.want {
				t.Errorf("%v, %q, want %q", err, out, test.want)
			}
		})
	}
}
