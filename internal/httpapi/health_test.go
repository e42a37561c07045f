package httpapi_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
)

type ready struct {
	Status string
	Checks []struct{ ID, Label, Status, Detail string }
}

// statuses returns the status of each check by its id.
func (r ready) statuses() map[string]string {
	got := map[string]string{}
	for _, c := range r.Checks {
		got[c.ID] = c.Status
	}
	return got
}

func TestHealthFollowsTheStore(t *testing.T) {
	t.Parallel()
	store := &failing{Store: openStore(t)}
	now := time.UnixMilli(1_760_000_000_000)
	a := newAPI(t, func(c *httpapi.Config) { c.Store, c.Now = store, func() time.Time { return now } })
	if got := a.do("GET", "/api/health").status(200).Body.String(); got != `{"status":"ok"}`+"\n" {
		t.Errorf("health %q", got)
	}
	var got ready
	a.do("GET", "/api/ready").status(200).json(&got)
	if diff := cmp.Diff(map[string]string{"health": "ok"}, got.statuses()); got.Status != "ready" || diff != "" {
		t.Errorf("status %q, checks (-want +got):\n%s", got.Status, diff)
	}

	store.err = errors.New("open /home/me/auditor.db: no such file")
	now = now.Add(time.Second - 1)
	a.do("GET", "/api/health").status(200) // it answered less than a second ago
	now = now.Add(1)
	for path, want := range map[string]string{"/api/health": "degraded", "/api/ready": "not_ready"} {
		answer := a.do("GET", path).status(503)
		answer.json(&got)
		if got.Status != want || strings.Contains(answer.Body.String(), "/home/me") {
			t.Errorf("%s: %s", path, answer.Body)
		}
	}
	equal(t, map[string]string{"health": "bad"}, got.statuses(), "checks")
}

func TestReadyNeedsAWritableFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a := newAPI(t, func(c *httpapi.Config) { c.DataDir = dir })
	check := func(status int, want string) {
		t.Helper()
		var got ready
		answer := a.do("GET", "/api/ready").status(status)
		answer.json(&got)
		equal(t, map[string]string{"health": "ok", "database": want}, got.statuses(), "checks")
		if strings.Contains(answer.Body.String(), dir) {
			t.Errorf("the answer shows the folder: %s", answer.Body)
		}
	}
	check(503, "bad")
	must(t, os.Mkdir(dir, 0o700))
	check(503, "bad") // the last result is still valid
	a.clock.Advance(5 * time.Second)
	check(200, "ok")
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
}

func TestProbesAreNeverGated(t *testing.T) {
	t.Parallel()
	a := newAPI(t, exposedWithToken)
	for _, path := range []string{"/api/health", "/api/ready", statusPath} {
		a.do("GET", path, wrongToken, foreign).status(200)
		a.do("HEAD", path).status(200)
	}
}
