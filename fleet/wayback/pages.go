package wayback

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

var _ fetch.Archive = (*Archive)(nil)

const (
	maxDocument = 8 << 20
	// newestRows is the number of rows queried to find one that is a page.
	newestRows = 25
)

// NewestPage implements [fetch.Archive]. It returns the newest capture of a page of any
// site, or of a redirect if there is no page. The error is a [*archive.Error]
// with [archive.ErrNoMemento] when there is none, or when the address is not public, so
// that the public archive cannot have it.
func (a *Archive) NewestPage(ctx context.Context, address string) (fetch.Capture, error) {
	u, err := a.captured(address)
	if err != nil {
		return fetch.Capture{}, err
	}
	query := url.Values{"url": {u}, "limit": {strconv.Itoa(-newestRows)}, "fastLatest": {"true"}}
	rows, _, err := a.index(ctx, query, span{to: lastStamp})
	if err != nil {
		return fetch.Capture{}, busy(err)
	}
	if len(rows) == 0 {
		return fetch.Capture{}, noMemento("there is no capture")
	}
	newest := rows[len(rows)-1]
	if there := pages(rows); len(there) > 0 {
		newest = there[len(there)-1]
	}
	at := place{stamp: stamp(newest.at), original: newest.url}
	return fetch.Capture{URL: newest.url, At: newest.at, View: a.publicURL(at)}, nil
}

// ReadPage implements [fetch.Archive]. It reads a capture of any site and follows up to
// five redirects within the archive. The error is [fleet.ErrTooLarge] for a page of more
// than 8 MiB.
func (a *Archive) ReadPage(ctx context.Context, c fetch.Capture) (fetch.ArchivedPage, error) {
	at := place{stamp: stamp(c.At), original: c.URL}
	for range maxRedirects + 1 {
		got, err := a.get(ctx, request{url: a.rawURL(at), timeout: replayTimeout, limit: maxDocument})
		if err != nil {
			return fetch.ArchivedPage{}, busy(err)
		}
		link := got.header.Get("Location")
		if got.status >= 300 && got.status < 400 && link != "" {
			var ok bool
			if at, ok = a.parsePlace(link); !ok {
				return fetch.ArchivedPage{}, noMemento("it leads out of the archive")
			}
			continue
		}
		if !got.memento || got.status != http.StatusOK {
			return fetch.ArchivedPage{}, &archive.Error{Cause: archive.ErrNoMemento, Status: got.status}
		}
		if when, err := http.ParseTime(got.header.Get("Memento-Datetime")); err == nil {
			at.stamp = stamp(storage.TimeOf(when))
		}
		return fetch.ArchivedPage{ContentType: got.header.Get("Content-Type"), Body: got.body, View: a.publicURL(at)}, nil
	}
	return fetch.ArchivedPage{}, noMemento("it leads on without end")
}

// SavePage implements [fetch.Archive]. It requests a capture of any page, without
// checking it, see [Archive.Save].
func (a *Archive) SavePage(ctx context.Context, address string) (string, error) {
	u, err := a.captured(address)
	if err != nil {
		return "", err
	}
	view, err := a.save(ctx, u)
	return view, busy(err)
}

// captured returns an address in the form in which it is captured.
func (a *Archive) captured(address string) (string, error) {
	u, err := netguard.ParseURL(strings.TrimSpace(address))
	if err != nil {
		return "", noMemento(err.Error())
	}
	if a.base == defaultURL && !mayBePublic(u.Hostname()) {
		return "", noMemento("the address is not public")
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String(), nil
}

// mayBePublic reports whether the public archive may be able to request a host. The
// names of hosts in private networks are not sent to it.
func mayBePublic(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsGlobalUnicast() && !addr.IsPrivate()
	}
	for _, end := range []string{".localhost", ".local", ".lan", ".internal", ".intranet", ".home", ".home.arpa", ".corp", ".test", ".invalid"} {
		if strings.HasSuffix(host, end) {
			return false
		}
	}
	return strings.Contains(host, ".")
}

// busy returns an error that requires a pause of requests: one of rate limiting or of a
// failed connection.
func busy(err error) error {
	var e *archive.Error
	if errors.As(err, &e) && (e.Cause == archive.ErrThrottled || e.Cause == archive.ErrUnavailable && e.Status == 0) {
		return errors.Join(fetch.ErrArchiveBusy, err)
	}
	return err
}
