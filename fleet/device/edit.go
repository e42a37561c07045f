package device

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// ErrMerge means that a device cannot be merged with itself, or with one that does not
// exist.
var ErrMerge = errors.New("no device to merge into")

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
// keeps its name and takes over the other known fields. The error wraps
// storage.ErrInvalid when the name is empty.
func (s *Service) Add(ctx context.Context, what Description) (added storage.Device, err error) {
	now := s.stamp()
	err = s.Store.Update(ctx, func(tx *storage.Tx) error {
		d, err := find(tx, what.ECID)
		if errors.Is(err, storage.ErrNotFound) {
			d = storage.Device{Name: what.Name, ECID: what.ECID, CreatedAt: now, LastSynced: now}
			d.ID, err = storage.NewID(now, s.Random)
		}
		if err != nil {
			return err
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
		added = d
		return tx.Devices.Put(d)
	})
	return added, err
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
// device, or storage.ErrInvalid when the name is empty or the audience unknown.
func (s *Service) Edit(ctx context.Context, id string, edit Edit) (edited storage.Device, err error) {
	err = s.Store.Update(ctx, func(tx *storage.Tx) (err error) {
		if edited, err = tx.Devices.Get(id); err != nil {
			return err
		}
		set(&edited.Name, edit.Name)
		set(&edited.OwnerLabel, edit.OwnerLabel)
		set(&edited.OwnerAudience, edit.OwnerAudience)
		set(&edited.PermissionAcknowledged, edit.PermissionAcknowledged)
		return tx.Devices.Put(edited)
	})
	return edited, err
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
		if _, err := tx.Devices.Get(into); errors.Is(err, storage.ErrNotFound) || err == nil && from == into {
			return fmt.Errorf("device %.40q: %w", into, ErrMerge)
		} else if err != nil {
			return err
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
		if err := errors.Join(s.Imports.Move(tx, from, into), notify.MoveDevice(tx, from, into), moveScope(tx, from, into)); err != nil {
			return err
		}
		_, err = tx.Devices.Delete(from)
		return err
	})
}

// joinLink adds a link, merged with an existing one.
func joinLink(tx *storage.Tx, l storage.DeviceLink) error {
	switch before, err := tx.DeviceLinks.Get(l.Key()); {
	case err == nil:
		l.FirstSeen, l.LastSeen = min(l.FirstSeen, before.FirstSeen), max(l.LastSeen, before.LastSeen)
	case !errors.Is(err, storage.ErrNotFound):
		return err
	}
	return tx.DeviceLinks.Put(l)
}

// Remove removes a device and the apps that become orphans, and returns the number of
// these apps. The error wraps storage.ErrNotFound when there is no such device.
func (s *Service) Remove(ctx context.Context, id string) (orphaned int, err error) {
	err = s.Store.Update(ctx, func(tx *storage.Tx) error {
		var apps []storage.AppID
		if err := eachApp(tx, id, func(a storage.App) { apps = append(apps, a.ID) }); err != nil {
			return err
		}
		switch n, err := tx.Devices.Delete(id); {
		case err != nil:
			return err
		case n == 0:
			return fmt.Errorf("device %.40q: %w", id, storage.ErrNotFound)
		}
		orphaned, err = sweep(tx, s.stamp(), apps)
		return err
	})
	return orphaned, err
}
