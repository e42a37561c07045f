package httpapi_test

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// A run is answered with 202 and its address to clients that do not wait.
func TestRunsAreNotWaitedFor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		route, query string
		prefer       []string
		status       int
		applied      string
	}{
		{"/api/sync/trigger", "", nil, 200, ""},
		{"/api/sync/trigger", "?wait=0", nil, 202, ""},
		{"/api/sync/trigger", "", []string{"respond-async"}, 202, "respond-async"},
		{"/api/sync/trigger", "?wait=1", []string{"handling=lenient, Respond-Async; x=1"}, 202, "respond-async"},
		{"/api/sync/trigger", "", []string{"wait=10", "respond-async"}, 202, "respond-async"},
		{"/api/sync/trigger", "", []string{"respond-asynchronously", "return=minimal"}, 200, ""},
		{"/api/sync/trigger", "?wait=never", nil, 400, ""},
		{importAll, "", nil, 200, ""},
		{importAll, "?wait=0&force=1", nil, 202, ""},
		{importAll, "", []string{"respond-async"}, 202, "respond-async"},
		{importAll, "?stream=1&wait=0", nil, 200, ""},
		{syncPolicies, "", nil, 200, ""},
		{syncPolicies, "?wait=0", nil, 202, ""},
		{syncPolicies, "", []string{"respond-async"}, 202, "respond-async"},
	} {
		t.Run(tt.route+tt.query+strings.Join(tt.prefer, ";"), func(t *testing.T) {
			t.Parallel()
			a := withPolicies(t, nil)
			var options []option
			for _, value := range tt.prefer {
				options = append(options, func(r *http.Request) { r.Header.Add("Prefer", value) })
			}
			got := a.post(tt.route+tt.query, "{}", options...).status(tt.status)
			got.header("Preference-Applied", tt.applied)
			at := got.Header().Get("Location")
			if tt.status != 202 {
				if at != "" {
					t.Errorf("the answer %d leads to %s", tt.status, at)
				}
				return
			}
			var started struct{ RunID string }
			got.json(&started)
			if at != "/api/runs/"+started.RunID || started.RunID == "" {
				t.Errorf("the run %q is at %q", started.RunID, at)
			}
			until(t, func() bool { return members(a.do("GET", at))["status"] == "done" })
		})
	}
}

// A request that does not wait leads to the answer that it would have got.
func TestResultsOfRequestsThatDoNotWait(t *testing.T) {
	t.Parallel()
	backup := newBackupAPI(t, nil).export()
	for name, tt := range map[string]struct {
		api    func(*testing.T) *api
		path   string
		body   string
		prefer bool
		status string
		code   float64
		answer func(map[string]any) bool
	}{
		"scrape": {
			func(t *testing.T) *api { return newExamples(t) }, "/api/scrape?wait=0", `{"ids":[1]}`, false, "done", 200,
			func(got map[string]any) bool { return len(got["results"].([]any)) == 1 },
		},
		"scrape of nothing known": {
			func(t *testing.T) *api { return newExamples(t) }, "/api/scrape", `{"urls":["https://example.org/else"]}`, true, "failed", 400,
			func(got map[string]any) bool { return got["error"] != "" },
		},
		"search": {
			func(t *testing.T) *api {
				return newFleetAPI(t, func(cfg *httpapi.Config) {
					cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: &finder{pages: newPages()}})
				}).api
			}, "/api/search", `{"names":["One"]}`, true, "done", 200,
			func(got map[string]any) bool { return len(got["results"].([]any)) == 1 },
		},
		"history": {
			func(t *testing.T) *api { return withHistory(t).api }, importOne + "?wait=0", "{}", false, "done", 200,
			func(got map[string]any) bool { return got["result"].(map[string]any)["imported"] == 2.0 },
		},
		"history of an unknown app": {
			func(t *testing.T) *api { return withHistory(t).api }, "/api/apps/77/import-history?wait=0", "{}", false, "failed", 404,
			func(got map[string]any) bool { return got["error"] == "Not found" },
		},
		"policies": {
			func(t *testing.T) *api { return withPolicies(t, nil).api }, regenerate + "?wait=0", `{"appIds":[1,3]}`, false, "done", 200,
			func(got map[string]any) bool { return len(got["results"].([]any)) == 2 },
		},
		"policy with a preference": {
			func(t *testing.T) *api { return withPolicies(t, nil).api }, regenerate, `{"appId":1}`, true, "done", 200,
			func(got map[string]any) bool { return len(got["results"].([]any)) == 1 },
		},
		"restore": {
			func(t *testing.T) *api { return newBackupAPI(t, nil) }, "/api/backup/restore?wait=0&allowUntrusted=1", backup, false, "done", 200,
			func(got map[string]any) bool { return got["success"] == true },
		},
		"restore of something else": {
			func(t *testing.T) *api { return newBackupAPI(t, nil) }, "/api/backup/restore", `{"version":"x"}`, true, "failed", 400,
			func(got map[string]any) bool { return got["error"] != "" },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := tt.api(t)
			var options []option
			if tt.prefer {
				options = append(options, header("Prefer", "respond-async"))
			}
			got := a.post(tt.path, tt.body, options...).status(http.StatusAccepted)
			at := got.Header().Get("Location")
			var accepted struct{ ResultID string }
			got.json(&accepted)
			if at != "/api/results/"+accepted.ResultID {
				t.Errorf("the result %s is at %q", accepted.ResultID, at)
			}
			var result map[string]any
			until(t, func() bool { result = members(a.do("GET", at)); return result["status"] != "running" })
			if result["status"] != tt.status || result["httpStatus"] != tt.code || !tt.answer(result["answer"].(map[string]any)) {
				t.Errorf("the result is %v", result)
			}
		})
	}
}

// Behind a proxy that serves the service below a path, the addresses in answers are below it.
func TestAddressesAreBelowThePrefixOfAProxy(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		trusted bool
		prefix  string
		want    string
	}{
		"trusted":   {true, "/labels", "/labels"},
		"a slash":   {true, "/labels/", "/labels"},
		"a host":    {true, "//evil.example", ""},
		"untrusted": {false, "/labels", ""},
		"none":      {true, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAPI(t, func(c *httpapi.Config) { c.TrustProxy = tt.trusted })
			below := header("X-Forwarded-Prefix", tt.prefix)
			got := a.post("/api/scrape?wait=0", `{"ids":[1]}`, below).status(http.StatusAccepted)
			if at := got.Header().Get("Location"); !strings.HasPrefix(at, tt.want+"/api/results/") {
				t.Errorf("the result is at %q, want it below %q", at, tt.want)
			}
			var feed struct {
				URL string `json:"feed_url"`
			}
			must(t, json.Unmarshal(a.do("GET", "/api/feeds/json", below).status(http.StatusOK).Body.Bytes(), &feed))
			if at, err := url.Parse(feed.URL); err != nil || at.Path != tt.want+"/api/feeds/json" {
				t.Errorf("the feed is at %q, %v, want it below %q", feed.URL, err, tt.want)
			}
		})
	}
}

func TestUnknownResult(t *testing.T) {
	t.Parallel()
	newAPI(t, nil).do("GET", "/api/results/1").error(http.StatusNotFound, "Not found")
}
