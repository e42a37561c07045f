package notify

import (
	"bytes"
	"cmp"
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
	row := e.Channel.row()
	m.to = e.To
	if row.topic != nil {
		m.to = row.topic(e)
	}
	attempt, cancel := context.WithTimeout(ctx, AttemptTimeout)
	defer cancel()
	if row.send != nil {
		r := row.send(attempt, o, e, id, m)
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
		if row.waits {
			r.retryAfter = max(r.retryAfter, retryAfter(body))
		}
	}
	return r
}

// request returns the request that delivers a message.
func (o *Outbox) request(ctx context.Context, e endpoint, id string, m message) (*http.Request, error) {
	row := e.Channel.row()
	body, err := row.format.write(m)
	if err != nil {
		return nil, err
	}
	base, err := netguard.ParseURL(e.URL)
	if err != nil {
		return nil, err
	}
	target := base
	if row.target != nil {
		target = row.target(e, base, id)
	}
	req, err := http.NewRequestWithContext(ctx, cmp.Or(row.method, http.MethodPost), target.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "privacylabels-auditor")
	if row.authorize != nil {
		row.authorize(e, req)
	}
	if row.webhook {
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
