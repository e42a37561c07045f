package notify

import (
	"io"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Notice is something to tell.
type Notice struct {
	App     storage.AppID // zero: about no one app
	AppName string
	Type    storage.NotificationType
	Changes []storage.Entry
}

// Post writes a notification for each notice, unread, also where its switch is
// off, and queues what a webhook is told of it. In quiet hours, those of the types
// that a refresh makes are held back until the end.
func Post(tx storage.Tx, now storage.Time, random io.Reader, notices ...Notice) error {
	if len(notices) == 0 {
		return nil
	}
	held := heldUntil(tx, now)
	posted := make([]storage.Notification, 0, len(notices))
	for _, n := range notices {
		until, err := held(n.Type)
		if err != nil {
			return err
		}
		id, err := storage.NewID(now, random)
		if err != nil {
			return err
		}
		posted = append(posted, storage.Notification{
			ID: id, App: n.App, AppName: n.AppName, Type: n.Type, Changes: n.Changes, CreatedAt: now, NotBefore: until,
		})
	}
	if err := tx.Notifications().Put(posted...); err != nil {
		return err
	}
	if err := tell(tx, now, random, posted); err != nil {
		return err
	}
	return prune(tx)
}

// PostOnce is [Post] of one notice, but does nothing when one was posted under
// the same clock less than every ago. The clock is the name of a setting.
func PostOnce(tx storage.Tx, now storage.Time, random io.Reader, clock string, every time.Duration, n Notice) error {
	last, err := settings.Time(tx, clock)
	if err != nil {
		return err
	}
	if last != 0 && last <= now && now.Sub(last) < every {
		return nil
	}
	if err := Post(tx, now, random, n); err != nil {
		return err
	}
	return settings.PutTime(tx, clock, now)
}

// OfChanges sorts what changed about an app into notices, one for each type:
// new headings of the label, accessibility, and all the rest. It takes the
// entries as the diff made them.
func OfChanges(app storage.App, entries []storage.Entry) []Notice {
	byType := map[storage.NotificationType][]storage.Entry{}
	for _, e := range entries {
		t := typeOf(e)
		byType[t] = append(byType[t], e)
	}
	var notices []Notice
	for _, t := range []storage.NotificationType{
		storage.NoticeNewPrivacyTypes, storage.NoticeLabelChanges, storage.NoticeAccessibilityChanges, storage.NoticePolicyUpdates,
	} {
		if len(byType[t]) > 0 {
			notices = append(notices, Notice{App: app.ID, AppName: app.Name, Type: t, Changes: byType[t]})
		}
	}
	return notices
}

func typeOf(e storage.Entry) storage.NotificationType {
	switch e.Category {
	case storage.CategoryAccessibility:
		return storage.NoticeAccessibilityChanges
	case storage.CategoryPrivacyPolicy:
		return storage.NoticePolicyUpdates
	case "", storage.CategoryPrivacyLabel:
		// Only an entry on a whole heading lists what the heading covers, if
		// only as an empty list.
		if e.Type == storage.EntryAdded && e.Details != nil {
			return storage.NoticeNewPrivacyTypes
		}
	}
	return storage.NoticeLabelChanges
}
