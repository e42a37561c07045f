package device

import (
	"context"
	"slices"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Change is the part of a [Diff] to apply.
type Change struct {
	Device  string
	Merges  []MergePair
	Adds    []storage.AppID // the tracked ones are put on the device
	Removes []storage.AppID
}

// MergePair names the two apps of a [Merge].
type MergePair struct{ Previous, Incoming storage.AppID }

// Done is the result of a [Change].
type Done struct {
	Added    int `json:"added"`              // the number of apps that were added to the device
	Removed  int `json:"removed"`            // the number of apps that were removed from the device
	Orphaned int `json:"orphanedAndDeleted"` // number of apps that were deleted because no other device has them
	Merged   int `json:"merged"`             // number of apps that replaced another one
}

// Commit applies a change in one transaction, and marks the device as synced. Parts that
// are already applied, or that name an untracked app, are skipped, so a change may be
// applied twice. A merge is skipped too unless the previous app is on the device and the
// bundle IDs do not contradict it. The error wraps storage.ErrNotFound when there is no
// such device.
func (s *Service) Commit(ctx context.Context, c Change) (Done, error) {
	now := s.stamp()
	return storage.Update(ctx, s.Store, func(tx *storage.Tx) (done Done, err error) {
		if _, err := tx.Devices.Get(c.Device); err != nil {
			return done, err
		}
		for _, m := range c.Merges {
			merged, err := s.merge(tx, c.Device, m)
			if err != nil {
				return done, err
			}
			if merged {
				done.Merged++
			}
		}
		if done.Added, err = Link(tx, now, c.Device, unique(c.Adds)...); err != nil {
			return done, err
		}
		var unlinked []storage.AppID
		for _, app := range unique(c.Removes) {
			n, err := tx.DeviceLinks.Delete(storage.DeviceLinkID{App: app, Device: c.Device})
			if err != nil {
				return done, err
			}
			if n > 0 {
				unlinked = append(unlinked, app)
			}
		}
		done.Removed = len(unlinked)
		if done.Orphaned, err = sweep(tx, now, unlinked); err != nil {
			return done, err
		}
		return done, settings.PutTime(tx, preferences.DeviceSyncSetting, now)
	})
}

// merge merges two apps, and reports whether it did.
func (s *Service) merge(tx *storage.Tx, device string, m MergePair) (bool, error) {
	if m.Previous == m.Incoming {
		return false, nil
	}
	from, tracked, err := storage.Find(tx.Apps, m.Previous)
	if err != nil || !tracked {
		return false, err
	}
	into, tracked, err := storage.Find(tx.Apps, m.Incoming)
	if err != nil || !tracked {
		return false, err
	}
	if from.BundleID != "" && into.BundleID != "" && fold(from.BundleID) != fold(into.BundleID) {
		return false, nil
	}
	links, err := storage.Collect(tx.DeviceLinks.List(storage.DeviceLinkQuery{Apps: []storage.AppID{from.ID}}))
	if err != nil {
		return false, err
	}
	if !slices.ContainsFunc(links, func(l storage.DeviceLink) bool { return l.Device == device }) {
		return false, nil
	}
	for _, l := range links {
		l.App = into.ID
		if err := joinLink(tx, l); err != nil {
			return false, err
		}
	}
	return true, appdata.Merge(tx, from.ID, into.ID)
}

// unique removes repeated apps.
func unique(apps []storage.AppID) []storage.AppID {
	return slices.Compact(slices.Sorted(slices.Values(apps)))
}
