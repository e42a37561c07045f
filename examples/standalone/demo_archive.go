package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// demoPast is how long before the first state of the demo its apps were captured
// for the first time.
const demoPast = 3 * 365 * 24 * time.Hour

// demoArchive has captured the pages of the demo once a month, since a time when
// its apps said less of what they collect. It asks nobody, and is a
// [fleet.Archive].
type demoArchive struct{ *demoStore }

// Captures lists the captures of an app of the demo.
func (d demoArchive) Captures(ctx context.Context, t fleet.Target, from, to storage.Time) ([]fleet.Capture, error) {
	var captures []fleet.Capture
	if d.byID(t.ID) == nil {
		return nil, ctx.Err()
	}
	for date := d.start.Add(-demoPast).Truncate(time.Second); !date.After(d.now()); date = date.AddDate(0, 1, 0) {
		if at := storage.TimeOf(date); from <= at && at <= to {
			captures = append(captures, fleet.Capture{At: at, URL: t.URL})
		}
	}
	return captures, ctx.Err()
}

// Replay returns a page as it was.
func (d demoArchive) Replay(ctx context.Context, t fleet.Target, c fleet.Capture) (fleet.Memento, error) {
	app := d.byID(t.ID)
	if app == nil {
		return fleet.Memento{}, &fleet.ArchiveError{Cause: fleet.ErrNoMemento}
	}
	page := d.pageAt(*app, c.At.Std())
	if c.At.Std().Before(d.start) && page.Label != nil && len(page.Label.Types) > 1 {
		page.Label = &storage.Label{Types: page.Label.Types[:1]}
	}
	url := fmt.Sprintf("https://web.archive.org/web/%s/%s", c.At.Std().Format("20060102150405"), c.URL)
	return fleet.Memento{At: c.At, URL: url, Listing: page}, ctx.Err()
}

// Save fails: there is nobody to ask.
func (d demoArchive) Save(context.Context, fleet.Target) (string, error) {
	return "", &fleet.ArchiveError{Cause: fleet.ErrArchiveUnavailable}
}

func (d demoArchive) byID(id storage.AppID) *demoApp {
	i := slices.IndexFunc(d.apps, func(a demoApp) bool { return a.id == id })
	if i < 0 {
		return nil
	}
	return &d.apps[i]
}
