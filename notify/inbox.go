package notify

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// MaxMarked is how many notifications one [Inbox.MarkUnread] marks.
const MaxMarked = 200

// Config is what an [Inbox] needs. Both are required.
type Config struct {
	Store storage.Store
	Now   func() time.Time
}

// Inbox is where notifications are read. It is safe for concurrent use.
type Inbox struct {
	store storage.Store
	now   func() time.Time
}

// NewInbox returns the inbox of a store. It starts nothing.
func NewInbox(c Config) *Inbox { return &Inbox{store: c.Store, now: c.Now} }

// Item is a notification as it is shown.
type Item struct {
	storage.Notification
	App     *storage.AppID `json:"appId"` // nil: about no one app
	IconURL storage.Text   `json:"iconUrl"`
}

// Page is a part of the inbox.
type Page struct {
	Items       []Item `json:"notifications"` // newest first
	UnreadCount int    `json:"unreadCount"`   // of all that are shown
	Total       int    `json:"total"`         // of all that are shown

	// Until is when the page may become another one though nothing is written:
	// when a notification that is held back will be shown. Zero: never.
	Until storage.Time `json:"-"`
}

// List returns a part of the inbox: limit notifications after the first offset.
// Those that are held back, or whose type is switched off, are neither shown nor
// counted. While the switches that are feature flags cannot be read, they count as
// on.
func (i *Inbox) List(ctx context.Context, limit, offset int) (Page, error) {
	now := storage.TimeOf(i.now())
	var page Page
	err := i.view(ctx, func(tx storage.Tx, s switches) error {
		p := Page{Items: []Item{}}
		shown := storage.NotificationQuery{Due: now, Without: s.off()}
		var err error
		if p.Total, err = tx.Notifications().Count(shown); err != nil {
			return err
		}
		unread := shown
		unread.Unread = true
		if p.UnreadCount, err = tx.Notifications().Count(unread); err != nil {
			return err
		}
		if p.Until, err = nextShown(tx, now); err != nil {
			return err
		}
		if s.unresolved {
			p.Until = now
		}
		shown.Limit, shown.Offset = limit, offset
		for n, err := range tx.Notifications().List(shown) {
			if err != nil {
				return err
			}
			item, err := itemOf(tx, n)
			if err != nil {
				return err
			}
			p.Items = append(p.Items, item)
		}
		page = p
		return nil
	})
	return page, err
}

// nextShown returns when the next notification that is held back will be shown:
// never when there is none.
func nextShown(tx storage.Tx, now storage.Time) (storage.Time, error) {
	next, err := storage.First(tx.Notifications().List(storage.NotificationQuery{After: now, Limit: 1}))
	if errors.Is(err, storage.ErrNotFound) {
		return 0, nil
	}
	return storage.Time(next.NotBefore), err
}

func itemOf(tx storage.Tx, n storage.Notification) (Item, error) {
	item := Item{Notification: n}
	if item.Changes == nil {
		item.Changes = []storage.Entry{}
	}
	if n.App == 0 {
		return item, nil
	}
	item.App = &n.App
	app, err := tx.Apps().Get(n.App)
	if errors.Is(err, storage.ErrNotFound) { // the notification outlives its app
		return item, nil
	}
	item.IconURL = app.IconURL
	return item, err
}

// MarkRead marks every notification read, those that are not shown too, and
// returns how many were not.
func (i *Inbox) MarkRead(ctx context.Context) (int, error) {
	flipped := 0
	err := i.store.Update(ctx, func(tx storage.Tx) error {
		flipped = 0
		for {
			n, err := markRead(tx, storage.NotificationQuery{Unread: true, Limit: markedAtOnce})
			if flipped += n; err != nil || n < markedAtOnce {
				return err
			}
		}
	})
	if err != nil {
		return 0, err
	}
	return flipped, nil
}

// markedAtOnce is how many notifications are in memory while they are marked.
const markedAtOnce = 500

// markRead marks what a query of unread notifications lists.
func markRead(tx storage.Tx, unread storage.NotificationQuery) (int, error) {
	found, err := storage.Collect(tx.Notifications().List(unread))
	if err != nil {
		return 0, err
	}
	for k := range found {
		found[k].Read = true
	}
	return len(found), tx.Notifications().Put(found...)
}

// MarkUnread marks the notifications with these ids unread and returns how many
// were not. Empty ids are skipped; of the rest, the first [MaxMarked] count.
// Unknown ids are ignored.
func (i *Inbox) MarkUnread(ctx context.Context, ids []string) (int, error) {
	wanted := make([]string, 0, min(len(ids), MaxMarked))
	for _, id := range ids {
		if id != "" && len(wanted) < MaxMarked {
			wanted = append(wanted, id)
		}
	}
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	flipped := 0
	err := i.store.Update(ctx, func(tx storage.Tx) error {
		flipped = 0
		for _, id := range wanted {
			n, err := tx.Notifications().Get(id)
			if errors.Is(err, storage.ErrNotFound) || err == nil && !n.Read {
				continue
			}
			if err != nil {
				return err
			}
			n.Read = false
			if err := tx.Notifications().Put(n); err != nil {
				return err
			}
			flipped++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return flipped, nil
}

// MarkAppRead marks every notification about an app read, within the caller's
// transaction.
func MarkAppRead(tx storage.Tx, app storage.AppID) error {
	_, err := markRead(tx, storage.NotificationQuery{App: app, Unread: true})
	return err
}
