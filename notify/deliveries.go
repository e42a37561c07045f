package notify

import (
	"cmp"
	"context"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// ErrDelivered means that a message was delivered and need not be sent again.
var ErrDelivered = errors.New("delivered already")

// Delivery is a message to a destination, without its secrets.
type Delivery struct {
	ID            string                `json:"id"`              // the ID, which is sent to the receiver as well
	Kind          storage.DeliveryKind  `json:"kind"`            // the kind
	State         storage.DeliveryState `json:"state"`           // the state
	Destination   string                `json:"destinationId"`   // the ID of the destination; "webhook" is the webhook of the settings
	Name          storage.Text          `json:"destinationName"` // the name of the destination; null: it was removed
	Host          storage.Text          `json:"host"`            // the host of the URL; null: not known
	Title         string                `json:"title"`           // the title
	Notifications int                   `json:"notifications"`   // the number of notifications in the message
	Attempts      int                   `json:"attempts"`        // the number of attempts
	CreatedAt     storage.Time          `json:"createdAt"`       // when it was created
	NextAttemptAt storage.NullTime      `json:"nextAttemptAt"`   // when delivery is attempted next; null: never
	DeliveredAt   storage.NullTime      `json:"deliveredAt"`     // when it was delivered; null: not yet
	// The status of the last response, of HTTP or SMTP; null: there was none.
	LastStatus *int         `json:"lastStatus"`
	LastError  storage.Text `json:"lastError"` // why the last attempt failed; null: it did not
}

// shown returns a message without secrets, given the names of the endpoints.
func shown(d storage.Delivery, names map[string]string) Delivery {
	s := Delivery{
		ID: d.ID, Kind: d.Kind, State: d.State, Destination: d.Endpoint, Name: storage.Text(names[d.Endpoint]), Host: storage.Text(d.Host), Title: d.Title, Notifications: len(d.Items) + d.Omitted,
		Attempts: d.Attempts, CreatedAt: d.CreatedAt, NextAttemptAt: d.NextAttempt, DeliveredAt: d.DeliveredAt, LastError: d.LastError,
	}
	if d.LastStatus != 0 {
		s.LastStatus = &d.LastStatus
	}
	return s
}

// namesOf returns the names of the endpoints by id.
func namesOf(tx *storage.Tx) (map[string]string, error) {
	all, err := endpoints(tx)
	names := make(map[string]string, len(all))
	for _, e := range all {
		names[e.id] = e.Name
	}
	return names, err
}

// Forget deletes the oldest final messages beyond the newest [KeptDeliveries], a few hundred
// at a time, and returns how many it deleted. Each delivery does the same.
func (o *Outbox) Forget(ctx context.Context) (int, error) {
	over := storage.DeliveryQuery{Ended: true, Offset: KeptDeliveries, Limit: 1}
	waiting, err := storage.View(ctx, o.config.Store, func(tx *storage.Tx) (int, error) { return tx.Deliveries.Count(over) })
	if err != nil || waiting == 0 {
		return 0, err
	}
	return storage.Update(ctx, o.config.Store, forget)
}

// DeliveryPage is a page of messages.
type DeliveryPage struct {
	Deliveries []Delivery `json:"deliveries"` // the deliveries, newest first
	Total      int        `json:"total"`      // the number of all
}

// List returns a page of the messages: limit of them after the first offset. It lists all
// pending messages, and the newest [KeptDeliveries] final ones.
func (o *Outbox) List(ctx context.Context, limit, offset int) (DeliveryPage, error) {
	return storage.View(ctx, o.config.Store, func(tx *storage.Tx) (DeliveryPage, error) {
		page := DeliveryPage{Deliveries: []Delivery{}}
		names, err := namesOf(tx)
		if err != nil {
			return page, err
		}
		if page.Total, err = tx.Deliveries.Count(storage.DeliveryQuery{}); err != nil {
			return page, err
		}
		for d, err := range tx.Deliveries.List(storage.DeliveryQuery{Limit: limit, Offset: offset}) {
			if err != nil {
				return page, err
			}
			page.Deliveries = append(page.Deliveries, shown(d, names))
		}
		return page, nil
	})
}

// Retry makes a message due now. If it was given up, it goes to the end of the queue. If it
// is waiting, the first message of its queue becomes due as well, because messages do not
// overtake each other. The error wraps [ErrDelivered], or [storage.ErrNotFound] if the
// message does not exist or its destination was removed.
func (o *Outbox) Retry(ctx context.Context, id string) (Delivery, error) {
	now := o.stamp()
	return storage.Update(ctx, o.config.Store, func(tx *storage.Tx) (again Delivery, err error) {
		d, err := tx.Deliveries.Get(id)
		if err != nil {
			return again, err
		}
		names, err := namesOf(tx)
		if err != nil {
			return again, err
		}
		if _, ok := names[d.Endpoint]; !ok {
			return again, noDestination(d.Endpoint)
		}
		switch d.State {
		case storage.DeliveryDelivered:
			return again, ErrDelivered
		case storage.DeliveryDead:
			d.State, d.Attempts, d.QueuedAt = storage.DeliveryPending, 0, now
		case storage.DeliveryPending:
			d.QueuedAt = min(d.QueuedAt, now)
			first, err := head(tx, d.Endpoint)
			if err != nil {
				return again, err
			}
			if first.ID != d.ID && first.QueuedAt <= now {
				first.NextAttempt = storage.NullTime(now)
				if err := tx.Deliveries.Put(first); err != nil {
					return again, err
				}
			}
		}
		d.NextAttempt = storage.NullTime(now)
		return shown(d, names), tx.Deliveries.Put(d)
	})
}

// TestResult is the result of sending a test message.
type TestResult struct {
	OK     bool         `json:"ok"`               // whether it succeeded
	Status int          `json:"status"`           // the status of the response, of HTTP or SMTP; 0: there was none
	Detail storage.Text `json:"detail,omitempty"` // more about it; null or empty: nothing
}

// Test makes one attempt to send a test message to the URL of a webhook in a format. It
// stores nothing and ignores the settings. The error is that of the context or of the random
// source.
func (o *Outbox) Test(ctx context.Context, address, format string) (TestResult, error) {
	return o.test(ctx, endpoint{stored: stored{URL: address, Channel: Channel(format)}})
}

func (o *Outbox) test(ctx context.Context, e endpoint) (TestResult, error) {
	id, err := storage.NewID(o.stamp(), o.config.Random)
	if err != nil {
		return TestResult{}, err
	}
	l, err := o.languageFor(ctx, e)
	if err != nil {
		return TestResult{}, err
	}
	r := o.send(ctx, e, id, testMessage(l, e.page))
	if r.cancelled {
		return TestResult{}, ctx.Err()
	}
	return TestResult{OK: r.accepted() && r.reservation == "", Status: r.status, Detail: cmp.Or(r.failure, r.reservation)}, nil
}
