package httpapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

func TestAppHasEveryMemberWithItsType(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(570060128, "Duolingo", "LOCATION", "CONTACTS")
	apps := into[[]json.RawMessage](a.do("GET", "/api/apps"))
	if len(apps) != 1 {
		t.Fatalf("%d apps", len(apps))
	}
	got := keys(t, string(apps[0]))
	slices.Sort(got)
	want := []string{
		"accessibility", "accessibilityCount", "ageRating", "ageRatingDescriptors", "ageRatingValue", "appSource", "archive", "availability", "backgroundLocation", "bundleId", "categoryCount", "changeCount", "changesAcknowledgedAt", "changesSnoozedUntil",
		"country", "currentVersion", "developer", "firstSeen", "genreId", "genreName", "hasAccessibilityLabels", "hasIap", "hasPrivacyDetails", "iconUrl", "id",
		"lastChecked", "lastError", "lastSuccess", "lastSynced", "linkedCount", "name", "platform", "priceAmount", "priceCurrency", "priceFormatted", "privacyPolicyUrl", "syncCount", "trackCount",
		"unlinkedCount", "unstableUntil", "url", "versionUpdatedAt", "whatsNew",
	}
	equal(t, want, got, "members")
	var app map[string]any
	must(t, json.Unmarshal(apps[0], &app))
	for name, want := range map[string]any{
		"id": 570060128.0, "hasPrivacyDetails": true, "hasAccessibilityLabels": nil, "bundleId": nil, "categoryCount": 2.0, "linkedCount": 2.0,
		"ageRatingValue": nil, "ageRatingDescriptors": nil, "backgroundLocation": nil, "accessibility": nil,
		"availability": map[string]any{"state": "listed", "delistedAt": nil}, "lastError": nil,
		"changesAcknowledgedAt": 0.0, "unstableUntil": nil, "versionUpdatedAt": nil, "firstSeen": float64(storage.TimeOf(newClock().Now())),
	} {
		equal(t, want, app[name], "%s", name)
	}
}

// TestAppHasWhatItsPageSays: the facts beside the label are in the list and in the
// detail, and a backup holds them.
func TestAppHasWhatItsPageSays(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "Notes", "LOCATION")
	a.update(func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(1)
		if err != nil {
			return err
		}
		app.AgeRating, app.AgeRatingValue, app.AgeRatingLanguage = "A12", new(int64(300)), "pt-br"
		app.AgeRatingDescriptors = &storage.RatingDescriptors{Language: "pt-br",
			Items: []storage.RatingDescriptor{{Heading: "Contém", Text: "Publicidade"}}}
		app.BackgroundLocation = new(false)
		app.Accessibility = &storage.Accessibility{Status: storage.AccessibilityNone, Devices: []string{"iphone"}}
		return tx.Apps.Put(app)
	})
	want := map[string]any{
		"ageRating": "A12", "ageRatingValue": 300.0, "backgroundLocation": false,
		"ageRatingDescriptors": map[string]any{"language": "pt-br", "items": []any{map[string]any{"heading": "Contém", "text": "Publicidade"}}},
		"accessibility":        map[string]any{"status": "none", "devices": []any{"iphone"}},
	}
	backup := into[struct{ Apps []map[string]any }](a.do("GET", "/api/backup/export"))
	for route, app := range map[string]map[string]any{
		"list":   into[[]map[string]any](a.do("GET", "/api/apps"))[0],
		"page":   into[struct{ Apps []map[string]any }](a.do("GET", "/api/apps?limit=1")).Apps[0],
		"detail": into[map[string]any](a.do("GET", "/api/apps?id=1")),
		"backup": backup.Apps[0],
	} {
		for name, want := range want {
			equal(t, want, app[name], "%s, %s", route, name)
		}
	}
	if got := backup.Apps[0]["ageRatingLanguage"]; got != "pt-br" {
		t.Errorf("the backup has the language %v", got)
	}
}

func TestLimitMakesAnEnvelope(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	for i, name := range []string{"b", "B", "a", "a"} {
		a.track(storage.AppID(10-i), name, "LOCATION")
	}
	type envelope struct {
		Apps []struct {
			ID   int64
			Name string
		}
		Total, Limit, Offset int
	}
	for query, want := range map[string]string{
		"limit=2":            "{[{7 a} {8 a}] 4 2 0}",
		"limit=2&offset=2":   "{[{10 b} {9 B}] 4 2 2}",
		"limit=500":          "{[{7 a} {8 a} {10 b} {9 B}] 4 500 0}",
		"limit=1&offset=4":   "{[] 4 1 4}",
		"limit=1&offset=999": "{[] 4 1 999}",
		"limit=1&limit=abc":  "{[{7 a}] 4 1 0}", // the first counts
	} {
		got := into[envelope](a.do("GET", "/api/apps?"+query))
		if text := fmt.Sprint(got); text != want {
			t.Errorf("%s: %s, want %s", query, text, want)
		}
	}
	if got := keys(t, a.do("GET", "/api/apps?limit=1").Body.String()); !slices.Equal(got, []string{"apps", "total", "limit", "offset"}) {
		t.Errorf("members are %v", got)
	}
	if got := keys(t, a.do("GET", "/api/apps?limit=1&meta=grid").Body.String()); !slices.Contains(got, "meta") {
		t.Errorf("with meta=grid, members are %v", got)
	}
	if got := keys(t, a.do("GET", "/api/apps?limit=1&meta=list").Body.String()); slices.Contains(got, "meta") {
		t.Errorf("with meta=list, members are %v", got)
	}
}

func TestLimitAndOffsetOutOfRangeAre400(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	for _, query := range []string{
		"limit=0", "limit=-5", "limit=501", "limit=abc", "limit=", "limit=10abc", "limit=1.5", "limit=1e2", "limit=%2B", "limit=99999999999999999999",
		"limit=10&offset=-1", "limit=10&offset=abc", "limit=10&offset=", "limit=10&offset=1.5", "limit=%20", "limit=0x10", "limit=1_0",
	} {
		a.do("GET", "/api/apps?"+query).error(400, "")
	}
}

func TestOffsetAndMetaWithoutLimitMeanNothing(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	for _, query := range []string{"offset=5", "offset=abc", "meta=grid", "meta=", "offset=-1&meta=x", "devices=", "devices=all", "devices=none,unattached", "view=flat"} {
		if apps := into[[]any](a.do("GET", "/api/apps?"+query)); len(apps) != 1 {
			t.Errorf("%s: %d apps, want the bare array", query, len(apps))
		}
	}
}

func TestEmptyFleetIsAnEmptyArray(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	for target, want := range map[string]string{
		"/api/apps": "[]\n", "/api/apps?view=grouped": "[]\n", "/api/apps?limit=1": `{"apps":[],"total":0,"limit":1,"offset":0}` + "\n",
		"/api/apps?id=1&changelog=true": "[]\n", "/api/changelog": `{"rows":[],"total":0,"cursor":"0"}` + "\n",
		"/api/notifications": `{"notifications":[],"unreadCount":0,"total":0}` + "\n",
	} {
		if got := a.do("GET", target).status(200).Body.String(); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}

func TestOneAppWithItsLabels(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	a.track(1, "One", "CONTACTS")
	got := members(a.do("GET", "/api/apps?id=1"))
	want := []any{map[string]any{
		"identifier": "DATA_LINKED_TO_YOU", "title": "Data Linked to You", "detail": nil,
		"categories": []any{map[string]any{"identifier": "CONTACTS", "title": "Contacts"}},
	}}
	equal(t, want, got["privacyTypes"], "privacyTypes")
	equal(t, []any{}, got["accessibilityFeatures"], "accessibilityFeatures")
	if v, there := got["policyAnalysis"]; v != nil || !there {
		t.Errorf("policyAnalysis is %v", v)
	}
	rows := into[[]map[string]any](a.do("GET", "/api/apps?id=1&changelog=true"))
	if len(rows) != 2 || rows[0]["kind"] != "snapshot" || rows[0]["changesDetected"] != true || rows[1]["changesDetected"] != false {
		t.Errorf("timeline is %v", rows)
	}
	for _, id := range []string{"2", "abc", "", "-1", "99999999999999999999", "999999999999999999999"} {
		a.do("GET", "/api/apps?id="+id).error(404, "")
	}
}

func TestGroupedViewIgnoresLimit(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION", "CONTACTS")
	a.track(2, "Two", "CONTACTS")
	got := a.do("GET", "/api/apps?view=grouped&limit=0").status(200).Body.String()
	want := `[{"identifier":"DATA_LINKED_TO_YOU","title":"Data Linked to You","detail":null,"categories":[` +
		`{"identifier":"LOCATION","title":"Location","riskWeight":5,"apps":[{"id":1,"name":"One","iconUrl":null,"developer":null}]},` +
		`{"identifier":"CONTACTS","title":"Contacts","riskWeight":3,"apps":[{"id":1,"name":"One","iconUrl":null,"developer":null},{"id":2,"name":"Two","iconUrl":null,"developer":null}]}]}]` + "\n"
	equal(t, want, got, "grouped")
}

func TestDeleteApp(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	a.do("DELETE", "/api/apps", sameOrigin).error(400, "")
	a.do("DELETE", "/api/apps?id=", sameOrigin).error(400, "")
	a.do("DELETE", "/api/apps?id=x1", sameOrigin).error(400, "")
	a.do("DELETE", "/api/apps?id=999999999999999999999", sameOrigin).error(400, "")
	a.do("DELETE", "/api/apps?id=1", sameOrigin).status(200)
	for id, hint := range map[string]string{
		"1": "The app 1 is not tracked", "7": "The app 7 is not tracked", "99999999999999999999": "The ID of an app is a number up to 9007199254740991",
	} {
		equal(t, hint, a.do("DELETE", "/api/apps/"+id, sameOrigin).error(404, "Not found").hint(), "%s", id)
		equal(t, any(true), members(a.do("DELETE", "/api/apps?id="+id, sameOrigin))["success"], "%s", id) // gone, or never there, is as good
	}
	a.do("GET", "/api/apps?id=1").error(404, "")
	a.do("DELETE", "/api/apps?purge=1&id=1", sameOrigin).status(200) // it could still be restored
	a.do("DELETE", "/api/apps?purge=1&id=1", sameOrigin).status(200)
	equal(t, `There is no removed app "1"`, a.do("POST", "/api/apps/1/restore", sameOrigin).error(404, "Not found").hint(), "restore")
	var actions []string
	for _, line := range a.audits() {
		actions = append(actions, line.Action+" "+line.Detail)
	}
	slices.Sort(actions)
	actions = slices.Compact(actions)
	want := []string{
		"app.delete.failed app=1", "app.delete.failed app=7", "app.delete.failed app=9223372036854775807", "app.delete.success app=1",
		"app.delete.success app=7", "app.delete.success app=9223372036854775807", "app.restore.failed app=1",
	}
	equal(t, want, actions, "audit")
}

func TestDeleteAppNeedsTheTokenWhenThereIsOne(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, withToken)
	a.track(1, "One", "LOCATION")
	a.do("DELETE", "/api/apps?id=1", sameOrigin).error(401, "Admin token required")
	a.do("DELETE", "/api/apps?id=1", foreign).error(403, "Cross-origin mutation rejected")
	a.do("DELETE", "/api/apps?id=1", withHeader).status(200)
}

// A cached answer must never hide an earlier write.
func TestListsAreNeverStale(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, func(cfg *httpapi.Config) { cfg.TrustProxy = true })
	for i := range 20 {
		id := storage.AppID(i + 1)
		a.pages.show(id, fmt.Sprint("App ", i), "LOCATION")
		a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q]}`, address(id))).status(200)
		if apps := into[[]any](a.do("GET", "/api/apps")); len(apps) != i+1 {
			t.Fatalf("%d apps after %d were added", len(apps), i+1)
		}
		if page := members(a.do("GET", "/api/apps?limit=1")); page["total"] != float64(i+1) {
			t.Fatalf("total %v after %d were added", page["total"], i+1)
		}
	}
	before := a.do("GET", "/api/apps")
	a.do("GET", "/api/apps", header("If-None-Match", before.Header().Get("ETag"))).status(304)
	a.do("DELETE", "/api/apps?id=3", sameOrigin).status(200)
	after := a.do("GET", "/api/apps", header("If-None-Match", before.Header().Get("ETag"))).status(200)
	if apps := into[[]any](after); len(apps) != 19 {
		t.Errorf("%d apps after one was removed", len(apps))
	}
}
