package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

func (d *describer) deviceOperations() []operation {
	id := []parameter{{name: "id", schema: openapi.Text(), says: "The device"}}
	missing := refusing(http.StatusNotFound)
	text := openapi.OrNull(openapi.Text())
	return append([]operation{
		{
			route: "GET /api/devices", id: "queryDevices", kept: true,
			query: []parameter{{name: "ecid", schema: openapi.Text(), says: "Only the device whose chip has this number, letter by letter", example: exampleECID}},
			forms: []form{
				{id: "devices", summary: "All devices, that of the last sync first", without: []string{"ecid"}, answer: answer{schema: of[devicesAnswer](d)}},
				{id: "findDevice", summary: "The device whose chip has a number, if there is one", required: []string{"ecid"}, answer: answer{schema: of[foundDevice](d)}},
			},
		},
		{
			route: "POST /api/devices", id: "addDevice",
			body: openapi.Object(openapi.Members{
				"name": openapi.TextFrom(1), "ecid": text.Says("The number of its chip; the device that has it already keeps its name, and takes over the rest"),
				"model": text, "iosVersion": text, "deviceClass": text,
			}, "name"),
			example: `{"name": "Phone", "ecid": "` + exampleECID + `", "model": "iPhone15,2", "iosVersion": "18.1", "deviceClass": "iPhone"}`,
			answer:  answer{schema: of[deviceAnswer](d)},
		},
		{route: "GET /api/devices/{id}", id: "device", path: id, kept: true, answer: answer{schema: of[device.Detail](d)}, refuses: missing},
		{
			route: "PATCH /api/devices/{id}", id: "editDevice", path: id,
			body: openapi.Object(openapi.Members{
				"name":              openapi.Loose(openapi.TextFrom(1)).Says("One of the two is needed"),
				"mergeIntoDeviceId": openapi.Loose(openapi.TextFrom(1)).Says("Another device, which takes everything over; counts before name"),
			}),
			example: `{"name": "Old phone"}`,
			forms: []form{
				{id: "renameDevice", summary: "Name a device anew", required: []string{"name"}, without: []string{"mergeIntoDeviceId"}, answer: answer{schema: of[deviceAnswer](d)}},
				{id: "mergeDevices", summary: "Make two devices one", required: []string{"mergeIntoDeviceId"}, answer: answer{schema: of[mergedDevicesAnswer](d)}},
			},
			refuses: missing,
		},
		{route: "DELETE /api/devices/{id}", id: "removeDevice", path: id, answer: answer{schema: of[orphanedAnswer](d)}, refuses: missing},
		{route: "GET /api/devices/{id}/tracked-apps", id: "appsOfDevice", path: id, kept: true, answer: answer{schema: of[deviceAppsAnswer](d)}},
		{route: "GET /api/devices/{id}/bundles", id: "bundlesOfDevice", path: id, kept: true, answer: answer{schema: of[deviceBundlesAnswer](d)}},
		{
			route: "GET /api/devices/for-app/{appId}", id: "devicesOfApp", path: []parameter{{name: "appId", schema: appDigits(), says: "The app"}}, kept: true,
			answer: answer{schema: of[devicesForAnswer](d)},
		},
		{route: "GET /api/device-scope", id: "deviceScope", kept: true, answer: answer{schema: of[device.Scoped](d)}},
		{
			route: "PUT /api/device-scope", id: "setDeviceScope",
			body: openapi.Object(openapi.Members{"scope": openapi.Object(openapi.Members{
				"mode":              openapi.OneOf(device.ScopeAll, device.ScopeSubset),
				"deviceIds":         openapi.OrNull(openapi.List(openapi.Loose(openapi.Text()))).Says("With subset; those that are not there are left out"),
				"includeUnattached": openapi.Loose(openapi.Boolean()).Says("With subset: the apps on no device too"),
			}, "mode")}, "scope"),
			example: `{"scope": {"mode": "subset", "deviceIds": ["1"], "includeUnattached": false}}`,
			answer:  answer{schema: of[device.Scoped](d)},
		},
		{route: "DELETE /api/device-scope", id: "resetDeviceScope", answer: answer{schema: of[device.Scoped](d)}},
	}, append(d.deviceSyncOperations(), d.deviceActionOperations()...)...)
}

func (d *describer) deviceSyncOperations() []operation {
	id := openapi.TextFrom(1).Says("The device")
	text := openapi.Loose(openapi.Text())
	installed := openapi.Loose(openapi.Object(openapi.Members{
		"appId": appID(), "name": text, "developer": text, "url": text, "iconUrl": text, "bundleId": text,
	}, "appId"))
	apps := openapi.ListOf(openapi.Loose(appID()), 0, maxCommitted)
	pair := openapi.Loose(openapi.Object(openapi.Members{"previousAppId": appID(), "incomingAppId": appID()}, "previousAppId", "incomingAppId"))
	return []operation{
		{
			route: "POST /api/device-sync/preview", id: "previewDeviceSync",
			body: openapi.Object(openapi.Members{
				"deviceId": id, "currentImport": openapi.ListOf(installed, 0, device.MaxInstalled).Says("All that is installed on the device now"),
			}, "deviceId", "currentImport"),
			example: `{"deviceId": "1", "currentImport": [{"appId": 1, "name": "One", "bundleId": "com.example.one"}, {"appId": 2}]}`,
			answer:  answer{schema: of[previewSyncAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "POST /api/device-sync/commit", id: "commitDeviceSync",
			body: openapi.Object(openapi.Members{
				"deviceId": id, "addAppIds": apps.Says("Those that are tracked are put on the device"), "removeAppIds": apps,
				"bundleIdMerges": openapi.OrNull(openapi.ListOf(pair, 0, device.MaxInstalled)).Says("As the preview tells them"),
			}, "deviceId", "addAppIds", "removeAppIds"),
			example: `{"deviceId": "1", "addAppIds": [1], "removeAppIds": [2]}`,
			answer:  answer{schema: of[device.Done](d)}, refuses: refusing(http.StatusNotFound),
		},
	}
}

// exampleECID is the number of a chip, in the examples.
const exampleECID = "1A2B3C4D5E6F"

func (d *describer) deviceActionOperations() []operation {
	ecid := openapi.Matching(`^\s*(0[xX])?[0-9A-Fa-f]{8,24}\s*$`).Says("The number of the device's chip")
	text := openapi.Loose(openapi.Text())
	denied := d.fault("GateDenied", openapi.Members{"error": openapi.OneOf("gate_denied"), "gate": of[device.Gate](d)})
	return []operation{
		{
			route: "POST /api/device-actions/backup", id: "noteDeviceBackup",
			body: openapi.Object(openapi.Members{
				"ecid": ecid, "path": openapi.Text().Says("Where the backup is"), "finishedAt": of[storage.Time](d), "deviceName": text,
			}, "ecid", "path", "finishedAt"),
			example: `{"ecid": "` + exampleECID + `", "path": "/backups/phone", "finishedAt": 1767225600000, "deviceName": "Phone"}`,
			answer:  answer{schema: of[okAnswer](d)},
		},
		{
			route: "GET /api/device-actions/uninstall", id: "uninstallGate",
			query: []parameter{
				{name: "ecid", schema: openapi.TextFrom(1), says: "The number of the device's chip", example: exampleECID, must: true},
				{name: "acknowledgeNoBackup", schema: switches(), says: "That there is no backup is known", example: "1"},
			},
			answer: answer{schema: of[device.Gate](d)},
		},
		{
			route: "POST /api/device-actions/uninstall", id: "noteUninstall",
			body: openapi.Object(openapi.Members{
				"ecid": ecid, "bundleId": openapi.Matching(`^[A-Za-z0-9._-]{1,155}$`), "ok": openapi.Boolean().Says("Whether it was removed"),
				"appId": openapi.Loose(appID()), "appName": text, "error": text.Says("Why it was not"),
				"acknowledgeNoBackup": openapi.Loose(openapi.Boolean()).Says("That there is no backup is known"),
			}, "ecid", "bundleId", "ok"),
			example: `{"ecid": "` + exampleECID + `", "bundleId": "com.example.one", "ok": true, "appId": 1, "acknowledgeNoBackup": true}`,
			answer:  answer{schema: of[okAnswer](d)}, refuses: map[int]*openapi.Schema{http.StatusForbidden: denied},
		},
	}
}
