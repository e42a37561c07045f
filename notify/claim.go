package notify

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/privacylabels/auditor/storage"
)

const (
	// PatienceWithEndpoint is how long a message is tried again before it is
	// given up.
	PatienceWithEndpoint = 48 * time.Hour

	// claimed is how long a message is left to who claimed it: more than an
	// attempt takes.
	claimed = 3 * AttemptTimeout

	firstPause   = 10 * time.Second
	longestPause = time.Hour
	longestAsked = 24 * time.Hour // pause that an endpoint may ask for

	// refusals are how often an endpoint has to refuse a message as such.
	refusals = 3

	// noteTimeout is how long it may take to note how an attempt ended that was
	// cancelled.
	noteTimeout = 5 * time.Second
)

// claim queues the summary that is due for an endpoint, and takes the message
// that is to be sent to it now, if there is one. The attempt is noted before it
// is made: nobody else makes one at the same time, who crashes in between makes
// the next one later, and a store that cannot be written to sends nothing.
func (o *Outbox) claim(ctx context.Context, endpoint string) (w webhook, d storage.Delivery, err error) {
	now := o.stamp()
	err = o.store.Update(ctx, func(tx storage.Tx) error {
		w, d = webhook{}, storage.Delivery{}
		all, err := o.webhooks(tx)
		if err != nil {
			return err
		}
		for _, each := range all {
			if each.endpoint == endpoint {
				w = each
			}
		}
		if why := w.why(); why != "" {
			return giveUpAll(tx, endpoint, never, storage.Text(why))
		}
		if err := summarize(tx, w, now, o.random); err != nil {
			return err
		}
		due, first, err := headDue(tx, endpoint)
		if err != nil || due > now {
			return err
		}
		first.Attempts++
		first.Host, first.NextAttempt = w.host(), storage.NullTime(now.Add(claimed))
		d = first
		return tx.Deliveries().Put(d)
	})
	if err != nil {
		return webhook{}, storage.Delivery{}, err
	}
	return w, d, nil
}

// settle notes how an attempt ended. A message that was taken is delivered,
// whatever else happened to it meanwhile; any other end is noted only while the
// claim still stands.
func (o *Outbox) settle(ctx context.Context, claim storage.Delivery, r result) error {
	now := o.stamp()
	pause := max(o.spread(pauseAfter(claim.Attempts)), min(r.retryAfter, longestAsked))
	if ctx.Err() != nil { // there is still this to do
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), noteTimeout)
		defer cancel()
	}
	return o.store.Update(ctx, func(tx storage.Tx) error {
		d, err := tx.Deliveries().Get(claim.ID)
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		stands := d.State == storage.DeliveryPending && d.Attempts == claim.Attempts && d.NextAttempt == claim.NextAttempt
		if !stands && (!r.taken() || d.State == storage.DeliveryDelivered) {
			return nil
		}
		if r.cancelled { // by us, so it does not count
			d.Attempts, d.NextAttempt = d.Attempts-1, storage.NullTime(d.QueuedAt)
			return tx.Deliveries().Put(d)
		}
		d.LastStatus, d.LastError = r.status, r.failure
		next := now.Add(pause)
		switch {
		case r.taken():
			d.State, d.NextAttempt, d.DeliveredAt = storage.DeliveryDelivered, 0, storage.NullTime(now)
		case r.hopeless(d.Attempts):
			d.State, d.NextAttempt = storage.DeliveryDead, 0
		case next.Sub(d.QueuedAt) > PatienceWithEndpoint:
			// What has waited as long behind it would fare no better.
			by := now.Add(-PatienceWithEndpoint)
			if err := giveUpAll(tx, d.Endpoint, by, "The endpoint took no messages: "+r.failure); err != nil {
				return err
			}
			d.State, d.NextAttempt = storage.DeliveryDead, 0
		default:
			d.NextAttempt = storage.NullTime(next)
		}
		if err := tx.Deliveries().Put(d); err != nil {
			return err
		}
		_, err = forget(tx)
		return err
	})
}

// result is how an attempt ended.
type result struct {
	status     int          // of HTTP; zero: there was no answer
	failure    storage.Text // a sentence; empty: the message was taken
	retryAfter time.Duration
	cancelled  bool
}

func (r result) taken() bool { return r.failure == "" && !r.cancelled }

// hopeless says whether there is no point in further attempts.
func (r result) hopeless(attempts int) bool {
	switch r.status {
	case http.StatusGone: // the endpoint wants no messages any more
		return true
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return attempts >= refusals // it is the message, and others wait behind it
	}
	return false
}

// pauseAfter returns how long to wait after the nth attempt: three times as long
// after each.
func pauseAfter(attempts int) time.Duration {
	b := backoff.ExponentialBackOff{InitialInterval: firstPause, Multiplier: 3, MaxInterval: longestPause}
	b.Reset()
	d := b.NextBackOff()
	for range min(attempts, 100) - 1 {
		d = b.NextBackOff()
	}
	return d
}

// spread makes a pause longer or shorter by a quarter at most, at random, so that
// who failed together does not come back together.
func (o *Outbox) spread(d time.Duration) time.Duration {
	var random [4]byte
	if _, err := io.ReadFull(o.random, random[:]); err != nil {
		return d // not a moment to fail at
	}
	part := float64(binary.LittleEndian.Uint32(random[:])) / (1 << 32)
	return d + time.Duration((part-0.5)/2*float64(d))
}
