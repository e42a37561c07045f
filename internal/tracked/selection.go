package tracked

import (
	"context"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/storage"
)

// selection lists and counts the apps of a subset.
type selection struct {
	list     storage.AppQuery
	attached bool // exactly the apps that are on any device, which are most

	kept derived.Reading[string, int] // of [Service.counts]
}

// maxCounts is the maximum number of queries whose counts a service keeps.
const maxCounts = 64

// selection resolves the subset with the devices that exist now.
func (p Subset) selection(tx *storage.Tx) (s selection, err error) {
	if len(p.devices) == 0 || slices.Contains(p.devices, storage.DevicesAll) {
		return s, nil
	}
	every := true
	for d, err := range tx.Devices.List(storage.DeviceQuery{}) {
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
	case every && unattached: // together these are all apps
		return selection{}, nil
	case unattached:
		s.list.Devices = append(s.list.Devices, "")
	case every && len(s.list.Devices) > 0:
		s.attached, err = mostOf(tx, s.list.Devices)
	}
	return s, err
}

// mostOf reports whether most apps are on some devices, so that it is faster to count the others.
func mostOf(tx *storage.Tx, devices []string) (bool, error) {
	all, err := tx.Apps.Count(storage.AppQuery{})
	if err != nil {
		return false, err
	}
	links := 0
	for _, id := range devices {
		n, err := tx.DeviceLinks.Count(storage.DeviceLinkQuery{Device: id})
		if links += n; err != nil || links > all/2 {
			return links > all/2, err
		}
	}
	return false, nil
}

// count returns the number of apps, from counters and small indexes where possible. It is kept until an app is
// written.
func (s selection) count(tx *storage.Tx) (int, error) {
	switch {
	case s.list.AwakeAt != 0: // few apps are snoozed, so count those
		asleep := selection{list: s.list, attached: s.attached} // whose count depends on the time
		asleep.list.AwakeAt, asleep.list.SnoozedAfter = 0, s.list.AwakeAt
		s.list.AwakeAt = 0
		return difference(s.count, asleep.count, tx)
	case s.attached: // all apps less those on no device
		whole, none := s.list, s.list
		whole.Devices = nil
		none.Devices = []string{""}
		return difference(selection{list: whole}.count, selection{list: none}.count, tx)
	}
	return derived.In(s.kept, fmt.Sprintf("%#v", s.list), func() (int, error) { return tx.Apps.Count(s.list) })
}

func difference(all, less func(*storage.Tx) (int, error), tx *storage.Tx) (int, error) {
	n, err := all(tx)
	if err != nil {
		return 0, err
	}
	without, err := less(tx)
	return n - without, err
}

// view returns what read returns of a subset in one transaction.
func view[T any](ctx context.Context, p Subset, read func(tx *storage.Tx, s selection) (T, error)) (T, error) {
	return storage.View(ctx, p.fleet.store, func(tx *storage.Tx) (result T, err error) {
		s, err := p.selection(tx)
		if err != nil {
			return result, err
		}
		return read(tx, s)
	})
}

// listed is view for a list, whose count is kept.
func listed[T any](ctx context.Context, p Subset, q ListQuery, read func(tx *storage.Tx, s selection) (T, error)) (result T, err error) {
	var kept derived.Reading[string, int]
	if len(p.devices) > 0 || !q.counted() {
		if kept, err = derived.At(ctx, p.fleet.counts); err != nil {
			return result, err
		}
	}
	return view(ctx, p, func(tx *storage.Tx, s selection) (T, error) {
		s.kept = kept
		return read(tx, s)
	})
}
