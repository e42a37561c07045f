package appstore

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/waiting"
)

// The store serves less to what is not a browser.
const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"

const (
	// defaultCooldown is how long a host is left alone that did not say for how long.
	defaultCooldown = 70 * time.Second
	maxCooldown     = 10 * time.Minute
	// maxBlocked refusals in a row mean that it is not about the one request.
	maxBlocked = 3
)

// host is one of the store's services: where it is, and how it is treated.
type host struct {
	base   *url.URL
	client *http.Client
	now    func() time.Time
	turns  *pace.Pacer

	blocked atomic.Int32 // refusals in a row

	mu        sync.Mutex
	restUntil time.Time // when what it was last throttled for is over
}

// answer is what came back for a URL: a body, or where to look instead.
type answer struct {
	body     []byte
	location string
}

// url returns the URL of a path and query on this host.
func (h *host) url(path string, query url.Values) string {
	u := *h.base
	escaped := strings.TrimSuffix(u.EscapedPath(), "/") + path
	u.RawPath = escaped
	u.Path, _ = url.PathUnescape(escaped) // path has been a URL's before
	u.RawQuery = query.Encode()
	return u.String()
}

// get asks once its turn has come. A wait for that does not count against the
// timeout. The error is a [*fleet.ScrapeError], or the context's.
func (h *host) get(ctx context.Context, url string, timeout time.Duration, limit int64) (answer, error) {
	if err := waiting.For(ctx, 0, func() error { return h.turns.Wait(ctx) }); err != nil {
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
		// What little is left is read, so that the connection can be used again.
		_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
		_ = resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusForbidden {
		h.blocked.Store(0)
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

// refusal makes an error of a status that is not success.
func (h *host) refusal(resp *http.Response) error {
	e := &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Status: resp.StatusCode}
	switch resp.StatusCode {
	case http.StatusNotFound, http.StatusGone, http.StatusUnavailableForLegalReasons:
		e.Cause = fleet.ErrNotListed
	case http.StatusTooManyRequests:
		e.Cause, e.RetryAfter = fleet.ErrThrottled, h.cooldown(resp.Header.Get("Retry-After"))
	case http.StatusForbidden:
		e.Cause = fleet.ErrBlocked
		if h.blocked.Add(1) >= maxBlocked {
			h.blocked.Store(0) // after the rest it is about the one request again
			e.Cause, e.RetryAfter = fleet.ErrThrottled, h.cooldown(resp.Header.Get("Retry-After"))
		}
	case http.StatusUnauthorized:
		e.Cause = fleet.ErrBlocked
	case http.StatusRequestTimeout, http.StatusGatewayTimeout:
		e.Cause = fleet.ErrTimeout
	}
	if e.RetryAfter > 0 {
		h.rest(e.RetryAfter)
	}
	return e
}

// rest notes that the host wants to be left alone.
func (h *host) rest(wait time.Duration) {
	until := h.now().Add(wait)
	h.mu.Lock()
	defer h.mu.Unlock()
	if until.After(h.restUntil) {
		h.restUntil = until
	}
}

// resting says whether the host wants to be left alone now. It is asked all the
// same by who cannot do without.
func (h *host) resting() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now().Before(h.restUntil)
}

// cooldown returns for how long the store is left alone, by its Retry-After.
func (h *host) cooldown(value string) time.Duration {
	return min(cmp.Or(netguard.RetryAfter(value, h.now()), defaultCooldown), maxCooldown)
}

// failure makes an error of what went wrong on the way.
func failure(status int, err error) error {
	e := &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Status: status, Err: err}
	var slow net.Error
	switch {
	case errors.Is(err, netguard.ErrTooLarge):
		e.Cause = fleet.ErrTooLarge
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		e.Cause = fleet.ErrTimeout
	}
	return e
}
