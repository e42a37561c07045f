package wayback

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

const (
	replayTimeout = 30 * time.Second
	maxPage       = 4 << 20
	maxRedirects  = 5
	// maxDrift is how far from the moment asked for what was replayed may be. It
	// is as far as anybody wants it; who wants less compares the moments.
	maxDrift = 45 * 24 * time.Hour
)

// Replay reads what was captured, as of [fleet.Archive.Replay]. It follows up to
// five redirects, archived ones and the archive's own to the nearest moment, as
// long as they lead to a page of the app. What was captured more than 45 days from
// c.At is none ([fleet.ErrNoMemento]). A page that cannot be read is
// [fleet.ErrLayout], one of more than 4 MiB [fleet.ErrTooLarge].
func (a *Archive) Replay(ctx context.Context, target fleet.Target, c fleet.Capture) (fleet.Memento, error) {
	at := place{stamp: stamp(c.At), original: c.URL}
	for range maxRedirects + 1 {
		page, ok := parseAddress(at.original, target.ID)
		if !ok {
			return fleet.Memento{}, noMemento("it leads away from the app")
		}
		got, err := a.get(ctx, request{a.rawURL(at), a.other, replayTimeout, maxPage})
		if err != nil {
			return fleet.Memento{}, err
		}
		link := got.header.Get("Location")
		if got.status < 300 || got.status >= 400 || link == "" {
			return a.memento(got, at, page, target.ID, c.At)
		}
		if at, ok = a.parsePlace(link); !ok {
			return fleet.Memento{}, noMemento("it leads out of the archive")
		}
	}
	return fleet.Memento{}, noMemento(fmt.Sprintf("more than %d redirects", maxRedirects))
}

// memento makes a memento of the last answer, which is what a place has.
func (a *Archive) memento(got answer, at place, page address, id storage.AppID, wanted storage.Time) (fleet.Memento, error) {
	switch {
	case !got.memento:
		return fleet.Memento{}, &fleet.ArchiveError{Cause: fleet.ErrNoMemento, Status: got.status}
	case got.status != http.StatusOK:
		return fleet.Memento{}, noMemento(fmt.Sprintf("what was captured is HTTP %d", got.status))
	}
	when, err := http.ParseTime(got.header.Get("Memento-Datetime"))
	if err != nil {
		return fleet.Memento{}, noMemento("there is no telling when it was captured")
	}
	m := fleet.Memento{At: storage.TimeOf(when)}
	if m.At.Sub(wanted).Abs() > maxDrift {
		return fleet.Memento{}, noMemento("the nearest one was captured at " + stamp(m.At))
	}
	at.stamp = stamp(m.At)
	m.URL = a.publicURL(at)
	if m.Listing, err = a.read(got.body, id); err != nil {
		return fleet.Memento{}, &fleet.ArchiveError{Cause: fleet.ErrLayout, Err: err}
	}
	m.Listing.Country = cmp.Or(m.Listing.Country, page.country)
	return m, nil
}

// read calls the parser. Archived pages are of all years and in every state, so a
// parser that comes to grief on one takes nobody with it.
func (a *Archive) read(page []byte, id storage.AppID) (l fleet.Listing, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			l, err = fleet.Listing{}, fmt.Errorf("the parser panicked: %v", cause)
		}
	}()
	return a.parse(page, id)
}

func noMemento(why string) error {
	return &fleet.ArchiveError{Cause: fleet.ErrNoMemento, Err: errors.New(why)}
}
