package policy

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Web is the [Fetcher] that asks the sites themselves. It is safe for concurrent
// use, sends a host one request at a time, and keeps nothing of what it is sent,
// cookies included, from one try to the next.
//
// It asks once as what it is, and, where a site turns that away or does not
// answer, once more the way browsers do, and then, where there is one, the
// archive. An address that names a language is asked for English first, and as it
// is when that gives no policy. A page with little text is asked where there is
// more, see [Web.Fetch].
type Web struct {
	client      *http.Client
	archive     Archive // nil: none
	extractions extractions
	turns       turns
	now         func() time.Time
}

var _ Fetcher = (*Web)(nil)

// NewWeb returns a fetcher. It asks nobody. Its error joins all that is wrong
// with the options.
func NewWeb(opts ...WebOption) (*Web, error) {
	c := webConfig{interval: time.Second, extraction: extractTimeout}
	var errs []error
	for _, opt := range opts {
		errs = append(errs, opt(&c))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.client == nil {
		guard, err := netguard.New(netguard.WithAllowed(c.allowed...), netguard.WithResolver(c.resolver))
		if err != nil {
			return nil, err
		}
		c.client = guard.Client(0) // each try has a deadline of its own
	}
	return &Web{client: c.client, archive: c.archive, extractions: newExtractions(c.extraction), turns: turns{interval: c.interval}, now: time.Now}, nil
}

// Fetch gets a page as text: HTML, plain text or PDF.
//
// A page with less text than a policy has is followed where it says that there is
// more, within the same time and past the same guard: where it sends its readers
// by itself, three times at most, and one frame, other form or link on the same
// host that says it is the policy. What lies hidden on the page itself, for
// readers without scripts or as data for them, is looked at before.
func (w *Web) Fetch(ctx context.Context, address string) (Document, error) {
	asked, err := netguard.ParseURL(address)
	if err != nil {
		return Document{}, &FetchError{Cause: ErrAddress, Origin: storage.PolicyDirect, Err: err}
	}
	for _, u := range english(asked) {
		if u == asked {
			break
		}
		trace(ctx, "fetch:english", u.String())
		doc, err := w.site(ctx, u)
		if ctx.Err() != nil {
			return Document{}, ctx.Err()
		}
		if err == nil {
			if _, err = Judge(doc); err == nil {
				return doc, nil
			}
		}
	}
	doc, err := w.site(ctx, asked)
	var failed *FetchError
	if w.archive == nil || ctx.Err() != nil || !errors.As(err, &failed) || !worthAsking(err) {
		return doc, err
	}
	return w.archived(ctx, asked.String(), failed)
}

// site asks a site in the two ways that there are.
func (w *Web) site(ctx context.Context, u *url.URL) (Document, error) {
	trace(ctx, "fetch:direct", u.Host)
	doc, err := w.try(ctx, u, storage.PolicyDirect, http.Header{
		"User-Agent":      {"Mozilla/5.0 (compatible; privacylabels-auditor; +https://github.com/privacylabels/auditor)"},
		"Accept":          {"text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,*/*;q=0.5"},
		"Accept-Language": {"en-US,en;q=0.9,*;q=0.5"},
	})
	if err == nil || ctx.Err() != nil || !worthAsking(err) {
		return doc, err
	}
	trace(ctx, "fetch:browser", u.Host)
	return w.try(ctx, u, storage.PolicyBrowserRetry, http.Header{
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

// worthAsking says whether a site that failed so may answer a browser, or an
// archive may have been luckier.
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
