package backup

import (
	"encoding/json"
	"fmt"
	"iter"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/storage"
)

const (
	memberDevices     = "devices"
	memberDeviceScope = "deviceScope"
)

// devices are what somebody has, and no part of the fleet.
func devices() kind {
	k := plain(memberDevices, storage.Tx.Devices, func(id string) string { return id })
	k.choice = true
	return k
}

func deviceLinks() kind {
	k := plain("deviceLinks", storage.Tx.DeviceLinks, storage.DeviceLinkID.String)
	k.refs = func(l storage.DeviceLink) []ref {
		return []ref{{memberApps, l.App.String()}, {memberDevices, l.Device}}
	}
	return k
}

// deviceScope is a list of one scope, or of none: of all settings the one that
// names devices.
func deviceScope() kind {
	type scope = device.Scope
	return rows[string, storage.Setting, storage.SettingQuery, scope]{
		at: memberDeviceScope, table: storage.Tx.Settings, id: func(name string) string { return name },
		list: func(tx storage.Tx) iter.Seq2[storage.Setting, error] {
			return func(yield func(storage.Setting, error) bool) {
				s, err := device.StoredScope(tx)
				if err == nil && s.Mode == device.ScopeAll {
					return
				}
				var setting storage.Setting
				if err == nil {
					setting, err = packScope(s)
				}
				yield(setting, err)
			}
		},
		pack: func(s storage.Setting) scope {
			var w scope
			_ = json.Unmarshal([]byte(s.Value), &w) // it is what packScope wrote
			return w
		},
		unpack: func(_ *facts, w scope) (storage.Setting, error) {
			if err := w.Validate(); err != nil {
				return storage.Setting{}, fmt.Errorf("%w: %w", ErrRecord, err)
			}
			return packScope(w)
		},
		refs: func(s storage.Setting) (named []ref) {
			var w scope
			_ = json.Unmarshal([]byte(s.Value), &w) // it is what packScope wrote
			for _, id := range w.Devices {
				named = append(named, ref{memberDevices, id})
			}
			return named
		},
		stays:  func(s storage.Setting) bool { return s.Name != device.ScopeSetting },
		choice: true,
	}
}

func packScope(s device.Scope) (storage.Setting, error) {
	text, err := json.Marshal(s)
	return storage.Setting{Name: device.ScopeSetting, Value: string(text)}, err
}
