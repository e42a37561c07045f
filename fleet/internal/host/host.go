package host

import (
	"cmp"
	"context"
	"crypto/sha256"
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
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// The stores serve less to clients that are not browsers.
const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"

const (
	maxCooldown = 10 * time.Minute
	// maxBlocked refusals in a row count as rate limiting.
	maxBlocked = 3
)

// Config configures a [Host].
type Config struct {
	Base   *url.URL
	Client *http.Client
	Now    func() time.Time

	Interval time.Duration // between two requests
	Burst    int           // requests at once before that

	// Fastest lets the pace adapt, if it is not zero: a refusal doubles the interval, up to
	// [Slowest], and [steady] answers in a row shorten it by a fifth, down to Fastest.
	Fastest time.Duration
}

// Slowest is the longest interval to which a pace adapts, and steady the number of answers in a row
// after which it quickens.
const (
	Slowest = 15 * time.Second
	steady  = 20
)

// Host sends paced requests to one of a store's services.
type Host struct {
	base   *url.URL
	client *http.Client
	now    func() time.Time
	turns  *pace.Pacer

	fastest time.Duration

	mu        sync.Mutex
	interval  time.Duration
	good      int       // answers since the pace changed
	blocked   int       // refusals in a row
	restUntil time.Time // when its rate limiting is expected to end
}

// New returns a host. It follows no redirects.
func New(c Config) *Host {
	client := *c.Client // a copy: redirects are followed by the caller
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Host{
		base: c.Base, client: &client, now: c.Now, turns: pace.New(c.Interval, c.Burst), interval: c.Interval, fastest: c.Fastest,
	}
}

// Base returns the base URL.
func (h *Host) Base() *url.URL { return h.base }

// Answer is a body or a redirect.
type Answer struct {
	Body     []byte
	Location string

	url, date, etag string
}

// Read returns what identifies the body.
func (a Answer) Read() storage.PageRead {
	return storage.PageRead{SHA256: sha256.Sum256(a.Body), Size: int64(len(a.Body)), URL: withoutUser(a.url), Date: a.date, ETag: a.etag}
}

// withoutUser returns an address without the name and the password that a base URL may have.
func withoutUser(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.User = nil
	return u.String()
}

// URL returns the URL of a path and query on this host.
func (h *Host) URL(path string, query url.Values) string {
	u := *h.base
	escaped := strings.TrimSuffix(u.EscapedPath(), "/") + path
	u.RawPath = escaped
	u.Path, _ = url.PathUnescape(escaped) // path was part of a URL before
	u.RawQuery = query.Encode()
	return u.String()
}

// Get waits for its turn and sends a request. The timeout does not include the wait. The
// error is a [*fleet.ScrapeError], or the context's.
func (h *Host) Get(ctx context.Context, url string, timeout time.Duration, limit int64) (Answer, error) {
	if err := h.turns.Wait(ctx); err != nil {
		if busy, ok := errors.AsType[*pace.BusyError](err); ok {
			return Answer{}, &fleet.ScrapeError{Cause: fleet.ErrBusy, RetryAfter: busy.RetryAfter}
		}
		return Answer{}, err
	}
	asking, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	a, err := h.ask(asking, url, limit)
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	return a, err
}

func (h *Host) ask(ctx context.Context, url string, limit int64) (Answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return Answer{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: err}
	}
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8")
	req.Header.Set("Accept-Language", "en-US,en;q=0.9")
	resp, err := h.client.Do(req)
	if err != nil {
		return Answer{}, failure(0, err)
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
			return Answer{}, failure(resp.StatusCode, err)
		}
		return Answer{Body: body, url: url, date: resp.Header.Get("Date"), etag: resp.Header.Get("ETag")}, nil
	case resp.StatusCode >= 300 && resp.StatusCode < 400 && resp.Header.Get("Location") != "":
		return Answer{Location: resp.Header.Get("Location")}, nil
	}
	return Answer{}, h.refusal(resp)
}

// refusal returns the error of a status other than success.
func (h *Host) refusal(resp *http.Response) error {
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
func (h *Host) allowed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.blocked = 0
	if h.good++; h.good >= steady {
		h.adapt(h.interval * 4 / 5)
	}
}

// Throttled records that an answer without a status of its own is a refusal, and returns its error.
func (h *Host) Throttled(why error) error {
	wait := h.cooldown("")
	h.refused(http.StatusTooManyRequests, wait)
	return &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: wait, Err: why}
}

// adapt changes the interval within its limits. The caller has the lock.
func (h *Host) adapt(interval time.Duration) {
	h.good = 0
	if h.fastest == 0 {
		return
	}
	h.interval = min(max(interval, h.fastest), max(Slowest, h.fastest))
	h.turns.SetInterval(h.interval)
}

// refused records that the host refused a request with a status, and reports whether that
// counts as rate limiting, for this long. A 403 does if it is one too many in a row, or the
// host is expected to be rate limiting already, as when requests were sent at the same time.
func (h *Host) refused(status int, wait time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	if status == http.StatusForbidden {
		if h.blocked++; h.blocked < maxBlocked && !now.Before(h.restUntil) {
			return false
		}
		h.blocked = 0 // count again after the cooldown
	}
	if !now.Before(h.restUntil) { // requests that were refused together count once
		h.adapt(2 * h.interval)
	}
	if until := now.Add(wait); until.After(h.restUntil) {
		h.restUntil = until
	}
	return true
}

// Resting reports whether the host is rate limiting. Requests that are optional are
// skipped then.
func (h *Host) Resting() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now().Before(h.restUntil)
}

// cooldown returns how long to wait after rate limiting with this Retry-After.
func (h *Host) cooldown(value string) time.Duration {
	return min(cmp.Or(netguard.RetryAfter(value, h.now()), tracked.DefaultCooldown), maxCooldown)
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
