package imports

import (
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/storage"
)

// OfDevices is what the devices of a [device.Registry] know of imports, for its
// [device.Config].
type OfDevices struct{}

var _ device.Imports = OfDevices{}

// OfDevice returns how many imports of a device are complete, and when the last
// was completed.
func (OfDevices) OfDevice(tx storage.Tx, id string) (history device.ImportHistory, err error) {
	for list, err := range tx.Imports().List(storage.ImportQuery{Device: storage.Text(id)}) {
		if err != nil {
			return device.ImportHistory{}, err
		}
		if list.CompletedAt != 0 {
			history.Count++
			history.LastCompletedAt = max(history.LastCompletedAt, list.CompletedAt)
		}
	}
	return history, nil
}

// Move makes the imports of one device the other's.
func (OfDevices) Move(tx storage.Tx, from, to string) error {
	lists, err := storage.Collect(tx.Imports().List(storage.ImportQuery{Device: storage.Text(from)}))
	if err != nil {
		return err
	}
	for i := range lists {
		lists[i].Device = storage.Text(to)
	}
	return tx.Imports().Put(lists...)
}

// attach puts the apps that came of an import that is complete on its device, which
// was synced then.
func attach(tx storage.Tx, now storage.Time, list storage.Import) error {
	if list.Device == "" {
		return nil
	}
	var apps []storage.AppID
	for item, err := range tx.ImportItems().List(storage.ImportItemQuery{Import: list.ID}) {
		if err != nil {
			return err
		}
		if came(item) {
			apps = append(apps, item.App)
		}
	}
	return link(tx, now, list, apps)
}

// attachMore is attach for items that were written after their import was complete,
// if it is.
func attachMore(tx storage.Tx, now storage.Time, list storage.Import, items ...storage.ImportItem) error {
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

// came says whether an app came of an item.
func came(item storage.ImportItem) bool {
	return item.Status == storage.ImportImported && item.App != 0
}

// link puts apps on the device of an import, if that is there.
func link(tx storage.Tx, now storage.Time, list storage.Import, apps []storage.AppID) error {
	_, err := device.Link(tx, now, string(list.Device), apps...)
	return unlessNotFound(err)
}
