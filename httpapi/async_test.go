package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
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
			if applied := got.Header().Get("Preference-Applied"); applied != tt.applied {
				t.Errorf("the preference applied is %q, want %q", applied, tt.applied)
			}
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
