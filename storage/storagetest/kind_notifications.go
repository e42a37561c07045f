package storagetest

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// notification returns one about an app, which need not be there.
func notification(app storage.AppID, id string) storage.Notification {
	return told(fmt.Sprint(app, "-", id), 1, app)
}

// told returns an unread notification that is shown at once.
func told(id string, at storage.Time, app storage.AppID) storage.Notification {
	return storage.Notification{ID: id, App: app, Type: storage.NoticeLabelChanges, CreatedAt: at}
}

func hasRead(n storage.Notification) storage.Notification {
	n.Read = true
	return n
}

func ofType(t storage.NotificationType, n storage.Notification) storage.Notification {
	n.Type = t
	return n
}

func after(at storage.NullTime, n storage.Notification) storage.Notification {
	n.NotBefore = at
	return n
}

func notifications() kind[string, storage.Notification, storage.NotificationQuery] {
	return kind[string, storage.Notification, storage.NotificationQuery]{
		name:  "Notifications",
		table: storage.Tx.Notifications,
		key:   func(r *storage.Notification, n int) { r.ID = text("notice", n) },
		least: func(r *storage.Notification) { r.Type, r.CreatedAt = "t", 1 },
		fix: func(r *storage.Notification) {
			for i := range r.Changes {
				if string(r.Changes[i].More) == `{}` { // an entry has no members, or a nil More
					r.Changes[i].More = nil
				}
			}
		},
		stock: []storage.Notification{
			told("b", 100, 1), hasRead(told("é", 100, 0)), after(150, told("B", 100, 2)), after(150, told("c", 99, 1)),
			hasRead(after(151, told("a", 100, 1))), ofType(storage.NoticeJobResumed, told("d", 1000, 0)), hasRead(told("e", 1, 1)),
		},
		lookups: []lookup[string, storage.NotificationQuery]{
			{name: "newest first, then by id, last first", want: []string{"d", "é", "b", "a", "B", "c", "e"}},
			{
				name:  "the order turned round",
				query: storage.NotificationQuery{Oldest: true},
				want:  []string{"e", "c", "B", "a", "b", "é", "d"},
			},
			{name: "of an app", query: storage.NotificationQuery{App: 1}, want: []string{"b", "a", "c", "e"}},
			{name: "unread", query: storage.NotificationQuery{Unread: true}, want: []string{"d", "b", "B", "c"}},
			{name: "read", query: storage.NotificationQuery{Read: true}, want: []string{"é", "a", "e"}},
			{name: "unread and read", query: storage.NotificationQuery{Unread: true, Read: true}},
			{
				name:  "due, which those without a time always are",
				query: storage.NotificationQuery{Due: 150},
				want:  []string{"d", "é", "b", "B", "c", "e"},
			},
			{
				name:  "due before the first",
				query: storage.NotificationQuery{Due: 149},
				want:  []string{"d", "é", "b", "e"},
			},
			{
				name:  "by everything at once",
				query: storage.NotificationQuery{App: 1, Unread: true, Due: 151, Oldest: true},
				want:  []string{"c", "b"},
			},
			{
				name:  "of no type that is unwanted",
				query: storage.NotificationQuery{Without: []storage.NotificationType{"none", storage.NoticeJobResumed}},
				want:  []string{"é", "b", "a", "B", "c", "e"},
			},
			{
				name:  "of no type that there is",
				query: storage.NotificationQuery{Without: []storage.NotificationType{storage.NoticeJobResumed, storage.NoticeLabelChanges}},
			},
			{
				name:  "held back, in the order in which they will be shown",
				query: storage.NotificationQuery{After: 99},
				want:  []string{"B", "c", "a"},
			},
			{name: "held back for longest", query: storage.NotificationQuery{After: 99, Oldest: true}, want: []string{"a", "c", "B"}},
			{name: "held back at a moment", query: storage.NotificationQuery{After: 150, Unread: true}},
			{name: "held back from a moment on", query: storage.NotificationQuery{After: 149, Read: true}, want: []string{"a"}},
			{
				name:  "read ones of an app that are due",
				query: storage.NotificationQuery{App: 1, Read: true, Due: 151},
				want:  []string{"a", "e"},
			},
		},
	}
}
