package notify

import "github.com/privacylabels/auditor/storage"

const (
	// Kept is how many notifications are kept before the oldest read ones are deleted.
	Kept = 5000

	// KeptUnread is how many notifications are kept before the oldest unread ones are deleted:
	// more than a user reads, and a limit for an inbox that is never read.
	KeptUnread = 20_000
)

// prune deletes the notifications beyond the limits, at most atOnce of them: more than
// are posted with it, but not so many that the cause has to wait for long.
func prune(tx *storage.Tx) error {
	all, err := tx.Notifications.Count(storage.NotificationQuery{})
	if err != nil || all <= Kept {
		return err
	}
	over := min(all-Kept, atOnce)
	gone, err := deleteOldest(tx, storage.NotificationQuery{Read: true, Limit: over})
	if err != nil || gone == over || all-gone <= KeptUnread { // those that are left are unread
		return err
	}
	_, err = deleteOldest(tx, storage.NotificationQuery{Limit: min(all-gone-KeptUnread, atOnce)})
	return err
}

// deleteOldest deletes the oldest notifications that a query lists, and returns how many
// it deleted.
func deleteOldest(tx *storage.Tx, q storage.NotificationQuery) (int, error) {
	q.Oldest = true
	var old []string
	for n, err := range tx.Notifications.List(q) {
		if err != nil {
			return 0, err
		}
		old = append(old, n.ID)
	}
	return tx.Notifications.Delete(old...)
}

// MarkStale marks every notification about an app as no longer true, for example when it
// turns out that the state it was derived from was another app's. For app zero it does
// nothing.
func MarkStale(tx *storage.Tx, app storage.AppID) error {
	if app == 0 {
		return nil
	}
	for q := (storage.NotificationQuery{App: app, Limit: atOnce}); ; q.Offset += atOnce {
		found, err := storage.Collect(tx.Notifications.List(q))
		if err != nil {
			return err
		}
		for k := range found {
			found[k].Stale = true
		}
		if err := tx.Notifications.Put(found...); err != nil || len(found) < atOnce {
			return err
		}
	}
}
