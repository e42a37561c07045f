package wayback

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Ensure that the archive has pages other than those of the store, too.
var _ policy.Archive = (*Archive)(nil)

const (
	maxDocument = 8 << 20
	// newestRows are asked for to find one that was there among them.
	newestRows = 25
)

// NewestPage finds the newest capture of any page, as of
// [policy.Archive.NewestPage]: of those that were there when they were captured,
// or else of those that led elsewhere. It is a [*fleet.ArchiveError] of
// [fleet.ErrNoMemento] when there is none, or when the page can be none of the
// public archive's, as its address is not public.
func (a *Archive) NewestPage(ctx context.Context, address string) (policy.Capture, error) {
	u, err := a.captured(address)
	if err != nil {
		return policy.Capture{}, err
	}
	query := url.Values{"url": {u}, "limit": {strconv.Itoa(-newestRows)}, "fastLatest": {"true"}}
	got, err := a.get(ctx, request{a.base + "/cdx/search/cdx?" + query.Encode(), a.index, indexTimeout, maxIndex})
	if err != nil {
		return policy.Capture{}, busy(err)
	}
	absent, err := indexStatus(got)
	if err != nil {
		return policy.Capture{}, err
	}
	var rows []row
	if !absent {
		always := span{to: storage.TimeOf(time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC))}
		if rows, _, err = parseIndex(got.body, always); err != nil {
			return policy.Capture{}, &fleet.ArchiveError{Cause: fleet.ErrLayout, Status: got.status, Err: err}
		}
	}
	if len(rows) == 0 {
		return policy.Capture{}, noMemento("there is no capture")
	}
	newest := rows[len(rows)-1]
	if there := pages(rows); len(there) > 0 {
		newest = there[len(there)-1]
	}
	at := place{stamp: stamp(newest.at), original: newest.url}
	return policy.Capture{URL: newest.url, At: newest.at, View: a.publicURL(at)}, nil
}

// ReadPage reads a capture of any page, as of [policy.Archive.ReadPage]. It
// follows up to five redirects within the archive. A page of more than 8 MiB is
// [fleet.ErrTooLarge].
func (a *Archive) ReadPage(ctx context.Context, c policy.Capture) (policy.ArchivedPage, error) {
	at := place{stamp: stamp(c.At), original: c.URL}
	for range maxRedirects + 1 {
		got, err := a.get(ctx, request{a.rawURL(at), a.other, replayTimeout, maxDocument})
		if err != nil {
			return policy.ArchivedPage{}, busy(err)
		}
		link := got.header.Get("Location")
		if got.status >= 300 && got.status < 400 && link != "" {
			var ok bool
			if at, ok = a.parsePlace(link); !ok {
				return policy.ArchivedPage{}, noMemento("it leads out of the archive")
			}
			continue
		}
		if !got.memento || got.status != http.StatusOK {
			return policy.ArchivedPage{}, &fleet.ArchiveError{Cause: fleet.ErrNoMemento, Status: got.status}
		}
		if when, err := http.ParseTime(got.header.Get("Memento-Datetime")); err == nil {
			at.stamp = stamp(storage.TimeOf(when))
		}
		return policy.ArchivedPage{ContentType: got.header.Get("Content-Type"), Body: got.body, View: a.publicURL(at)}, nil
	}
	return policy.ArchivedPage{}, noMemento("it leads on without end")
}

// SavePage asks Save Page Now to capture any page, as of
// [policy.Archive.SavePage], and takes it at its word, see [Archive.Save].
func (a *Archive) SavePage(ctx context.Context, address string) (string, error) {
	u, err := a.captured(address)
	if err != nil {
		return "", err
	}
	view, err := a.save(ctx, u)
	return view, busy(err)
}

// captured returns the form of an address in which it is captured.
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

// mayBePublic says whether a host may be one that the public archive can ask. One
// of a home or an office is nobody's business there.
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

// busy says of an error that the archive is not to be asked for a while, where it
// is one that says so, or that nobody was reached.
func busy(err error) error {
	var e *fleet.ArchiveError
	if errors.As(err, &e) && (e.Cause == fleet.ErrArchiveThrottled || e.Cause == fleet.ErrArchiveUnavailable && e.Status == 0) {
		return errors.Join(policy.ErrArchiveBusy, err)
	}
	return err
}
