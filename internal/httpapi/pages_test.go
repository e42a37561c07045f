package httpapi_test

import (
	"context"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// pages is a store whose listings and faults the test sets. Its addresses are
// https://store.example/id and a number.
type pages struct {
	mu       sync.Mutex
	listings map[storage.AppID]fleet.Listing
	faults   map[storage.AppID]error
	before   func(storage.AppID) // called with each scrape, outside the lock; nil: nothing
}

func newPages() *pages {
	return &pages{listings: map[storage.AppID]fleet.Listing{}, faults: map[storage.AppID]error{}}
}

func (p *pages) Resolve(address string) (fleet.Target, error) {
	digits, ok := strings.CutPrefix(address, "https://store.example/id")
	id, err := storage.ParseAppID(digits)
	if !ok || err != nil {
		return fleet.Target{}, fleet.ErrAddress
	}
	return fleet.Target{ID: id, URL: address}, nil
}

func (p *pages) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	if p.before != nil {
		p.before(t.ID)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.faults[t.ID]; err != nil {
		return fleet.Listing{}, err
	}
	l, ok := p.listings[t.ID]
	if !ok {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed, Status: 404}
	}
	return l, nil
}

// show sets an app's name and the categories of its one privacy type.
func (p *pages) show(id storage.AppID, name string, categories ...string) {
	linked := storage.PrivacyType{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You"}
	for _, c := range categories {
		linked.Categories = append(linked.Categories, storage.LabelCategory{Identifier: c, Title: strings.ToLower(c)})
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listings[id] = fleet.Listing{ID: id, Name: &name, Label: &storage.Label{Types: []storage.PrivacyType{linked}}}
}

func (p *pages) rate(id storage.AppID, rating string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.listings[id]
	l.AgeRating, l.AgeRatingSource = &rating, "page"
	p.listings[id] = l
}

func (p *pages) fail(id storage.AppID, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults[id] = err
}
