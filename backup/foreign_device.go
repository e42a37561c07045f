package backup

import (
	"cmp"
	"slices"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/storage"
)

// unnamedDevice is what a device is called that has no name.
const unnamedDevice = "Unknown Device"

func (t *translation) takeDevice(r *row) error {
	d := storage.Device{
		ID: r.text("id"), Name: cmp.Or(r.text("name"), unnamedDevice), ECID: r.known("ecid"), Model: r.known("model"), IOSVersion: r.known("ios_version"),
		Class: r.known("device_class"), CreatedAt: r.time("created_at"), LastSynced: r.time("last_synced_at"), Placeholder: r.is("is_unknown_placeholder"),
	}
	d.CreatedAt = cmp.Or(d.CreatedAt, d.LastSynced, max(t.stamp(), 0))
	t.devices[fingerprint(d.ID)] = true
	return t.out.put(memberDevices, r, d)
}

// takeLink takes that an app is on a device.
func (t *translation) takeLink(r *row) error {
	l := storage.DeviceLink{App: t.app.id, Device: r.text("device_id"), FirstSeen: r.time("first_seen_at"), LastSeen: r.time("last_seen_at")}
	l.LastSeen = max(l.LastSeen, l.FirstSeen)
	return t.out.put("deviceLinks", r, l)
}

// takeScope takes the setting that says which devices pages show, if that is some
// of those that there are.
func (t *translation) takeScope(r *row) error {
	var scope device.Scope
	err := jsonstream.Decode([]byte(r.text("value")), &scope)
	scope.Devices = slices.DeleteFunc(scope.Devices, func(id string) bool { return !t.devices[fingerprint(id)] })
	if err != nil || t.scoped || scope.Mode != device.ScopeSubset || len(scope.Devices) == 0 && !scope.Unattached {
		return t.leave(r)
	}
	t.scoped = true
	return t.out.put(memberDeviceScope, r, scope)
}
