package imports_test

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/storage"
)

// shelf is the devices of a bench.
type shelf struct {
	*bench
	*device.Registry
}

func newShelf(t *testing.T) shelf {
	t.Helper()
	b := newBench(t)
	return shelf{b, device.New(device.Config{
		Store: b.store, Now: b.clock.Now, Random: rand.Reader, Forget: fleet.Forget, Absorb: fleet.Absorb, Imports: imports.Devices{},
	})}
}

func (s shelf) phone(name string) string {
	s.t.Helper()
	d, err := s.Registry.Add(s.t.Context(), device.Description{Name: name})
	if err != nil {
		s.t.Fatal(err)
	}
	return d.ID
}

// of begins an import of a device's apps.
func (s shelf) of(device string) string {
	s.t.Helper()
	list, err := s.Begin(s.t.Context(), imports.Start{Source: storage.ImportFile, Device: storage.Text(device)})
	if err != nil {
		s.t.Fatal(err)
	}
	return list.ID
}

func (s shelf) complete(list string) {
	s.t.Helper()
	if _, err := s.Complete(s.t.Context(), list); err != nil {
		s.t.Fatal(err)
	}
}

// has holds what is on a device, and what is known of its imports.
func (s shelf) has(id string, synced storage.Time, imports device.ImportHistory, apps ...storage.AppID) {
	s.t.Helper()
	found, err := s.Get(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	if found.Device.LastSynced != synced || found.Imports != imports {
		s.t.Errorf("device %+v, want synced at %d, imports %+v", found, synced, imports)
	}
	on, err := s.Apps(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	var got []storage.AppID
	for _, a := range on {
		got = append(got, a.ID)
	}
	if diff := cmp.Diff(apps, got); diff != "" {
		s.t.Errorf("apps on the device (-want +got):\n%s", diff)
	}
}

func (s shelf) now() storage.Time { return storage.TimeOf(s.clock.Now()) }

// What was imported is on the device of the import once that is complete, and at
// once when it comes later.
func TestComplete_device(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	added := s.now()
	phone, other := s.phone("Phone"), s.phone("Other")
	s.shop.show(1, "One")
	s.clock.Add(time.Hour)
	list := s.of(phone)
	ids := s.add(list, queued(1), item("again", storage.ImportQueued, at(address(1))), queued(2), item("a", storage.ImportUnmatched))
	s.has(phone, added, device.ImportHistory{})

	s.work() // the last that was queued is dealt with
	first := s.now()
	s.has(phone, first, device.ImportHistory{Count: 1, LastCompletedAt: storage.NullTime(first)}, 1)

	s.clock.Add(time.Hour)
	s.shop.show(2, "Two")
	if _, err := s.Retry(t.Context(), ids[2]); err != nil {
		t.Fatal(err)
	}
	s.has(phone, s.now(), device.ImportHistory{Count: 1, LastCompletedAt: storage.NullTime(first)}, 1, 2)
	s.has(other, added, device.ImportHistory{})

	s.clock.Add(time.Hour)
	s.complete(s.of(phone))
	s.has(phone, s.now(), device.ImportHistory{Count: 2, LastCompletedAt: storage.NullTime(s.now())}, 1, 2)
}

// An import need not have a device, nor one that is there.
func TestComplete_noDevice(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	s.track(1)
	for _, device := range []string{"", "none", s.phone("Lost")} {
		list := s.of(device)
		s.add(list, item("a", storage.ImportImported, func(p *imports.Patch) { p.App = new(storage.AppID(1)) }))
		if device != "" && device != "none" {
			if _, err := s.Registry.Remove(t.Context(), device); err != nil {
				t.Fatal(err)
			}
		}
		s.complete(list)
	}
	on, err := s.With(t.Context(), 1)
	if err != nil || len(on) > 0 {
		t.Errorf("the app is on %+v, %v", on, err)
	}
}

// The imports of a device follow it into another.
func TestDevices_Move(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	from, into := s.phone("From"), s.phone("Into")
	s.track(1)
	s.clock.Add(time.Hour)
	done, open, foreign := s.of(from), s.of(from), s.of("")
	s.add(done, item("a", storage.ImportImported, func(p *imports.Patch) { p.App = new(storage.AppID(1)) }))
	s.complete(done)
	s.complete(foreign)
	s.clock.Add(time.Hour)
	if err := s.Merge(t.Context(), from, into); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{done: into, open: into, foreign: ""} {
		if list, _ := s.list(id); string(list.Device) != want {
			t.Errorf("an import is of %q, want %q", list.Device, want)
		}
	}
	s.complete(open)
	s.has(into, s.now(), device.ImportHistory{Count: 2, LastCompletedAt: storage.NullTime(s.now())}, 1)
	s.view(func(tx storage.Tx) error {
		for _, id := range []string{"", from} {
			if history, err := (imports.Devices{}).OfDevice(tx, id); err != nil || history != (device.ImportHistory{}) {
				t.Errorf("imports of %q: %+v, %v", id, history, err)
			}
		}
		return nil
	})
}
