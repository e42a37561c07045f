package backup_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// devices stores random devices, links with existing apps, and mostly a scope.
func (c chance) devices(tx *storage.Tx) error {
	var ids []string
	for i := range c.IntN(4) {
		d := storage.Device{ID: c.id("device", i), Name: c.some(), ECID: c.text(), Model: c.text(), IOSVersion: c.text(), Class: c.text(),
			CreatedAt: c.moment(), LastSynced: c.moment(), Placeholder: c.yes()}
		if err := tx.Devices.Put(d); err != nil {
			return err
		}
		ids = append(ids, d.ID)
	}
	apps, err := storage.Collect(tx.Apps.List(storage.AppQuery{}))
	if err != nil {
		return err
	}
	for _, a := range apps {
		for _, id := range ids {
			if c.yes() {
				continue
			}
			if err := tx.DeviceLinks.Put(storage.DeviceLink{App: a.ID, Device: id, FirstSeen: c.moment(), LastSeen: c.moment()}); err != nil {
				return err
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	text, err := json.Marshal(device.Scope{Version: 1, Mode: device.ScopeSubset, Devices: ids[:1]})
	if err != nil {
		return err
	}
	return tx.Settings.Put(storage.Setting{Name: device.ScopeSetting, Value: string(text)})
}

// A scope is exported without devices that were removed, and only if it does not
// select everything.
func TestDeviceScope(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ setting, want string }{
		"none":                 {"", `[]`},
		"everything":           {`{"v":1,"mode":"all","deviceIds":[],"includeUnattached":true}`, `[]`},
		"a device":             {`{"v":1,"mode":"subset","deviceIds":["a"],"includeUnattached":false}`, `[{"deviceIds":["a"],"includeUnattached":false,"mode":"subset","v":1}]`},
		"one that is gone":     {`{"v":1,"mode":"subset","deviceIds":["x"],"includeUnattached":false}`, `[]`},
		"one more that is":     {`{"v":1,"mode":"subset","deviceIds":["x","b"],"includeUnattached":false}`, `[{"deviceIds":["b"],"includeUnattached":false,"mode":"subset","v":1}]`},
		"what is no scope":     {`[`, `[]`},
		"what is on no device": {`{"v":1,"mode":"subset","deviceIds":null,"includeUnattached":true}`, `[{"deviceIds":[],"includeUnattached":true,"mode":"subset","v":1}]`},
	} {
		s := memory.New()
		update(t, s, func(tx *storage.Tx) error {
			for _, id := range []string{"a", "b"} {
				if err := tx.Devices.Put(storage.Device{ID: id, Name: "Phone", CreatedAt: 1}); err != nil {
					return err
				}
			}
			if tt.setting == "" {
				return nil
			}
			return tx.Settings.Put(storage.Setting{Name: device.ScopeSetting, Value: tt.setting})
		})
		bundle := export(t, newService(t, s))
		all := members(t, bundle)
		if d := cmp.Diff(tt.want, string(all["deviceScope"])); d != "" || string(all["settings"]) != "[]" {
			t.Errorf("%s: settings %s, scope (-want +got):\n%s", name, all["settings"], d)
		}
		to := memory.New()
		restore(t, newService(t, to), bundle, false)
		if d := cmp.Diff(head(t, bundle), head(t, export(t, newService(t, to)))); d != "" {
			t.Errorf("%s: exported again (-want +got):\n%s", name, d)
		}
	}
}

func TestInvalidDevices(t *testing.T) {
	t.Parallel()
	const one = `,"devices":[{"id":"d","name":"Phone","createdAt":1}]`
	for name, tt := range map[string]struct {
		bundle, member string
		index          int
		want           error
	}{
		"a device without name":         {`,"devices":[{"id":"d","createdAt":1}]`, "devices", 0, record.ErrInvalid},
		"a device of two":               {`,"devices":[{"id":"d,e","name":"x","createdAt":1}]`, "devices", 0, record.ErrInvalid},
		"a device twice":                {`,"devices":[{"id":"d","name":"x","createdAt":1},{"id":"d","name":"y","createdAt":1}]`, "devices", 1, record.ErrDuplicate},
		"a link's app":                  {one + `,"deviceLinks":[{"appId":1,"deviceId":"d"},{"appId":3,"deviceId":"d"}]`, "deviceLinks", 1, record.ErrReference},
		"a link's device":               {one + `,"deviceLinks":[{"appId":1,"deviceId":"e"}]`, "deviceLinks", 0, record.ErrReference},
		"a link twice":                  {one + `,"deviceLinks":[{"appId":1,"deviceId":"d"},{"appId":"1","deviceId":"d"}]`, "deviceLinks", 1, record.ErrDuplicate},
		"a scope's device":              {one + `,"deviceScope":[{"v":1,"mode":"subset","deviceIds":["d","e"]}]`, "deviceScope", 0, record.ErrReference},
		"a scope of another mode":       {one + `,"deviceScope":[{"v":1,"mode":"some"}]`, "deviceScope", 0, record.ErrInvalid},
		"two scopes":                    {one + `,"deviceScope":[{"mode":"all"},{"mode":"all"}]`, "deviceScope", 1, record.ErrDuplicate},
		"a scope among the settings":    {`,"settings":[{"key":"deviceScope","value":"{}"}]`, "settings", 0, record.ErrInvalid},
		"a backup of another machine's": {`,"settings":[{"key":"deviceBackup.0123456789","value":"{}"}]`, "settings", 0, record.ErrInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused(t, plainHead+tt.bundle+"}", tt.member, tt.index, tt.want)
		})
	}
}

// The paths of device backups belong to the machine and are not exported.
func TestDeviceBackupsStay(t *testing.T) {
	t.Parallel()
	from, to := memory.New(), memory.New()
	for i, s := range []storage.Store{from, to} {
		update(t, s, func(tx *storage.Tx) error {
			return tx.Settings.Put(storage.Setting{Name: fmt.Sprint("deviceBackup.0123456", i), Value: "{}"})
		})
	}
	bundle := export(t, newService(t, from))
	if bytes.Contains(bundle, []byte("deviceBackup")) {
		t.Errorf("the bundle is %s", bundle)
	}
	restore(t, newService(t, to), bundle, false)
	want := []any{storage.Setting{Name: "deviceBackup.01234561", Value: "{}"}}
	if d := cmp.Diff(want, dumpOf(t, to)["settings"]); d != "" {
		t.Errorf("settings (-want +got):\n%s", d)
	}
}
