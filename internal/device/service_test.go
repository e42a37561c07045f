package device_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

func TestAddIsTheSameForTheSameChip(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	at := storage.TimeOf(r.now)
	first, err := r.Add(t.Context(), device.Description{Name: "Phone", ECID: "0xAB", Model: "one"})
	if err != nil {
		t.Fatal(err)
	}
	want := storage.Device{Name: "Phone", ECID: "0xAB", Model: "one", CreatedAt: at, LastSynced: at}
	if diff := cmp.Diff(want, first, cmpopts.IgnoreFields(storage.Device{}, "ID")); diff != "" || first.ID == "" {
		t.Errorf("added %q (-want +got):\n%s", first.ID, diff)
	}
	r.now = r.now.Add(time.Hour)
	again, err := r.Add(t.Context(), device.Description{Name: "Other", ECID: "0xAB", IOSVersion: "18", Class: "iPhone"})
	if err != nil {
		t.Fatal(err)
	}
	want = first
	want.IOSVersion, want.Class = "18", "iPhone"
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("added again (-want +got):\n%s", diff)
	}
	for range 2 { // without a number each is another one
		if d := r.add("Pad"); d.ID == first.ID {
			t.Error("a device without a number is one that has one")
		}
	}
	all, err := r.List(t.Context())
	if err != nil || len(all) != 3 {
		t.Errorf("there are %v, %v", all, err)
	}
	for _, what := range []device.Description{{}, {Name: "a\x00"}, {Name: "x", Model: "\xff"}} {
		_, err := r.Add(t.Context(), what)
		r.want(err, storage.ErrInvalid)
	}
}

// fill stores as many devices as there may be, the first with a chip number.
func (b *bench) fill() {
	b.t.Helper()
	b.update(func(tx *storage.Tx) error {
		for i := range device.MaxDevices {
			d := storage.Device{ID: fmt.Sprint("d", i), Name: fmt.Sprint("Device ", i), CreatedAt: 1}
			if i == 0 {
				d.ECID = "0xAB"
			}
			if err := tx.Devices.Put(d); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestAddUpToTheMaximum(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.fill()
	_, err := r.Add(t.Context(), device.Description{Name: "One more"})
	r.want(err, device.ErrTooManyDevices)
	if d, err := r.Add(t.Context(), device.Description{Name: "Known", ECID: "0xAB", Model: "one"}); err != nil || d.ID != "d0" {
		t.Errorf("one that is known is %q, error %v", d.ID, err)
	}
}

func TestListAndFind(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.track(1, 2, 3)
	phone, pad := r.add("Phone", 1, 2), r.add("Pad", 2)
	r.imported(phone.ID, 20, 10)
	all, err := r.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].ID != pad.ID || all[0].AppCount != 1 || all[1].ID != phone.ID || all[1].AppCount != 2 {
		t.Errorf("newest sync first: %+v", all)
	}
	found, err := r.Get(t.Context(), phone.ID)
	if err != nil || found.Device.Name != "Phone" || found.Imports != (device.ImportHistory{Count: 2, LastCompletedAt: 20}) {
		t.Errorf("found %+v, %v", found, err)
	}
	_, err = r.Get(t.Context(), "none")
	r.want(err, storage.ErrNotFound)
	for _, ecid := range []string{"", "0x1"} {
		_, err = r.Find(t.Context(), ecid)
		r.want(err, storage.ErrNotFound)
	}
	on, err := r.With(t.Context(), 2)
	if err != nil || len(on) != 2 || on[0].ID != pad.ID {
		t.Errorf("app 2 is on %+v, %v", on, err)
	}
	for _, app := range []storage.AppID{3, 9, 0, -1} {
		if on, err := r.With(t.Context(), app); err != nil || on == nil || len(on) != 0 {
			t.Errorf("app %d is on %v, %v", app, on, err)
		}
	}
}

func TestAppsAndBundlesOfADevice(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.track(1, 2, 3, 4)
	r.update(func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 2, Name: "app 0", URL: "u", BundleID: "com.example.1"}, storage.App{ID: 3, Name: "Zoo", URL: "u"})
	})
	phone := r.add("Phone", 1, 2, 3)
	apps, err := r.Apps(t.Context(), phone.ID)
	want := []device.App{{2, "app 0", "com.example.1"}, {1, "App 1", "com.example.1"}, {3, "Zoo", ""}}
	if diff := cmp.Diff(want, apps); diff != "" || err != nil {
		t.Errorf("apps, %v (-want +got):\n%s", err, diff)
	}
	bundles, err := r.Bundles(t.Context(), phone.ID)
	if diff := cmp.Diff([]string{"com.example.1"}, bundles); diff != "" || err != nil {
		t.Errorf("bundles, %v (-want +got):\n%s", err, diff)
	}
	for _, id := range []string{"", "none", storage.DevicesUnattached} {
		apps, err := r.Apps(t.Context(), id)
		bundles, err2 := r.Bundles(t.Context(), id)
		if err != nil || err2 != nil || apps == nil || bundles == nil || len(apps)+len(bundles) > 0 {
			t.Errorf("on device %q are %v, %v, %v, %v", id, apps, bundles, err, err2)
		}
	}
}

func TestLinkKeepsWhenItWasFirstSeen(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.track(1, 2)
	phone := r.add("Phone", 1)
	r.update(func(tx *storage.Tx) error {
		n, err := device.Link(tx, storage.TimeOf(r.now), phone.ID, 1, 2, 2, 9)
		if n != 1 {
			t.Errorf("%d were added", n)
		}
		return err
	})
	if diff := cmp.Diff([]string{"1 on Phone 0-60", "2 on Phone 60-60"}, r.links()); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if found, err := r.Get(t.Context(), phone.ID); err != nil || found.Device.LastSynced != storage.TimeOf(r.now) {
		t.Errorf("synced %+v, %v", found, err)
	}
	err := r.store.Update(t.Context(), func(tx *storage.Tx) error {
		_, err := device.Link(tx, 1, "none", 1)
		return err
	})
	r.want(err, storage.ErrNotFound)
}

func TestRename(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	phone := r.add("Phone")
	named, err := r.Rename(t.Context(), phone.ID, "Mine")
	if phone.Name = "Mine"; err != nil || named != phone {
		t.Errorf("named %+v, %v", named, err)
	}
	_, err = r.Rename(t.Context(), "none", "x")
	r.want(err, storage.ErrNotFound)
	_, err = r.Rename(t.Context(), phone.ID, "")
	r.want(err, storage.ErrInvalid)
}

// What names a device that is merged names the other one afterwards.
func TestMergeMovesScopeAndDestinations(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	old, phone, tablet := r.add("Old"), r.add("Phone"), r.add("Tablet")
	destination := func(id string, devices ...string) storage.Setting {
		text, err := json.Marshal(map[string]any{
			"name": id, "channel": "generic", "url": "https://hooks.example/" + id, "frequency": "immediate", "hour": 8, "deviceIds": devices, "createdAt": 1, "updatedAt": 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		return storage.Setting{Name: settings.Destinations + id, Value: string(text)}
	}
	r.update(func(tx *storage.Tx) error {
		return tx.Settings.Put(destination("a", old.ID), destination("b", old.ID, phone.ID), destination("c", tablet.ID), destination("d"))
	})
	if _, err := r.SetScope(t.Context(), device.Scope{Mode: device.ScopeSubset, Devices: []string{old.ID}}); err != nil {
		t.Fatal(err)
	}
	if err := r.Merge(t.Context(), old.ID, phone.ID); err != nil {
		t.Fatal(err)
	}
	scoped, err := r.Scope(t.Context())
	if diff := cmp.Diff([]string{phone.ID}, scoped.Scope.Devices); err != nil || diff != "" {
		t.Errorf("devices of the scope, error %v (-want +got):\n%s", err, diff)
	}
	got := make(map[string][]string)
	r.view(func(tx *storage.Tx) error {
		clear(got)
		for set, err := range tx.Settings.List(storage.SettingQuery{Prefix: settings.Destinations}) {
			var to struct {
				URL     string   `json:"url"`
				Devices []string `json:"deviceIds"`
			}
			if err := errors.Join(err, json.Unmarshal([]byte(set.Value), &to)); err != nil {
				return err
			}
			got[to.URL] = to.Devices
		}
		return nil
	})
	want := map[string][]string{
		"https://hooks.example/a": {phone.ID}, "https://hooks.example/b": {phone.ID}, "https://hooks.example/c": {tablet.ID}, "https://hooks.example/d": nil,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("devices of the destinations (-want +got):\n%s", diff)
	}
}

func TestMergeOfDevicesLosesNothing(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.track(1, 2, 3)
	old, phone := r.add("Old", 1, 2), r.add("Phone", 2, 3)
	r.want(r.Merge(t.Context(), old.ID, old.ID), device.ErrMerge)
	r.want(r.Merge(t.Context(), old.ID, "none"), device.ErrMerge)
	r.want(r.Merge(t.Context(), "none", phone.ID), storage.ErrNotFound)
	if got := len(r.links()); got != 4 {
		t.Fatalf("%d links after merges that failed", got)
	}
	pad := r.add("Pad")
	r.imported(old.ID, 30)
	r.imported(phone.ID, 20, 10)
	r.imported(pad.ID, 40)
	r.imported("", 50)
	if err := r.Merge(t.Context(), old.ID, phone.ID); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1 on Phone 0-0", "2 on Phone 0-60", "3 on Phone 60-60"}, r.links()); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if got, err := r.Get(t.Context(), phone.ID); err != nil || got.Imports != (device.ImportHistory{Count: 3, LastCompletedAt: 30}) {
		t.Errorf("the imports of both are %+v, %v", got.Imports, err)
	}
	if got, err := r.Get(t.Context(), pad.ID); err != nil || got.Imports != (device.ImportHistory{Count: 1, LastCompletedAt: 40}) {
		t.Errorf("the imports of another device are %+v, %v", got.Imports, err)
	}
	_, err := r.Get(t.Context(), old.ID)
	r.want(err, storage.ErrNotFound)
	if got := len(r.tracked()); got != 3 {
		t.Errorf("%d apps are left", got)
	}
}
