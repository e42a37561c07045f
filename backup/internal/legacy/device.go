package legacy

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// unnamedDevice is the name of a device without one.
const unnamedDevice = "Unknown Device"

func (t *translation) takeDevice(r *row) error {
	d := storage.Device{
		ID: r.text("id"), Name: cmp.Or(r.text("name"), unnamedDevice), ECID: r.known("ecid"), Model: r.known("model"), IOSVersion: r.known("ios_version"),
		Class: r.known("device_class"), CreatedAt: r.time("created_at"), LastSynced: r.time("last_synced_at"), Placeholder: r.is("is_unknown_placeholder"),
		OwnerLabel: r.known("owner_label"), OwnerAudience: storage.Audience(r.text("owner_audience")), PermissionAcknowledged: r.is("permission_acknowledged"),
	}
	if !d.OwnerAudience.Known() {
		d.OwnerAudience = ""
	}
	d.CreatedAt = cmp.Or(d.CreatedAt, d.LastSynced, max(t.ExportedAt, 0))
	t.devices[record.Fingerprint(d.ID)] = true
	return t.put(r, d)
}

// takeLink takes the link of an app with a device that it is on.
func (t *translation) takeLink(r *row) error {
	l := storage.DeviceLink{App: t.app.id, Device: r.text("device_id"), FirstSeen: r.time("first_seen_at"), LastSeen: r.time("last_seen_at")}
	l.LastSeen = max(l.LastSeen, l.FirstSeen)
	return t.put(r, l)
}

// takeScope takes the setting that selects devices, if it selects some that exist.
func (t *translation) takeScope(r *row) error {
	var scope device.Scope
	err := jsonread.Decode([]byte(r.text("value")), &scope)
	scope.Devices = slices.DeleteFunc(scope.Devices, func(id string) bool { return !t.devices[record.Fingerprint(id)] })
	if err != nil || t.scoped || scope.Mode != device.ScopeSubset || len(scope.Devices) == 0 && !scope.Unattached {
		return t.leave(r)
	}
	t.scoped = true
	text, err := json.Marshal(scope)
	if err != nil {
		return r.fail(err)
	}
	return t.put(r, storage.Setting{Name: device.ScopeSetting, Value: string(text)})
}
