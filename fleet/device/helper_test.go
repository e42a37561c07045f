package device_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

// bench is a device service over a store and a clock that the test moves.
type bench struct {
	*device.Service
	t       *testing.T
	store   storage.Store
	now     time.Time
	imports imports
}

// imports is what was moved, and how many imports each device has.
type imports struct {
	of    map[string]int
	moved []string
}

func (i *imports) OfDevice(_ *storage.Tx, id string) (device.ImportHistory, error) {
	return device.ImportHistory{Count: i.of[id], LastCompletedAt: storage.NullTime(10 * i.of[id])}, nil
}

func (i *imports) Move(_ *storage.Tx, from, to string) error {
	i.moved = []string{from, to}
	return nil
}

func newBench(t *testing.T) *bench {
	t.Helper()
	r := &bench{t: t, store: teststore.Open(t), now: time.UnixMilli(1_760_000_000_000)}
	r.Service = device.New(device.Config{
		Store: r.store, Now: func() time.Time { return r.now }, Random: rand.Reader, Imports: &r.imports,
	})
	return r
}

func (b *bench) update(fn func(*storage.Tx) error) {
	b.t.Helper()
	if err := b.store.Update(b.t.Context(), fn); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) view(fn func(*storage.Tx) error) {
	b.t.Helper()
	if err := b.store.View(b.t.Context(), fn); err != nil {
		b.t.Fatal(err)
	}
}

// track writes apps, each with a bundle id made of its own.
func (b *bench) track(apps ...storage.AppID) {
	b.t.Helper()
	b.update(func(tx *storage.Tx) error {
		for _, id := range apps {
			a := storage.App{ID: id, Name: fmt.Sprint("App ", id), URL: fmt.Sprintf("https://store.example/id%d", id), BundleID: storage.Text(fmt.Sprint("com.example.", id))}
			if err := tx.Apps.Put(a); err != nil {
				return err
			}
		}
		return nil
	})
}

// add adds a device with apps on it, and lets a minute pass.
func (b *bench) add(name string, apps ...storage.AppID) storage.Device {
	b.t.Helper()
	d, err := b.Add(b.t.Context(), device.Description{Name: name})
	if err != nil {
		b.t.Fatal(err)
	}
	b.update(func(tx *storage.Tx) error {
		n, err := device.Link(tx, storage.TimeOf(b.now), d.ID, apps...)
		if err == nil && n != len(apps) {
			b.t.Errorf("%d of %d apps were linked", n, len(apps))
		}
		return err
	})
	b.now = b.now.Add(time.Minute)
	return d
}

// links returns what is on which device, as app-device texts, and when it was seen
// first and last in seconds since the test began.
func (b *bench) links() (all []string) {
	b.t.Helper()
	b.view(func(tx *storage.Tx) error {
		all = nil
		for l, err := range tx.DeviceLinks.List(storage.DeviceLinkQuery{}) {
			if err != nil {
				return err
			}
			d, err := tx.Devices.Get(l.Device)
			if err != nil {
				return err
			}
			all = append(all, fmt.Sprintf("%d on %s %d-%d", l.App, d.Name, (l.FirstSeen-1_760_000_000_000)/1000, (l.LastSeen-1_760_000_000_000)/1000))
		}
		return nil
	})
	return all
}

// tracked returns the ids of the apps.
func (b *bench) tracked() (ids []storage.AppID) {
	b.t.Helper()
	b.view(func(tx *storage.Tx) error {
		ids = nil
		for a, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			ids = append(ids, a.ID)
		}
		return nil
	})
	return ids
}

// want fails the test unless the error is this one.
func (b *bench) want(err, want error) {
	b.t.Helper()
	if !errors.Is(err, want) {
		b.t.Errorf("error %v, want %v", err, want)
	}
}

// benchOn returns a service over any store, changed, with a clock that stands still.
func benchOn(s storage.Store, change func(*device.Config)) *device.Service {
	c := device.Config{
		Store: s, Now: func() time.Time { return time.UnixMilli(1_760_000_000_000) }, Random: rand.Reader,
	}
	change(&c)
	return device.New(c)
}
