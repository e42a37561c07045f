package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// maxAnswer is how much of an endpoint's answer is read, in bytes. It counts for
// nothing, but a connection whose answer was read is used again.
const maxAnswer = 64 << 10

// send makes one attempt to deliver a message under an id.
func (o *Outbox) send(ctx context.Context, w webhook, id string, m message) result {
	body, err := formatOf(w.format).write(m)
	if err != nil {
		return result{failure: "The message could not be written"}
	}
	at, err := netguard.ParseURL(w.url)
	if err != nil {
		return result{failure: explain(err)}
	}
	attempt, cancel := context.WithTimeout(ctx, AttemptTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(attempt, http.MethodPost, at.String(), bytes.NewReader(body))
	if err != nil {
		return result{failure: explain(err)}
	}
	seconds := o.now().Unix()
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "privacylabels-auditor")
	req.Header.Set("Webhook-Id", id)
	req.Header.Set("Webhook-Timestamp", strconv.FormatInt(seconds, 10))
	if w.key != nil {
		req.Header.Set("Webhook-Signature", w.signature(id, seconds, body))
	}
	resp, err := o.client.Do(req)
	if err != nil {
		return result{failure: explain(err), cancelled: ctx.Err() != nil}
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer) // it has answered, whatever becomes of the rest
	r := result{status: resp.StatusCode, retryAfter: netguard.RetryAfter(resp.Header.Get("Retry-After"), o.now())}
	if r.status < 200 || r.status > 299 { // redirects too
		r.failure = storage.Text(fmt.Sprintf("HTTP %d", r.status))
	}
	return r
}

// explain says in a sentence why there was no answer. It shows neither the
// address, which is a secret, nor what happened underneath.
func explain(err error) storage.Text {
	var timeout net.Error
	var name *net.DNSError
	switch {
	case errors.Is(err, netguard.ErrForbidden):
		return "The address may not be called"
	case errors.As(err, &name) && name.IsNotFound:
		return "The host name is not known"
	case errors.As(err, &timeout) && timeout.Timeout():
		return storage.Text(fmt.Sprintf("There was no answer within %d seconds", int(AttemptTimeout.Seconds())))
	}
	return "The endpoint could not be reached"
}
