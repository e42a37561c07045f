package policy

import (
	"bufio"
	"compress/flate"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// What one try is allowed, with all that it follows. While it waits for the turn
// of a host, its time stands still.
const (
	tryTimeout = 20 * time.Second
	maxBody    = 6 << 20
	maxLeads   = 3 // times that a page sends its readers on
)

// visit is a try to get a page in one way.
type visit struct {
	web    *Web
	client http.Client
	header http.Header
	left   time.Duration
}

// try asks in one way. The error is a [*FetchError], or the context's.
func (w *Web) try(ctx context.Context, u *url.URL, origin storage.PolicyOrigin, header http.Header) (Document, error) {
	// A copy: redirects are followed here, cookies last as long as this.
	v := &visit{web: w, client: *w.client, header: header, left: tryTimeout}
	v.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	jar, err := cookiejar.New(nil)
	if err != nil {
		return Document{}, err
	}
	if isGoogle(u.Hostname()) { // what it sets once a visitor has consented
		jar.SetCookies(u, []*http.Cookie{{Name: "SOCS", Value: "CAI", Path: "/"}})
	}
	v.client.Jar = jar
	p, err := v.get(ctx, u)
	if err == nil {
		var doc Document
		if doc, p, err = v.read(ctx, p); err == nil {
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

// get asks for an address, and for where its answers lead. What is known of the
// page so far comes with an error, too.
func (v *visit) get(ctx context.Context, u *url.URL) (p page, err error) {
	for hops := 0; ; hops++ {
		end, err := v.web.turns.take(ctx, u.Host)
		if err != nil {
			return page{url: u.String()}, err
		}
		began := v.web.now()
		p, next, err := func() (page, *url.URL, error) {
			defer end() // also of a client that panics
			return v.ask(ctx, u)
		}()
		v.left -= v.web.now().Sub(began)
		if err != nil || next == nil {
			return p, err
		}
		if hops == netguard.MaxRedirects {
			return p, &FetchError{Cause: ErrUnreachable, Err: fmt.Errorf("more than %d redirects", netguard.MaxRedirects)}
		}
		if back := askedBack(next); back != nil {
			next = back
		}
		if u, err = netguard.ParseURL(next.String()); err != nil {
			return p, &FetchError{Cause: ErrAddress, Err: fmt.Errorf("redirect: %w", err)}
		}
	}
}

// ask sends one request and reads the answer, or says where it leads.
func (v *visit) ask(ctx context.Context, u *url.URL) (p page, next *url.URL, err error) {
	ctx, cancel := context.WithTimeout(ctx, v.left)
	defer cancel()
	p = page{url: u.String()}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url, nil)
	if err != nil {
		return p, nil, &FetchError{Cause: ErrAddress, Err: err}
	}
	req.Header = v.header.Clone()
	resp, err := v.client.Do(req)
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
	case resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusNonAuthoritativeInfo:
		// Another 2xx has a part of the page (206) or nothing of it.
		return p, nil, &FetchError{Cause: ErrRefused, Status: resp.StatusCode}
	case !readable(p.contentType):
		return p, nil, &FetchError{Cause: ErrUnsupported, Status: resp.StatusCode}
	}
	body, err := unpacked(resp)
	if err == nil {
		p.body, err = netguard.ReadAll(body, maxBody)
	}
	var known *FetchError
	if err != nil && !errors.As(err, &known) {
		err = &FetchError{Cause: cause(err), Err: err}
	}
	if errors.As(err, &known) {
		known.Status = resp.StatusCode
	}
	return p, nil, err
}

// unpacked returns a body as it was before it was packed for the way. The client
// has undone what it asked for; some sites pack otherwise, or only say so.
func unpacked(resp *http.Response) (io.Reader, error) {
	switch strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding"))) {
	case "", "identity", "none", "utf-8", "utf8", "gzip", "x-gzip": // gzip is looked for in every body
		return resp.Body, nil
	case "deflate":
		r := bufio.NewReader(resp.Body)
		if head, _ := r.Peek(2); len(head) == 2 && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
			return zlib.NewReader(r)
		}
		return flate.NewReader(r), nil // RFC 9110, section 8.4.1.2, knows of those
	}
	return nil, &FetchError{Cause: ErrUnsupported, Err: errors.New("packed in a way that nobody asked for")}
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
