package storagetest

import (
	"github.com/privacylabels/auditor/storage"
)

// message returns a pending delivery that was queued when it was made.
func message(id string, at storage.Time, endpoint string) storage.Delivery {
	return storage.Delivery{
		ID: id, Endpoint: endpoint, Kind: storage.DeliveryImmediate, State: storage.DeliveryPending, CreatedAt: at, QueuedAt: at,
	}
}

func queued(at storage.Time, d storage.Delivery) storage.Delivery {
	d.QueuedAt = at
	return d
}

func ended(how storage.DeliveryState, d storage.Delivery) storage.Delivery {
	d.State = how
	return d
}

func deliveries() golden[string, storage.Delivery, storage.DeliveryQuery] {
	const pending, delivered, dead = storage.DeliveryPending, storage.DeliveryDelivered, storage.DeliveryDead
	return golden[string, storage.Delivery, storage.DeliveryQuery]{
		records: []storage.Delivery{
			message("b", 100, "one"), ended(dead, message("é", 100, "two")), queued(90, message("B", 100, "one")), message("c", 99, "two"),
			ended(delivered, queued(1, message("d", 1000, "one"))), queued(100, message("a", 1, "one")), message("e", 1000, "One"),
		},
		lookups: []lookup[string, storage.DeliveryQuery]{
			{name: "newest first, then by id, last first", want: []string{"e", "d", "é", "b", "B", "c", "a"}},
			{name: "as they were queued, then by id", query: storage.DeliveryQuery{Queue: true}, want: []string{"d", "B", "c", "a", "b", "é", "e"}},
			{name: "of an endpoint", query: storage.DeliveryQuery{Endpoint: "one"}, want: []string{"d", "b", "B", "a"}},
			{name: "in a state", query: storage.DeliveryQuery{State: dead}, want: []string{"é"}},
			{name: "ended", query: storage.DeliveryQuery{Ended: true}, want: []string{"d", "é"}},
			{name: "ended and pending", query: storage.DeliveryQuery{Ended: true, State: pending}},
			{
				name:  "the queue of an endpoint",
				query: storage.DeliveryQuery{Endpoint: "one", State: pending, Queue: true},
				want:  []string{"B", "a", "b"},
			},
		},
	}
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

func notifications() golden[string, storage.Notification, storage.NotificationQuery] {
	return golden[string, storage.Notification, storage.NotificationQuery]{
		records: []storage.Notification{
			told("b", 100, 1), hasRead(told("é", 100, 0)), after(150, told("B", 100, 2)), after(150, told("c", 99, 1)),
			hasRead(after(151, told("a", 100, 1))), ofType(storage.NoticeJobResumed, told("d", 1000, 0)), hasRead(told("e", 1, 1)),
		},
		lookups: []lookup[string, storage.NotificationQuery]{
			{name: "newest first, then by id, last first", want: []string{"d", "é", "b", "a", "B", "c", "e"}},
			{name: "the order turned round", query: storage.NotificationQuery{Oldest: true}, want: []string{"e", "c", "B", "a", "b", "é", "d"}},
			{name: "of an app", query: storage.NotificationQuery{App: 1}, want: []string{"b", "a", "c", "e"}},
			{name: "unread", query: storage.NotificationQuery{Unread: true}, want: []string{"d", "b", "B", "c"}},
			{name: "read", query: storage.NotificationQuery{Read: true}, want: []string{"é", "a", "e"}},
			{name: "unread and read", query: storage.NotificationQuery{Unread: true, Read: true}},
			{
				name:  "due, which those without a time always are",
				query: storage.NotificationQuery{Due: 150},
				want:  []string{"d", "é", "b", "B", "c", "e"},
			},
			{name: "due before the first", query: storage.NotificationQuery{Due: 149}, want: []string{"d", "é", "b", "e"}},
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
			{name: "read ones of an app that are due", query: storage.NotificationQuery{App: 1, Read: true, Due: 151}, want: []string{"a", "e"}},
		},
	}
}
