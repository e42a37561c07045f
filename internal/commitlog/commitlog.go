package commitlog

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Head is the state of the counter. The zero Head is that of a database in which nothing
// was numbered.
type Head struct {
	// Generation distinguishes the numbers of this database from those before a restore
	// and those of other databases.
	Generation string `json:"generation"`
	Last       int64  `json:"last"` // the highest number that was given
}

// HeadOf returns the state of the counter.
func HeadOf(tx *storage.Tx) (h Head, err error) {
	text, err := settings.Text(tx, settings.ChangeLog)
	if err != nil || text == "" {
		return h, err
	}
	if err := json.Unmarshal([]byte(text), &h); err != nil {
		return h, fmt.Errorf("%w: setting %s: %w", storage.ErrDamaged, settings.ChangeLog, err)
	}
	return h, nil
}

func (h Head) save(tx *storage.Tx) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return settings.PutText(tx, settings.ChangeLog, string(text))
}

// Add gives a stored snapshot the next number, in place of the one it had. In a store
// without commits it does nothing.
func Add(tx *storage.Tx, id storage.SnapshotID) error {
	h, err := HeadOf(tx)
	if err != nil {
		return err
	}
	if h.Generation == "" { // no other database has this snapshot as its first
		h.Generation = fmt.Sprintf("%d-%d", id.App, id.At)
	}
	h.Last++
	err = tx.Commits.Put(storage.Commit{Snapshot: id, Number: h.Last})
	if errors.Is(err, storage.ErrNotSupported) {
		return nil
	}
	if err != nil {
		return err
	}
	return h.save(tx)
}

// batch is how many rows one call of Put writes.
const batch = 500

// Restart numbers all snapshots that the feed shows, in the order of time, and begins a
// generation. It is for databases whose snapshots were replaced.
func Restart(tx *storage.Tx, generation string) error {
	_, err := tx.Commits.Clear()
	if errors.Is(err, storage.ErrNotSupported) {
		return nil
	}
	if err != nil {
		return err
	}
	h := Head{Generation: generation}
	waiting := make([]storage.Commit, 0, batch)
	for s, err := range tx.Snapshots.List(storage.SnapshotQuery{Changed: true, Reverse: true}) {
		if err != nil {
			return err
		}
		h.Last++
		waiting = append(waiting, storage.Commit{Snapshot: s.ID, Number: h.Last})
		if len(waiting) < batch {
			continue
		}
		if err := tx.Commits.Put(waiting...); err != nil {
			return err
		}
		waiting = waiting[:0]
	}
	if err := tx.Commits.Put(waiting...); err != nil {
		return err
	}
	return h.save(tx)
}
