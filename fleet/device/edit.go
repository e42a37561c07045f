package device

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// ErrMerge says that a device cannot be made one with the other: with itself, or
// with one that is not there.
var ErrMerge = errors.New("no device to merge into")

// Description is what is known of a device. What is empty is not known.
type Description struct {
	Name                     string // required
	ECID                     storage.Text
	Model, IOSVersion, Class storage.Text
}

// Add keeps a device. One whose chip has the same number is that device: it keeps
// its name, and takes over what else is known now. The error wraps
// storage.ErrInvalid when it has no name.
func (r *Registry) Add(ctx context.Context, what Description) (added storage.Device, err error) {
	now := r.stamp()
	err = r.Store.Update(ctx, func(tx storage.Tx) error {
		d, err := find(tx, what.ECID)
		if errors.Is(err, storage.ErrNotFound) {
			d = storage.Device{Name: what.Name, ECID: what.ECID, CreatedAt: now, LastSynced: now}
			d.ID, err = storage.NewID(now, r.Random)
		}
		if err != nil {
			return err
		}
		for _, one := range []struct{ to, from *storage.Text }{
			{&d.Model, &what.Model}, {&d.IOSVersion, &what.IOSVersion}, {&d.Class, &what.Class},
		} {
			if *one.from != "" {
				*one.to = *one.from
			}
		}
		added = d
		return tx.Devices().Put(d)
	})
	return added, err
}

// Rename names a device anew. The error wraps storage.ErrNotFound when there is
// none, or storage.ErrInvalid when the name is empty.
func (r *Registry) Rename(ctx context.Context, id, name string) (named storage.Device, err error) {
	err = r.Store.Update(ctx, func(tx storage.Tx) (err error) {
		if named, err = tx.Devices().Get(id); err != nil {
			return err
		}
		named.Name = name
		return tx.Devices().Put(named)
	})
	return named, err
}

// Merge makes two devices one: what is on the first, and its imports, are the
// other's from now on, and the first is gone. No app is lost. The error is
// [ErrMerge], or wraps storage.ErrNotFound when there is no first.
func (r *Registry) Merge(ctx context.Context, from, into string) error {
	return r.Store.Update(ctx, func(tx storage.Tx) error {
		if _, err := tx.Devices().Get(from); err != nil {
			return err
		}
		if _, err := tx.Devices().Get(into); errors.Is(err, storage.ErrNotFound) || err == nil && from == into {
			return fmt.Errorf("device %.40q: %w", into, ErrMerge)
		} else if err != nil {
			return err
		}
		links, err := storage.Collect(tx.DeviceLinks().List(storage.DeviceLinkQuery{Device: from}))
		if err != nil {
			return err
		}
		for _, l := range links {
			l.Device = into
			if err := joinLink(tx, l); err != nil {
				return err
			}
		}
		if err := r.Imports.Move(tx, from, into); err != nil {
			return err
		}
		_, err = tx.Devices().Delete(from)
		return err
	})
}

// joinLink keeps a link, together with the one that is there already.
func joinLink(tx storage.Tx, l storage.DeviceLink) error {
	switch before, err := tx.DeviceLinks().Get(l.Key()); {
	case err == nil:
		l.FirstSeen, l.LastSeen = min(l.FirstSeen, before.FirstSeen), max(l.LastSeen, before.LastSeen)
	case !errors.Is(err, storage.ErrNotFound):
		return err
	}
	return tx.DeviceLinks().Put(l)
}

// Remove forgets a device, and the apps that were on it and that nothing needs any
// more, and returns how many apps those were. The error wraps storage.ErrNotFound
// when there is no such device.
func (r *Registry) Remove(ctx context.Context, id string) (orphaned int, err error) {
	err = r.Store.Update(ctx, func(tx storage.Tx) error {
		var apps []storage.AppID
		if err := eachApp(tx, id, func(a storage.App) { apps = append(apps, a.ID) }); err != nil {
			return err
		}
		switch n, err := tx.Devices().Delete(id); {
		case err != nil:
			return err
		case n == 0:
			return fmt.Errorf("device %.40q: %w", id, storage.ErrNotFound)
		}
		orphaned, err = r.sweep(tx, apps)
		return err
	})
	return orphaned, err
}
