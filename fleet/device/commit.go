package device

import (
	"context"
	"errors"
	"slices"

	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Change is what of a [Diff] is to be done.
type Change struct {
	Device  string
	Merges  []MergePair
	Adds    []storage.AppID // those that are tracked are put on the device
	Removes []storage.AppID
}

// MergePair names the two apps of a [Merge].
type MergePair struct{ Previous, Incoming storage.AppID }

// Done is what a [Change] came to.
type Done struct {
	Added    int `json:"added"`
	Removed  int `json:"removed"`
	Orphaned int `json:"orphanedAndDeleted"`
	Merged   int `json:"merged"`
}

// Commit does a change, in one transaction, and notes that the device was synced.
// What is already so is left as it is, and what names no tracked app is left out,
// so that it may be done twice. A merge is left out too unless the previous app is
// on the device, and no bundle id speaks against it. The error wraps
// storage.ErrNotFound when there is no such device.
func (r *Registry) Commit(ctx context.Context, c Change) (done Done, err error) {
	now := r.stamp()
	err = r.Store.Update(ctx, func(tx storage.Tx) error {
		done = Done{}
		if _, err := tx.Devices().Get(c.Device); err != nil {
			return err
		}
		for _, m := range c.Merges {
			merged, err := r.merge(tx, c.Device, m)
			if err != nil {
				return err
			}
			if merged {
				done.Merged++
			}
		}
		var err error
		if done.Added, err = Link(tx, now, c.Device, unique(c.Adds)...); err != nil {
			return err
		}
		var unlinked []storage.AppID
		for _, app := range unique(c.Removes) {
			n, err := tx.DeviceLinks().Delete(storage.DeviceLinkID{App: app, Device: c.Device})
			if err != nil {
				return err
			}
			if n > 0 {
				unlinked = append(unlinked, app)
			}
		}
		done.Removed = len(unlinked)
		if done.Orphaned, err = r.sweep(tx, unlinked); err != nil {
			return err
		}
		return settings.PutTime(tx, preferences.DeviceSyncSetting, now)
	})
	return done, err
}

// merge makes two apps one, and says whether it did.
func (r *Registry) merge(tx storage.Tx, device string, m MergePair) (bool, error) {
	if m.Previous == m.Incoming {
		return false, nil
	}
	from, err := getApp(tx, m.Previous)
	if err != nil || from.ID == 0 {
		return false, err
	}
	into, err := getApp(tx, m.Incoming)
	if err != nil || into.ID == 0 {
		return false, err
	}
	if from.BundleID != "" && into.BundleID != "" && fold(from.BundleID) != fold(into.BundleID) {
		return false, nil
	}
	links, err := storage.Collect(tx.DeviceLinks().List(storage.DeviceLinkQuery{Apps: []storage.AppID{from.ID}}))
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
	return true, r.Absorb(tx, from.ID, into.ID)
}

// getApp returns an app, zero when it is not tracked.
func getApp(tx storage.Tx, id storage.AppID) (storage.App, error) {
	a, err := tx.Apps().Get(id)
	if errors.Is(err, storage.ErrNotFound) {
		return storage.App{}, nil
	}
	return a, err
}

// unique leaves out what was there before.
func unique(apps []storage.AppID) []storage.AppID {
	seen := make(map[storage.AppID]bool, len(apps))
	var kept []storage.AppID
	for _, id := range apps {
		if !seen[id] {
			seen[id] = true
			kept = append(kept, id)
		}
	}
	return kept
}
