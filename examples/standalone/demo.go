package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// The demo shows states of its apps that lie so far apart, so many of them.
const (
	demoStep   = 14 * 24 * time.Hour
	demoStates = 13
)

// demoStore is an app store of invented apps, whose pages change with its clock.
// It asks nobody. It is a [fleet.Scraper], a [fleet.Lookuper] and a
// [fleet.Searcher], and safe for concurrent use when the clock is.
type demoStore struct {
	apps  []demoApp
	start time.Time // of the first state
	now   func() time.Time
}

// demoApp is an app as it was first, and what became of it.
type demoApp struct {
	id      storage.AppID
	first   fleet.Listing
	updates []demoUpdate // in the order of their states
}

// demoUpdate changes the page of an app from a state on.
type demoUpdate struct {
	state  int // from 1 to demoStates-1
	change func(*fleet.Listing)
}

// newDemoStore returns the store whose last state begins at the end given, so
// that what it showed lies in the months before.
func newDemoStore(end time.Time, now func() time.Time) *demoStore {
	return &demoStore{apps: demoApps(), start: end.Add(-(demoStates - 1) * demoStep), now: now}
}

// date is when a state begins.
func (d *demoStore) date(state int) time.Time { return d.start.Add(time.Duration(state) * demoStep) }

// Resolve takes addresses of the public store that name one of the apps.
func (d *demoStore) Resolve(address string) (fleet.Target, error) {
	u, err := url.Parse(address)
	if err != nil {
		return fleet.Target{}, fmt.Errorf("%w: %w", fleet.ErrAddress, err)
	}
	digits, ok := strings.CutPrefix(path.Base(u.Path), "id")
	id, err := storage.ParseAppID(digits)
	if err != nil || !ok || u.Hostname() != "apps.apple.com" {
		return fleet.Target{}, fmt.Errorf("%w: %.80q", fleet.ErrAddress, address)
	}
	return fleet.Target{ID: id, URL: address}, nil
}

// Scrape returns the page of the state that the clock is in.
func (d *demoStore) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	if err := ctx.Err(); err != nil {
		return fleet.Listing{}, err
	}
	i := slices.IndexFunc(d.apps, func(a demoApp) bool { return a.id == t.ID })
	if i < 0 {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed}
	}
	return d.page(d.apps[i]), nil
}

// Lookup returns what a page has, but for what only a page has.
func (d *demoStore) Lookup(ctx context.Context, _ string, ids []storage.AppID) ([]fleet.Listing, error) {
	return d.find(ctx, func(l fleet.Listing) bool { return slices.Contains(ids, l.ID) })
}

// LookupBundles is Lookup by bundle id, letter case ignored.
func (d *demoStore) LookupBundles(ctx context.Context, _ string, bundleIDs []string) ([]fleet.Listing, error) {
	return d.find(ctx, func(l fleet.Listing) bool {
		return slices.ContainsFunc(bundleIDs, func(id string) bool { return strings.EqualFold(id, *l.BundleID) })
	})
}

// Search finds the apps whose name has each word of the term.
func (d *demoStore) Search(ctx context.Context, _, term string, limit int) ([]fleet.Listing, error) {
	words := strings.Fields(strings.ToLower(term))
	found, err := d.find(ctx, func(l fleet.Listing) bool {
		name := strings.ToLower(*l.Name)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
	})
	slices.SortFunc(found, func(a, b fleet.Listing) int { return cmp.Compare(*a.Name, *b.Name) })
	return found[:min(len(found), max(limit, 0))], err
}

func (d *demoStore) find(ctx context.Context, match func(fleet.Listing) bool) ([]fleet.Listing, error) {
	var found []fleet.Listing
	for _, app := range d.apps {
		if l := d.page(app); match(l) {
			l.Label, l.Features, l.Related, l.PrivacyPolicyURL = nil, nil, nil, nil
			found = append(found, l)
		}
	}
	return found, ctx.Err()
}

// page returns the page of an app as it is now.
func (d *demoStore) page(app demoApp) fleet.Listing { return d.pageAt(app, d.now()) }

// pageAt applies to an app all that has happened by then.
func (d *demoStore) pageAt(app demoApp, now time.Time) fleet.Listing {
	page := app.first
	for _, u := range app.updates {
		if date := d.date(u.state); !date.After(now) {
			u.change(&page)
			released := storage.TimeOf(date.Add(-36 * time.Hour))
			page.VersionUpdatedAt = &released
		}
	}
	return page
}

// replayDemo fills an empty store with the apps of the demo: it refreshes them
// state by state, with the clock at the date of each. A store with apps is left
// alone.
func replayDemo(ctx context.Context, store storage.Store, end time.Time, random io.Reader, log *slog.Logger) error {
	var now time.Time
	clock := func() time.Time { return now }
	demo := newDemoStore(end, clock)
	library := fleet.New(fleet.Config{Store: store, Scraper: demo, Now: clock, Random: random})
	size, err := library.Size(ctx)
	if err != nil || size > 0 {
		return err
	}
	for state := range demoStates {
		for i, app := range demo.apps {
			now = demo.date(state).Add(time.Duration(i) * time.Minute)
			target := fleet.Target{ID: app.id, URL: *app.first.URL}
			if _, err := library.Refresh(ctx, target, storage.TriggerSample); err != nil {
				return fmt.Errorf("demo: %s: %w", *app.first.Name, err)
			}
		}
	}
	log.InfoContext(ctx, "filled the empty database with invented apps", "apps", len(demo.apps), "states", demoStates)
	return nil
}
