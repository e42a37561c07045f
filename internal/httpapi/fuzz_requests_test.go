package httpapi_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// fuzzed are requests whose decoding is fuzzed, each a method and a path.
var fuzzed = []string{
	"POST /api/scrape", "POST /api/search", "POST /api/notifications", "POST /api/apps/1/acknowledge", "POST /api/apps/1/acknowledge/undo",
	"POST /api/auth/admin-token/login", "POST /api/auth/admin-token/logout", "DELETE /api/apps",
	"GET /api/apps", "GET /api/changelog", "GET /api/notifications", "GET /api/activity", "GET /api/preview", "GET /api/compare",
	"GET /api/apps/1/history-stats", "GET /api/apps/1/since-install", "GET /api/tasks/active",
	"GET /api/notification-prefs", "PUT /api/notification-prefs", "GET /api/settings", "POST /api/settings", "GET /api/sync/status", "GET /api/rate-limit/status", "DELETE /api/rate-limit/status",
	"GET /api/feature-flags", "POST /api/feature-flags/overrides", "DELETE /api/feature-flags/overrides", "GET /api/focus", "POST /api/focus",
	"PUT /api/preferences", "POST /api/locale", "POST /api/date-format", "PUT /api/dashboard/layout", "POST /api/dashboard/layout/preset",
	"POST /api/coachmark-state", "POST /api/dev-menu-state", "GET /api/user-tasks", "POST /api/user-tasks", "POST /api/welcomed-at",
	"GET /api/annotations", "POST /api/annotations", "PATCH /api/annotations/1", "PUT /api/annotations/1", "DELETE /api/annotations/1",
	"GET /api/verdicts", "POST /api/verdicts", "POST /api/verdicts/bulk", "DELETE /api/verdicts", "POST /api/shortlist", "DELETE /api/shortlist",
	"PUT /api/privacy-profile", "PUT /api/accessibility-profile",
	"POST /api/wayback/import-all", "PATCH /api/wayback/import-all", "DELETE /api/wayback/import-all", "GET /api/wayback/import-all",
	"POST /api/apps/1/import-history", "POST /api/apps/1/import-history/preview", "DELETE /api/apps/1/import-history", "POST /api/activity/queue-session",
	"GET /api/policy/sync-all", "POST /api/policy/sync-all", "GET /api/policy/version/1", "GET /api/policy/version/1/diff",
	"GET /api/manual-apps", "POST /api/manual-apps", "GET /api/manual-apps/1", "PUT /api/manual-apps/1", "DELETE /api/manual-apps/1",
	"POST /api/manual-apps/1/restore", "POST /api/manual-apps/1/scrape", "POST /api/manual-apps/bulk", "GET /api/manual-apps/1/policy-version/1",
	"GET /api/imports", "POST /api/imports", "DELETE /api/imports", "POST /api/imports/items", "POST /api/imports/items/update", "POST /api/imports/items/retry",
	"POST /api/imports/items/change-match", "POST /api/imports/complete", "GET /api/related-apps",
	"GET /api/devices", "POST /api/devices", "GET /api/devices/d", "PATCH /api/devices/d", "DELETE /api/devices/e", "GET /api/devices/d/tracked-apps",
	"GET /api/devices/d/bundles", "GET /api/devices/for-app/1", "PUT /api/device-scope", "POST /api/device-sync/preview", "POST /api/device-sync/commit",
	"POST /api/device-actions/backup", "GET /api/device-actions/uninstall", "POST /api/device-actions/uninstall",
}

// Whatever a body and a query say, the answer is JSON or lines of it, and never a fault of ours.
func FuzzRequests(f *testing.F) {
	for i := range fuzzed {
		for query, body := range map[string]string{
			"": "", "limit=10&offset=1": `{"urls":["https://store.example/id1"],"resync":true,"trigger":"manual"}`,
			"id=1&changelog=true":        `{"action":"mark_unread","ids":["a",1,null]}`,
			"view=grouped&devices=a,b":   `{"names":["Notes"],"rows":[{"name":"x","developer":"y"}],"bundleIds":["a.b"],"country":"de"}`,
			"type=added,x&category=&to=": `{"action":"snoozed","snoozeDays":"30"}`,
			"a=id:1&b=url:https://x/id2": `{"actionId":"a","preState":{"changeCount":1e5,"changesAcknowledgedAt":null,"changesSnoozedUntil":"0"}}`,
			"url=%zz&sortBy=ended_at":    `{"token":"` + token + `"}`,
			"wait=0":                     `{"syncSchedule":"daily","appCountry":"de","aiTimeoutDirectMs":1e4,"policyScrapeDisabled":true,"aiApiKey":"__SET__"}`,
			"wait=1":                     `{"prefs":{"label_changes":false,"jobResumed":1},"notificationWebhookUrl":"https://hooks.slack.com/services/T/B/x","notificationQuietHoursStart":"22:00","category":"all"}`,
			"appId=1&source=imported":    `{"appId":1,"appIds":["1",2],"body":"text","tag":null,"verdict":"safe","rationale":null,"profile":{"LOCATION":"linked"}}`,
			"from=1-x":                   `{"id":"1","name":"x","source":"web_clip","notes":7,"sourceUrl":"https://x.example","firstSeen":1e9,"apps":[{"name":"x","source":"own_build"},7]}`,
			"all=1&visibility=private":   `{"sourceAppId":1,"candidateAppleId":2,"candidateName":"n","candidateStoreUrl":"https://u.example","modes":"privacy,x"}`,
			"stream=1&force=true":        `{"action":"cancel","intervalMonths":1.5}`,
			"stream=true&force=%31":      `{"action":"resume","intervalMonths":"x"}`,
			"stream=0":                   `{"action":"pause","totals":{"decided":1e18,"safe":-1},"preflight":{"scope":[],"split":25}}`,
			"surface=page":               `{"flags":[{"key":"flag.page.stats","override":"off"},{"key":1}],"layout":{"order":["hero",1],"hidden":null}}`,
			"surface=": `{"key":"flag.page.stats","value":"on","audience":"self","preset":"minimal","locale":"zh","mode":"iso","completed":true,` +
				`"action":"start","id":"remove_apps_from_phone","missingPrerequisite":"create_privacy_profile"}`,
			"devices=d,unattached,": `{"name":"Phone","ecid":"0x12345678","model":null,"deviceId":"d","addAppIds":[1,"2",null],"removeAppIds":[],` +
				`"bundleIdMerges":[{"previousAppId":1,"incomingAppId":2}],"currentImport":[{"appId":"1","name":"n","bundleId":"b"},7]}`,
			"ecid=12345678&acknowledgeNoBackup=1&limit=1&devices=e": `{"mergeIntoDeviceId":"e","ecid":"12345678","path":"/x","finishedAt":1,"bundleId":"a.b","ok":true,` +
				`"scope":{"mode":"subset","deviceIds":["d",1],"includeUnattached":true}}`,
			"stream=2":                `{"phase":"all","force":true,"stream":true}`,
			"sourceAppId=1":           `{"source":"file","total":1,"importId":"x","itemId":"x-1","url":"https://store.example/id1","items":[{"query":"a","status":"queued","retryAfterMs":1e9}]}`,
			"from=-1&limit=1&limit=x": strings.Repeat("[", 600),
		} {
			if testing.Short() && (i+len(query)+len(body))%8 != 0 {
				continue // each makes a database
			}
			f.Add(uint8(i), query, body)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, query, text string) {
		method, path, _ := strings.Cut(fuzzed[int(which)%len(fuzzed)], " ")
		if strings.Contains(path, "login") && strings.Contains(text, token) {
			t.Skip("the right token is no fault")
		}
		a := newFleetAPI(t, func(cfg *httpapi.Config) {
			cfg.AdminToken = token
			cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, cfg.History, policiesOf(t, cfg, &sites{}))
		})
		a.track(1, "One", "LOCATION")
		a.clock.Advance(time.Hour)
		a.update(func(tx *storage.Tx) error {
			return tx.Devices.Put(storage.Device{ID: "d", Name: "Phone", CreatedAt: 1}, storage.Device{ID: "e", Name: "Pad", CreatedAt: 1})
		})
		ans := a.do(method, path+"?"+query, sameOrigin, withHeader, body(text))
		noModel := ans.Code == 502 && strings.HasSuffix(path, "/policy-sample") // asks whom it is told to
		if ans.Code >= 500 && ans.Code != 501 && !noModel {
			t.Fatalf("%s %s?%s: status %d (%s)", method, path, query, ans.Code, ans.Body)
		}
		if (ans.Body.Len() == 0) != (ans.Code == 204) {
			t.Errorf("%s %s?%s: status %d with %d bytes", method, path, query, ans.Code, ans.Body.Len())
		}
		for line := range bytes.Lines(ans.Body.Bytes()) { // of what is no stream there is one
			if !json.Valid(line) {
				t.Errorf("%s %s?%s: the answer is no JSON: %q", method, path, query, ans.Body)
			}
		}
		if ans.Code >= 400 {
			untouched(t, a)
		} else if method != "GET" {
			restorable(t, a.store)
		}
	})
}

// untouched fails the test unless the app is there with its one snapshot.
func untouched(t *testing.T, a *fleetAPI) {
	t.Helper()
	a.view(func(tx *storage.Tx) error {
		apps, err := storage.Collect(tx.Apps.List(storage.AppQuery{}))
		if err != nil {
			return err
		}
		snapshots, err := tx.Snapshots.Count(storage.SnapshotQuery{})
		if len(apps) != 1 || snapshots != 1 {
			t.Errorf("a refused request left %d apps and %d snapshots", len(apps), snapshots)
		}
		return err
	})
}
