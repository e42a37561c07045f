package metrics_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/metrics"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// lines returns the series whose name begins with a prefix.
func lines(t *testing.T, s *metrics.Set, prefix string) (found []string) {
	t.Helper()
	var text strings.Builder
	if err := s.WriteText(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, prefix) {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

func TestOutboundRequestsAreCountedByOutcome(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/busy":
			w.WriteHeader(http.StatusTooManyRequests)
		case "/broken":
			w.WriteHeader(http.StatusBadGateway)
		}
	}))
	t.Cleanup(server.Close)
	guard, err := netguard.New(netguard.WithAllowed("127.0.0.1"))
	if err != nil {
		t.Fatal(err)
	}
	set := metrics.New(time.Now, "v1.2.3")
	get := func(ctx context.Context, url string) {
		t.Helper()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := guard.Client(0).Do(r); err == nil {
			resp.Body.Close()
		}
	}
	ctx := set.Outbound(t.Context())
	for _, path := range []string{"/", "/", "/busy", "/broken"} {
		get(ctx, server.URL+path)
	}
	get(ctx, "http://10.0.0.1/forbidden")
	get(t.Context(), server.URL) // nothing observes it
	want := []string{
		`auditor_outbound_requests_total{host="other",outcome="2xx"} 2`,
		`auditor_outbound_requests_total{host="other",outcome="429"} 1`,
		`auditor_outbound_requests_total{host="other",outcome="5xx"} 1`,
		`auditor_outbound_requests_total{host="other",outcome="error"} 1`,
	}
	if diff := cmp.Diff(want, lines(t, set, "auditor_outbound_requests_total{")); diff != "" {
		t.Errorf("outbound requests (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{`auditor_outbound_request_duration_seconds_count{host="other"} 5`}, lines(t, set, "auditor_outbound_request_duration_seconds_count")); diff != "" {
		t.Errorf("durations (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{`auditor_build_info{version="v1.2.3"} 1`}, lines(t, set, "auditor_build_info{")); diff != "" {
		t.Errorf("build (-want +got):\n%s", diff)
	}
}

// A host is a label only if there are few of its kind.
func TestKnownHosts(t *testing.T) {
	t.Parallel()
	set := metrics.New(time.Now, "")
	client := http.Client{Transport: refuse{}}
	ctx := set.Outbound(t.Context())
	for _, host := range []string{"apps.apple.com", "itunes.apple.com:443", "WEB.archive.org", "apple.com.evil.example", "notapple.com", "is1-ssl.mzstatic.com"} {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+host, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := client.Do(r); err == nil {
			resp.Body.Close()
		}
	}
	want := []string{
		`auditor_outbound_requests_total{host="apps.apple.com",outcome="error"} 1`,
		`auditor_outbound_requests_total{host="is1-ssl.mzstatic.com",outcome="error"} 1`,
		`auditor_outbound_requests_total{host="itunes.apple.com",outcome="error"} 1`,
		`auditor_outbound_requests_total{host="other",outcome="error"} 2`,
		`auditor_outbound_requests_total{host="web.archive.org",outcome="error"} 1`,
	}
	if diff := cmp.Diff(want, lines(t, set, "auditor_outbound_requests_total{")); diff != "" {
		t.Errorf("outbound requests (-want +got):\n%s", diff)
	}
}

// refuse is a transport that reaches nothing, and says so to the observer of a request.
type refuse struct{}

func (refuse) RoundTrip(r *http.Request) (*http.Response, error) {
	err := errors.New("no such host")
	netguard.Observed(r.Context(), r.URL.Host)(0, err)
	return nil, err
}

func TestWaitsAreAdded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		set := metrics.New(time.Now, "")
		ctx := set.Outbound(t.Context())
		pacer := pace.New(10*time.Second, 1)
		for range 3 { // the first goes at once
			if err := pacer.Wait(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff([]string{"auditor_outbound_wait_seconds_total 20"}, lines(t, set, "auditor_outbound_wait_seconds_total")); diff != "" {
			t.Errorf("waiting (-want +got):\n%s", diff)
		}
	})
}

func TestEventsOfRunsAreCounted(t *testing.T) {
	t.Parallel()
	set := metrics.New(time.Now, "")
	run := storage.Run{Runner: "sync", Status: storage.RunInterrupted}
	for _, e := range []runner.Event{
		{Kind: runner.ItemStarted, Run: run}, {Kind: runner.ItemDone, Run: run}, {Kind: runner.ItemDone, Run: run, State: runner.Failed}, {Kind: runner.RunEnded, Run: run},
	} {
		set.RunEvent(e)
	}
	set.Attempted(true)
	set.Attempted(false)
	want := []string{
		`auditor_run_items_total{outcome="completed",runner="sync"} 1`,
		`auditor_run_items_total{outcome="failed",runner="sync"} 1`,
		`auditor_runs_total{runner="sync",status="interrupted"} 1`,
	}
	if diff := cmp.Diff(want, lines(t, set, "auditor_run")); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
	want = []string{`auditor_delivery_attempts_total{outcome="delivered"} 1`, `auditor_delivery_attempts_total{outcome="failed"} 1`}
	if diff := cmp.Diff(want, lines(t, set, "auditor_delivery_attempts_total{")); diff != "" {
		t.Errorf("deliveries (-want +got):\n%s", diff)
	}
}
