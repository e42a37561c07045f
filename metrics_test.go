package auditor_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// scraped returns the metrics of a handler by name, as Prometheus reads them.
func scraped(t *testing.T, h http.Handler) map[string]*dto.MetricFamily {
	t.Helper()
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "http://127.0.0.1/metrics", nil))
	if got := rec.Header().Get("Content-Type"); rec.Code != http.StatusOK || got != "text/plain; version=0.0.4; charset=utf-8" {
		t.Fatalf("metrics: status %d as %s", rec.Code, got)
	}
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(rec.Body)
	if err != nil {
		t.Fatal(err)
	}
	return families
}

// value returns the value of the series with these labels, and reports whether it is there.
func value(family *dto.MetricFamily, labels map[string]string) (v float64, ok bool) {
	for _, m := range family.GetMetric() {
		got := make(map[string]string)
		for _, l := range m.GetLabel() {
			got[l.GetName()] = l.GetValue()
		}
		if cmp.Equal(got, labels) {
			return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount()), true
		}
	}
	return 0, false
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)), auditor.WithScraper(shelf{}), auditor.WithPolicyFetcher(&policySite{}), auditor.WithArchive(noPast{}))
	h := watched(t, a)
	for _, body := range []string{`{"urls": ["https://store.example/id1", "https://store.example/id2"]}`, `{"urls": ["https://store.example/id77"]}`} {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/api/scrape", strings.NewReader(body))
		r.Header.Set("Origin", "http://127.0.0.1")
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	for range 3 {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://127.0.0.1/api/apps?id=1", nil))
	}
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://127.0.0.1/no/such/route", nil))
	trigger := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/api/sync/trigger", nil)
	trigger.Header.Set("Origin", "http://127.0.0.1")
	h.ServeHTTP(httptest.NewRecorder(), trigger) // answers when the run has ended

	families := scraped(t, h)
	for _, tt := range []struct {
		name   string
		labels map[string]string
		want   float64
	}{
		{"auditor_http_requests_total", map[string]string{"method": "GET", "route": "/api/apps", "status": "200"}, 3},
		{"auditor_http_requests_total", map[string]string{"method": "POST", "route": "/api/scrape", "status": "200"}, 2},
		{"auditor_http_requests_total", map[string]string{"method": "other", "route": "other", "status": "404"}, 1},
		{"auditor_http_requests_total", map[string]string{"method": "POST", "route": "/api/sync/trigger", "status": "200"}, 1},
		{"auditor_http_request_duration_seconds", map[string]string{"method": "GET", "route": "/api/apps"}, 3},
		{"auditor_apps", map[string]string{"state": "all"}, 2},
		{"auditor_apps", map[string]string{"state": "failed"}, 0},
		{"auditor_apps_by_risk", map[string]string{"risk": "unknown"}, 2},
		{"auditor_snapshots", map[string]string{}, 4},
		{"auditor_runs_total", map[string]string{"runner": "sync", "status": "done"}, 1},
		{"auditor_run_items_total", map[string]string{"runner": "sync", "outcome": "completed"}, 2},
		{"auditor_delivery_messages", map[string]string{"state": "pending"}, 0},
		{"auditor_open_runs", map[string]string{"status": "running"}, 0},
	} {
		if got, ok := value(families[tt.name], tt.labels); !ok || got != tt.want {
			t.Errorf("%s %v: %v, %t; want %v", tt.name, tt.labels, got, ok, tt.want)
		}
	}
	if at, _ := value(families["auditor_last_success_timestamp_seconds"], map[string]string{"work": "sync"}); time.Since(time.Unix(int64(at), 0)).Abs() > time.Hour {
		t.Errorf("the last sync ended at %v", at)
	}
	for _, m := range families["auditor_http_requests_total"].GetMetric() {
		for _, l := range m.GetLabel() {
			if strings.Contains(l.GetValue(), "no/such") {
				t.Errorf("a path that a client chose is a label: %v", m)
			}
		}
	}
}

// A sync in which no app could be refreshed is no success, and nor is one of no apps a failure.
func TestFailedSyncIsNoSuccess(t *testing.T) {
	t.Parallel()
	store := open(t)
	a := newAuditor(t, auditor.WithStore(store), auditor.WithScraper(shelf{}), auditor.WithArchive(noPast{}))
	for _, apps := range []int{0, 1} {
		if apps > 0 {
			if err := store.Update(t.Context(), func(tx *storage.Tx) error {
				return tx.Apps.Put(storage.App{ID: 77, Name: "Gone", URL: "https://store.example/id77", FirstSeen: 1})
			}); err != nil {
				t.Fatal(err)
			}
		}
		run, err := a.Runs().Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
		if err != nil {
			t.Fatal(err)
		}
		if run, err = a.Runs().Wait(t.Context(), run.ID); err != nil || run.Failed != apps {
			t.Fatalf("the run is %+v, %v", run, err)
		}
		at, _ := value(scraped(t, a.Handler())["auditor_last_success_timestamp_seconds"], map[string]string{"work": "sync"})
		if apps == 0 {
			if want := float64(run.EndedAt.Std().UnixMilli()) / 1000; at != want {
				t.Errorf("with nothing to do: %v, want %v", at, want)
			}
		} else if at >= float64(run.EndedAt.Std().UnixMilli())/1000 {
			t.Errorf("the sync whose only app failed counts as a success at %v", at)
		}
	}
}

// Without a folder for its data, a service says nothing about a disk.
func TestMetricsOfTheDisk(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		options []auditor.Option
		want    bool
	}{
		"a data folder":  {[]auditor.Option{auditor.WithDirectory(t.TempDir())}, true},
		"no data folder": {nil, false},
	} {
		a := newAuditor(t, append(tt.options, auditor.WithStore(open(t)))...)
		if free, ok := value(scraped(t, a.Handler())["auditor_data_disk_free_bytes"], map[string]string{}); ok != tt.want || ok && free <= 0 {
			t.Errorf("%s: %v bytes are free, %t", name, free, ok)
		}
	}
}

func TestMetricsOfAnExposedServiceNeedTheToken(t *testing.T) {
	t.Parallel()
	const token = "a token of a test, long enough"
	exposed := []auditor.Option{auditor.WithNetworkExposed(true), auditor.WithAdminToken(token)}
	for name, tt := range map[string]struct {
		options []auditor.Option
		bearer  string
		want    int
	}{
		"exposed, no token":    {exposed, "", http.StatusUnauthorized},
		"exposed, token":       {exposed, token, http.StatusOK},
		"exposed, wrong token": {exposed, "guess", http.StatusUnauthorized},
		"not exposed":          {nil, "", http.StatusOK},
		"off":                  {[]auditor.Option{auditor.WithMetrics(false)}, "", http.StatusNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAuditor(t, append(tt.options, auditor.WithStore(open(t)))...)
			r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/metrics", nil)
			if tt.bearer != "" {
				r.Header.Set("Authorization", "Bearer "+tt.bearer)
			}
			rec := httptest.NewRecorder()
			watched(t, a).ServeHTTP(rec, r)
			if rec.Code != tt.want {
				t.Errorf("status %d, want %d: %s", rec.Code, tt.want, rec.Body)
			}
		})
	}
}

// TestMonitoringNamesMetricsThatExist holds the dashboard and the alert rules against what
// the program serves.
func TestMonitoringNamesMetricsThatExist(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)), auditor.WithDirectory(t.TempDir()))
	rec := httptest.NewRecorder()
	a.Handler().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "http://127.0.0.1/metrics", nil))
	served := scraped(t, a.Handler())
	// Those with labels are not served before they have counted something.
	for _, name := range []string{"http_requests_total", "http_request_duration_seconds", "run_items_total", "runs_total", "delivery_attempts_total", "outbound_requests_total", "outbound_request_duration_seconds", "last_success_timestamp_seconds"} {
		served["auditor_"+name] = nil
	}
	named := regexp.MustCompile(`\bauditor_[a-z_]+`)
	for _, file := range []string{"docs/monitoring/alerts.yml", "docs/monitoring/dashboard.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names := named.FindAllString(string(text), -1)
		if len(names) == 0 {
			t.Errorf("%s names no metric", file)
		}
		for _, name := range names {
			plain := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count")
			if _, ok := served[plain]; !ok {
				t.Errorf("%s: no metric is called %s", file, name)
			}
		}
	}
}

func TestAlertsAreValid(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed")
	}
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml"}} {
		cmd := exec.CommandContext(t.Context(), promtool, args...)
		cmd.Dir = filepath.Join("docs", "monitoring")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}
