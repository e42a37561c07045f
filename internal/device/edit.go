package device

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// MaxDevices is the maximum number of devices. Every screen offers all of them.
const MaxDevices = 500

var (
	// ErrMerge means that a device cannot be merged with itself, or with one that does not
	// exist.
	ErrMerge = errors.New("no device to merge into")
	// ErrName means that nothing of the name of a device can be seen. It wraps storage.ErrInvalid.
	ErrName = fmt.Errorf("%w: the name of a device is blank", storage.ErrInvalid)
	// ErrTooManyDevices means that there are [MaxDevices] already.
	ErrTooManyDevices = errors.New("too many devices")
)

// Description describes a device. Empty fields are unknown.
type Description struct {
	Name                     string // required
	ECID                     storage.Text
	Model, IOSVersion, Class storage.Text

	OwnerLabel             storage.Text
	OwnerAudience          storage.Audience
	PermissionAcknowledged bool // false is no change to a device that exists
}

// Add adds a device. A stored device with the same chip number is updated instead: it
// keeps its name and takes over the other known fields. The error is [ErrName] or
// [ErrTooManyDevices].
func (s *Service) Add(ctx context.Context, what Description) (storage.Device, error) {
	if storage.Blank(what.Name) {
		return storage.Device{}, ErrName
	}
	now := s.stamp()
	return storage.Update(ctx, s.Store, func(tx *storage.Tx) (storage.Device, error) {
		d, err := find(tx, what.ECID)
		if errors.Is(err, storage.ErrNotFound) {
			d, err = s.create(tx, now, what)
		}
		if err != nil {
			return d, err
		}
		for _, one := range []struct{ to, from *storage.Text }{
			{&d.Model, &what.Model}, {&d.IOSVersion, &what.IOSVersion}, {&d.Class, &what.Class},
			{&d.OwnerLabel, &what.OwnerLabel},
		} {
			if *one.from != "" {
				*one.to = *one.from
			}
		}
		if what.OwnerAudience != "" {
			d.OwnerAudience = what.OwnerAudience
		}
		d.PermissionAcknowledged = d.PermissionAcknowledged || what.PermissionAcknowledged
		return d, tx.Devices.Put(d)
	})
}

// create returns a device that is not stored yet.
func (s *Service) create(tx *storage.Tx, now storage.Time, what Description) (storage.Device, error) {
	d := storage.Device{Name: what.Name, ECID: what.ECID, CreatedAt: now, LastSynced: now}
	n, err := tx.Devices.Count(storage.DeviceQuery{})
	switch {
	case err != nil:
		return d, err
	case n >= MaxDevices:
		return d, ErrTooManyDevices
	}
	d.ID, err = storage.NewID(now, s.Random)
	return d, err
}

// Edit is a change of a device. Nil fields stay as they are; an empty label or audience
// removes it.
type Edit struct {
	Name                   *string
	OwnerLabel             *storage.Text
	OwnerAudience          *storage.Audience
	PermissionAcknowledged *bool
}

// Edit changes a device. The error wraps storage.ErrNotFound when there is no such
// device, or storage.ErrInvalid when the audience is unknown, or is [ErrName].
func (s *Service) Edit(ctx context.Context, id string, edit Edit) (storage.Device, error) {
	if edit.Name != nil && storage.Blank(*edit.Name) {
		return storage.Device{}, ErrName
	}
	return storage.Update(ctx, s.Store, func(tx *storage.Tx) (storage.Device, error) {
		d, err := tx.Devices.Get(id)
		if err != nil {
			return d, err
		}
		set(&d.Name, edit.Name)
		set(&d.OwnerLabel, edit.OwnerLabel)
		set(&d.OwnerAudience, edit.OwnerAudience)
		set(&d.PermissionAcknowledged, edit.PermissionAcknowledged)
		return d, tx.Devices.Put(d)
	})
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// Rename renames a device, as [Service.Edit] does.
func (s *Service) Rename(ctx context.Context, id, name string) (named storage.Device, err error) {
	return s.Edit(ctx, id, Edit{Name: &name})
}

// Merge merges a device into another: its apps, its imports and its place in the scope and in
// destinations of notifications become the other's, and it is removed. No app is lost. The error is [ErrMerge], or wraps storage.ErrNotFound when
// there is no first device.
func (s *Service) Merge(ctx context.Context, from, into string) error {
	return s.Store.Update(ctx, func(tx *storage.Tx) error {
		if _, err := tx.Devices.Get(from); err != nil {
			return err
		}
		if _, found, err := storage.Find(tx.Devices, into); err != nil {
			return err
		} else if !found || from == into {
			return fmt.Errorf("device %.40q: %w", into, ErrMerge)
		}
		links, err := storage.Collect(tx.DeviceLinks.List(storage.DeviceLinkQuery{Device: from}))
		if err != nil {
			return err
		}
		for _, l := range links {
			l.Device = into
			if err := joinLink(tx, l); err != nil {
				return err
			}
		}
		if err := errors.Join(moveImports(tx, from, into), notify.MoveDevice(tx, from, into), moveScope(tx, from, into)); err != nil {
			return err
		}
		_, err = tx.Devices.Delete(from)
		return err
	})
}

// moveImports assigns the imports of one device to another.
func moveImports(tx *storage.Tx, from, into string) error {
	lists, err := storage.Collect(tx.Imports.List(storage.ImportQuery{Device: storage.Text(from)}))
	if err != nil {
		return err
	}
	for i := range lists {
		lists[i].Device = storage.Text(into)
	}
	return tx.Imports.Put(lists...)
}

// joinLink adds a link, merged with an existing one.
func joinLink(tx *storage.Tx, l storage.DeviceLink) error {
	before, linked, err := storage.Find(tx.DeviceLinks, storage.Key(l))
	if err != nil {
		return err
	}
	if linked {
		l.FirstSeen, l.LastSeen = min(l.FirstSeen, before.FirstSeen), max(l.LastSeen, before.LastSeen)
	}
	return tx.DeviceLinks.Put(l)
}

// Remove removes a device and the apps that become orphans, and returns the number of
// these apps. The error wraps storage.ErrNotFound when there is no such device.
func (s *Service) Remove(ctx context.Context, id string) (orphaned int, err error) {
	return storage.Update(ctx, s.Store, func(tx *storage.Tx) (int, error) {
		var apps []storage.AppID
		if err := eachApp(tx, id, func(a storage.App) { apps = append(apps, a.ID) }); err != nil {
			return 0, err
		}
		switch n, err := tx.Devices.Delete(id); {
		case err != nil:
			return 0, err
		case n == 0:
			return 0, storage.Missing(storage.Device{}, id)
		}
		return sweep(tx, s.stamp(), apps)
	})
}
