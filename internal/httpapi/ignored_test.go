package httpapi_test

import (
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/openapi"
)

const ignored = "X-Ignored-Parameters"

// reads reports whether an operation changes nothing.
func reads(method string) bool { return method == http.MethodGet }

func TestUnknownParametersOfEveryRoute(t *testing.T) {
	t.Parallel()
	eachOperation(t, func(t *testing.T, c *contract.Contract, method, pattern string, o *openapi.Operation) {
		a := newExamples(t)
		asked := c.Good(pattern, o)
		asked.Query["nonsense_9"] = "a b"
		got := a.ask(method, asked)
		if reads(method) {
			if named := got.Header().Get(ignored); got.Code < 400 && !slices.Contains(strings.Split(named, ", "), "nonsense_9=a+b") {
				t.Errorf("status %d, named %q", got.Code, named)
			}
			return
		}
		if got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "nonsense_9") {
			t.Errorf("status %d: %s", got.Code, got.Body)
		}
		for _, p := range o.Parameters {
			if p.In == "query" && !strings.Contains(got.Body.String(), "use ") && !strings.Contains(got.Body.String(), p.Name) && !strings.HasPrefix(p.Description, "An alias of") {
				t.Errorf("%s is not offered: %s", p.Name, got.Body)
			}
		}
	})
}

// What exists only in the database is named as well, also by an answer from the cache.
func TestUnknownNamesOfStoredThings(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	for _, target := range []string{"/api/apps?", "/api/apps?limit=2&", "/api/apps?view=grouped&", "/api/apps/export?format=csv&", "/api/privacy-profile/mismatches?"} {
		for range 2 {
			a.do("GET", target+"devices=unattached,none,zzz").status(200).header(ignored, "devices=none%2Czzz")
			a.do("GET", target+"devices=all").status(200).header(ignored, "")
			a.do("GET", target+"devices=zzz&page=2").status(200).header(ignored, "page=2, devices=zzz")
		}
	}
	a.do("DELETE", "/api/feature-flags/overrides?surface=zzz", sameOrigin).status(200).header(ignored, "surface=zzz")
	a.do("DELETE", "/api/feature-flags/overrides?surface=nav", sameOrigin).status(200).header(ignored, "")
	put := func(layout, want string) {
		a.do("PUT", "/api/dashboard/layout", sameOrigin, body(`{"layout":`+layout+`}`)).status(200).header(ignored, want)
	}
	put(`{"order":["hero","zzz"],"hidden":[]}`, "layout.order[]")
	put(`{"order":["hero"],"hidden":["zzz"]}`, "layout.hidden[]")
	put(`{"order":["hero"],"hidden":[]}`, "")
}

func TestUnknownMembersOfEveryRoute(t *testing.T) {
	t.Parallel()
	eachOperation(t, func(t *testing.T, c *contract.Contract, method, pattern string, o *openapi.Operation) {
		// Files are decoded by their formats, and settings and overrides of flags refuse what they do not know.
		if reads(method) || o.MaxBodyBytes > 1<<20 || refusesMembers[method+" "+pattern] {
			return
		}
		a := newExamples(t)
		asked := c.Good(pattern, o)
		sent := make(map[string]any)
		if asked.Body != "" {
			if err := json.Unmarshal([]byte(asked.Body), &sent); err != nil {
				t.Fatal(err)
			}
		}
		sent["nonsense_9"] = 1
		text, err := json.Marshal(sent)
		if err != nil {
			t.Fatal(err)
		}
		asked.Body = string(text)
		got := a.ask(method, asked)
		if named := got.Header().Get(ignored); !slices.Contains(strings.Split(named, ", "), "nonsense_9") {
			t.Errorf("status %d, named %q: %s", got.Code, named, got.Body)
		}
	})
}

// refusesMembers are the operations that refuse unknown members, or keep every member.
var refusesMembers = map[string]bool{
	"POST /api/settings": true, "POST /api/feature-flags/overrides": true,
	"POST /api/settings/desktop": true, "PUT /api/preferences": true,
}

func TestParametersWithoutEffectAreNamed(t *testing.T) {
	t.Parallel()
	a := changed(t)
	for query, want := range map[string]string{
		"/api/apps?risk=high":                                "risk=high",
		"/api/apps?limit=2&developer=x":                      "developer=x",
		"/api/apps?page=2":                                   "page=2",
		"/api/apps?page=2&page=3":                            "page=2, page=3",
		"/api/apps?limit=2&limit=3":                          "limit=3",
		"/api/apps?limit=2&limit=2":                          "",
		"/api/apps?limit=2&risk=high":                        "",
		"/api/apps?q=x&sort=risk&order=desc&offset=1":        "q=x, sort=risk, order=desc, offset=1",
		"/api/apps?id=1&limit=2&sort=name&before=7":          "sort=name, limit=2, before=7",
		"/api/apps?id=1&changelog=true&limit=2&offset=3":     "offset=3",
		"/api/apps?changelog=true":                           "changelog=true",
		"/api/apps?view=grouped&limit=2&risk=low":            "limit=2, risk=low",
		"/api/apps/1?limit=2":                                "limit=2",
		"/api/changelog?developer=x":                         "developer=x",
		"/api/changelog?type=added&types=removed":            "types=removed",
		"/api/changelog?since=0&offset=1":                    "offset=1",
		"/api/health?a%0d%0ab=%00&%ff=,":                     "a%0D%0Ab=%00, %FF=%2C",
		"/api/feature-flags?&&x":                             "x=",
		"/api/sync/status?" + strings.Repeat("x", 200) + "=": strings.Repeat("x", 64) + "...=",
	} {
		for range 2 { // the second is from the cache, where there is one
			got := a.do("GET", query).status(http.StatusOK).Header().Get(ignored)
			named, wanted := strings.Split(got, ", "), strings.Split(want, ", ")
			slices.Sort(named)
			slices.Sort(wanted)
			equal(t, wanted, named, "%s", query)
		}
		if got := a.do("HEAD", query).Header().Get(ignored); (got == "") != (want == "") {
			t.Errorf("HEAD %s: named %q", query, got)
		}
	}
	junk := make(url.Values)
	for i := range 1000 {
		junk.Set(strings.Repeat("\x00", 60)+string(rune('a'+i%26))+strings.Repeat("y", i/26), strings.Repeat("é", 30))
	}
	got := a.do("GET", "/api/apps?limit=2&"+junk.Encode()).status(http.StatusOK)
	if named := got.Header().Get(ignored); len(named) > 2000 || !strings.HasSuffix(named, ", ...") {
		t.Errorf("a header of %d bytes: %q", len(named), named)
	}
	// An answer that the client has names them as well.
	tag := a.do("GET", "/api/apps?limit=2").Header().Get("ETag")
	a.do("GET", "/api/apps?limit=2&x=1", header("If-None-Match", tag)).status(http.StatusNotModified).header(ignored, "x=1")
}

// A field without another name must not take the empty name for it.
func TestParameterWithoutNameIsUnknown(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	for _, query := range []string{"=x", "=", "=1&=2", "wait=0&=x", "%00=x"} {
		a.do("GET", "/api/apps?"+query).header(ignored, strings.ReplaceAll(query, "&", ", "))
	}
	for _, tt := range []struct{ method, path, known string }{
		{"POST", "/api/sync/trigger", "wait"},
		{"DELETE", "/api/feature-flags/overrides", "surface"},
		{"DELETE", "/api/apps", "id"},
		{"DELETE", "/api/shortlist", "candidateAppleId"},
	} {
		for _, query := range []string{"?=x", "?=", "?=&x"} {
			got := a.do(tt.method, tt.path+query, sameOrigin).status(http.StatusBadRequest).Body.String()
			if !strings.Contains(got, `Unknown query parameter \"\"`) || !strings.Contains(got, tt.known) {
				t.Errorf("%s %s%s: %s", tt.method, tt.path, query, got)
			}
		}
	}
}

func TestNearestParameterIsOffered(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	bundle := `{"version": 2, "exported_at": "2026-01-01T00:00:00.000Z", "apps": [{"id": "7", "name": "Seven", "url": "https://apps.apple.com/us/app/id7", "privacy_types": []}], "annotations": []}`
	for asked, want := range map[string]string{
		"dryRun=1": "preview", "dry_run=true": "preview", "dry-run": "preview", "Preview=1": "preview", "prewiev=1": "preview",
		"allow_duplicate=1": "allowDuplicate", "allowDuplicates=1": "allowDuplicate", "forced=1": "force", "preview=1&preview=0": "preview",
	} {
		got := a.post("/api/import/audit-bundle?"+asked, bundle).status(http.StatusBadRequest)
		if !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s: %s", asked, got.Body)
		}
	}
	var apps []any
	a.do("GET", "/api/apps").status(http.StatusOK).json(&apps)
	if len(apps) > 0 {
		t.Errorf("imported %v", apps)
	}
	a.post("/api/annotations?x=1", `{"appId": 1, "body": "text"}`).error(http.StatusBadRequest, `Unknown query parameter "x": this route takes none`)
}

func TestMembersWithoutEffectAreNamed(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := newFleetAPI(t, func(cfg *httpapi.Config) {
		cfg.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	a.track(1, "One", "LOCATION")
	for _, tt := range []struct{ method, path, body, want string }{
		{"POST", "/api/sync/trigger", `{"ids":[1]}`, "ids"},
		{"POST", "/api/sync/trigger", `[1]`, "body"},
		{"POST", "/api/sync/trigger", ` `, ""},
		{"POST", "/api/sync/trigger", `{"":1,"ids":[1]}`, "%22%22, ids"},
		{"POST", "/api/notifications", `{"action":"mark_read","":["x"]}`, "%22%22"},
		{"POST", "/api/scrape", `{"urls":["https://apps.apple.com/us/app/id1"],"b":1,"a,c":{"x":1}}`, "a%2Cc, b"},
		{"POST", "/api/notifications", `{"action":"mark_read","ids":["x"],"all":true}`, "all, ids"},
		{"POST", "/api/notifications", `{"action":"mark_unread","ids":["x",7,""]}`, "ids[]"},
		{"POST", "/api/notifications", `{"action":"mark_unread","ids":["x"]}`, ""},
		{"POST", "/api/apps/1/acknowledge", `{"action":"dismissed","snoozeDays":7}`, "snoozeDays"},
		{"POST", "/api/apps/1/acknowledge", `{"action":"snoozed","snoozeDays":7}`, ""},
		{"POST", "/api/activity/queue-session", `{"totals":{"decided":1,"safe":-1,"replace":"x","uninstall":1.5,"notesAdded":null}}`,
			"totals.safe, totals.replace, totals.uninstall"},
		{"POST", "/api/activity/queue-session", `{"preflight":{"scope":"x","split":7}}`, "preflight.scope, preflight.split"},
		{"POST", "/api/activity/queue-session", `{"preflight":{"scope":"all","split":{}}}`, "preflight.split"},
		{"POST", "/api/activity/queue-session", `{"totals":{"decided":1},"preflight":{"split":10}}`, ""},
		{"POST", "/api/manual-apps", `{"name":"A","source":"web_clip","notes":7,"developer":null}`, "notes"},
		{"POST", "/api/manual-apps/bulk", `{"apps":[{"name":"B","source":"web_clip","notes":"x"},7,{"name":"C","source":"web_clip","developer":{}}]}`,
			"apps[].notes, apps[], apps[].developer"},
		{"POST", "/api/manual-apps/9/restore", `{"id":"9","name":"R","source":"web_clip","firstSeen":-1,"updatedAt":1e99}`, "firstSeen, updatedAt"},
		{"POST", "/api/manual-apps/8/restore", `{"id":"8","name":"R","source":"web_clip","firstSeen":null,"updatedAt":"1777896000000"}`, ""},
		{"POST", "/api/imports", `{"source":"file","sourceLabel":7}`, "sourceLabel"},
		{"POST", "/api/imports/items", `{"importId":"x","items":[{"query":"a","status":"queued","retryAfterMs":1e12,"nextAttemptAt":-1,"appId":"x","url":7}]}`,
			"items[].appId, items[].url, items[].retryAfterMs, items[].nextAttemptAt"},
		{"POST", "/api/shortlist", `{"sourceAppId":1,"candidateAppleId":2,"candidateName":"Two","candidateStoreUrl":"https://x.example/id2","modes":["privacy","x"]}`,
			"modes[]"},
		{"PUT", "/api/notification-prefs", `{"prefs":{"labelChanges":false,"versionUpdates":"x","no":true,"policyUpdates":null}}`, "prefs.no, prefs.versionUpdates"},
		{"POST", "/api/device-sync/preview", `{"deviceId":"x","currentImport":[{"appId":0},{"appId":1},{"appId":"99999999999999999999"}]}`, "currentImport[]"},
		{"POST", "/api/focus", `{"audience":"self","monitor":"no","cleanup":1,"minimal":false}`, "monitor"},
		{"POST", "/api/settings/desktop", `{"autoLockIdleMinutes":1441,"zoomLevel":1.5}`, "autoLockIdleMinutes"},
		{"POST", "/api/apps/1/acknowledge", `{"snoozedays":1}`, "snoozedays"},
		{"POST", "/api/annotations", `{"appId":1,"body":"a","content":"b"}`, "content"},
		{"POST", "/api/annotations", `{"appId":1,"body":"a","content":"a"}`, ""},
		{"PUT", "/api/dashboard/layout", `{"layout":{"order":["hero"],"foo":1}}`, "layout.foo"},
		{"PUT", "/api/dashboard/layout", `{"layout":{"order":7}}`, "layout.order"},
		{"PUT", "/api/dashboard/layout", `{"layout":{"order":["hero",7]}}`, "layout.order[]"},
		{"POST", "/api/activity/queue-session", `{"totals":[],"scope":"none"}`, "scope, totals"},
		{"PUT", "/api/privacy-profile", `{"profile":"zzz","retention":"limited"}`, "profile"},
		{"PUT", "/api/privacy-profile", `{"profile":[]}`, "profile"},
		{"PUT", "/api/privacy-profile", `{"profile":null}`, ""},
		{"PUT", "/api/accessibility-profile", `{"profile":-7}`, "profile"},
		{"POST", "/api/feature-flags/overrides", `{"key":"flag.notifications.types.label_changes","value":"on","Flags":[]}`, "Flags"},
		{"POST", "/api/feature-flags/overrides", `{"flags":[],"value":"on"}`, "value"},
		{"POST", "/api/feature-flags/overrides", `{"flag.notifications.types.label_changes":"on"}`, ""},
		{"POST", "/api/verdicts/bulk", `{"appIds":[1],"verdict":"safe","foo\r\nX: y":1}`, "foo%0D%0AX%3A+y"},
	} {
		got := a.do(tt.method, tt.path, sameOrigin, body(tt.body))
		equal(t, tt.want, got.Header().Get(ignored), "%s %s", tt.path, tt.body)
	}
	many := make(map[string]int)
	for i := range 1000 {
		many[strings.Repeat("m", 20)+string(rune('a'+i%26))+strings.Repeat("z", i/26)] = i
	}
	text, err := json.Marshal(many)
	if err != nil {
		t.Fatal(err)
	}
	got := a.post("/api/sync/trigger", string(text)).Header().Get(ignored)
	if strings.Count(got, ",") != 16 || !strings.HasSuffix(got, ", ...") || len(got) > 2000 {
		t.Errorf("named %q", got)
	}
	if first := slices.Sorted(maps.Keys(many))[0]; !strings.HasPrefix(got, first) {
		t.Errorf("named %q, want the first in order, %s", got, first)
	}
	a.Close(t.Context())
	if !strings.Contains(log.String(), `level=DEBUG msg="ignored a member of a body"`) || !strings.Contains(log.String(), "member=layout.foo") {
		t.Errorf("log: %s", log.String())
	}
}
