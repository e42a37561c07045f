package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/storage"
)

// archived is how long before the first state the first capture was made.
const archived = 3 * 365 * 24 * time.Hour

// Archive is a [archive.Archive] with one capture a month of each app in a store,
// beginning years before its first state, with labels that declared less.
type Archive struct{ *Store }

// Has reports that captures of all apps are known, see [archive.Sourced].
func (Archive) Has(string) bool { return true }

// Captures lists the captures of an app.
func (d Archive) Captures(ctx context.Context, t fleet.Target, from, to storage.Time) ([]archive.Capture, error) {
	var captures []archive.Capture
	if d.byID(t.ID) == nil {
		return nil, ctx.Err()
	}
	for date := d.start.Add(-archived).Truncate(time.Second); !date.After(d.now()); date = date.AddDate(0, 1, 0) {
		if at := storage.TimeOf(date); from <= at && at <= to {
			captures = append(captures, archive.Capture{At: at, URL: t.URL})
		}
	}
	return captures, ctx.Err()
}

// Replay returns the page of a capture.
func (d Archive) Replay(ctx context.Context, t fleet.Target, c archive.Capture) (archive.Memento, error) {
	app := d.byID(t.ID)
	if app == nil {
		return archive.Memento{}, &archive.Error{Cause: archive.ErrNoMemento}
	}
	page := d.pageAt(*app, c.At.Std())
	if c.At.Std().Before(d.start) && page.Label != nil && len(page.Label.Types) > 1 {
		less := page.Label.Types[:1]
		if app.onPlay() { // nothing is shared that is not collected
			less = page.Label.Types[1:]
		}
		page.Label = &storage.Label{Types: less}
	}
	url := fmt.Sprintf("https://web.archive.org/web/%s/%s", c.At.Std().Format("20060102150405"), c.URL)
	return archive.Memento{At: c.At, URL: url, Listing: page}, ctx.Err()
}

// Save always fails: no web archive is asked.
func (d Archive) Save(context.Context, fleet.Target) (string, error) {
	return "", &archive.Error{Cause: archive.ErrUnavailable}
}
