package backup

import (
	"encoding/json"
	"fmt"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/storage"
)

// deviceScope returns the kind of the device scope, a list with at most one element. It is a
// setting, but has a kind of its own because it refers to devices.
func deviceScope(k kind, tx *storage.Tx) kind {
	k = formed(k, scopeOf, func(_ *facts, w device.Scope) (storage.Setting, error) {
		if err := w.Validate(); err != nil {
			return storage.Setting{}, fmt.Errorf("%w: %w", record.ErrInvalid, err)
		}
		return scopeSetting(w)
	})
	k.member = "deviceScope"
	k.list = func(yield func(any, error) bool) {
		s, err := device.StoredScope(tx)
		if err == nil && s.Mode == device.ScopeAll {
			return
		}
		var setting storage.Setting
		if err == nil {
			setting, err = scopeSetting(s)
		}
		yield(setting, err)
	}
	k.refs = on(func(s storage.Setting) (refs []ref) {
		for _, id := range scopeOf(s).Devices {
			refs = append(refs, ref{"deviceIds", memberDevices, id})
		}
		return refs
	})
	k.excluded = on(func(s storage.Setting) bool { return s.Name != device.ScopeSetting })
	k.retained = k.excluded
	return choice(k)
}

func scopeSetting(s device.Scope) (storage.Setting, error) {
	text, err := json.Marshal(s)
	return storage.Setting{Name: device.ScopeSetting, Value: string(text)}, err
}

// scopeOf is the inverse of scopeSetting.
func scopeOf(s storage.Setting) (scope device.Scope) {
	_ = json.Unmarshal([]byte(s.Value), &scope) // cannot fail: scopeSetting encoded it
	return scope
}
