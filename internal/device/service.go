package device

import (
	"context"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// ImportHistory summarizes the complete imports of a device.
type ImportHistory struct {
	Count           int              `json:"count"`           // the number of imports
	LastCompletedAt storage.NullTime `json:"lastCompletedAt"` // when the last import was completed; null: never
}

// Service manages devices and the apps on them. It is safe for concurrent use.
type Service struct{ storage.Env }

// New returns a service over a store. It starts nothing.
func New(env storage.Env) *Service { return &Service{env} }

func (s *Service) stamp() storage.Time { return storage.TimeOf(s.Now()) }

// Summary is a device with the number of apps on it.
type Summary struct {
	storage.Device
	AppCount int `json:"appCount"` // number of apps
}

// Detail is a device with its imports.
type Detail struct {
	Device  storage.Device `json:"device"`        // the device
	Imports ImportHistory  `json:"importHistory"` // the imports from this device
}

// List returns all devices, the last synced first.
func (s *Service) List(ctx context.Context) ([]Summary, error) {
	return storage.View(ctx, s.Store, summaries)
}

func summaries(tx *storage.Tx) ([]Summary, error) {
	devices, err := storage.Collect(tx.Devices.List(storage.DeviceQuery{}))
	if err != nil {
		return nil, err
	}
	all := make([]Summary, len(devices))
	for i, d := range devices {
		n, err := tx.DeviceLinks.Count(storage.DeviceLinkQuery{Device: d.ID})
		if err != nil {
			return nil, err
		}
		all[i] = Summary{d, n}
	}
	return all, nil
}

// Get returns a device. The error wraps storage.ErrNotFound when there is none.
func (s *Service) Get(ctx context.Context, id string) (Detail, error) {
	return s.detail(ctx, func(tx *storage.Tx) (storage.Device, error) { return tx.Devices.Get(id) })
}

// Find returns the device with exactly this chip number. The error wraps
// storage.ErrNotFound when there is none.
func (s *Service) Find(ctx context.Context, ecid string) (Detail, error) {
	return s.detail(ctx, func(tx *storage.Tx) (storage.Device, error) { return find(tx, storage.Text(ecid)) })
}

func (s *Service) detail(ctx context.Context, get func(*storage.Tx) (storage.Device, error)) (Detail, error) {
	return storage.View(ctx, s.Store, func(tx *storage.Tx) (found Detail, err error) {
		if found.Device, err = get(tx); err != nil {
			return found, err
		}
		found.Imports, err = importsOf(tx, found.Device.ID)
		return found, err
	})
}

// importsOf returns how many imports of a device are complete, and when the last one was
// completed.
func importsOf(tx *storage.Tx, device string) (history ImportHistory, err error) {
	for list, err := range tx.Imports.List(storage.ImportQuery{Device: storage.Text(device)}) {
		if err != nil {
			return ImportHistory{}, err
		}
		if list.CompletedAt != 0 {
			history.Count++
			history.LastCompletedAt = max(history.LastCompletedAt, list.CompletedAt)
		}
	}
	return history, nil
}

// find returns the device with a chip number. No device matches an empty one.
func find(tx *storage.Tx, ecid storage.Text) (storage.Device, error) {
	if ecid == "" {
		return storage.Device{}, &storage.MissingError{Kind: "chip number", Key: ""}
	}
	device, found, err := storage.FindFirst(tx.Devices.List(storage.DeviceQuery{ECID: ecid, Limit: 1}))
	if err == nil && !found {
		err = &storage.MissingError{Kind: "chip number", Key: string(ecid)}
	}
	return device, err
}

// App is an app on a device.
type App struct {
	ID   storage.AppID `json:"appId"` // the ID of the app
	Name string        `json:"name"`  // the name
	// The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known.
	BundleID storage.Text `json:"bundleId"`
}

// Apps returns the tracked apps on a device, ordered by name, ignoring case, and ID. It
// returns none if the device does not exist.
func (s *Service) Apps(ctx context.Context, device string) ([]App, error) {
	apps, err := storage.View(ctx, s.Store, func(tx *storage.Tx) ([]App, error) {
		apps := []App{}
		err := eachApp(tx, device, func(a storage.App) { apps = append(apps, App{a.ID, a.Name, a.BundleID}) })
		return apps, err
	})
	order.Sort(apps, func(a, b App) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return apps, err
}

// Bundles returns the known bundle IDs of the apps on a device, sorted and without
// duplicates.
func (s *Service) Bundles(ctx context.Context, device string) ([]string, error) {
	apps, err := s.Apps(ctx, device)
	bundles := []string{}
	for _, a := range apps {
		if a.BundleID != "" {
			bundles = append(bundles, string(a.BundleID))
		}
	}
	slices.Sort(bundles)
	return slices.Compact(bundles), err
}

// eachApp calls yield with the apps on a device, ordered by name and ID.
func eachApp(tx *storage.Tx, device string, yield func(storage.App)) error {
	if device == "" { // an empty ID would select the apps on no device
		return nil
	}
	for a, err := range tx.Apps.List(storage.AppQuery{Devices: []string{device}}) {
		if err != nil {
			return err
		}
		yield(a)
	}
	return nil
}

// With returns the devices that an app is on, the last synced first.
func (s *Service) With(ctx context.Context, app storage.AppID) ([]storage.Device, error) {
	return storage.View(ctx, s.Store, func(tx *storage.Tx) ([]storage.Device, error) {
		devices := []storage.Device{}
		on, err := devicesOf(tx, app)
		if err != nil {
			return nil, err
		}
		for d, err := range tx.Devices.List(storage.DeviceQuery{}) {
			if err != nil {
				return nil, err
			}
			if slices.Contains(on, d.ID) {
				devices = append(devices, d)
			}
		}
		return devices, nil
	})
}

// devicesOf returns the ids of the devices that an app is on.
func devicesOf(tx *storage.Tx, app storage.AppID) ([]string, error) {
	var on []string
	for l, err := range tx.DeviceLinks.List(storage.DeviceLinkQuery{Apps: []storage.AppID{app}}) {
		if err != nil {
			return nil, err
		}
		on = append(on, l.Device)
	}
	return on, nil
}

// Link puts apps on a device in the caller's transaction, and marks the device as
// synced. Untracked apps are skipped. It returns how many were not on the device before.
// The error wraps storage.ErrNotFound when there is no such device.
func Link(tx *storage.Tx, now storage.Time, device string, apps ...storage.AppID) (added int, err error) {
	d, err := tx.Devices.Get(device)
	if err != nil {
		return 0, err
	}
	for _, app := range apps {
		if _, tracked, err := storage.Find(tx.Apps, app); err != nil {
			return 0, err
		} else if !tracked {
			continue
		}
		link := storage.DeviceLink{App: app, Device: device, FirstSeen: now, LastSeen: now}
		before, linked, err := storage.Find(tx.DeviceLinks, storage.Key(link))
		if err != nil {
			return 0, err
		}
		if linked {
			link.FirstSeen = before.FirstSeen
		} else {
			added++
		}
		if err := tx.DeviceLinks.Put(link); err != nil {
			return 0, err
		}
	}
	d.LastSynced = max(d.LastSynced, now)
	return added, tx.Devices.Put(d)
}
