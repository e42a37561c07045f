package storagetest

import "github.com/privacylabels/auditor/storage"

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

func deliveries() kind[string, storage.Delivery, storage.DeliveryQuery] {
	const pending, delivered, dead = storage.DeliveryPending, storage.DeliveryDelivered, storage.DeliveryDead
	return kind[string, storage.Delivery, storage.DeliveryQuery]{
		name:  "Deliveries",
		table: storage.Tx.Deliveries,
		key:   func(d *storage.Delivery, n int) { d.ID = text("message", n) },
		least: func(d *storage.Delivery) {
			d.Endpoint, d.Kind, d.State, d.CreatedAt, d.QueuedAt = "e", storage.DeliveryDaily, pending, 1, 1
		},
		stock: []storage.Delivery{
			message("b", 100, "one"), ended(dead, message("é", 100, "two")), queued(90, message("B", 100, "one")), message("c", 99, "two"),
			ended(delivered, queued(1, message("d", 1000, "one"))), queued(100, message("a", 1, "one")), message("e", 1000, "One"),
		},
		lookups: []lookup[string, storage.DeliveryQuery]{
			{name: "newest first, then by id, last first", want: []string{"e", "d", "é", "b", "B", "c", "a"}},
			{
				name:  "as they were queued, then by id",
				query: storage.DeliveryQuery{Queue: true},
				want:  []string{"d", "B", "c", "a", "b", "é", "e"},
			},
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
