package notify

import "github.com/privacylabels/auditor/storage"

const (
	// Kept is the number of notifications beyond which the oldest read ones are deleted.
	Kept = 5000

	// KeptUnread is the number of notifications beyond which the oldest unread ones are deleted
	// as well. It limits an inbox that is never read.
	KeptUnread = 20_000
)

// prune deletes the notifications beyond the limits, at most atOnce of them. That is more than
// are posted in the same transaction, but few enough not to delay it much.
func prune(tx *storage.Tx) error {
	all, err := tx.Notifications.Count(storage.NotificationQuery{})
	if err != nil || all <= Kept {
		return err
	}
	over := min(all-Kept, atOnce)
	gone, err := storage.DeleteListed(tx.Notifications, storage.NotificationQuery{Read: true, Oldest: true, Limit: over})
	if err != nil || gone == over || all-gone <= KeptUnread { // the rest is unread
		return err
	}
	_, err = storage.DeleteListed(tx.Notifications, storage.NotificationQuery{Oldest: true, Limit: min(all-gone-KeptUnread, atOnce)})
	return err
}

// MarkStale marks every notification about an app as no longer true, for example if it turns
// out that the state it was derived from belongs to another app. For app zero it does nothing.
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
