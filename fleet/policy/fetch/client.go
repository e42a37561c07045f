package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Config configures a [Client]. The zero value is ready.
type Config struct {
	// Allowed are networks (CIDR), addresses and host names that may be requested on
	// any port although they are not public. The metadata services of clouds are
	// refused all the same.
	Allowed []string

	// Archive has pages that their sites do not show. Nil: none.
	Archive Archive

	// HTTPClient makes the requests, with its redirect policy and cookies replaced. It
	// decides what may be requested: Allowed and Resolver have no effect then. Nil:
	// one that connects to public and allowed addresses only.
	HTTPClient *http.Client

	Resolver          *net.Resolver // nil: the system's
	Interval          time.Duration // between the starts of two requests to a host; zero: a second; negative: none
	ExtractionTimeout time.Duration // of making text of one page; zero: 20 seconds
}

// Client requests pages from their sites. It is safe for concurrent use, sends each
// host one request at a time, and keeps no state between two tries, not even cookies.
//
// It first identifies itself. If the site refuses or does not answer, it repeats the
// request with the headers of a browser, and then asks the archive. A URL that
// names a language is requested in English first, and unchanged when that finds no
// policy.
type Client struct {
	http    *http.Client
	archive Archive       // nil: none
	slots   chan struct{} // full while as many pages as may be at once are made text of
	timeout time.Duration // of making text of one page
	hosts   hosts
	now     func() time.Time
}

// New returns a client. It makes no request. The error names an entry of Allowed that is
// neither a network nor an address nor a host name, or a negative ExtractionTimeout.
func New(c Config) (*Client, error) {
	client := c.HTTPClient
	if client == nil {
		guard, err := netguard.New(netguard.WithAllowed(c.Allowed...), netguard.WithResolver(c.Resolver))
		if err != nil {
			return nil, err
		}
		client = guard.Client(0) // each try has its own deadline
	}
	if c.ExtractionTimeout < 0 {
		return nil, fmt.Errorf("fetch: the extraction timeout %v is negative", c.ExtractionTimeout)
	}
	return &Client{
		http: client, archive: c.Archive, slots: make(chan struct{}, extractAtOnce), timeout: cmp.Or(c.ExtractionTimeout, extractTimeout),
		hosts: hosts{interval: max(cmp.Or(c.Interval, time.Second), 0)}, now: time.Now,
	}, nil
}

// Fetch gets a page as text: HTML, plain text or PDF. What is wrong with the URL or
// its site is an [*Error].
//
// A page with less text than a policy is searched for text that it shows to
// readers without scripts or has as data for scripts. Then it is followed, within
// the same time limit and past the same guard: to where it redirects its readers,
// three times at most, and to one frame, alternate form or link on the same host
// that claims to be the policy.
//
// What exclude names is left out of the text, see [Document.Aside]: "#id" and ".class"
// name elements of a page; the text of a heading names its section, and any other text
// the paragraphs with these words, whatever numbers they contain, or if it ends with an
// ellipsis those that begin with it. If without them nothing is left that is a policy, and with
// them there is, they have no effect.
func (c *Client) Fetch(ctx context.Context, address string, exclude ...string) (Document, error) {
	return c.fetch(ctx, address, exclusionsOf(exclude))
}

// fetch is Fetch with parsed exclusions.
func (c *Client) fetch(ctx context.Context, address string, out exclusions) (Document, error) {
	asked, err := netguard.ParseURL(address)
	if err != nil {
		return Document{}, &Error{Cause: ErrAddress, Origin: storage.PolicyDirect, Err: err}
	}
	if u := englishURL(asked); u != nil {
		trace(ctx, "fetch:english", u.String())
		doc, err := c.fromSite(ctx, u, out)
		if ctx.Err() != nil {
			return Document{}, ctx.Err()
		}
		if err == nil {
			if _, err = Judge(doc, ""); err == nil {
				return doc, nil
			}
		}
	}
	doc, err := c.fromSite(ctx, asked, out)
	failed, ok := errors.AsType[*Error](err)
	if c.archive == nil || ctx.Err() != nil || !ok || !retryable(failed) {
		return doc, err
	}
	return c.archived(ctx, asked.String(), failed, out)
}

// fromSite requests a URL under the client's own name, and then as a browser.
func (c *Client) fromSite(ctx context.Context, u *url.URL, out exclusions) (Document, error) {
	trace(ctx, "fetch:direct", u.Host)
	doc, err := c.try(ctx, u, storage.PolicyDirect, out, http.Header{
		"User-Agent":      {"Mozilla/5.0 (compatible; privacylabels-auditor; +https://github.com/privacylabels/auditor)"},
		"Accept":          {"text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,*/*;q=0.5"},
		"Accept-Language": {"en-US,en;q=0.9,*;q=0.5"},
	})
	if failed, ok := errors.AsType[*Error](err); !ok || ctx.Err() != nil || !retryable(failed) {
		return doc, err
	}
	trace(ctx, "fetch:browser", u.Host)
	return c.try(ctx, u, storage.PolicyBrowserRetry, out, http.Header{
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

// retryable reports whether a site that failed this way may answer a browser, or an
// archive may have the page.
func retryable(e *Error) bool {
	switch {
	case errors.Is(e.Cause, ErrTimeout), errors.Is(e.Cause, ErrUnreachable):
		return true
	case errors.Is(e.Cause, ErrRefused):
		return slices.Contains([]int{401, 403, 405, 406, 429, 451, 503}, e.Status)
	}
	return false
}
