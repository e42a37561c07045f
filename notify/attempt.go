package notify

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

const (
	// retryFor is how long a message is retried before it is given up.
	retryFor = 48 * time.Hour

	// claimed is how long a claim lasts. It is longer than an attempt, but not by much,
	// because after a crash the message waits until the claim ends.
	claimed = AttemptTimeout + 3*time.Second

	firstPause    = 10 * time.Second
	maxPause      = time.Hour
	maxRetryAfter = 24 * time.Hour // the longest pause that an endpoint can ask for

	// maxRefusals is the number of refusals by an endpoint after which a message is given up.
	maxRefusals = 3

	// recordTimeout limits the time to record an attempt that was cancelled.
	recordTimeout = 5 * time.Second
)

// claim queues the summary that is due for an endpoint, if any, and claims the next message
// that is due. It records the attempt before it is made, so that no other process sends the
// message at the same time, a crash is followed by a pause, and nothing is sent while the
// database cannot be written.
func (o *Outbox) claim(ctx context.Context, id string) (e endpoint, d storage.Delivery, err error) {
	now := o.stamp()
	err = o.config.Store.Update(ctx, func(tx *storage.Tx) error {
		e, d = endpoint{}, storage.Delivery{}
		all, err := endpoints(tx)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(all, func(e endpoint) bool { return e.id == id }); i >= 0 {
			e = all[i]
		}
		if why := e.disabled(); why != "" {
			return giveUpAll(tx, id, never, storage.Text(why))
		}
		if err := summarize(tx, e, now, o.config.Random); err != nil {
			return err
		}
		due, first, err := e.next(tx, now)
		if err != nil || due > now {
			return err
		}
		if e.page, err = settings.Text(tx, settings.PageURL); err != nil {
			return err
		}
		first.Attempts++
		first.Host, first.NextAttempt = e.host(), storage.NullTime(now.Add(claimed))
		d = first
		return tx.Deliveries.Put(d)
	})
	if err != nil {
		return endpoint{}, storage.Delivery{}, err
	}
	return e, d, nil
}

// settle records the result of an attempt. A message that the endpoint accepted is
// delivered, whatever happened to it meanwhile; any other result is recorded only while
// the claim holds.
func (o *Outbox) settle(ctx context.Context, claim storage.Delivery, r result) error {
	now := o.stamp()
	pause := max(o.jitter(pauseAfter(claim.Attempts)), min(r.retryAfter, maxRetryAfter))
	if ctx.Err() != nil { // record the result nevertheless
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
		defer cancel()
	}
	var dead bool
	var retry storage.Time // zero: another process has the message
	err := o.config.Store.Update(ctx, func(tx *storage.Tx) (err error) {
		dead, retry, err = record(tx, claim, r, now, now.Add(pause))
		return err
	})
	switch {
	case err == nil && r.accepted() && r.reservation != "":
		o.config.Logger.WarnContext(ctx, "message not delivered to all recipients", "endpoint", claim.Endpoint, "host", claim.Host, "error", r.cause)
	case err != nil || r.cancelled || r.accepted():
	case dead:
		o.config.Logger.WarnContext(ctx, "message not delivered", "endpoint", claim.Endpoint, "attempts", claim.Attempts, "error", string(r.failure))
	default:
		attributes := []any{"endpoint", claim.Endpoint, "host", claim.Host, "attempts", claim.Attempts, "error", cmp.Or(r.cause, string(r.failure))}
		if retry != 0 {
			attributes = append(attributes, "retry_at", retry.Std())
		}
		o.config.Logger.WarnContext(ctx, "delivery attempt failed", attributes...)
	}
	return err
}

// record saves the result of an attempt, unless another process has the message. It reports
// whether the message is given up and otherwise when it is sent again, which is at next.
func record(tx *storage.Tx, claim storage.Delivery, r result, now, next storage.Time) (dead bool, retry storage.Time, err error) {
	d, found, err := storage.Find(tx.Deliveries, claim.ID)
	if err != nil || !found {
		return false, 0, err
	}
	holds := d.State == storage.DeliveryPending && d.Attempts == claim.Attempts && d.NextAttempt == claim.NextAttempt
	if !holds && (!r.accepted() || d.State == storage.DeliveryDelivered) {
		return false, 0, nil
	}
	if r.cancelled { // by this process, so the attempt does not count
		d.Attempts, d.NextAttempt = d.Attempts-1, storage.NullTime(d.QueuedAt)
		return false, 0, tx.Deliveries.Put(d)
	}
	d.LastStatus, d.LastError = r.status, cmp.Or(r.failure, r.reservation)
	switch {
	case r.accepted():
		d.State, d.NextAttempt, d.DeliveredAt = storage.DeliveryDelivered, 0, storage.NullTime(now)
	case r.hopeless(d.Attempts):
		d.State, d.NextAttempt = storage.DeliveryDead, 0
	case next.Sub(d.QueuedAt) > retryFor:
		// Other messages that are as old would fail in the same way, one by one.
		if err := giveUpAll(tx, d.Endpoint, now.Add(-retryFor), "The endpoint took no messages: "+r.failure); err != nil {
			return false, 0, err
		}
		d.State, d.NextAttempt = storage.DeliveryDead, 0
	default:
		d.NextAttempt, retry = storage.NullTime(next), next
	}
	if err := tx.Deliveries.Put(d); err != nil {
		return false, 0, err
	}
	_, err = forget(tx)
	return d.State == storage.DeliveryDead, retry, err
}

// result is the result of an attempt.
type result struct {
	status     int          // of HTTP or SMTP; zero: no response
	failure    storage.Text // a sentence for users; empty: the message was accepted
	cause      string       // for the log, without secrets; empty: the same as failure
	retryAfter time.Duration
	unwelcome  bool // the content of the message caused the failure, whatever the status
	cancelled  bool

	reservation storage.Text // a sentence about an accepted message that did not reach all recipients
}

func (r result) accepted() bool { return r.failure == "" && !r.cancelled }

// hopeless reports whether further attempts are pointless.
func (r result) hopeless(attempts int) bool {
	if r.unwelcome {
		return attempts >= maxRefusals
	}
	switch r.status {
	case http.StatusGone: // the endpoint has been removed
		return true
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return attempts >= maxRefusals // the message causes the failure, and others wait behind it
	}
	return false
}

// pauseAfter returns the pause after the nth attempt, which triples with each attempt.
func pauseAfter(attempts int) time.Duration {
	b := backoff.ExponentialBackOff{InitialInterval: firstPause, Multiplier: 3, MaxInterval: maxPause}
	b.Reset()
	d := b.NextBackOff()
	for range min(attempts, 100) - 1 {
		d = b.NextBackOff()
	}
	return d
}

// jitter changes a pause randomly by up to a quarter, so that deliveries that failed together
// are not retried together.
func (o *Outbox) jitter(d time.Duration) time.Duration {
	return d - d/4 + background.Jitter(o.config.Random, d/2)
}
