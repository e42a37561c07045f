package appstore

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// The App Store serves less to clients that are not browsers.
const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"

const (
	maxCooldown = 10 * time.Minute
	// maxBlocked refusals in a row count as rate limiting.
	maxBlocked = 3
)

// host sends paced requests to one of the App Store's services.
type host struct {
	base   *url.URL
	client *http.Client
	now    func() time.Time
	turns  *pace.Pacer

	mu        sync.Mutex
	blocked   int       // refusals in a row
	restUntil time.Time // when its rate limiting is expected to end
}

// answer is a body or a redirect.
type answer struct {
	body     []byte
	location string
}

// url returns the URL of a path and query on this host.
func (h *host) url(path string, query url.Values) string {
	u := *h.base
	escaped := strings.TrimSuffix(u.EscapedPath(), "/") + path
	u.RawPath = escaped
	u.Path, _ = url.PathUnescape(escaped) // path was part of a URL before
	u.RawQuery = query.Encode()
	return u.String()
}

// get waits for its turn and sends a request. The timeout does not include the wait. The
// error is a [*fleet.ScrapeError], or the context's.
func (h *host) get(ctx context.Context, url string, timeout time.Duration, limit int64) (answer, error) {
	if err := h.turns.Wait(ctx); err != nil {
		if busy, ok := errors.AsType[*pace.BusyError](err); ok {
			return answer{}, &fleet.ScrapeError{Cause: fleet.ErrBusy, RetryAfter: busy.RetryAfter}
		}
		return answer{}, err
	}
	asking, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	a, err := h.ask(asking, url, limit)
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	return a, err
}

func (h *host) ask(ctx context.Context, url string, limit int64) (answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return answer{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: err}
	}
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8")
	req.Header.Set("Accept-Language", "en-US,en;q=0.9")
	resp, err := h.client.Do(req)
	if err != nil {
		return answer{}, failure(0, err)
	}
	defer func() {
		// Read a short rest, so that the connection can be reused.
		_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
		_ = resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusForbidden {
		h.allowed()
	}
	switch {
	case resp.StatusCode == http.StatusOK:
		body, err := netguard.ReadAll(resp.Body, limit)
		if err != nil {
			return answer{}, failure(resp.StatusCode, err)
		}
		return answer{body: body}, nil
	case resp.StatusCode >= 300 && resp.StatusCode < 400 && resp.Header.Get("Location") != "":
		return answer{location: resp.Header.Get("Location")}, nil
	}
	return answer{}, h.refusal(resp)
}

// refusal returns the error of a status other than success.
func (h *host) refusal(resp *http.Response) error {
	e := &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Status: resp.StatusCode}
	switch resp.StatusCode {
	case http.StatusNotFound, http.StatusGone, http.StatusUnavailableForLegalReasons:
		e.Cause = fleet.ErrNotListed
	case http.StatusTooManyRequests, http.StatusForbidden:
		e.Cause = fleet.ErrBlocked
		if wait := h.cooldown(resp.Header.Get("Retry-After")); h.refused(resp.StatusCode, wait) {
			e.Cause, e.RetryAfter = fleet.ErrThrottled, wait
		}
	case http.StatusUnauthorized:
		e.Cause = fleet.ErrBlocked
	case http.StatusRequestTimeout, http.StatusGatewayTimeout:
		e.Cause = fleet.ErrTimeout
	}
	return e
}

// allowed records that the host did not refuse a request.
func (h *host) allowed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.blocked = 0
}

// refused records that the host refused a request with a status, and reports whether that
// counts as rate limiting, for this long. A 403 does if it is one too many in a row, or the
// host is expected to be rate limiting already, as when requests were sent at the same time.
func (h *host) refused(status int, wait time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	if status == http.StatusForbidden {
		if h.blocked++; h.blocked < maxBlocked && !now.Before(h.restUntil) {
			return false
		}
		h.blocked = 0 // count again after the cooldown
	}
	if until := now.Add(wait); until.After(h.restUntil) {
		h.restUntil = until
	}
	return true
}

// resting reports whether the host is rate limiting. Requests that are optional are
// skipped then.
func (h *host) resting() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now().Before(h.restUntil)
}

// cooldown returns how long to wait after rate limiting with this Retry-After.
func (h *host) cooldown(value string) time.Duration {
	return min(cmp.Or(netguard.RetryAfter(value, h.now()), fleet.DefaultCooldown), maxCooldown)
}

// failure returns the error of a request without an answer, or with half of one.
func failure(status int, err error) error {
	why := netguard.Explain(err)
	e := &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Status: status, Err: why}
	switch why.Code {
	case storage.FailureTooLarge:
		e.Cause = fleet.ErrTooLarge
	case storage.FailureTimeout:
		e.Cause = fleet.ErrTimeout
	}
	return e
}
