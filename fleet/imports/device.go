package imports

import (
	"errors"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/storage"
)

// Devices tells of the imports whose apps are those of a device. It is a
// [device.Imports]. The zero value is ready, and safe for concurrent use.
type Devices struct{}

var _ device.Imports = Devices{}

// OfDevice returns how many imports of a device are complete, and when the last
// became so.
func (Devices) OfDevice(tx storage.Tx, id string) (history device.ImportHistory, err error) {
	if id == "" { // it would be those of every device, and of none
		return history, nil
	}
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

// Move makes the imports of one device another's.
func (Devices) Move(tx storage.Tx, from, to string) error {
	if from == "" {
		return nil
	}
	lists, err := storage.Collect(tx.Imports().List(storage.ImportQuery{Device: storage.Text(from)}))
	if err != nil {
		return err
	}
	for i := range lists {
		lists[i].Device = storage.Text(to)
	}
	return tx.Imports().Put(lists...)
}

// link puts apps of an import on its device, which was synced by that. An import
// need not have a device, nor one that is still there.
func (i *Intake) link(tx storage.Tx, list storage.Import, apps ...storage.AppID) error {
	if list.Device == "" {
		return nil
	}
	_, err := device.Link(tx, i.stamp(), string(list.Device), apps...)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}

// linkAll is link for all that was imported.
func (i *Intake) linkAll(tx storage.Tx, list storage.Import) error {
	if list.Device == "" {
		return nil
	}
	var apps []storage.AppID
	seen := make(map[storage.AppID]bool)
	query := storage.ImportItemQuery{Import: list.ID, Status: storage.ImportImported}
	for item, err := range tx.ImportItems().List(query) {
		if err != nil {
			return err
		}
		if item.App != 0 && !seen[item.App] {
			seen[item.App] = true
			apps = append(apps, item.App)
		}
	}
	return i.link(tx, list, apps...)
}
