package httpapi_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// newBackupAPI makes an API over some records, without limits.
func newBackupAPI(t testing.TB, change func(*httpapi.Config)) *api {
	t.Helper()
	a := newAPI(t, func(cfg *httpapi.Config) {
		cfg.NewLimiter = unlimited
		if change != nil {
			change(cfg)
		}
	})
	a.update(func(tx *storage.Tx) error {
		if err := tx.Apps.Put(storage.App{ID: 1, Name: "One", URL: "https://example.org/1", FirstSeen: 5}, storage.App{ID: 2, Name: "Two", URL: "https://example.org/2", FirstSeen: 6}); err != nil {
			return err
		}
		return tx.Settings.Put(storage.Setting{Name: "aiModel", Value: "m"})
	})
	return a
}

func (a *api) export() string {
	a.t.Helper()
	return a.do("GET", "/api/backup/export").status(http.StatusOK).Body.String()
}

func (a *api) apps() string {
	a.t.Helper()
	return a.do("GET", "/api/apps").status(http.StatusOK).Body.String()
}

func TestExportOnTheWire(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, nil)
	got := a.do("GET", "/api/backup/export").status(http.StatusOK)
	want := map[string]string{
		"Content-Type": "application/json", "Cache-Control": "no-store", "X-Backup-Version": "1", "Content-Length": strconv.Itoa(got.Body.Len()),
		"Content-Disposition": `attachment; filename="auditor-backup-2026-05-04T12-00-00-000Z.json"`,
	}
	for name, value := range want {
		if got.Header().Get(name) != value {
			t.Errorf("%s: %q, want %q", name, got.Header().Get(name), value)
		}
	}
	var envelope struct {
		Version    int                          `json:"version"`
		ExportedAt int64                        `json:"exportedAt"`
		Apps       []map[string]json.RawMessage `json:"apps"`
		Signature  map[string]string            `json:"signature"`
	}
	got.json(&envelope)
	if envelope.Version != 1 || envelope.ExportedAt != a.clock.Now().UnixMilli() || envelope.Signature["alg"] != "HMAC-SHA256" ||
		envelope.Signature["mac"] == "" || envelope.Signature["keyId"] == "" {
		t.Errorf("the envelope is %+v", envelope)
	}
	// An app has every member that the interface shows, with the same value, but for those that
	// answers derive from others.
	var apps []map[string]json.RawMessage
	a.do("GET", "/api/apps").json(&apps)
	if len(apps) != 2 || len(envelope.Apps) != 2 {
		t.Fatalf("%d apps, %d in the backup, want 2", len(apps), len(envelope.Apps))
	}
	for i, app := range apps {
		for name, value := range app {
			if derivedMember(name) {
				continue
			}
			var want, got any // not the text: RFC 8785 sorts the members of an object
			if err := errors.Join(json.Unmarshal(value, &want), json.Unmarshal(envelope.Apps[i][name], &got)); err != nil {
				t.Fatalf("%s of %s: %v", name, app["name"], err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s of %s (-listed +exported):\n%s", name, app["name"], diff)
			}
		}
	}
	head := a.do("HEAD", "/api/backup/export").status(http.StatusOK)
	if head.Body.Len() != 0 || head.Header().Get("Content-Length") != want["Content-Length"] {
		t.Errorf("HEAD: %d bytes, header %v", head.Body.Len(), head.Header())
	}
}

func TestRestoreOnTheWire(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, nil)
	bundle, before := a.export(), a.apps()
	a.update(func(tx *storage.Tx) error {
		if _, err := tx.Apps.Delete(1); err != nil {
			return err
		}
		return tx.Apps.Put(storage.App{ID: 3, Name: "Three", URL: "https://example.org/3"})
	})
	if a.apps() == before {
		t.Fatal("nothing changed")
	}
	counts := map[string]any{}
	for _, name := range []string{"accessibilityFeatures", "annotations", "appTags", "changes", "concerns", "deviceLinks", "deviceScope", "devices", "featureFlagOverrides", "identifiers", "importItems",
		"imports", "labels", "manualAppEvents", "manualAppPolicyVersions", "manualApps", "notifications", "pairs", "pausedApps", "policyAnalyses", "policyVersions", "relatedApps",
		"reviewActions", "shortlist", "snapshots", "storefronts", "verdicts"} {
		counts[name] = 0.0
	}
	counts["apps"], counts["settings"] = 2.0, 1.0
	now := float64(a.clock.Now().UnixMilli())
	want := map[string]any{"version": 1.0, "exportedAt": now, "trust": "trusted", "signaturePresent": true, "counts": counts, "totalRows": 3.0, "warnings": []any{}}
	equal(t, want, members(a.post("/api/backup/preview", bundle)), "preview")
	if a.apps() == before {
		t.Fatal("the preview changed something")
	}
	want = map[string]any{"success": true, "restoredAt": now, "trust": "trusted", "counts": counts, "leftOut": []any{}, "snapshotBefore": nil, "warning": noFolder}
	equal(t, want, members(a.post("/api/backup/restore", bundle)), "restore")
	if got := a.apps(); got != before {
		t.Errorf("restored %s, want %s", got, before)
	}
	if activity := a.do("GET", "/api/activity?type=backup_restore").status(200).Body.String(); !strings.Contains(activity, `"total":1`) {
		t.Errorf("activity %s", activity)
	}
}

func TestRestoreOfUntrustedBackups(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, nil)
	const bare = `{"version":1,"exportedAt":5,"apps":[{"id":7}],"tables":{}}`
	foreign := strings.Replace(a.export(), `"name":"One"`, `"name":"Won"`, 1)
	for bundle, signed := range map[string]bool{bare: false, foreign: true} {
		before := a.apps()
		got := a.post("/api/backup/restore", bundle).error(http.StatusConflict, "")
		var reported struct {
			Code             string `json:"code"`
			SignaturePresent bool   `json:"signaturePresent"`
		}
		got.json(&reported)
		if reported.Code != "untrusted_backup" || reported.SignaturePresent != signed {
			t.Errorf("reported %s", got.Body)
		}
		a.post("/api/backup/restore?allowUntrusted=no", bundle, header("X-Allow-Untrusted-Backup", "0")).status(http.StatusConflict)
		if after := a.apps(); after != before {
			t.Errorf("refused, and changed: %s, want %s", after, before)
		}
	}
	for target, more := range map[string]option{
		"?allowUntrusted=1": header("X", ""), "?allowUntrusted=true": header("X", ""),
		"": header("x-allow-untrusted-backup", "1"), "?": header("x-allow-untrusted-backup", "true"),
	} {
		if got := members(a.post("/api/backup/restore"+target, bare, more)); got["trust"] != "untrusted" || got["success"] != true {
			t.Errorf("%s: restored %v", target, got)
		}
	}
	if got := a.apps(); !strings.Contains(got, `"id":7`) || strings.Contains(got, "One") {
		t.Errorf("restored %s", got)
	}
	if got := members(a.post("/api/backup/preview", bare)); !cmp.Equal(got["warnings"], []any{`"tables" is not known here and would be left out: 1`}) || got["trust"] != "untrusted" {
		t.Errorf("preview %v", got)
	}
}

// A file with the rows of another service's tables is a backup too.
func TestRestoreLegacy(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, nil)
	text, err := os.ReadFile("../../backup/testdata/legacy.json")
	if err != nil {
		t.Fatal(err)
	}
	bundle, before := string(text), a.apps()
	found := members(a.post("/api/backup/preview", bundle))
	for _, warning := range []string{
		`"extra" is not known here and would be left out: 1`,
		`There is no place here for some rows of the table "audit_log", which would be left out: 1`,
	} {
		if !slices.Contains(found["warnings"].([]any), any(warning)) {
			t.Errorf("warned of %v, not that %s", found["warnings"], warning)
		}
	}
	var reported struct {
		Code             string `json:"code"`
		SignaturePresent bool   `json:"signaturePresent"`
	}
	a.post("/api/backup/restore", bundle).error(http.StatusConflict, "").json(&reported)
	if reported.Code != "untrusted_backup" || !reported.SignaturePresent || found["trust"] != "untrusted" || found["signaturePresent"] != true {
		t.Errorf("reported %+v, found %v", reported, found)
	}
	broken := strings.Replace(bundle, `"app_id": "835599320", "verdict"`, `"app_id": "1", "verdict"`, 1)
	a.post("/api/backup/restore?allowUntrusted=1", broken).error(http.StatusBadRequest, "Invalid backup: tables.app_verdicts[0].app_id: unknown reference: no app has the ID 1")
	if after := a.apps(); after != before {
		t.Errorf("refused, and changed: %s, want %s", after, before)
	}
	if got := members(a.post("/api/backup/restore?allowUntrusted=1", bundle)); got["trust"] != "untrusted" || got["success"] != true {
		t.Errorf("restored %v", got)
	}
	if timeline := a.do("GET", "/api/apps?id=835599320&changelog=true").status(http.StatusOK).Body.String(); !strings.Contains(timeline, "now collects: Identifiers") {
		t.Errorf("the timeline is %s", timeline)
	}
	if got := members(a.do("GET", "/api/privacy-profile").status(http.StatusOK)); !cmp.Equal(got["profile"], any(map[string]any{"LOCATION": "not_linked"})) {
		t.Errorf("the profile is %v", got)
	}
}

func TestRestoreOfInvalidBackups(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, func(cfg *httpapi.Config) { cfg.MaxRestoreBytes = 4 << 10 })
	bundle, before := a.export(), a.apps()
	long := strings.Repeat(" ", 4<<10) + bundle
	for _, tt := range []struct {
		name, bundle string
		status       int
		said         string
	}{
		{"nothing", "", 400, "Invalid backup: unexpected end of the text"},
		{"null", "null", 400, "Invalid backup: wrong type: not an object"},
		{"a part", bundle[:len(bundle)/2], 400, "Invalid backup: unexpected end of the text"},
		{"more behind", bundle + "{}", 400, "Invalid backup: text after the end"},
		{"a newer one", `{"version":2,"exportedAt":5,"apps":[]}`, 400, "Invalid backup: version: unsupported version of the format: 2; this release reads up to 1"},
		{"doubled ids", `{"version":1,"exportedAt":5,"apps":[{"id":1},{"id":1}]}`, 400, "Invalid backup: apps[1]: duplicate ID 1"},
		{"too long", long, 413, "The body is larger than 4096 bytes"},
	} {
		for _, route := range []string{"/api/backup/preview", "/api/backup/restore?allowUntrusted=1"} {
			said := strings.ToUpper(tt.said[:1]) + tt.said[1:]
			a.post(route, tt.bundle).error(tt.status, said)
			a.post(route, tt.bundle, chunked(tt.bundle)).error(tt.status, said)
		}
	}
	if after := a.apps(); after != before {
		t.Errorf("refused, and changed: %s, want %s", after, before)
	}
}

func TestRestoreWhileARunIsUnderWay(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, nil)
	bundle := a.export()
	a.hold("sync")
	a.post("/api/backup/restore", bundle).error(http.StatusConflict, "Another run is in progress")
	a.post("/api/backup/preview", bundle).status(http.StatusOK)
}

func TestWhoMayBackUp(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, withToken)
	a.do("GET", "/api/backup/export").error(http.StatusUnauthorized, "Admin token required")
	a.do("GET", "/api/backup/export", wrongToken).error(http.StatusUnauthorized, "Admin token required")
	bundle := a.do("GET", "/api/backup/export", withHeader).status(http.StatusOK).Body.String()
	a.post("/api/backup/restore", bundle).error(http.StatusUnauthorized, "Admin token required")
	a.post("/api/backup/restore", bundle, withHeader).status(http.StatusOK)
	a.post("/api/backup/preview", bundle).status(http.StatusOK)

	exposed := newBackupAPI(t, func(cfg *httpapi.Config) { cfg.NetworkExposed = true })
	exposed.do("GET", "/api/backup/export").error(http.StatusUnauthorized, "Admin token required")
	exposed.post("/api/backup/preview", bundle).status(http.StatusUnauthorized)
}

func TestBackupsAreAudited(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, nil)
	bundle := a.export()
	for _, send := range []struct{ target, bundle string }{
		{"", bundle}, {"?allowUntrusted=1", `{"version":1,"exportedAt":5,"apps":[]}`}, {"", "x"}, {"", `{"version":1,"exportedAt":5,"apps":[]}`},
	} {
		a.clock.Advance(time.Second)
		a.post("/api/backup/restore"+send.target, send.bundle)
	}
	var reported []string
	for _, line := range a.audits() {
		reported = append(reported, line.Action+" "+strconv.FormatBool(line.Success))
	}
	want := []string{"backup.restore.untrusted_rejected false", "backup.restore.format_error false", "backup.restore.untrusted true", "backup.restore true", "backup.export.success true"}
	equal(t, want, reported, "audit log, newest first")
}
