package httpapi_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// newOpsAPI makes an API over a database in a data folder, as it is in earnest.
func newOpsAPI(t testing.TB, change func(*httpapi.Config)) *api {
	t.Helper()
	return newAPI(t, func(cfg *httpapi.Config) {
		onSQLite(t)(cfg)
		cfg.Store = health.Timed(cfg.Env)
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: newPages()})
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, cfg.History)
		cfg.Health = health.New(health.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Process: calm})
		cfg.DataDir = t.TempDir()
		if change != nil {
			change(cfg)
		}
	})
}

// calm is a process that nothing is wrong with.
func calm() health.Runtime { return health.Runtime{} }

// opsReads are the diagnostics that can be read; each is gated on an exposed instance.
var opsReads = []string{
	"/api/deployment/diagnostics", "/api/deployment/support-bundle", "/api/desktop/diagnostics", "/api/diagnostics/bundle",
	"/api/diagnostics/database", "/api/diagnostics/disk", "/api/diagnostics/errors", "/api/diagnostics/health", "/api/diagnostics/runtime",
}

// opsWrites are what changes something, with a body that is right.
var opsWrites = []struct {
	method, path, body string
	limit              int
	retryAfter         bool
	cap                int // of the body in bytes
}{
	{"POST", "/api/diagnostics/database", `{"runIntegrityCheck":true}`, 4, false, 4 << 10},
	{"DELETE", "/api/diagnostics/errors", "", 10, false, 64 << 10},
	{"POST", "/api/diagnostics/health", "", 4, false, 64 << 10},
	{"DELETE", "/api/diagnostics/runtime", "", 10, false, 64 << 10},
	{"POST", "/api/diagnostics/runtime", `{"profilingEnabled":true}`, 10, false, 4 << 10},
	{"POST", "/api/settings/desktop", `{"hideDock":true}`, 20, true, 16 << 10},
}

func TestOpsNeedTheToken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		config      func(*httpapi.Config)
		read, write int // without the token
	}{
		{"on this machine", nil, 200, 200},
		{"on this machine, with a token", withToken, 200, 401},
		{"exposed", exposedWithToken, 401, 401},
		{"exposed, without one", func(c *httpapi.Config) { c.NetworkExposed = true }, 401, 401},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := newOpsAPI(t, tt.config)
			right := 401
			if tt.name != "exposed, without one" {
				right = 200
			}
			for _, path := range opsReads {
				a.do("GET", path).status(tt.read)
				a.do("HEAD", path).status(tt.read)
				if got := a.do("GET", path, withHeader).status(right); got.Header().Get("Cache-Control") != "no-store" {
					t.Errorf("%s may be stored: %v", path, got.Header())
				}
			}
			a.do("GET", "/api/settings/desktop").status(200)
			for _, w := range opsWrites {
				a.do(w.method, w.path, sameOrigin, body(w.body)).status(tt.write)
				a.do(w.method, w.path, sameOrigin, withHeader, body(w.body)).status(right)
				a.do(w.method, w.path, foreign, body(w.body)).status(403)
			}
		})
	}
}

func TestOpsAreLimited(t *testing.T) {
	t.Parallel()
	a := newOpsAPI(t, nil)
	for _, w := range opsWrites {
		for range w.limit {
			a.do(w.method, w.path, sameOrigin, body(w.body)).status(200)
		}
		got := a.do(w.method, w.path, sameOrigin, body(w.body)).error(429, "Too many requests")
		if has := got.Header().Get("Retry-After") != ""; has != w.retryAfter {
			t.Errorf("%s %s: Retry-After is %q", w.method, w.path, got.Header().Get("Retry-After"))
		}
	}
	a.clock.Advance(time.Minute)
	for _, w := range opsWrites {
		a.do(w.method, w.path, sameOrigin, body(w.body)).status(200)
	}
	for range 100 {
		a.do("GET", "/api/diagnostics/errors").status(200)
	}
}

func TestOpsBodies(t *testing.T) {
	t.Parallel()
	a := newOpsAPI(t, func(c *httpapi.Config) { c.NewLimiter = unlimited })
	for _, w := range opsWrites {
		a.do(w.method, w.path, sameOrigin, body(w.body+strings.Repeat(" ", w.cap-len(w.body)))).status(200)
		a.do(w.method, w.path, sameOrigin, body(w.body+strings.Repeat(" ", w.cap+1-len(w.body)))).status(413)
		a.do(w.method, w.path, sameOrigin, chunked(w.body+strings.Repeat(" ", w.cap+1-len(w.body)))).status(413)
		for _, bad := range []string{"", "null", "[]", "{", `{} x`, `"x"`, "\xff", strings.Repeat(`{"a":`, 1000)} {
			want := 400
			switch {
			case w.body == "": // not checked
				want = 200
			case len(bad) > w.cap:
				want = 413
			}
			a.do(w.method, w.path, sameOrigin, body(bad)).status(want)
		}
	}
	for _, bad := range []string{`{}`, `{"runIntegrityCheck":false}`, `{"runIntegrityCheck":"true"}`, `{"runIntegrityCheck":null}`, `{"RUNINTEGRITYCHECK":true}`} {
		a.post("/api/diagnostics/database", bad).error(400, "")
	}
	for _, bad := range []string{`{}`, `{"profilingEnabled":1}`, `{"profilingEnabled":"false"}`, `{"profilingEnabled":null}`} {
		a.post("/api/diagnostics/runtime", bad).error(400, "")
	}
}

// What each answer holds, member by member.
func TestOpsShapes(t *testing.T) {
	t.Parallel()
	const figures = "generatedAt uptimeSeconds goroutines memory resourceUsage eventLoop slowQueries"
	a := newOpsAPI(t, nil)
	a.do("POST", "/api/diagnostics/health", sameOrigin).status(200)
	for path, want := range map[string]string{
		"/api/deployment/diagnostics":    "generatedAt app health database network security checks",
		"/api/deployment/support-bundle": "generatedAt diagnostics recentErrors",
		"/api/desktop/diagnostics":       "generatedAt runtime host runtimeMetrics scheduler bulkRunners db",
		"/api/diagnostics/bundle": "generatedAt schemaVersion app host uptimeSeconds runtime apiTimings database disk errorLog backgroundJobs " +
			"rateLimits featureFlagOverrides deployment",
		"/api/diagnostics/database": "path fileBytes walBytes shmBytes pageCount pageSize freelistCount utilisationPct journalMode busyTimeoutMs " +
			"foreignKeysEnabled walAutocheckpoint integrityCheck",
		"/api/diagnostics/disk":    "dataDir dataDirBytes freeBytes totalBytes freePct files lastBackupSnapshotAt backupSnapshotCount",
		"/api/diagnostics/errors":  "entries capacity",
		"/api/diagnostics/health":  "version trigger startedAt finishedAt durationMs healthy status checks heals skippedHeals",
		"/api/diagnostics/runtime": figures + " apiTimings",
	} {
		got := a.do("GET", path).status(200)
		equal(t, strings.Fields(want), keys(t, got.Body.String()), "%s", path)
		if strings.Contains(got.Body.String(), "_") && strings.Contains(strings.ReplaceAll(got.Body.String(), "not_", ""), `_":`) {
			t.Errorf("%s has a member in snake case: %s", path, got.Body)
		}
		if strings.Contains(got.Body.String(), `"entries":null`) || strings.Contains(got.Body.String(), `"recent":null`) {
			t.Errorf("%s has null for a list: %s", path, got.Body)
		}
	}
	var bundle struct{ Runtime json.RawMessage }
	a.do("GET", "/api/diagnostics/bundle").json(&bundle)
	equal(t, strings.Fields(figures), keys(t, string(bundle.Runtime)), "figures in the bundle")
}

// A store without the optional interfaces is reported all the same.
func TestOpsOverAStoreWithoutPowers(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) { cfg.Store = memory.New() }) // whatever the other tests run over
	for _, path := range opsReads {
		a.do("GET", path).status(200)
	}
	db := members(a.do("GET", "/api/diagnostics/database"))
	for name, value := range db {
		if value != nil {
			t.Errorf("%s is %v, want null", name, value)
		}
	}
	disk := members(a.do("GET", "/api/diagnostics/disk"))
	if disk["dataDir"] != nil || disk["freeBytes"] != nil || disk["backupSnapshotCount"] != 0.0 {
		t.Errorf("without a folder the disk is %v", disk)
	}
	if got := a.do("GET", "/api/diagnostics/health").Body.String(); got != `{"neverRun":true}`+"\n" {
		t.Errorf("the last check is %s", got)
	}
	if m := members(a.do("GET", "/api/diagnostics/runtime")); m["slowQueries"] != nil {
		t.Errorf("slow transactions without measuring are %v", m["slowQueries"])
	}
	const unable = "Not supported by this installation"
	a.post("/api/diagnostics/database", `{"runIntegrityCheck":true}`).error(501, unable)
	a.post("/api/diagnostics/health", ``).error(501, unable)
	a.post("/api/diagnostics/runtime", `{"profilingEnabled":true}`).error(501, unable)
	a.do("DELETE", "/api/diagnostics/runtime", sameOrigin).status(200)
}

// No answer has a secret, and none the name of an app, whatever went wrong before.
func TestOpsShowNoSecret(t *testing.T) {
	t.Parallel()
	const (
		name, bundleID = "Sekrit Diary", "com.sekrit.diary"
		id             = storage.AppID(4815162342)
		key            = "opaque+model/key"
		hook           = "https://hooks.example/services/T0/B1/sekrithook"
		signing        = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u"
	)
	a := newOpsAPI(t, func(cfg *httpapi.Config) {
		withToken(cfg)
		cfg.NewLimiter = unlimited
		cfg.DataDir = filepath.Join(t.TempDir(), "home", "mary", "data")
		must(t, os.MkdirAll(cfg.DataDir, 0o700))
		log := slog.New(health.NewRecorder(cfg.Logger.Handler(), token))
		log.Error("call failed", "error", errors.New(`Post "`+hook+`?sig=abc": EOF`), "header", token, "api_key", key)
		log.Warn("the model said " + key + ", signed " + signing)
		cfg.Logger = log
	})
	a.post("/api/settings", `{"aiProvider":"openai"}`, withHeader).status(200)
	a.post("/api/settings", fmt.Sprintf(`{"aiApiKey":%q,"notificationWebhookUrl":%q,"notificationWebhookSecret":%q}`, key, hook, signing), withHeader).status(200)
	a.update(func(tx *storage.Tx) error {
		app := storage.App{ID: id, Name: name, URL: "https://store.example/id4815162342", BundleID: bundleID, FirstSeen: 1, LastSynced: 1}
		run := storage.Run{ID: "run", Runner: "sync", Initiator: "manual", Status: storage.RunRunning, StartedAt: 1, UpdatedAt: 1, Current: name}
		if err := errors.Join(tx.Apps.Put(app), tx.Runs.Put(run)); err != nil {
			return err
		}
		for i, detail := range []string{
			fmt.Sprintf(`{"error":%q}`, `"`+name+`" (id4815162342, `+bundleID+`) failed at https://store.example/id4815162342 with `+token),
			fmt.Sprintf(`{"errorMessage":%q,"fetchDiagnostics":{"httpStatus":403,"origin":%q,"networkHint":%q,"appName":%q}}`, name+" said "+key, hook, name, name),
			`{"error":17}`, `[]`,
		} {
			if err := activity.Record(tx, rand.Reader, storage.Activity{
				Type: "scrape", Status: "error", App: id, AppName: name, Summary: "Could not refresh " + name, Detail: json.RawMessage(detail),
				StartedAt: storage.Time(5 + i), EndedAt: storage.NullTime(9 + i),
			}); err != nil {
				return err
			}
		}
		return nil
	})
	for _, w := range opsWrites {
		a.do(w.method, w.path, sameOrigin, withHeader, body(w.body))
	}
	a.post("/api/diagnostics/health", "", withHeader).status(200)
	a.post("/api/diagnostics/database", `{"runIntegrityCheck":true}`, withHeader).status(200)
	for _, path := range append(slices.Clone(opsReads), "/api/settings/desktop") {
		got := a.do("GET", path, withHeader).status(200).Body.String()
		for _, secret := range []string{name, "Sekrit", bundleID, "4815162342", key, "sekrithook", "T0/B1", signing, token, string(secret()), "X-Auditor-Admin-Token", "/home/mary"} {
			if strings.Contains(got, secret) {
				t.Errorf("%s shows %q: %s", path, secret, got)
			}
		}
	}
	var support struct {
		RecentErrors []struct {
			Type, ErrorMessage string
			DurationMs         int64
			FetchDiagnostics   map[string]any
		}
	}
	a.do("GET", "/api/deployment/support-bundle").json(&support)
	if n := len(support.RecentErrors); n != 4 {
		t.Fatalf("%d failures are reported", n)
	}
	e := support.RecentErrors[2]
	if e.ErrorMessage != "*** said ***" || e.DurationMs != 4 || len(e.FetchDiagnostics) != 3 || e.FetchDiagnostics["httpStatus"] != 403.0 {
		t.Errorf("a failure is reported as %+v", e)
	}
	if e := support.RecentErrors[3]; e.ErrorMessage != "*** (id***, ***) failed at https://store.example/*** with ***" {
		t.Errorf("a failure is reported as %+v", e)
	}
}

// A store that has gone answers in its own way, and the bundle is still had.
func TestBundleOfAServiceThatFails(t *testing.T) {
	t.Parallel()
	store := &failing{Store: openStore(t)}
	a := newAPI(t, func(c *httpapi.Config) {
		c.Store = store
		c.Logger = nil
		c.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: store, Now: c.Now, Random: rand.Reader}, Scraper: newPages()})
		c.Runs = engine(t, store, c.Now, c.Fleet, c.History)
	})
	store.err = errors.New("open /home/mary/auditor.db: gone")
	got := members(a.do("GET", "/api/diagnostics/bundle"))
	for _, name := range []string{"backgroundJobs", "rateLimits", "featureFlagOverrides", "errorLog"} {
		if got[name] != nil {
			t.Errorf("%s is %v", name, got[name])
		}
	}
	if got["runtime"] == nil || got["host"] == nil || got["deployment"].(map[string]any)["health"].(map[string]any)["status"] != "degraded" {
		t.Errorf("the bundle is %v", got)
	}
	d := members(a.do("GET", "/api/deployment/diagnostics"))
	if checks := d["checks"].([]any); checks[0].(map[string]any)["status"] != "bad" {
		t.Errorf("checks %v", checks)
	}
	a.do("GET", "/api/deployment/support-bundle").status(http.StatusInternalServerError)
	store.err = nil
	if said := a.do("GET", "/api/diagnostics/errors").Body.String(); !strings.Contains(said, "diagnostics incomplete") || strings.Contains(said, "mary") {
		t.Errorf("the log remembers %s", said)
	}
}

// checked is a check that a test scripts.
type checked struct {
	last, report json.RawMessage
	sound        bool
	err          error
}

func (c *checked) Last(context.Context) (json.RawMessage, error) { return c.last, c.err }

func (c *checked) Check(context.Context) (json.RawMessage, bool, error) {
	return c.report, c.sound, c.err
}

// reported is a report of a check that found little.
func reported(status string) json.RawMessage {
	text, err := json.Marshal(health.Report{
		Status: status, Heals: []health.Repaired{}, SkippedHeals: []health.Left{},
		Checks: health.Checks{Counts: map[string]int{}, Orphans: map[string]int{}, Warnings: []string{}},
	})
	if err != nil {
		panic(err) // of a value that is above
	}
	return text
}

func TestHealthCheckByHand(t *testing.T) {
	t.Parallel()
	a := newOpsAPI(t, nil)
	a.do("GET", "/api/diagnostics/health").status(200)
	ran := a.post("/api/diagnostics/health", "not looked at").status(200).Body.String()
	if last := a.do("GET", "/api/diagnostics/health").status(200).Body.String(); last != ran {
		t.Errorf("the last check is %s, want %s", last, ran)
	}
	if got := into[health.Report](a.do("GET", "/api/diagnostics/health")); got.Trigger != "manual" || got.Status != "ok" {
		t.Errorf("report %+v", got)
	}
	rows := members(a.do("GET", "/api/activity"))["rows"].([]any)
	if len(rows) != 1 || rows[0].(map[string]any)["type"] != "health_check" {
		t.Errorf("the activity log has %v", rows)
	}
}

func TestHealthCheckIsAudited(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		check  checked
		status int
		well   bool
	}{
		{checked{report: reported("partial"), sound: true}, 200, true},
		{checked{report: reported("error")}, 200, false},
		{checked{err: health.ErrStopping}, 503, false},
		{checked{err: errors.New("gone")}, 500, false},
	} {
		a := newOpsAPI(t, func(c *httpapi.Config) { c.Health, c.Logger = &tt.check, nil })
		a.post("/api/diagnostics/health", "").status(tt.status)
		if lines := a.audits(); len(lines) != 1 || lines[0].Action != "diagnostics.health.run" || lines[0].Success != tt.well {
			t.Errorf("%d: audited is %+v", tt.status, lines)
		}
	}
}
