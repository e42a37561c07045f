package fleettest

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// Pages is a scraper whose listings and errors the test sets.
type Pages struct {
	mu       sync.Mutex
	listings map[storage.AppID]fleet.Listing
	faults   map[storage.AppID]error
	scraped  []storage.AppID
	Before   func(storage.AppID) // called before each scrape, without the lock
	After    func(storage.AppID) // called after a page was read, without the lock
	Hang     <-chan struct{}     // if set, a scrape waits for it or for its context
}

// NewPages returns a scraper without apps.
func NewPages() *Pages {
	return &Pages{listings: map[storage.AppID]fleet.Listing{}, faults: map[storage.AppID]error{}}
}

// URL returns the address of an app.
func URL(id storage.AppID) string { return fmt.Sprintf("https://store.example/id%d", id) }

// Resolve implements [fleet.Scraper].
func (p *Pages) Resolve(address string) (fleet.Target, error) {
	digits, ok := strings.CutPrefix(address, "https://store.example/id")
	id, err := storage.ParseAppID(digits)
	if !ok || err != nil {
		return fleet.Target{}, fleet.ErrAddress
	}
	return fleet.Target{ID: id, URL: address, Country: "us"}, nil
}

// Scrape implements [fleet.Scraper].
func (p *Pages) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	if p.Before != nil {
		p.Before(t.ID)
	}
	if p.Hang != nil {
		select {
		case <-p.Hang:
		case <-ctx.Done():
		}
	}
	if err := ctx.Err(); err != nil {
		return fleet.Listing{}, err
	}
	if p.After != nil {
		defer p.After(t.ID)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.scraped = append(p.scraped, t.ID)
	if err := p.faults[t.ID]; err != nil {
		return fleet.Listing{}, err
	}
	l, ok := p.listings[t.ID]
	if !ok {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed, Status: 404}
	}
	return l, nil
}

// Show sets the listing of an app: its name and further fields.
func (p *Pages) Show(id storage.AppID, name string, says ...func(*fleet.Listing)) {
	l := fleet.Listing{ID: id, Name: &name, Country: "us", Extractor: "test/1", AgeRatingSource: "page"}
	for _, say := range says {
		say(&l)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listings[id] = l
	delete(p.faults, id)
}

// Fail makes requests for an app fail.
func (p *Pages) Fail(id storage.AppID, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults[id] = err
}

// Listings returns the listings of all apps.
func (p *Pages) Listings() map[storage.AppID]fleet.Listing {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.listings)
}

// Requests returns the number of requests.
func (p *Pages) Requests() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.scraped)
}

// Labelled sets a label: "LINKED: LOCATION CONTACTS" is a privacy type and its
// categories.
func Labelled(types ...string) func(*fleet.Listing) {
	label := &storage.Label{}
	for _, t := range types {
		name, categories, _ := strings.Cut(t, ":")
		identifier := map[string]string{
			"TRACK": storage.DataUsedToTrackYou, "LINKED": storage.DataLinkedToYou, "UNLINKED": storage.DataNotLinkedToYou,
			"NONE": storage.DataNotCollected, "MISSING": storage.DataNotProvided,
		}[name]
		pt := storage.PrivacyType{Identifier: identifier, Title: "<" + name + ">"}
		for _, c := range strings.Fields(categories) {
			pt.Categories = append(pt.Categories, storage.LabelCategory{Identifier: c, Title: strings.ToLower(c)})
		}
		label.Types = append(label.Types, pt)
	}
	return func(l *fleet.Listing) { l.Label = label }
}

// Featured sets the accessibility features.
func Featured(names ...string) func(*fleet.Listing) {
	features := []storage.Feature{}
	for _, n := range names {
		features = append(features, storage.Feature{Identifier: n, Title: "<" + n + ">"})
	}
	return func(l *fleet.Listing) { l.Features = &features }
}

// Rated sets the age rating.
func Rated(rating string) func(*fleet.Listing) {
	return func(l *fleet.Listing) { l.AgeRating = &rating }
}

// Versioned sets the version.
func Versioned(version string) func(*fleet.Listing) {
	at := storage.Time(1_750_000_000_000)
	return func(l *fleet.Listing) { l.Version, l.VersionUpdatedAt = &version, &at }
}
