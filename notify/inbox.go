package notify

import (
	"context"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// MaxMarked is the maximum number of notifications that [Inbox.MarkUnread] marks.
const MaxMarked = 200

// Inbox lists notifications and marks them. It is safe for concurrent use.
type Inbox struct{ config storage.Env }

// NewInbox returns an inbox. It starts nothing.
func NewInbox(env storage.Env) *Inbox { return &Inbox{env} }

// Item is a notification in the inbox.
type Item struct {
	storage.Notification
	App     *storage.AppID `json:"appId"`   // the ID of the app; nil: the notification is not about one app
	IconURL storage.Text   `json:"iconUrl"` // the URL of the icon; null: not known
}

// Page is a page of the inbox.
type Page struct {
	Items       []Item `json:"notifications"` // the notifications, newest first
	UnreadCount int    `json:"unreadCount"`   // the number of unread notifications
	Total       int    `json:"total"`         // the number of notifications

	// Until is when the page can change without a write: when the next delayed
	// notification is shown. Zero: never.
	Until storage.Time `json:"-"`
}

// List returns a page of the inbox: limit notifications after the first offset. Those
// that quiet hours delay, or whose type is switched off, are neither shown nor counted.
// While the feature flags cannot be read, the switches that are flags count as on.
func (i *Inbox) List(ctx context.Context, limit, offset int) (Page, error) {
	now := storage.TimeOf(i.config.Now())
	return view(ctx, i.config.Store, func(tx *storage.Tx, s switches) (p Page, err error) {
		shown := storage.NotificationQuery{Due: now, Without: s.off()}
		if p.Total, err = tx.Notifications.Count(shown); err != nil {
			return p, err
		}
		unread := shown
		unread.Unread = true
		if p.UnreadCount, err = tx.Notifications.Count(unread); err != nil {
			return p, err
		}
		if p.Until, err = nextShown(tx, now); err != nil {
			return p, err
		}
		if s.unresolved {
			p.Until = now
		}
		shown.Limit, shown.Offset = limit, offset
		rest := p.Total - offset
		fromEnd := 0 < rest && rest < offset // it is the nearer end of the list, so fewer are skipped
		if fromEnd {
			if limit <= 0 || limit > rest {
				shown.Limit = rest
			}
			shown.Oldest, shown.Offset = true, rest-shown.Limit
		}
		found, err := storage.Collect(tx.Notifications.List(shown))
		if err != nil {
			return p, err
		}
		if fromEnd {
			slices.Reverse(found)
		}
		p.Items, err = itemsOf(tx, found)
		return p, err
	})
}

// nextShown returns when the next delayed notification is shown, or zero if none is delayed.
func nextShown(tx *storage.Tx, now storage.Time) (storage.Time, error) {
	next, _, err := storage.FindFirst(tx.Notifications.List(storage.NotificationQuery{After: now, Limit: 1}))
	return storage.Time(next.NotBefore), err
}

func itemsOf(tx *storage.Tx, found []storage.Notification) ([]Item, error) {
	var ids []storage.AppID
	for _, n := range found {
		if n.App != 0 {
			ids = append(ids, n.App)
		}
	}
	slices.Sort(ids)
	apps, err := tx.AppBriefsOf(slices.Compact(ids)...) // a notification outlives its app
	if err != nil {
		return nil, err
	}
	items := make([]Item, len(found))
	for i, n := range found {
		items[i].Notification = n
		items[i].Changes = categorized(n.Changes)
		if n.App != 0 {
			items[i].App, items[i].IconURL = &found[i].App, apps[n.App].IconURL
		}
	}
	return items, nil
}

// MarkRead marks every notification read, including those that are not shown, and returns
// how many were unread.
func (i *Inbox) MarkRead(ctx context.Context) (int, error) {
	return storage.Update(ctx, i.config.Store, func(tx *storage.Tx) (flipped int, err error) {
		for {
			n, err := markRead(tx, storage.NotificationQuery{Unread: true, Limit: markedAtOnce})
			if flipped += n; err != nil || n < markedAtOnce {
				return flipped, err
			}
		}
	})
}

// markedAtOnce is the number of notifications that are read and marked at a time.
const markedAtOnce = 500

// markRead marks the notifications that a query lists.
func markRead(tx *storage.Tx, unread storage.NotificationQuery) (int, error) {
	found, err := storage.Collect(tx.Notifications.List(unread))
	if err != nil {
		return 0, err
	}
	for k := range found {
		found[k].Read = true
	}
	return len(found), tx.Notifications.Put(found...)
}

// MarkUnread marks the notifications with these ids unread and returns how many were read
// before. It ignores empty and unknown ids, and all but the first [MaxMarked] of the rest.
func (i *Inbox) MarkUnread(ctx context.Context, ids []string) (int, error) {
	wanted := make([]string, 0, min(len(ids), MaxMarked))
	for _, id := range ids {
		if id != "" && len(wanted) < MaxMarked {
			wanted = append(wanted, id)
		}
	}
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	return storage.Update(ctx, i.config.Store, func(tx *storage.Tx) (flipped int, err error) {
		for _, id := range wanted {
			n, found, err := storage.Find(tx.Notifications, id)
			if err != nil {
				return flipped, err
			}
			if !found || !n.Read {
				continue
			}
			n.Read = false
			if err := tx.Notifications.Put(n); err != nil {
				return flipped, err
			}
			flipped++
		}
		return flipped, nil
	})
}

// MarkAppRead marks every notification about an app read.
func MarkAppRead(tx *storage.Tx, app storage.AppID) error {
	_, err := markRead(tx, storage.NotificationQuery{App: app, Unread: true})
	return err
}
