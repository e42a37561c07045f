package memory

import (
	"cmp"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// The tables of the devices that apps are on.
type (
	deviceTable = table[string, storage.Device, storage.DeviceQuery]
	linkTable   = table[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery]
)

func (t *tx) Devices() storage.Table[string, storage.Device, storage.DeviceQuery] {
	return &deviceTable{
		tx: t, name: "device", rows: &t.state.devices,
		order: func(_ storage.DeviceQuery, a, b storage.Device) int {
			return cmp.Or(cmp.Compare(b.LastSynced, a.LastSynced), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
		},
		match: func(q storage.DeviceQuery, d storage.Device) bool { return wanted(q.ECID, d.ECID) },
		page:  func(q storage.DeviceQuery) (int, int) { return q.Limit, 0 },
		fell: func(gone map[string]bool) error {
			_, err := t.deviceLinks().removeAll(func(l storage.DeviceLink) bool { return gone[l.Device] })
			return err
		},
	}
}

func (t *tx) deviceLinks() *linkTable {
	return &linkTable{
		tx: t, name: "device link", rows: &t.state.deviceLinks,
		order: func(_ storage.DeviceLinkQuery, a, b storage.DeviceLink) int {
			return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Device, b.Device))
		},
		match: func(q storage.DeviceLinkQuery, l storage.DeviceLink) bool {
			return wanted(q.Device, l.Device) && (len(q.Apps) == 0 || slices.Contains(q.Apps, l.App))
		},
		page:   func(q storage.DeviceLinkQuery) (int, int) { return q.Limit, 0 },
		orphan: func(l storage.DeviceLink) bool { return !t.state.apps.has(l.App) || !t.state.devices.has(l.Device) },
	}
}

func (t *tx) DeviceLinks() storage.Table[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery] {
	return t.deviceLinks()
}

// onOneOf says whether an app is on one of the devices; the empty id stands for
// an app on none.
func (t *tx) onOneOf(devices []string, app storage.AppID) bool {
	for _, device := range devices {
		if device != "" && t.state.deviceLinks.has(storage.DeviceLinkID{App: app, Device: device}) {
			return true
		}
	}
	return slices.Contains(devices, "") && !t.attached(app)
}

// attached says whether an app is on any device.
func (t *tx) attached(app storage.AppID) bool {
	for id := range t.state.deviceLinks.byKey {
		if id.App == app {
			return true
		}
	}
	return false
}
