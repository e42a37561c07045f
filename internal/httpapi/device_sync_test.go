package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestPreviewOfASyncOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil, 1, 2, 3)
	phone := a.add("Phone", 1, 2)
	preview := func(list string) *answer {
		return a.post("/api/device-sync/preview", fmt.Sprintf(`{"deviceId":" %s ","currentImport":%s}`, phone, list))
	}
	a.same(preview(`[{"appId":"1","name":5},{"appId":3},null,7,{},{"appId":"x"},{"appId":0},{"appId":-1},{"appId":1},{"appId":9,"bundleId":"com.example.2","name":" Two "}]`),
		`{"diff":{"deviceId":"`+phone+`","adds":[{"appId":3,"name":"App 3","developer":null,"url":"https://store.example/id3","iconUrl":null,"bundleId":"com.example.3"}],`+
			`"removes":[],"unchanged":2,"bundleIdMerges":[{"previousAppId":2,"incomingAppId":9,"bundleId":"com.example.2","previousName":"App 2","incomingName":"Two"}]}}`)
	a.same(preview(`[]`), `{"diff":{"deviceId":"`+phone+`","adds":[],"removes":[{"appId":1,"name":"App 1","wouldOrphan":true},{"appId":2,"name":"App 2","wouldOrphan":true}],"unchanged":0,"bundleIdMerges":[]}}`)
	for _, list := range []string{`null`, `{}`, `"x"`, `[` + strings.TrimSuffix(strings.Repeat(`{"appId":1},`, 2001), ",") + `]`} {
		preview(list).error(400, "")
	}
	preview(`[` + strings.TrimSuffix(strings.Repeat(`{"appId":1},`, 2000), ",") + `]`).status(200)
	for _, text := range []string{``, `{}`, `{"currentImport":[]}`, `{"deviceId":" ","currentImport":[]}`, `{"deviceId":7,"currentImport":[]}`} {
		a.post("/api/device-sync/preview", text).error(400, "")
	}
	a.post("/api/device-sync/preview", `{"deviceId":"none","currentImport":[]}`).error(404, "")
	a.post("/api/device-sync/preview", `"`+strings.Repeat("x", 512<<10)+`"`).error(413, "")
	if apps := members(a.do("GET", "/api/devices/"+phone+"/tracked-apps"))["apps"].([]any); len(apps) != 2 {
		t.Errorf("the preview left %v", apps)
	}
}

// offersSync reports whether a sync is among the tasks.
func (a devicesAPI) offersSync() bool {
	a.t.Helper()
	return strings.Contains(a.do("GET", "/api/user-tasks").status(200).Body.String(), `"resync_apps_from_device"`)
}

func TestCommitOfASyncOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil, 1, 2, 3, 20)
	a.update(func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 20, Name: "Two anew", URL: address(20), BundleID: "com.example.2"})
	})
	if !a.offersSync() {
		t.Error("a sync is not offered as a task")
	}
	phone := a.add("Phone", 1, 2)
	text := fmt.Sprintf(`{"deviceId":%q,"addAppIds":["3",99,"x",null,{}],"removeAppIds":[1],"bundleIdMerges":[{"previousAppId":"2","incomingAppId":20},{"previousAppId":1},7]}`, phone)
	a.same(a.post("/api/device-sync/commit", text), `{"added":1,"removed":1,"orphanedAndDeleted":1,"merged":1}`)
	a.same(a.post("/api/device-sync/commit", text), `{"added":0,"removed":0,"orphanedAndDeleted":0,"merged":0}`)
	var ids []float64
	for _, app := range into[[]map[string]any](a.do("GET", "/api/apps?devices="+phone)) {
		ids = append(ids, app["id"].(float64))
	}
	slices.Sort(ids)
	if !slices.Equal(ids, []float64{3, 20}) {
		t.Errorf("on the phone are %v", ids)
	}
	if a.offersSync() {
		t.Error("what was done is offered as a task")
	}
	for _, text := range []string{
		``, `{}`, `{"deviceId":"d"}`, `{"deviceId":"d","addAppIds":[]}`, `{"deviceId":"d","addAppIds":"1","removeAppIds":[]}`, `{"deviceId":"","addAppIds":[],"removeAppIds":[]}`,
		`{"deviceId":"d","addAppIds":[],"removeAppIds":[],"bundleIdMerges":{}}`,
		`{"deviceId":"d","removeAppIds":[],"addAppIds":[` + strings.Repeat("1,", 10_000) + `1]}`,
	} {
		a.post("/api/device-sync/commit", text).error(400, "")
	}
	a.post("/api/device-sync/commit", `{"deviceId":"none","addAppIds":[],"removeAppIds":[],"bundleIdMerges":null}`).error(404, "")
	a.post("/api/device-sync/commit", `"`+strings.Repeat("x", 256<<10)+`"`).error(413, "")
}

func TestDeviceActionsOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil, 1)
	const gate = "/api/device-actions/uninstall?ecid=0x1a2b3c4d5e6f"
	a.do("GET", "/api/device-actions/uninstall").error(400, "")
	a.do("GET", "/api/device-actions/uninstall?ecid=%20").error(400, "")
	a.post("/api/focus", `{"audience":"guardian"}`).status(200)
	a.same(a.do("GET", gate), `{"allowed":false,"reason":"audience","activeAudience":"guardian"}`)
	for _, text := range []string{``, `{}`, `null`, `{"ecid":"1A2B3C4D5E6F","path":"/x","finishedAt":1}`} { // comes before the body
		a.post("/api/device-actions/backup", text).error(403, "")
	}
	a.post("/api/device-actions/backup", strings.Repeat("x", 9<<10)).error(413, "")
	a.post("/api/focus", `{"audience":"self"}`).status(200)
	a.same(a.do("GET", gate), `{"allowed":false,"reason":"flag"}`)
	a.post("/api/feature-flags/overrides", `{"key":"flag.devopts.cfgutil_uninstall","value":"on"}`).status(200)
	a.same(a.do("GET", gate), `{"allowed":false,"reason":"backup_missing"}`)
	const uninstall = `{"ecid":"1A2B3C4D5E6F","bundleId":"com.example.1","ok":true,"appId":"1","appName":"Notes","error":null`
	denied := a.post("/api/device-actions/uninstall", uninstall+`}`).error(403, "gate_denied")
	if got := strings.TrimSpace(denied.Body.String()); got != `{"error":"gate_denied","gate":{"allowed":false,"reason":"backup_missing"}}` {
		t.Errorf("denied with %s", got)
	}
	a.same(a.do("GET", gate+"&acknowledgeNoBackup=1"), `{"allowed":true}`)
	a.same(a.post("/api/device-actions/uninstall", uninstall+`,"acknowledgeNoBackup":true}`), `{"ok":true}`)

	now := a.clock.Now().UnixMilli()
	for _, text := range []string{
		``, `null`, `[]`, `{}`, `{"ecid":"xyz","path":"/x","finishedAt":1}`, `{"ecid":5,"path":"/x","finishedAt":1}`, `{"ecid":"1A2B3C4D5E6F","finishedAt":1}`,
		`{"ecid":"1A2B3C4D5E6F","path":"/x"}`, `{"ecid":"1A2B3C4D5E6F","path":"/x","finishedAt":"1"}`, `{"ecid":"1A2B3C4D5E6F","path":"/x","finishedAt":1e300}`,
		`{"ecid":"1A2B3C4D5E6F","path":"/x","finishedAt":1e400}`, fmt.Sprintf(`{"ecid":"1A2B3C4D5E6F","path":"/x","finishedAt":%d}`, now+3600_000),
	} {
		a.post("/api/device-actions/backup", text).error(400, "")
	}
	a.same(a.post("/api/device-actions/backup", fmt.Sprintf(`{"ecid":"0x1a2b3c4d5e6f","path":"/x","finishedAt":%d.5,"deviceName":"Phone"}`, now)), `{"ok":true}`)
	a.same(a.do("GET", gate), `{"allowed":true}`)
	a.same(a.post("/api/device-actions/uninstall", uninstall+`}`), `{"ok":true}`)
	for _, text := range []string{
		``, `null`, `{}`, `{"ecid":"1A2B3C4D5E6F","bundleId":"a","ok":1}`, `{"ecid":"1A2B3C4D5E6F","ok":true}`, `{"bundleId":"a","ok":true}`,
		`{"ecid":"1A2B3C4D5E6F","bundleId":"a;rm -rf","ok":true}`, `{"ecid":"1A2B3C4D5E6F","bundleId":"$(a)","ok":true}`, `{"ecid":"x","bundleId":"a","ok":false}`,
	} {
		a.post("/api/device-actions/uninstall", text).error(400, "")
	}
	a.clock.Advance(25 * 3600_000_000_000)
	a.same(a.do("GET", gate), `{"allowed":false,"reason":"backup_stale","agedMs":90000000}`)
	log := a.do("GET", "/api/activity").status(200).Body.String()
	if strings.Count(log, `"cfgutil_uninstall"`) != 4 || strings.Count(log, `"cfgutil_backup"`) != 2 { // kind and type of each
		t.Errorf("log: %s", log)
	}
}
