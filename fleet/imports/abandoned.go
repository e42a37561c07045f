package imports

import (
	"cmp"
	"errors"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// Abandon implements [runner.Abandoner]: the item failed, unless it is no longer queued.
func (j job) Abandon(tx *storage.Tx, turn runner.Item) (runner.Abandoned, error) {
	id, err := storage.ParseImportItemID(turn.Subject)
	if err != nil {
		return runner.Abandoned{}, err
	}
	item, err := tx.ImportItems.Get(id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && item.Status != storage.ImportQueued {
		return runner.Abandoned{}, nil
	}
	if err != nil {
		return runner.Abandoned{}, err
	}
	if _, _, err := j.failed(tx, item, runner.ErrAbandoned); err != nil {
		return runner.Abandoned{}, err
	}
	name := cmp.Or(string(item.AppName), item.Query)
	return runner.Abandoned{App: item.App}, j.fleet.RecordAbandoned(tx, turn.Run, item.App, name, string(item.URL))
}
