package device_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// bench is a device service over a store and a clock that the test moves.
type bench struct {
	*device.Service
	t     *testing.T
	store storage.Store
	now   time.Time
}

func newBench(t *testing.T) *bench {
	t.Helper()
	r := &bench{t: t, store: teststore.Open(t), now: time.UnixMilli(1_760_000_000_000)}
	r.Service = device.New(storage.Env{Store: r.store, Now: func() time.Time { return r.now }, Random: rand.Reader})
	return r
}

func (b *bench) update(fn func(*storage.Tx) error) {
	b.t.Helper()
	teststore.Update(b.t, b.store, fn)
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
	names := make(map[string]string)
	for _, d := range storagetest.All[storage.Device](b.t, b.store) {
		names[d.ID] = d.Name
	}
	for _, l := range storagetest.All[storage.DeviceLink](b.t, b.store) {
		all = append(all, fmt.Sprintf("%d on %s %d-%d", l.App, names[l.Device], (l.FirstSeen-1_760_000_000_000)/1000, (l.LastSeen-1_760_000_000_000)/1000))
	}
	return all
}

// tracked returns the ids of the apps.
func (b *bench) tracked() (ids []storage.AppID) {
	b.t.Helper()
	for _, a := range storagetest.All[storage.App](b.t, b.store) {
		ids = append(ids, a.ID)
	}
	return ids
}

// imported adds imports of a device, one that is not complete and others that are complete
// at these times.
func (b *bench) imported(device string, completed ...storage.NullTime) {
	b.t.Helper()
	b.update(func(tx *storage.Tx) error {
		var lists []storage.Import
		for n, at := range append(completed, 0) {
			lists = append(lists, storage.Import{
				ID: fmt.Sprint(device, n), CreatedAt: 1, Source: storage.ImportManual, Device: storage.Text(device), CompletedAt: at,
			})
		}
		return tx.Imports.Put(lists...)
	})
}

// want fails the test unless the error is this one.
func (b *bench) want(err, want error) {
	b.t.Helper()
	if !errors.Is(err, want) {
		b.t.Errorf("error %v, want %v", err, want)
	}
}

// benchOn returns a service over any store, changed, with a clock that stands still.
func benchOn(s storage.Store, change func(*storage.Env)) *device.Service {
	c := storage.Env{
		Store: s, Now: func() time.Time { return time.UnixMilli(1_760_000_000_000) }, Random: rand.Reader,
	}
	change(&c)
	return device.New(c)
}
