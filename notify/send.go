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

// maxBody is the maximum size of a response that is read, in bytes. A connection whose
// response was read to the end can be reused.
const maxBody = 64 << 10

// send makes one attempt to deliver a message with an id.
func (o *Outbox) send(ctx context.Context, e endpoint, id string, m message) result {
	m.to = e.recipient()
	attempt, cancel := context.WithTimeout(ctx, AttemptTimeout)
	defer cancel()
	if e.Channel == Email {
		r := o.mail(attempt, e, id, m)
		r.cancelled = r.failure != "" && ctx.Err() != nil
		return r
	}
	req, err := o.request(attempt, e, id, m)
	if err != nil {
		return result{failure: explain(err)}
	}
	resp, err := o.config.Client.Do(req)
	if err != nil {
		return result{failure: explain(err), cause: causeOf(err), cancelled: ctx.Err() != nil}
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxBody)) // the status is enough if the body cannot be read
	r := result{status: resp.StatusCode, retryAfter: netguard.RetryAfter(resp.Header.Get("Retry-After"), o.config.Now())}
	if r.status < 200 || r.status > 299 { // including redirects, which are not followed
		r.failure = storage.Text(fmt.Sprintf("HTTP %d", r.status))
		if e.Channel == Matrix || e.Channel == Telegram {
			r.retryAfter = max(r.retryAfter, retryAfter(body))
		}
	}
	return r
}

// request returns the request that delivers a message.
func (o *Outbox) request(ctx context.Context, e endpoint, id string, m message) (*http.Request, error) {
	body, err := formatOf(e.Channel).write(m)
	if err != nil {
		return nil, err
	}
	base, err := netguard.ParseURL(e.URL)
	if err != nil {
		return nil, err
	}
	method := http.MethodPost
	if e.Channel == Matrix {
		method = http.MethodPut // idempotent, because the id is in the path
	}
	req, err := http.NewRequestWithContext(ctx, method, e.target(base, id).String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "privacylabels-auditor")
	switch {
	case e.Channel == Ntfy && e.User != "":
		req.SetBasicAuth(e.User, e.Secret)
	case (e.Channel == Ntfy || e.Channel == Matrix) && e.Secret != "":
		req.Header.Set("Authorization", "Bearer "+e.Secret)
	case e.Channel == Gotify:
		req.Header.Set("X-Gotify-Key", e.Secret)
	case e.Channel == Telegram:
	default:
		seconds := o.config.Now().Unix()
		req.Header.Set("Webhook-Id", id)
		req.Header.Set("Webhook-Timestamp", strconv.FormatInt(seconds, 10))
		if e.key != nil {
			req.Header.Set("Webhook-Signature", e.signature(id, seconds, body))
		}
	}
	return req, nil
}

// causeOf returns the cause of an error for the log. It contains only the host of the URL,
// because the rest is secret.
func causeOf(err error) string { return netguard.Explain(err).Error() }

// explain returns a sentence for users that explains why there was no response. It contains
// neither the URL, which is secret, nor the cause of the error.
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
