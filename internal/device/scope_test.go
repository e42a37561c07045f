package device_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/storage"
)

func TestScope(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.track(1)
	phone, pad := r.add("Phone", 1), r.add("Pad")
	all := device.Scope{Version: 1, Mode: device.ScopeAll, Devices: []string{}, Unattached: true}
	subset := func(unattached bool, ids ...string) device.Scope {
		if ids == nil {
			ids = []string{}
		}
		return device.Scope{Version: 1, Mode: device.ScopeSubset, Devices: ids, Unattached: unattached}
	}
	for name, tt := range map[string]struct{ set, want device.Scope }{
		"everything":                      {device.Scope{Mode: device.ScopeAll}, all},
		"everything, whatever it names":   {device.Scope{Mode: device.ScopeAll, Devices: []string{phone.ID}}, all},
		"a device":                        {subset(false, phone.ID), subset(false, phone.ID)},
		"all devices, in their order":     {subset(false, phone.ID, pad.ID, phone.ID), subset(false, pad.ID, phone.ID)},
		"all devices and what is on none": {subset(true, phone.ID, pad.ID), all},
		"what is on none":                 {subset(true), subset(true)},
		"nothing":                         {subset(false), all},
		"a device that is not there":      {subset(false, "none"), all},
		"and one that is":                 {subset(true, "none", pad.ID), subset(true, pad.ID)},
	} {
		got, err := r.SetScope(t.Context(), tt.set)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got.Scope); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		again, err := r.Scope(t.Context())
		if diff := cmp.Diff(got, again); diff != "" || err != nil {
			t.Errorf("%s, asked again, %v (-set +asked):\n%s", name, err, diff)
		}
		if len(got.Devices) != 2 || got.Devices[0].ID != pad.ID || got.Devices[1].AppCount != 1 {
			t.Errorf("to choose from are %+v", got.Devices)
		}
	}
	for _, mode := range []string{"", "some", "ALL"} {
		_, err := r.SetScope(t.Context(), device.Scope{Mode: mode})
		r.want(err, device.ErrScope)
	}
}

func TestScopeFollowsTheDevices(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	phone, pad := r.add("Phone"), r.add("Pad")
	got, err := r.SetScope(t.Context(), device.Scope{Mode: device.ScopeSubset, Devices: []string{phone.ID, pad.ID}})
	if err != nil || len(got.Scope.Devices) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	r.now = r.now.Add(time.Hour)
	if _, err := r.Commit(t.Context(), device.Change{Device: phone.ID}); err != nil { // the order changes
		t.Fatal(err)
	}
	if got, err = r.Scope(t.Context()); err != nil || got.Scope.Devices[0] != phone.ID {
		t.Errorf("after a sync %+v, %v", got, err)
	}
	for _, id := range []string{phone.ID, pad.ID} {
		if _, err := r.Remove(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if got, err = r.Scope(t.Context()); err != nil || got.Scope.Mode != device.ScopeAll || got.Devices == nil || len(got.Devices) > 0 {
		t.Errorf("without devices %+v, %v", got, err)
	}
}

func TestScopeIsForgotten(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	if _, err := r.SetScope(t.Context(), device.Scope{Mode: device.ScopeSubset, Unattached: true}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := r.ResetScope(t.Context()); err != nil || got.Scope.Mode != device.ScopeAll {
			t.Errorf("%+v, %v", got, err)
		}
	}
	for _, kept := range []string{"", "[", `{"mode":"some"}`, `null`} { // not of this package's writing
		r.update(func(tx *storage.Tx) error {
			return tx.Settings.Put(storage.Setting{Name: device.ScopeSetting, Value: kept})
		})
		if got, err := r.Scope(t.Context()); err != nil || got.Scope.Mode != device.ScopeAll {
			t.Errorf("%q: %+v, %v", kept, got, err)
		}
	}
}
