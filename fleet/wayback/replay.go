package wayback

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
)

const (
	replayTimeout = 30 * time.Second
	maxPage       = 4 << 20
	maxRedirects  = 5
	// maxDrift is how far the replayed moment may be from the requested one. Callers
	// that need a closer one compare the moments.
	maxDrift = 45 * 24 * time.Hour
)

// Replay implements [archive.Archive]. It follows up to five redirects to pages of the
// app: archived ones, and those of the archive to the nearest moment. The error wraps
// [archive.ErrNoMemento] when the capture is more than 45 days from c.At,
// [fleet.ErrLayout] when the page cannot be parsed, and [fleet.ErrTooLarge] when it has
// more than 4 MiB.
func (a *Archive) Replay(ctx context.Context, target fleet.Target, c archive.Capture) (archive.Memento, error) {
	pages, err := a.pagesOf(target)
	if err != nil {
		return archive.Memento{}, err
	}
	at := place{stamp: stamp(c.At), original: c.URL}
	for range maxRedirects + 1 {
		if !pages.Is(target, at.original) {
			return archive.Memento{}, noMemento("it leads away from the app")
		}
		got, err := a.get(ctx, request{url: a.rawURL(at), timeout: replayTimeout, limit: maxPage})
		if err != nil {
			return archive.Memento{}, err
		}
		link := got.header.Get("Location")
		if got.status < 300 || got.status >= 400 || link == "" {
			return a.memento(got, at, pages, target, c.At)
		}
		var ok bool
		if at, ok = a.parsePlace(link); !ok {
			return archive.Memento{}, noMemento("it leads out of the archive")
		}
	}
	return archive.Memento{}, noMemento(fmt.Sprintf("more than %d redirects", maxRedirects))
}

// memento returns the memento in the last response, which is the capture at a place.
func (a *Archive) memento(got answer, at place, pages Pages, target fleet.Target, wanted storage.Time) (archive.Memento, error) {
	switch {
	case !got.memento:
		return archive.Memento{}, &archive.Error{Cause: archive.ErrNoMemento, Status: got.status}
	case got.status != http.StatusOK:
		return archive.Memento{}, noMemento(fmt.Sprintf("the captured page has HTTP status %d", got.status))
	}
	when, err := http.ParseTime(got.header.Get("Memento-Datetime"))
	if err != nil {
		return archive.Memento{}, noMemento("no valid Memento-Datetime header")
	}
	m := archive.Memento{At: storage.TimeOf(when)}
	if m.At.Sub(wanted).Abs() > maxDrift {
		return archive.Memento{}, noMemento("the nearest one was captured at " + stamp(m.At))
	}
	at.stamp = stamp(m.At)
	m.URL = a.publicURL(at)
	if m.Listing, err = a.read(pages, got.body, target); err != nil {
		return archive.Memento{}, &archive.Error{Cause: fleet.ErrLayout, Err: err}
	}
	if page, ok := history.ParseAddress(at.original, target.ID); ok {
		m.Listing.Country = cmp.Or(m.Listing.Country, page.Country)
	}
	return m, nil
}

func noMemento(why string) error {
	return &archive.Error{Cause: archive.ErrNoMemento, Err: errors.New(why)}
}
