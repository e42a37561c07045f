package subjects

import (
	"errors"

	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// atOnce is how many snapshots or notifications a transaction visits: few, so that a
// refresh does not have to wait.
const atOnce = 25

// visitSnapshots visits the next snapshots with entries.
func (s *state) visitSnapshots(tx *storage.Tx) (added int, err error) {
	for range atOnce {
		next, err := after(tx, s.Last)
		if err != nil {
			return 0, err
		}
		if s.Changes = next.App == 0; s.Changes {
			return added, nil
		}
		n, err := addToSnapshot(tx, next)
		if err != nil {
			return 0, err
		}
		added += n
		s.Last = next
	}
	return added, nil
}

// after returns the next snapshot with entries: the next older one of the same app, or
// else the newest one of the next app. It returns zero if there is none.
func after(tx *storage.Tx, last storage.SnapshotID) (storage.SnapshotID, error) {
	queries := []storage.ChangeQuery{{FromApp: last.App + 1, Limit: 1}}
	if last.At > 1 {
		queries = []storage.ChangeQuery{{App: last.App, To: last.At - 1, Limit: 1}, queries[0]}
	}
	for _, q := range queries {
		c, err := storage.First(tx.Changes.List(q))
		if !errors.Is(err, storage.ErrNotFound) {
			return c.ID.Snapshot, err
		}
	}
	return storage.SnapshotID{}, nil
}

// addToSnapshot adds subjects to the entries of a snapshot, and returns to how many.
func addToSnapshot(tx *storage.Tx, id storage.SnapshotID) (int, error) {
	changes, err := storage.Collect(tx.Changes.List(storage.ChangeQuery{App: id.App, From: id.At, To: id.At}))
	if err != nil {
		return 0, err
	}
	entries := make([]storage.Entry, len(changes))
	for i, c := range changes {
		entries[i] = c.Entry
	}
	added, err := add(tx, id.App, entries, func() ([]storage.Entry, error) { return labelEntries(tx, id) })
	var changed []storage.Change
	for _, i := range added {
		changes[i].Entry = entries[i]
		changed = append(changed, changes[i])
	}
	if err != nil {
		return 0, err
	}
	return len(added), tx.Changes.Put(changed...)
}

// labelEntries returns the differences of a snapshot's label from the one before it.
func labelEntries(tx *storage.Tx, id storage.SnapshotID) ([]storage.Entry, error) {
	snapshot, err := tx.Snapshots.Get(id)
	if err != nil || snapshot.Label.IsZero() {
		return nil, err
	}
	before, err := timeline.KnownBefore(tx, id)
	if err != nil {
		return nil, err
	}
	return timeline.ChangesOf(tx, id, before.Label, snapshot.Label)
}

// visitNotifications visits the next notifications. Those that are posted or deleted
// meanwhile move the others, so some may be visited twice, and a few not at all.
func (s *state) visitNotifications(tx *storage.Tx) (added int, err error) {
	found, err := storage.Collect(tx.Notifications.List(storage.NotificationQuery{Offset: s.Notifications, Limit: atOnce}))
	if err != nil {
		return 0, err
	}
	for _, n := range found {
		changed, err := add(tx, n.App, n.Changes, func() ([]storage.Entry, error) { return entriesSince(tx, n.App, n.CreatedAt) })
		if err != nil {
			return 0, err
		}
		if len(changed) == 0 {
			continue
		}
		if err := tx.Notifications.Put(n); err != nil {
			return 0, err
		}
		added += len(changed)
	}
	s.Notifications += len(found)
	s.Done = len(found) < atOnce
	return added, nil
}

// entriesSince returns the entries of an app's first snapshot from a time on: those that
// a notification of that time is about.
func entriesSince(tx *storage.Tx, app storage.AppID, at storage.Time) ([]storage.Entry, error) {
	if app == 0 {
		return nil, nil
	}
	snapshot, err := timeline.After(tx, storage.SnapshotID{App: app, At: at - 1})
	if err != nil || snapshot.ID.App == 0 {
		return nil, err
	}
	var entries []storage.Entry
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: app, From: snapshot.ID.At, To: snapshot.ID.At}) {
		if err != nil {
			return nil, err
		}
		entries = append(entries, c.Entry)
	}
	return entries, nil
}
