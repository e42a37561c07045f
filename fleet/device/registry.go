package device

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Registry] needs. All but Imports is required.
type Config struct {
	Store  storage.Store
	Now    func() time.Time
	Random io.Reader // what identifiers are made from

	// Forget removes an app and all that hangs on it, which fleet knows. It
	// reports whether the app was tracked.
	Forget func(tx storage.Tx, app storage.AppID) (removed bool, err error)
	// Absorb makes one app of two that are the same: what the first has goes to the
	// second, but for its links, and the first is removed.
	Absorb func(tx storage.Tx, from, into storage.AppID) error

	Imports Imports // nil: there are none
}

// Imports are the lists of apps that were taken in from devices.
type Imports interface {
	// OfDevice returns how many of a device have ended, and when the last did.
	OfDevice(tx storage.Tx, device string) (ImportHistory, error)
	// Move makes those of one device the other's.
	Move(tx storage.Tx, from, to string) error
}

// ImportHistory is the imports of a device that have ended.
type ImportHistory struct {
	Count           int              `json:"count"`
	LastCompletedAt storage.NullTime `json:"lastCompletedAt"`
}

// Registry is the devices. It is safe for concurrent use.
type Registry struct{ Config }

// New returns the devices of a store. It starts nothing.
func New(c Config) *Registry {
	if c.Imports == nil {
		c.Imports = noImports{}
	}
	return &Registry{c}
}

type noImports struct{}

func (noImports) OfDevice(storage.Tx, string) (ImportHistory, error) { return ImportHistory{}, nil }
func (noImports) Move(storage.Tx, string, string) error              { return nil }

func (r *Registry) stamp() storage.Time { return storage.TimeOf(r.Now()) }

// Summary is a device with the number of apps on it.
type Summary struct {
	storage.Device
	AppCount int `json:"appCount"`
}

// Detail is a device with its imports.
type Detail struct {
	Device  storage.Device `json:"device"`
	Imports ImportHistory  `json:"importHistory"`
}

// List returns all devices, that of the last sync first.
func (r *Registry) List(ctx context.Context) ([]Summary, error) {
	var all []Summary
	err := r.Store.View(ctx, func(tx storage.Tx) (err error) {
		all, err = summaries(tx)
		return err
	})
	return all, err
}

func summaries(tx storage.Tx) ([]Summary, error) {
	devices, err := storage.Collect(tx.Devices().List(storage.DeviceQuery{}))
	if err != nil {
		return nil, err
	}
	all := make([]Summary, len(devices))
	for i, d := range devices {
		n, err := tx.DeviceLinks().Count(storage.DeviceLinkQuery{Device: d.ID})
		if err != nil {
			return nil, err
		}
		all[i] = Summary{d, n}
	}
	return all, nil
}

// Get returns a device. The error wraps storage.ErrNotFound when there is none.
func (r *Registry) Get(ctx context.Context, id string) (Detail, error) {
	return r.detail(ctx, func(tx storage.Tx) (storage.Device, error) { return tx.Devices().Get(id) })
}

// Find returns the device whose chip has this number, letter by letter. The error
// wraps storage.ErrNotFound when there is none.
func (r *Registry) Find(ctx context.Context, ecid string) (Detail, error) {
	return r.detail(ctx, func(tx storage.Tx) (storage.Device, error) { return find(tx, storage.Text(ecid)) })
}

func (r *Registry) detail(ctx context.Context, get func(storage.Tx) (storage.Device, error)) (found Detail, err error) {
	err = r.Store.View(ctx, func(tx storage.Tx) (err error) {
		if found.Device, err = get(tx); err != nil {
			return err
		}
		found.Imports, err = r.Imports.OfDevice(tx, found.Device.ID)
		return err
	})
	return found, err
}

// find returns the device that has a number; none has an empty one.
func find(tx storage.Tx, ecid storage.Text) (storage.Device, error) {
	if ecid == "" {
		return storage.Device{}, storage.ErrNotFound
	}
	return storage.First(tx.Devices().List(storage.DeviceQuery{ECID: ecid, Limit: 1}))
}

// App is an app on a device.
type App struct {
	ID       storage.AppID `json:"appId"`
	Name     string        `json:"name"`
	BundleID storage.Text  `json:"bundleId"`
}

// Apps returns the tracked apps on a device, by name, letter case ignored, and id.
// There are none on a device that is not there.
func (r *Registry) Apps(ctx context.Context, device string) ([]App, error) {
	apps := []App{}
	err := r.Store.View(ctx, func(tx storage.Tx) error {
		found := []App{}
		err := eachApp(tx, device, func(a storage.App) { found = append(found, App{a.ID, a.Name, a.BundleID}) })
		apps = found
		return err
	})
	slices.SortStableFunc(apps, func(a, b App) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return apps, err
}

// Bundles returns the bundle ids of the apps on a device, as far as they are known,
// each once, sorted.
func (r *Registry) Bundles(ctx context.Context, device string) ([]string, error) {
	apps, err := r.Apps(ctx, device)
	bundles := []string{}
	for _, a := range apps {
		if a.BundleID != "" {
			bundles = append(bundles, string(a.BundleID))
		}
	}
	slices.Sort(bundles)
	return slices.Compact(bundles), err
}

// eachApp calls yield with the apps on a device, by name and id.
func eachApp(tx storage.Tx, device string, yield func(storage.App)) error {
	if device == "" { // it would be those on none
		return nil
	}
	for a, err := range tx.Apps().List(storage.AppQuery{Devices: []string{device}}) {
		if err != nil {
			return err
		}
		yield(a)
	}
	return nil
}

// With returns the devices that an app is on, that of the last sync first.
func (r *Registry) With(ctx context.Context, app storage.AppID) ([]storage.Device, error) {
	devices := []storage.Device{}
	err := r.Store.View(ctx, func(tx storage.Tx) error {
		found := []storage.Device{}
		on, err := devicesOf(tx, app)
		if err != nil {
			return err
		}
		for d, err := range tx.Devices().List(storage.DeviceQuery{}) {
			if err != nil {
				return err
			}
			if slices.Contains(on, d.ID) {
				found = append(found, d)
			}
		}
		devices = found
		return nil
	})
	return devices, err
}

// devicesOf returns the ids of the devices that an app is on.
func devicesOf(tx storage.Tx, app storage.AppID) ([]string, error) {
	var on []string
	for l, err := range tx.DeviceLinks().List(storage.DeviceLinkQuery{Apps: []storage.AppID{app}}) {
		if err != nil {
			return nil, err
		}
		on = append(on, l.Device)
	}
	return on, nil
}

// Link says that apps are on a device now, in the transaction of whoever found
// them there: the device was synced. Apps that are not tracked are left out. It
// returns how many were not on the device before. The error wraps
// storage.ErrNotFound when there is no such device.
func Link(tx storage.Tx, now storage.Time, device string, apps ...storage.AppID) (added int, err error) {
	d, err := tx.Devices().Get(device)
	if err != nil {
		return 0, err
	}
	for _, app := range apps {
		if _, err := tx.Apps().Get(app); errors.Is(err, storage.ErrNotFound) {
			continue
		} else if err != nil {
			return 0, err
		}
		link := storage.DeviceLink{App: app, Device: device, FirstSeen: now, LastSeen: now}
		switch before, err := tx.DeviceLinks().Get(link.Key()); {
		case err == nil:
			link.FirstSeen = before.FirstSeen
		case errors.Is(err, storage.ErrNotFound):
			added++
		default:
			return 0, err
		}
		if err := tx.DeviceLinks().Put(link); err != nil {
			return 0, err
		}
	}
	d.LastSynced = max(d.LastSynced, now)
	return added, tx.Devices().Put(d)
}
