package storage_test

import "github.com/privacylabels/auditor/storage"

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
				"two in one": func(d *device) { d.ID = "a,b" },
			},
			fine: map[string]func(*device){"synced": func(d *device) { d.LastSynced = 7 }, "unknown": func(d *device) { d.Placeholder = true }},
		},
		"device link": kindOf[storage.DeviceLinkID, link]{
			valid: link{App: 7, Device: "d"}, key: storage.DeviceLinkID{App: 7, Device: "d"},
			spoil: map[string]func(*link){
				"no app": func(l *link) { l.App = 0 }, "large app": func(l *link) { l.App = storage.MaxAppID + 1 },
				"no device": func(l *link) { l.Device = "" },
			},
		},
	}
}
