package imports

import (
	"errors"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/storage"
)

// attach puts the apps of a complete import on its device, which counts as synced at
// that time.
func attach(tx *storage.Tx, now storage.Time, list storage.Import) error {
	if list.Device == "" {
		return nil
	}
	var apps []storage.AppID
	for item, err := range tx.ImportItems.List(storage.ImportItemQuery{Import: list.ID}) {
		if err != nil {
			return err
		}
		if came(item) {
			apps = append(apps, item.App)
		}
	}
	return link(tx, now, list, apps)
}

// attachMore is attach for items that were written after their import was complete.
func attachMore(tx *storage.Tx, now storage.Time, list storage.Import, items ...storage.ImportItem) error {
	if list.Device == "" || list.CompletedAt == 0 {
		return nil
	}
	var apps []storage.AppID
	for _, item := range items {
		if came(item) {
			apps = append(apps, item.App)
		}
	}
	if len(apps) == 0 {
		return nil
	}
	return link(tx, now, list, apps)
}

// came reports whether the import of an item led to a tracked app.
func came(item storage.ImportItem) bool {
	return item.Status == storage.ImportImported && item.App != 0
}

// link puts apps on the device of an import, if it exists.
func link(tx *storage.Tx, now storage.Time, list storage.Import, apps []storage.AppID) error {
	_, err := device.Link(tx, now, string(list.Device), apps...)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}
