package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client calls a service. It is safe for concurrent use.
type Client struct {
	base      string // without a slash at its end
	origin    string
	token     string
	http      *http.Client
	ignored   func(context.Context, Ignored) // nil: nothing is called
	maxAnswer int64                          // bytes of an answer that is decoded
}

// Option is an option of [New].
type Option func(*Client)

// WithToken sends the admin token with each request. Default: none is sent.
func WithToken(token string) Option { return func(c *Client) { c.token = token } }

// WithHTTPClient sends requests through the given client: for timeouts,
// proxies, or the cookie of an admin session. Default: a client without any of these.
// Redirects are followed only if it has a CheckRedirect, because their targets would get the
// admin token too. Otherwise a redirect is an [*Error].
func WithHTTPClient(h *http.Client) Option { return func(c *Client) { c.http = h } }

// DefaultMaxAnswer is how many bytes an answer may have that a method decodes as a whole, unless
// [WithMaxAnswer] says otherwise: the list of some 300,000 apps.
const DefaultMaxAnswer = 512 << 20

// WithMaxAnswer sets how many bytes an answer may have that a method decodes as a whole, so that a
// service cannot use up the memory of its client. A larger one fails with [ErrTooLarge], and zero
// allows none. Files and answers that are read line by line have no limit.
func WithMaxAnswer(bytes int64) Option {
	return func(c *Client) { c.maxAnswer = min(max(bytes, 0), math.MaxInt64-1) }
}

// WithIgnored calls f for each successful answer that names parts of its request
// that the service ignored, such as a member that is misspelt, or a parameter that
// the version of the service does not know. F is called before the method returns,
// and by several goroutines at once if they share the client. Default: nothing is
// called.
func WithIgnored(f func(context.Context, Ignored)) Option { return func(c *Client) { c.ignored = f } }

// Ignored names the parts of a request that the service ignored.
type Ignored struct {
	Method, Path string   // of the request; the path begins with /api/
	Parts        []string // name=value for a parameter of the query, the path of a member of the body; "..." stands for more
}

// ErrBase means that the address of a service is not an http or https URL with a valid port, if any.
var ErrBase = errors.New("client: the address of a service begins with http:// or https://, and its port is a number from 1 to 65535")

// validPort reports whether a port is missing or a number from 1 to 65535.
func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

// New returns a client of the service at an address, such as
// http://localhost:3000 or https://example.org/labels. The error wraps [ErrBase].
func New(base string, options ...Option) (*Client, error) {
	at, err := url.Parse(base)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" || !validPort(at.Port()) {
		return nil, fmt.Errorf("%w: %.100q", ErrBase, base)
	}
	at.RawQuery, at.Fragment, at.User = "", "", nil
	c := &Client{base: strings.TrimSuffix(at.String(), "/"), origin: at.Scheme + "://" + at.Host, http: &http.Client{}, maxAnswer: DefaultMaxAnswer}
	for _, option := range options {
		option(c)
	}
	if c.http.CheckRedirect == nil {
		own := *c.http
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		c.http = &own
	}
	return c, nil
}

// Error is a refusal of the service.
type Error struct {
	Status     int           // of HTTP
	Message    string        // a sentence for people; switch on Status and Code
	Hint       string        // what to do about it, or what was not found; empty: the service does not say
	Code       string        // of a few refusals, such as untrusted_backup; else empty
	RetryAfter time.Duration // how long to wait; zero: the service does not say
	Body       []byte        // the whole answer, at most 64 KiB
}

func (e *Error) Error() string {
	if e.Hint != "" {
		return fmt.Sprintf("client: status %d: %s (%s)", e.Status, e.Message, e.Hint)
	}
	return fmt.Sprintf("client: status %d: %s", e.Status, e.Message)
}

// Time is a moment in milliseconds since 1970 in UTC.
type Time int64

// TimeOf returns a moment, cut to the millisecond.
func TimeOf(t time.Time) Time { return Time(t.UnixMilli()) }

// Std returns the moment in UTC.
func (t Time) Std() time.Time { return time.UnixMilli(int64(t)).UTC() }

// request is a request that a method builds.
type request struct {
	method, path string
	values       url.Values
	headers      http.Header
	value        any // sent as JSON; nil: nothing is
	body         io.Reader
}

func (r *request) query(name, value string) {
	if r.values == nil {
		r.values = make(url.Values)
	}
	r.values.Set(name, value)
}

// optional is query, unless the value is empty.
func (r *request) optional(name, value string) {
	if value != "" {
		r.query(name, value)
	}
}

func (r *request) header(name, value string) {
	if value == "" {
		return
	}
	if r.headers == nil {
		r.headers = make(http.Header)
	}
	r.headers.Set(name, value)
}

// send sends a request whose answer has no body that matters.
func (c *Client) send(ctx context.Context, r request) error {
	res, err := c.do(ctx, r)
	if err != nil {
		return err
	}
	return res.Body.Close()
}
