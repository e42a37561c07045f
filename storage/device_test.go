package storage_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func deviceKinds() map[string]kind {
	type (
		device = storage.Device
		link   = storage.DeviceLink
	)
	return map[string]kind{
		"device": kindOf[string, device]{
			valid: device{ID: "d", Name: "Phone", CreatedAt: 1}, key: "d",
			spoil: map[string]func(*device){
				"no id": func(d *device) { d.ID = "" }, "no name": func(d *device) { d.Name = "" }, "no time": func(d *device) { d.CreatedAt = 0 },
				"all of them": func(d *device) { d.ID = storage.DevicesAll }, "none of them": func(d *device) { d.ID = storage.DevicesUnattached },
				"two in one": func(d *device) { d.ID = "a,b" }, "id": func(d *device) { d.ID = nul }, "name": func(d *device) { d.Name = broken },
				"number": func(d *device) { d.ECID = nul }, "model": func(d *device) { d.Model = nul }, "system": func(d *device) { d.IOSVersion = broken },
				"class": func(d *device) { d.Class = nul },
			},
			fine: map[string]func(*device){"synced": func(d *device) { d.LastSynced = 7 }, "unknown": func(d *device) { d.Placeholder = true }},
		},
		"device link": kindOf[storage.DeviceLinkID, link]{
			valid: link{App: 7, Device: "d"}, key: storage.DeviceLinkID{App: 7, Device: "d"},
			spoil: map[string]func(*link){
				"no app": func(l *link) { l.App = 0 }, "large app": func(l *link) { l.App = storage.MaxAppID + 1 },
				"no device": func(l *link) { l.Device = "" }, "device": func(l *link) { l.Device = nul },
			},
		},
	}
}

func TestDevicesOnTheWire(t *testing.T) {
	t.Parallel()
	for want, record := range map[string]any{
		`{"id":"d","name":"Phone","ecid":null,"model":"A","iosVersion":null,"deviceClass":null,"ownerLabel":null,"ownerAudience":null,"permissionAcknowledged":false,"createdAt":1,"lastSyncedAt":2,"isUnknownPlaceholder":false}`: storage.Device{
			ID: "d", Name: "Phone", Model: "A", CreatedAt: 1, LastSynced: 2,
		},
		`{"appId":7,"deviceId":"d","firstSeenAt":1,"lastSeenAt":2}`: storage.DeviceLink{App: 7, Device: "d", FirstSeen: 1, LastSeen: 2},
		`"7-d"`: storage.DeviceLinkID{App: 7, Device: "d"}.String(),
	} {
		got, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
