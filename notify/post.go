package notify

import (
	"io"
	"slices"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Notice is a notification to post.
type Notice struct {
	App     storage.AppID // zero: not about one app
	AppName string
	Type    storage.NotificationType
	Changes []storage.Entry

	// Clock is the name of a setting with the time of the last notice with the same clock. Unless
	// Every has passed since, this one is not posted. Empty: it always is.
	Clock string
	Every time.Duration
}

// Post writes an unread notification for each notice, with the worst changes first and even if
// its switch is off, and queues the messages to endpoints: one for all notices about an app.
// Quiet hours delay the types that refreshes cause.
func Post(tx *storage.Tx, now storage.Time, random io.Reader, notices ...Notice) error {
	notices, err := dueOf(tx, now, notices)
	if err != nil || len(notices) == 0 {
		return err
	}
	held := heldUntil(tx, now)
	ids, err := newIDs(now, random, len(notices))
	if err != nil {
		return err
	}
	posted := make([]storage.Notification, 0, len(notices))
	for i, n := range notices {
		until, err := held(n.Type)
		if err != nil {
			return err
		}
		posted = append(posted, storage.Notification{
			ID: ids[i], App: n.App, AppName: n.AppName, Type: n.Type, Changes: changelog.WorstFirst(n.Changes), CreatedAt: now, NotBefore: until,
		})
	}
	if err := tx.Notifications.Put(posted...); err != nil {
		return err
	}
	if err := enqueueEach(tx, now, random, posted); err != nil {
		return err
	}
	return prune(tx)
}

// dueOf returns the notices that their clocks do not hold back, and sets these clocks.
func dueOf(tx *storage.Tx, now storage.Time, notices []Notice) (due []Notice, err error) {
	for _, n := range notices {
		if n.Clock != "" {
			last, err := settings.Time(tx, n.Clock)
			if err != nil {
				return nil, err
			}
			if last != 0 && last <= now && now.Sub(last) < n.Every {
				continue
			}
			if err := settings.PutTime(tx, n.Clock, now); err != nil {
				return nil, err
			}
		}
		due = append(due, n)
	}
	return due, nil
}

// newIDs returns n identifiers in ascending order, so that notices that are posted at the same
// time keep their order.
func newIDs(now storage.Time, random io.Reader, n int) ([]string, error) {
	ids := make([]string, n)
	for i := range ids {
		var err error
		if ids[i], err = storage.NewID(now, random); err != nil {
			return nil, err
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// OfChanges returns the notices about the entries of a diff, one for each type: new
// headings of the label, accessibility, the policy, availability, the listing, and all other
// changes. A change of a name, a price or in-app purchases causes no notice, nor does another
// spelling of a developer or of the address of the policy.
func OfChanges(app storage.App, entries []storage.Entry) []Notice {
	byType := map[storage.NotificationType][]storage.Entry{}
	for _, e := range entries {
		t := typeOf(e)
		byType[t] = append(byType[t], e)
	}
	var notices []Notice
	for _, t := range []storage.NotificationType{
		storage.NoticeNewPrivacyTypes, storage.NoticeLabelChanges, storage.NoticeAccessibilityChanges, storage.NoticePolicyUpdates,
		storage.NoticeAvailability, storage.NoticeListingChanges,
	} {
		if len(byType[t]) > 0 {
			notices = append(notices, Notice{App: app.ID, AppName: app.Name, Type: t, Changes: byType[t]})
		}
	}
	return notices
}

// typeOf returns the type of the notification about an entry, empty if it gets none.
func typeOf(e storage.Entry) storage.NotificationType {
	switch e.Category {
	case storage.CategoryAccessibility:
		return storage.NoticeAccessibilityChanges
	case storage.CategoryPrivacyPolicy:
		return storage.NoticePolicyUpdates
	case storage.CategoryAvailability:
		return storage.NoticeAvailability
	case storage.CategoryListing:
		switch e.Fact {
		case storage.FactDeveloper, storage.FactBundleID, storage.FactPolicy:
			if !changelog.Respelled(e) {
				return storage.NoticeListingChanges
			}
		}
		return ""
	case "", storage.CategoryPrivacyLabel:
		// Only an entry about a whole privacy type has details, which may be empty.
		if e.Type == storage.EntryAdded && e.Details != nil {
			return storage.NoticeNewPrivacyTypes
		}
	}
	return storage.NoticeLabelChanges
}
