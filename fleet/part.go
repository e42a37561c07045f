package fleet

import (
	"context"
	"errors"
	"slices"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/storage"
)

// Part is the apps on some devices, or all of them. It is safe for concurrent use.
type Part struct {
	library *Library
	devices []string
}

// On returns the apps on at least one of these devices, each an id or
// [storage.DevicesUnattached]. With [storage.DevicesAll] among them it is every
// app. Ids of no device make no difference; when nothing else is named it is every
// app as well.
func (l *Library) On(devices ...string) Part { return Part{l, devices} }

// selection is what lists and counts the apps of a part.
type selection struct {
	list     storage.AppQuery
	attached bool // it is just what is on any device
}

// selection returns what lists and counts the apps, as the devices are now.
func (p Part) selection(tx storage.Tx) (s selection, err error) {
	if len(p.devices) == 0 || slices.Contains(p.devices, storage.DevicesAll) {
		return s, nil
	}
	every := true
	for d, err := range tx.Devices().List(storage.DeviceQuery{}) {
		if err != nil {
			return s, err
		}
		if slices.Contains(p.devices, d.ID) {
			s.list.Devices = append(s.list.Devices, d.ID)
		} else {
			every = false
		}
	}
	switch unattached := slices.Contains(p.devices, storage.DevicesUnattached); {
	case every && unattached: // every app is one or the other
		return selection{}, nil
	case unattached:
		s.list.Devices = append(s.list.Devices, "")
	default:
		s.attached = every && len(s.list.Devices) > 0
	}
	return s, nil
}

// count returns how many apps there are.
func (s selection) count(tx storage.Tx) (int, error) {
	if !s.attached {
		return tx.Apps().Count(s.list)
	}
	all, err := tx.Apps().Count(storage.AppQuery{}) // which a store need not count
	if err != nil {
		return 0, err
	}
	none, err := tx.Apps().Count(storage.AppQuery{Devices: []string{""}})
	return all - none, err
}

// Page is [Library.Page] of the part.
func (p Part) Page(ctx context.Context, limit, offset int, grid bool) (Page, error) {
	var page Page
	err := p.library.store.View(ctx, func(tx storage.Tx) error {
		s, err := p.selection(tx)
		if err != nil {
			return err
		}
		made := Page{Apps: []storage.App{}, Limit: limit, Offset: offset}
		if made.Total, err = s.count(tx); err != nil {
			return err
		}
		s.list.Limit, s.list.Offset = limit, offset
		for app, err := range tx.Apps().List(s.list) {
			if err != nil {
				return err
			}
			made.Apps = append(made.Apps, app)
		}
		if grid {
			if made.Meta, err = metaOf(tx, made.Apps); err != nil {
				return err
			}
		}
		page = made
		return nil
	})
	return page, err
}

// metaOf returns what a grid shows beside some apps.
func metaOf(tx storage.Tx, apps []storage.App) (*GridMeta, error) {
	mine, err := profile.StoredPrivacy(tx)
	if err != nil {
		return nil, err
	}
	meta := gridMeta(apps, mine)
	if len(apps) == 0 { // no ids would ask for all links
		return meta, nil
	}
	ids := make([]storage.AppID, len(apps))
	for i, app := range apps {
		ids[i] = app.ID
	}
	for link, err := range tx.DeviceLinks().List(storage.DeviceLinkQuery{Apps: ids}) {
		if err != nil {
			return nil, err
		}
		meta.Devices[link.App] = append(meta.Devices[link.App], link.Device)
	}
	return meta, nil
}

// All is [Library.All] of the part.
func (p Part) All(ctx context.Context) ([]storage.App, error) {
	var apps []storage.App
	err := p.library.store.View(ctx, func(tx storage.Tx) error {
		s, err := p.selection(tx)
		if err != nil {
			return err
		}
		apps, err = storage.Collect(tx.Apps().List(s.list))
		return err
	})
	return orEmpty(apps), err
}

// errBegunAnew says that a list that was partly told cannot be told again.
var errBegunAnew = errors.New("the store had to begin a list anew")

// Each is [Library.Each] of the part.
func (p Part) Each(ctx context.Context, yield func(storage.App) error) error {
	told := false
	return p.library.store.View(ctx, func(tx storage.Tx) error {
		if told {
			return errBegunAnew
		}
		s, err := p.selection(tx)
		if err != nil {
			return err
		}
		for app, err := range tx.Apps().List(s.list) {
			if err != nil {
				return err
			}
			told = true
			if err := yield(app); err != nil {
				return err
			}
		}
		return nil
	})
}

// Size is [Library.Size] of the part.
func (p Part) Size(ctx context.Context) (int, error) {
	n := 0
	err := p.library.store.View(ctx, func(tx storage.Tx) error {
		s, err := p.selection(tx)
		if err != nil {
			return err
		}
		n, err = s.count(tx)
		return err
	})
	return n, err
}

// Grouped is [Library.Grouped] of the part.
func (p Part) Grouped(ctx context.Context) ([]Group, error) {
	var groups []Group
	err := p.library.store.View(ctx, func(tx storage.Tx) error {
		s, err := p.selection(tx)
		if err != nil {
			return err
		}
		groups, err = grouped(tx, s.list)
		return err
	})
	return groups, err
}
