package policy

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// What one try is allowed, redirects included. While it waits for the turn of a
// host, its time stands still.
const (
	tryTimeout = 20 * time.Second
	maxBody    = 6 << 20
)

// Web is the [Fetcher] that asks the sites themselves. It is safe for concurrent
// use, sends a host one request at a time, and keeps nothing of what it is sent,
// cookies included, from one try to the next.
//
// It asks once as what it is, and, where a site turns that away or does not
// answer, once more the way browsers do.
type Web struct {
	client *http.Client
	turns  turns
	now    func() time.Time
}

var _ Fetcher = (*Web)(nil)

// NewWeb returns a fetcher. It asks nobody. Its error joins all that is wrong
// with the options.
func NewWeb(opts ...WebOption) (*Web, error) {
	c := webConfig{interval: time.Second}
	var errs []error
	for _, opt := range opts {
		errs = append(errs, opt(&c))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.client == nil {
		guard, err := netguard.New(netguard.WithAllowed(c.allowed...))
		if err != nil {
			return nil, err
		}
		c.client = guard.Client(0) // each try has a deadline of its own
	}
	return &Web{client: c.client, turns: turns{interval: c.interval}, now: time.Now}, nil
}

// Fetch gets a page as text.
func (w *Web) Fetch(ctx context.Context, address string) (Document, error) {
	doc, err := w.try(ctx, address, storage.PolicyDirect, http.Header{
		"User-Agent":      {"Mozilla/5.0 (compatible; privacylabels-auditor; +https://github.com/privacylabels/auditor)"},
		"Accept":          {"text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5"},
		"Accept-Language": {"en-US,en;q=0.9,*;q=0.5"},
	})
	if err == nil || ctx.Err() != nil || !worthAsking(err) {
		return doc, err
	}
	return w.try(ctx, address, storage.PolicyBrowserRetry, http.Header{
		"User-Agent":                {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"},
		"Accept":                    {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"},
		"Accept-Language":           {"en-US,en;q=0.9"},
		"Cache-Control":             {"no-cache"},
		"Upgrade-Insecure-Requests": {"1"},
		"Sec-Fetch-Dest":            {"document"},
		"Sec-Fetch-Mode":            {"navigate"},
		"Sec-Fetch-Site":            {"none"},
		"Sec-Fetch-User":            {"?1"},
	})
}

// worthAsking says whether a site that failed so may answer a browser.
func worthAsking(err error) bool {
	var e *FetchError
	if !errors.As(err, &e) {
		return false
	}
	switch {
	case errors.Is(e.Cause, ErrTimeout), errors.Is(e.Cause, ErrUnreachable):
		return true
	case errors.Is(e.Cause, ErrRefused):
		return slices.Contains([]int{401, 403, 405, 406, 429, 451, 503}, e.Status)
	}
	return false
}

// try asks in one way. Waits for the turns of hosts do not count against the
// timeout. The error is a [*FetchError], or the context's.
func (w *Web) try(ctx context.Context, address string, origin storage.PolicyOrigin, header http.Header) (Document, error) {
	u, err := netguard.ParseURL(address)
	if err != nil {
		return Document{}, &FetchError{Cause: ErrAddress, Origin: origin, Err: err}
	}
	end, err := w.turns.take(ctx, u.Host)
	if err != nil {
		return Document{}, err
	}
	p, err := w.follow(ctx, u, header, end)
	if err == nil {
		var doc Document
		if doc, err = p.document(); err == nil {
			doc.Origin = origin
			return doc, nil
		}
	}
	if ctx.Err() != nil {
		return Document{}, ctx.Err()
	}
	failed := &FetchError{Cause: cause(err), Err: err}
	var known *FetchError
	if errors.As(err, &known) {
		failed = known
	}
	failed.Origin, failed.FinalURL, failed.ContentType = origin, p.url, p.contentType
	return Document{}, failed
}

// follow asks for an address, and for where its answers lead. The caller has the
// turn of the first host, which end ends. What is known of the page so far comes
// with an error, too.
func (w *Web) follow(ctx context.Context, u *url.URL, header http.Header, end func()) (p page, err error) {
	client := *w.client // a copy: redirects are followed here, cookies last as long as this
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if client.Jar, err = cookiejar.New(nil); err != nil {
		end()
		return page{url: u.String()}, err
	}
	left := tryTimeout
	for hops := 0; ; hops++ {
		began := w.now()
		p, next, err := func() (page, *url.URL, error) {
			defer end() // also of a client that panics
			return ask(ctx, left, &client, u, header)
		}()
		left -= w.now().Sub(began)
		if err != nil || next == nil {
			return p, err
		}
		if hops == netguard.MaxRedirects {
			return p, &FetchError{Cause: ErrUnreachable, Err: fmt.Errorf("more than %d redirects", netguard.MaxRedirects)}
		}
		if u, err = netguard.ParseURL(next.String()); err != nil {
			return p, &FetchError{Cause: ErrAddress, Err: fmt.Errorf("redirect: %w", err)}
		}
		if end, err = w.turns.take(ctx, u.Host); err != nil {
			return p, err
		}
	}
}

// ask sends one request and reads the answer, or says where it leads, within a
// time.
func ask(ctx context.Context, within time.Duration, client *http.Client, u *url.URL, header http.Header) (p page, next *url.URL, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	p = page{url: u.String()}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url, nil)
	if err != nil {
		return p, nil, &FetchError{Cause: ErrAddress, Err: err}
	}
	req.Header = header.Clone()
	resp, err := client.Do(req)
	if err != nil {
		return p, nil, err
	}
	defer resp.Body.Close()
	p.contentType = contentType(resp.Header.Get("Content-Type"))
	p.header = resp.Header.Get("Content-Type")
	switch {
	case resp.StatusCode >= 300 && resp.StatusCode < 400 && resp.Header.Get("Location") != "":
		next, err = resp.Location()
		return p, next, err
	case resp.StatusCode < 200 || resp.StatusCode >= 300:
		return p, nil, &FetchError{Cause: ErrRefused, Status: resp.StatusCode}
	case resp.Header.Get("Content-Encoding") != "": // what the client cannot undo
		return p, nil, &FetchError{Cause: ErrUnsupported, Status: resp.StatusCode, Err: errors.New("packed in a way that nobody asked for")}
	case !readable(p.contentType):
		return p, nil, &FetchError{Cause: ErrUnsupported, Status: resp.StatusCode}
	}
	if p.body, err = netguard.ReadAll(resp.Body, maxBody); err != nil {
		return p, nil, &FetchError{Cause: cause(err), Status: resp.StatusCode, Err: err}
	}
	return p, nil, nil
}

// cause says which of the sentinels stands for what went wrong on the way.
func cause(err error) error {
	var slow net.Error
	switch {
	case errors.Is(err, netguard.ErrForbidden):
		return ErrAddress
	case errors.Is(err, netguard.ErrTooLarge):
		return ErrTooLarge
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		return ErrTimeout
	}
	return ErrUnreachable
}

// contentType returns a Content-Type without its parameters, in lower case.
func contentType(header string) string {
	name, _, _ := strings.Cut(header, ";")
	return strings.ToLower(strings.TrimSpace(name))
}
