package fetch

import (
	"bufio"
	"compress/flate"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// The limits of one try, with everything that it follows. The clock stops while the
// try waits for a host.
const (
	tryTimeout = 20 * time.Second
	maxBody    = 6 << 20 // bytes, after decompression
	maxHops    = 3       // times that a page redirects its readers
)

// visit is a try to get a page with one set of headers.
type visit struct {
	*Client
	http   http.Client
	header http.Header
	out    exclusions
	left   time.Duration
}

// try requests a URL with these headers. The error is an [*Error], or the context's.
func (c *Client) try(ctx context.Context, u *url.URL, origin storage.PolicyOrigin, out exclusions, header http.Header) (Document, error) {
	// A copy, because the visit follows redirects itself and has its own cookies.
	v := &visit{Client: c, http: *c.http, header: header, out: out, left: tryTimeout}
	v.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	jar, err := cookiejar.New(nil)
	if err != nil {
		return Document{}, err
	}
	if isGoogle(u.Hostname()) { // its cookie for visitors who have consented
		jar.SetCookies(u, []*http.Cookie{{Name: "SOCS", Value: "CAI", Path: "/"}})
	}
	v.http.Jar = jar
	p, err := v.get(ctx, u)
	if err == nil {
		var doc Document
		if doc, p, err = v.read(ctx, p); err == nil {
			doc.Origin, doc.Asked = origin, u.String()
			return doc, nil
		}
	}
	if ctx.Err() != nil {
		return Document{}, ctx.Err()
	}
	failed := AsError(err)
	failed.Origin, failed.FinalURL, failed.ContentType = origin, p.url, p.contentType
	return Document{}, failed
}

// get requests a URL and follows HTTP redirects. With an error, it returns what is
// known about the page so far.
func (v *visit) get(ctx context.Context, u *url.URL) (p page, err error) {
	seen := make(map[string]bool, netguard.MaxRedirects+1) // a URL may answer at the second time, with a cookie
	for hops := 0; ; hops++ {
		seen[u.String()] = true
		release, err := v.hosts.acquire(ctx, u.Host)
		if err != nil {
			return page{url: u.String()}, err
		}
		began := v.now()
		p, next, err := func() (page, *url.URL, error) {
			defer release() // also if the HTTP client panics
			return v.request(ctx, u)
		}()
		v.left -= v.now().Sub(began)
		if err != nil || next == nil {
			return p, err
		}
		if hops == netguard.MaxRedirects {
			err := &Error{Cause: ErrUnreachable, Err: fmt.Errorf("more than %d redirects", netguard.MaxRedirects)}
			if seen[next.String()] {
				err.Err = errors.New("redirect loop: the site redirects to a URL that redirected to it")
			}
			return p, err
		}
		if target := consentTarget(next); target != nil {
			next = target
		}
		if u, err = netguard.ParseURL(next.String()); err != nil {
			return p, &Error{Cause: ErrAddress, Err: fmt.Errorf("redirect: %w", err)}
		}
	}
}

// request sends one request. It returns the answer, or where it redirects to.
func (v *visit) request(ctx context.Context, u *url.URL) (p page, next *url.URL, err error) {
	ctx, cancel := context.WithTimeout(ctx, v.left)
	defer cancel()
	p = page{url: u.String()}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url, nil)
	if err != nil {
		return p, nil, &Error{Cause: ErrAddress, Err: err}
	}
	req.Header = v.header.Clone()
	resp, err := v.http.Do(req)
	if err != nil {
		return p, nil, err
	}
	defer resp.Body.Close()
	p.header = resp.Header.Get("Content-Type")
	p.contentType = contentType(p.header)
	switch {
	case resp.StatusCode >= 300 && resp.StatusCode < 400 && resp.Header.Get("Location") != "":
		next, err = resp.Location()
		return p, next, err
	case resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusNonAuthoritativeInfo:
		// Another 2xx has a part of the page (206) or nothing of it.
		return p, nil, &Error{Cause: ErrRefused, Status: resp.StatusCode}
	case !readable(p.contentType):
		return p, nil, &Error{Cause: ErrUnsupported, Status: resp.StatusCode}
	}
	body, err := decompressed(resp)
	if err == nil {
		p.body, err = netguard.ReadAll(body, maxBody)
	}
	if err != nil {
		failed := AsError(err)
		failed.Status = resp.StatusCode
		return p, nil, failed
	}
	return p, nil, nil
}

// decompressed returns a body without its Content-Encoding. The HTTP client has
// undone what it asked for; some sites send another encoding, or only claim one.
func decompressed(resp *http.Response) (io.Reader, error) {
	switch strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding"))) {
	case "", "identity", "none", "utf-8", "utf8", "gzip", "x-gzip": // netguard.ReadAll recognizes gzip by itself
		return resp.Body, nil
	case "deflate":
		r := bufio.NewReader(resp.Body)
		if head, _ := r.Peek(2); len(head) == 2 && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
			return zlib.NewReader(r)
		}
		return flate.NewReader(r), nil // sent by some, see RFC 9110, section 8.4.1.2
	}
	return nil, &Error{Cause: ErrUnsupported, Err: errors.New("unsupported Content-Encoding")}
}

// contentType returns a Content-Type in lower case, without its parameters.
func contentType(header string) string {
	name, _, _ := strings.Cut(header, ";")
	return strings.ToLower(strings.TrimSpace(name))
}

// read makes text of a page. While there is little text, it follows where the page
// redirects its readers. It returns the last page, also with an error.
func (v *visit) read(ctx context.Context, p page) (Document, page, error) {
	for hops := 0; ; hops++ {
		doc, found, err := v.document(ctx, p, v.out)
		if err != nil || found == (links{}) {
			return doc, p, err
		}
		if found.redirect == nil || hops == maxHops {
			return v.follow(ctx, p, doc, found)
		}
		trace(ctx, "fetch:refresh", found.redirect.Host)
		next, err := v.open(ctx, found.redirect)
		if err != nil {
			return doc, next, err
		}
		p = next
	}
}

// follow requests what a page with little text links to as the policy: a frame or
// another form of the page, or else a link. It returns the page itself when that
// fails or is not a policy.
func (v *visit) follow(ctx context.Context, p page, doc Document, found links) (Document, page, error) {
	for _, link := range []struct {
		phase string
		to    *url.URL
	}{{"fetch:frame", found.frame}, {"fetch:link", found.policy}} {
		if link.to == nil || ctx.Err() != nil {
			continue
		}
		trace(ctx, link.phase, link.to.String())
		next, err := v.open(ctx, link.to)
		if err != nil {
			continue
		}
		other, _, err := v.document(ctx, next, v.out)
		if err != nil {
			continue
		}
		if _, err := Judge(other, ""); err == nil {
			return other, next, nil
		}
	}
	return doc, p, ctx.Err()
}

// open requests the target of a link.
func (v *visit) open(ctx context.Context, to *url.URL) (page, error) {
	u, err := netguard.ParseURL(to.String())
	if err != nil {
		return page{url: plaintext.Cut(to.String(), netguard.MaxURL)}, &Error{Cause: ErrAddress, Err: err}
	}
	return v.get(ctx, u)
}

// little reports whether a clean text is shorter than any policy.
func little(text string) bool {
	_, length := measure(plaintext.Head(text, minLength*utf8.UTFMax))
	return length < minLength
}
