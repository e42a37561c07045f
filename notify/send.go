package notify

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// maxBody is how much of a response is read, in bytes. It is ignored, but a connection
// whose response was read can be reused.
const maxBody = 64 << 10

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
	_, _ = io.CopyN(io.Discard, resp.Body, maxBody) // the status counts, even if the body cannot be read
	r := result{status: resp.StatusCode, retryAfter: netguard.RetryAfter(resp.Header.Get("Retry-After"), o.now())}
	if r.status < 200 || r.status > 299 { // redirects too
		r.failure = storage.Text(fmt.Sprintf("HTTP %d", r.status))
	}
	return r
}

// explain returns a sentence about why there was no response. It shows neither the URL,
// which is a secret, nor the cause of the error.
func explain(err error) storage.Text {
	switch netguard.Explain(err).Code {
	case storage.FailureAddress:
		return "The address may not be called"
	case storage.FailureDNS:
		return "The host name is not known"
	case storage.FailureTLS:
		return "The certificate or the TLS handshake was refused"
	case storage.FailureProxy:
		return "The proxy could not be reached, or refused"
	case storage.FailureTimeout:
		return storage.Text(fmt.Sprintf("There was no answer within %d seconds", int(AttemptTimeout.Seconds())))
	}
	return "The endpoint could not be reached"
}
