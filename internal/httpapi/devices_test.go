package httpapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// devicesAPI is an API over devices and the apps on them.
type devicesAPI struct{ *api }

// newDevicesAPI returns an API with tracked apps.
func newDevicesAPI(t testing.TB, change func(*httpapi.Config), apps ...storage.AppID) devicesAPI {
	t.Helper()
	a := devicesAPI{newAPI(t, change)}
	a.track(apps...)
	return a
}

func (a devicesAPI) track(apps ...storage.AppID) {
	a.t.Helper()
	a.update(func(tx *storage.Tx) error {
		for _, id := range apps {
			app := storage.App{ID: id, Name: fmt.Sprint("App ", id), URL: address(id), BundleID: storage.Text(fmt.Sprint("com.example.", id))}
			if err := tx.Apps.Put(app); err != nil {
				return err
			}
		}
		return nil
	})
}

// add adds a device with apps on it, and returns its id.
func (a devicesAPI) add(name string, apps ...storage.AppID) string {
	a.t.Helper()
	got := members(a.post("/api/devices", fmt.Sprintf(`{"name":%q}`, name)))
	id := got["device"].(map[string]any)["id"].(string)
	list, err := json.Marshal(apps)
	if err != nil {
		a.t.Fatal(err)
	}
	a.clock.Advance(time.Minute)
	if len(apps) > 0 {
		a.post("/api/device-sync/commit", fmt.Sprintf(`{"deviceId":%q,"addAppIds":%s,"removeAppIds":[]}`, id, list)).status(200)
	}
	return id
}

// same fails the test unless the answer is this text.
func (a devicesAPI) same(ans *answer, want string) {
	a.t.Helper()
	equal(a.t, want+"\n", ans.status(200).Body.String(), "%s", ans.what)
}

func (a devicesAPI) patch(id, text string) *answer {
	a.t.Helper()
	return a.do("PATCH", "/api/devices/"+id, sameOrigin, body(text))
}

func TestDevicesOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil, 1)
	a.same(a.do("GET", "/api/devices"), `{"devices":[]}`)
	made := a.clock.Now().UnixMilli()
	got := a.post("/api/devices", `{"name":" Phone ","ecid":" 0xAB ","model":"","iosVersion":null,"unknown":1}`)
	id := members(got)["device"].(map[string]any)["id"].(string)
	fields := fmt.Sprintf(`"id":%q,"name":"Phone","ecid":"0xAB","model":null,"iosVersion":null,"deviceClass":null,"ownerLabel":null,"ownerAudience":null,"permissionAcknowledged":false,"createdAt":%d,"lastSyncedAt":%d,"isUnknownPlaceholder":false`, id, made, made)
	a.same(got, `{"device":{`+fields+`}}`)
	a.same(a.do("GET", "/api/devices"), `{"devices":[{`+fields+`,"appCount":0}]}`)
	a.same(a.do("GET", "/api/devices/"+id), `{"device":{`+fields+`},"importHistory":{"count":0,"lastCompletedAt":null}}`)
	a.same(a.do("GET", "/api/devices?ecid=%200xAB"), `{"device":{`+fields+`},"importHistory":{"count":0,"lastCompletedAt":null}}`)
	for _, ecid := range []string{"", "0xab", "%20", "AB"} {
		a.same(a.do("GET", "/api/devices?ecid="+ecid), `{"device":null,"importHistory":null}`)
	}
	a.same(a.patch(id, `{"name":" Mine\n"}`), `{"device":{`+strings.Replace(fields, "Phone", "Mine", 1)+`}}`)
	owned := strings.NewReplacer("Phone", "Mine", `"ownerLabel":null`, `"ownerLabel":"Ada"`, `"ownerAudience":null`, `"ownerAudience":"loved_one"`).Replace(fields)
	a.same(a.patch(id, `{"ownerLabel":" Ada ","ownerAudience":"loved_one"}`), `{"device":{`+owned+`}}`)
	acknowledged := strings.Replace(owned, `"permissionAcknowledged":false`, `"permissionAcknowledged":true`, 1)
	a.same(a.patch(id, `{"permissionAcknowledged":true}`), `{"device":{`+acknowledged+`}}`)
	a.same(a.post("/api/devices", `{"name":"Again","ecid":"0xAB"}`), `{"device":{`+acknowledged+`}}`)
	a.same(a.post("/api/devices", `{"name":"Again","ecid":"0xAB","model":null,"ownerLabel":null,"ownerAudience":null,"permissionAcknowledged":null}`),
		`{"device":{`+acknowledged+`}}`)
	a.same(a.do("GET", "/api/devices"), `{"devices":[{`+acknowledged+`,"appCount":0}]}`)
	a.same(a.patch(id, `{"permissionAcknowledged":null}`), `{"device":{`+owned+`}}`)
	a.same(a.patch(id, `{"ownerLabel":null,"ownerAudience":null,"permissionAcknowledged":false}`), `{"device":{`+strings.Replace(fields, "Phone", "Mine", 1)+`}}`)
	a.do("GET", "/api/devices/none").error(404, "")
	a.same(a.do("GET", "/api/devices/for-app/1"), `{"devices":[]}`)
	a.same(a.do("GET", "/api/devices/none/tracked-apps"), `{"apps":[]}`)
	a.same(a.do("GET", "/api/devices/none/bundles"), `{"bundleIds":[]}`)
	a.do("GET", "/api/devices/for-app/x").error(400, "")
	a.post("/api/device-sync/commit", fmt.Sprintf(`{"deviceId":%q,"addAppIds":["1"],"removeAppIds":[]}`, id)).status(200)
	a.same(a.do("GET", "/api/devices/"+id+"/tracked-apps"), `{"apps":[{"appId":1,"name":"App 1","bundleId":"com.example.1"}]}`)
	a.same(a.do("GET", "/api/devices/"+id+"/bundles"), `{"bundleIds":["com.example.1"]}`)
	if on := members(a.do("GET", "/api/devices/for-app/1"))["devices"].([]any); len(on) != 1 {
		t.Errorf("app 1 is on %v", on)
	}
}

func TestDevicesThatAreRefused(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil)
	phone, pad := a.add("Phone"), a.add("Pad")
	for _, text := range []string{``, `null`, `[]`, `{}`, `{"name":""}`, `{"name":" \n"}`, `{"name":1}`, `{"name":"x","ecid":1}`, `{"name":"x","model":{}}`, `{"name":"x","ownerAudience":"me"}`, `{"name":"x","permissionAcknowledged":"yes"}`, `{"name":"a\u0000"}`} {
		a.post("/api/devices", text).error(400, "")
	}
	a.post("/api/devices", `{"name":"`+strings.Repeat("x", 4<<10)+`"}`).error(413, "")
	for _, text := range []string{``, `null`, `{}`, `{"name":""}`, `{"name":5}`, `{"ownerAudience":"me"}`, `{"ownerLabel":1}`, `{"mergeIntoDeviceId":"none"}`, `{"mergeIntoDeviceId":"` + phone + `"}`, `{"mergeIntoDeviceId":"none","name":"x"}`} {
		a.patch(phone, text).error(400, "")
		a.patch("none", text).error(404, "")
	}
	a.patch("none", `{"name":"`+strings.Repeat("x", 4<<10)+`"}`).error(413, "")
	a.do("DELETE", "/api/devices/none", sameOrigin).error(404, "")
	a.do("DELETE", "/api/devices/"+phone, foreign).error(403, "")
	if all := members(a.do("GET", "/api/devices"))["devices"].([]any); len(all) != 2 || all[0].(map[string]any)["id"] != pad {
		t.Errorf("there are %v", all)
	}
}

func TestMergeAndRemoveOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil, 1, 2, 3)
	old, phone := a.add("Old", 1, 2), a.add("Phone", 2, 3)
	a.same(a.patch(old, fmt.Sprintf(`{"mergeIntoDeviceId":%q,"name":"x"}`, phone)), `{"merged":true,"orphanedAndDeleted":0}`)
	a.do("GET", "/api/devices/"+old).error(404, "")
	if apps := members(a.do("GET", "/api/devices/"+phone+"/tracked-apps"))["apps"].([]any); len(apps) != 3 {
		t.Errorf("on the phone are %v", apps)
	}
	a.post("/api/annotations", `{"appId":2,"body":"keep"}`).status(201)
	a.same(a.do("DELETE", "/api/devices/"+phone, sameOrigin), `{"orphanedAndDeleted":2}`)
	if apps := into[[]map[string]any](a.do("GET", "/api/apps")); len(apps) != 1 || apps[0]["id"] != 2.0 {
		t.Errorf("left are %v", apps)
	}
	var actions []string
	for _, line := range a.audits() {
		actions = append(actions, line.Action)
	}
	slices.Sort(actions) // some are of one moment
	want := []string{"device_sync.commit", "device_sync.commit", "devices.create", "devices.create", "devices.delete", "devices.merge"}
	equal(t, want, actions, "audit")
}

func TestLimitsOfDevices(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil)
	for _, one := range []struct {
		method, target string
		calls          int
	}{
		{"POST", "/api/devices", 20}, {"PATCH", "/api/devices/x", 30}, {"DELETE", "/api/devices/x", 15},
		{"POST", "/api/device-sync/preview", 30}, {"POST", "/api/device-sync/commit", 15},
	} {
		for range one.calls {
			if got := a.do(one.method, one.target, sameOrigin, body("{}")); got.Code == 429 {
				t.Fatalf("%s %s: refused too early", one.method, one.target)
			}
		}
		got := a.do(one.method, one.target, sameOrigin, body("{}")).status(429)
		if got.Header().Get("Retry-After") == "" {
			t.Errorf("%s %s: no Retry-After", one.method, one.target)
		}
	}
}

func TestDeviceScopeOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil, 1)
	const everything = `{"v":1,"mode":"all","deviceIds":[],"includeUnattached":true}`
	a.same(a.do("GET", "/api/device-scope"), `{"scope":`+everything+`,"devices":[]}`)
	phone, pad := a.add("Phone", 1), a.add("Pad")
	put := func(text string) *answer { return a.do("PUT", "/api/device-scope", sameOrigin, body(text)) }
	for text, want := range map[string]string{
		`{"scope":{"mode":"subset","deviceIds":["` + phone + `","none",7],"includeUnattached":false}}`:  `{"v":1,"mode":"subset","deviceIds":["` + phone + `"],"includeUnattached":false}`,
		`{"scope":{"v":1,"mode":"subset","deviceIds":[],"includeUnattached":true}}`:                     `{"v":1,"mode":"subset","deviceIds":[],"includeUnattached":true}`,
		`{"scope":{"mode":"subset","deviceIds":["` + pad + `","` + phone + `"],"includeUnattached":1}}`: everything,
		`{"scope":{"mode":"subset"}}`: everything,
	} {
		scope, err := json.Marshal(into[struct{ Scope json.RawMessage }](put(text)).Scope)
		if diff := cmp.Diff(want, string(scope)); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, diff)
		}
	}
	put(`{"scope":{"mode":"subset","deviceIds":["`+phone+`","none"]}}`).header(ignored, "scope.deviceIds[]")
	put(`{"scope":{"mode":"subset","deviceIds":["`+phone+`"]}}`).header(ignored, "")
	for _, text := range []string{``, `{}`, `{"scope":null}`, `{"scope":[]}`, `{"scope":"all"}`, `{"scope":{}}`, `{"scope":{"mode":"some"}}`, `{"scope":{"mode":"subset","deviceIds":"x"}}`} {
		put(text).error(400, "")
	}
	put(`{"scope":{"mode":"subset","deviceIds":["` + phone + `"]}}`).status(200)
	if apps := into[[]any](a.do("GET", "/api/apps")); len(apps) != 1 { // only a request narrows a list
		t.Errorf("%d apps", len(apps))
	}
	got := members(a.do("DELETE", "/api/device-scope", sameOrigin))
	if got["scope"].(map[string]any)["mode"] != "all" || len(got["devices"].([]any)) != 2 {
		t.Errorf("afterwards %v", got)
	}
	device := got["devices"].([]any)[1].(map[string]any)
	if device["id"] != phone || device["appCount"] != 1.0 || device["name"] != "Phone" {
		t.Errorf("to choose from is %v", device)
	}
}

// Every screen offers all devices, so there is a maximum, which API and page name.
func TestTooManyDevices(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil)
	a.update(func(tx *storage.Tx) error {
		for i := range 500 {
			if err := tx.Devices.Put(storage.Device{ID: fmt.Sprint("d", i), Name: fmt.Sprint("Device ", i), CreatedAt: 1}); err != nil {
				return err
			}
		}
		return nil
	})
	a.post("/api/devices", `{"name":"One more"}`).error(409, "There are 500 devices already: remove one")
	a.do("DELETE", "/api/devices/d7", sameOrigin).status(200)
	a.post("/api/devices", `{"name":"One more"}`).status(200)
}
