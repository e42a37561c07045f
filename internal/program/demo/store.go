package demo

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

const (
	states = 13                  // how many states of each page there are
	step   = 14 * 24 * time.Hour // between two states
)

// Store is an app store of invented apps whose pages change over time, some of which are on Google
// Play, see [Store.Play]. It is a [fleet.Scraper], [fleet.Lookuper] and [fleet.Searcher] that makes no requests,
// and is safe for concurrent use if its clock is.
type Store struct {
	apps  []app
	start time.Time // of the first state
	now   func() time.Time
}

// app is an invented app: its first page, and the changes to it.
type app struct {
	id      storage.AppID
	partner storage.AppID // the app of the App Store with which one of Google Play is paired; zero: none
	first   fleet.Listing
	updates []update // ordered by state
}

// target returns the app as an address names it.
func (a app) target() fleet.Target {
	t := fleet.Target{ID: a.id, Identifier: a.first.Identifier, URL: *a.first.URL}
	if a.onPlay() {
		t.Source = vocabulary.Play
	}
	return t
}

// onPlay reports whether an app is one of Google Play.
func (a app) onPlay() bool { return a.first.Identifier != "" }

// update changes the page of an app, starting with a state.
type update struct {
	state  int // from 1 to states-1
	change func(*fleet.Listing)
}

// New returns a store whose last state begins at end, the others before it.
// The clock decides which state its pages show.
func New(end time.Time, now func() time.Time) *Store {
	return &Store{apps: slices.Concat(apps(), playApps()), start: end.Add(-(states - 1) * step), now: now}
}

// date returns when a state begins.
func (d *Store) date(state int) time.Time { return d.start.Add(time.Duration(state) * step) }

// Resolve accepts the addresses that the App Store does.
func (d *Store) Resolve(address string) (fleet.Target, error) {
	at, err := storeaddress.Parse(address)
	if err != nil {
		return fleet.Target{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: err}
	}
	return fleet.Target{ID: at.ID, URL: at.URL, Country: at.Country}, nil
}

// Scrape returns the current page of an app.
func (d *Store) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	if err := ctx.Err(); err != nil {
		return fleet.Listing{}, err
	}
	app := d.byID(t.ID)
	if app == nil {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed}
	}
	return d.pageAt(*app, d.now()), nil
}

func (d *Store) byID(id storage.AppID) *app {
	i := slices.IndexFunc(d.apps, func(a app) bool { return a.id == id })
	if i < 0 {
		return nil
	}
	return &d.apps[i]
}

// Lookup returns listings by ID, without the parts that only a page has.
func (d *Store) Lookup(ctx context.Context, _ string, ids []storage.AppID) ([]fleet.Listing, error) {
	return d.find(ctx, func(l fleet.Listing) bool { return slices.Contains(ids, l.ID) })
}

// LookupBundles is Lookup by bundle ID, ignoring case.
func (d *Store) LookupBundles(ctx context.Context, _ string, bundleIDs []string) ([]fleet.Listing, error) {
	return d.find(ctx, func(l fleet.Listing) bool {
		return slices.ContainsFunc(bundleIDs, func(id string) bool { return strings.EqualFold(id, *l.BundleID) })
	})
}

// Search returns the apps whose name contains every word of the term.
func (d *Store) Search(ctx context.Context, _, term string, limit int) ([]fleet.Listing, error) {
	words := strings.Fields(strings.ToLower(term))
	found, err := d.find(ctx, func(l fleet.Listing) bool {
		name := strings.ToLower(*l.Name)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
	})
	order.Sort(found, func(a, b fleet.Listing) int { return cmp.Compare(*a.Name, *b.Name) })
	return found[:min(len(found), max(limit, 0))], err
}

func (d *Store) find(ctx context.Context, match func(fleet.Listing) bool) ([]fleet.Listing, error) {
	var found []fleet.Listing
	for _, app := range d.apps {
		if l := d.pageAt(app, d.now()); !app.onPlay() && match(l) {
			l.Label, l.Features, l.Related, l.PrivacyPolicyURL = nil, nil, nil, nil
			found = append(found, l)
		}
	}
	return found, ctx.Err()
}

// pageAt returns the page of an app at a time.
func (d *Store) pageAt(app app, now time.Time) fleet.Listing {
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
