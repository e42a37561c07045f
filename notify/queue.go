package notify

import (
	"errors"
	"io"
	"math"
	"slices"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

const (
	// KeptDeliveries is the number of final messages that are retained.
	KeptDeliveries = 1000

	// MaxQueued is the maximum number of messages that wait for one endpoint. If there is
	// one more, the oldest is given up.
	MaxQueued = 5000

	// never is later than any time.
	never storage.Time = math.MaxInt64

	// atOnce is the maximum number of records that are changed in one transaction.
	atOnce = 500
)

// enqueueEach queues the messages about notifications for every endpoint that does not get
// summaries.
func enqueueEach(tx *storage.Tx, now storage.Time, random io.Reader, notifications []storage.Notification) error {
	all, err := endpoints(tx)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(e endpoint) bool { return !e.immediate() })
	if len(all) == 0 {
		return nil
	}
	wanted, err := switchesOf(tx)
	if err != nil {
		return err
	}
	for _, e := range all {
		messages, err := wanted.immediate(tx, e, notifications, now)
		if err != nil {
			return err
		}
		ids, err := newIDs(now, random, len(messages))
		if err != nil {
			return err
		}
		for i, d := range messages {
			d.ID = ids[i]
			if err := enqueue(tx, d, now); err != nil {
				return err
			}
		}
		// If the setting changes to summaries, the first one begins after this.
		if err := settings.PutTime(tx, e.clock, now+1); err != nil {
			return err
		}
	}
	return nil
}

// immediate returns the messages about notifications that an endpoint gets at once: one for all about
// the same app that can be delivered at the same time.
func (s switches) immediate(tx *storage.Tx, e endpoint, notifications []storage.Notification, now storage.Time) (messages []storage.Delivery, err error) {
	for _, n := range notifications {
		ok, err := s.deliverable(tx, e, n)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		item, err := itemOfNotification(n)
		if err != nil {
			return nil, err
		}
		from := e.from(n, now)
		at := slices.IndexFunc(messages, func(d storage.Delivery) bool {
			return n.App != 0 && d.Items[0].App == n.App && d.QueuedAt == from
		})
		if at < 0 {
			at = len(messages)
			messages = append(messages, storage.Delivery{Endpoint: e.id, Host: e.host(), Kind: storage.DeliveryImmediate, QueuedAt: from})
		}
		messages[at].Items = append(messages[at].Items, item)
	}
	for i := range messages {
		d := &messages[i]
		d.Items = worstOf(d.Items, len(d.Items))
		d.Title = subjectsOf(d.Items)[0].title(language.English)
	}
	return messages, nil
}

// enqueue adds a message to the end of the queue of its endpoint.
func enqueue(tx *storage.Tx, d storage.Delivery, now storage.Time) error {
	if err := makeRoom(tx, d.Endpoint); err != nil {
		return err
	}
	d.State, d.CreatedAt, d.NextAttempt = storage.DeliveryPending, now, storage.NullTime(d.QueuedAt)
	return tx.Deliveries.Put(d)
}

// makeRoom gives up the first message of a full queue.
func makeRoom(tx *storage.Tx, endpoint string) error {
	waiting, err := tx.Deliveries.Count(queueOf(endpoint))
	if err != nil || waiting < MaxQueued {
		return err
	}
	first, err := head(tx, endpoint)
	if err != nil {
		return err
	}
	return giveUp(tx, first, "Too many messages were waiting")
}

// queueOf returns the query of the messages that wait for an endpoint, the next one first.
func queueOf(endpoint string) storage.DeliveryQuery {
	return storage.DeliveryQuery{Endpoint: endpoint, State: storage.DeliveryPending, Queue: true}
}

// head returns the next message for an endpoint, even if it is not due, because messages do
// not overtake each other. The error wraps [storage.ErrNotFound] if the queue is empty.
func head(tx *storage.Tx, endpoint string) (storage.Delivery, error) {
	q := queueOf(endpoint)
	q.Limit = 1
	return storage.First(tx.Deliveries.List(q))
}

// endPause makes the next message for an endpoint due, as if it had not been attempted. Others
// only wait for it.
func endPause(tx *storage.Tx, endpoint string, now storage.Time) error {
	first, err := head(tx, endpoint)
	if errors.Is(err, storage.ErrNotFound) || err == nil && first.Attempts == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	first.Attempts, first.NextAttempt = 0, storage.NullTime(max(now, first.QueuedAt))
	return tx.Deliveries.Put(first)
}

// headDue returns the next message for an endpoint, and when it is due, which is never if the
// queue is empty.
func headDue(tx *storage.Tx, endpoint string) (due storage.Time, d storage.Delivery, err error) {
	d, err = head(tx, endpoint)
	if errors.Is(err, storage.ErrNotFound) {
		return never, d, nil
	}
	return max(d.QueuedAt, storage.Time(d.NextAttempt)), d, err
}

// giveUp marks a message as dead, with a reason.
func giveUp(tx *storage.Tx, d storage.Delivery, reason storage.Text) error {
	d.State, d.NextAttempt, d.LastError = storage.DeliveryDead, 0, reason
	return tx.Deliveries.Put(d)
}

// giveUpAll gives up the messages at the head of a queue that were queued by a time, at
// most atOnce of them.
func giveUpAll(tx *storage.Tx, endpoint string, by storage.Time, reason storage.Text) error {
	q := queueOf(endpoint)
	q.Limit = atOnce
	waiting, err := storage.Collect(tx.Deliveries.List(q))
	if err != nil {
		return err
	}
	for _, d := range waiting {
		if d.QueuedAt > by {
			break
		}
		if err := giveUp(tx, d, reason); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes the oldest final messages beyond the newest KeptDeliveries.
func forget(tx *storage.Tx) (int, error) {
	return storage.DeleteListed(tx.Deliveries, storage.DeliveryQuery{Ended: true, Offset: KeptDeliveries, Limit: atOnce})
}
