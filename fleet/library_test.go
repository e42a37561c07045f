package fleet_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// bench is a library over an empty store, a scraper under the test's control
// and a clock that moves by hand.
type bench struct {
	*fleet.Library
	runs  *runner.Engine
	store storage.Store
	pages *pages
	clock *clock
}

func newBench(t testing.TB) *bench {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b := &bench{store: storagetest.Strict(t, db), pages: newPages(), clock: &clock{now: time.UnixMilli(1_760_000_000_000)}}
	b.Library = fleet.New(fleet.Config{Store: b.store, Scraper: b.pages, Now: b.clock.Now, Random: rand.Reader})
	b.runs = runner.New(runner.Config{Store: b.store, Now: b.clock.Now, Random: rand.Reader, Jobs: []runner.Job{b.SyncJob()}})
	t.Cleanup(func() {
		b.runs.Stop(time.Second)
		b.Stop(time.Second)
	})
	return b
}

// refresh tracks or refreshes an app that the pages know and moves the clock on.
func (b *bench) refresh(t testing.TB, id storage.AppID) fleet.Refresh {
	t.Helper()
	target, err := b.pages.Resolve(url(id))
	if err != nil {
		t.Fatal(err)
	}
	found, err := b.Refresh(t.Context(), target, storage.TriggerManual)
	if err != nil {
		t.Fatalf("refresh %d: %v", id, err)
	}
	b.clock.Add(time.Hour)
	return found
}

func (b *bench) app(t testing.TB, id storage.AppID) storage.App {
	t.Helper()
	d, err := b.Detail(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return d.App
}

// all returns every record of a kind.
func all[K comparable, R storage.Record[K], Q any](t testing.TB, s storage.Store, table func(storage.Tx) storage.Table[K, R, Q]) []R {
	t.Helper()
	var records []R
	err := s.View(t.Context(), func(tx storage.Tx) (err error) {
		var zero Q
		records, err = storage.Collect(table(tx).List(zero))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// pages is a store whose listings and faults the test sets.
type pages struct {
	mu       sync.Mutex
	listings map[storage.AppID]fleet.Listing
	faults   map[storage.AppID]error
	scraped  []storage.AppID
	before   func(storage.AppID) // called with each scrape, outside the lock
	after    func(storage.AppID) // called when the page was read, outside the lock
	hang     <-chan struct{}     // when set, a scrape waits for it, or its context
}

func newPages() *pages {
	return &pages{listings: map[storage.AppID]fleet.Listing{}, faults: map[storage.AppID]error{}}
}

func url(id storage.AppID) string { return fmt.Sprintf("https://store.example/id%d", id) }

func (p *pages) Resolve(address string) (fleet.Target, error) {
	digits, ok := strings.CutPrefix(address, "https://store.example/id")
	id, err := storage.ParseAppID(digits)
	if !ok || err != nil {
		return fleet.Target{}, fleet.ErrAddress
	}
	return fleet.Target{ID: id, URL: address, Country: "us"}, nil
}

func (p *pages) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	if p.before != nil {
		p.before(t.ID)
	}
	if p.hang != nil {
		select {
		case <-p.hang:
		case <-ctx.Done():
		}
	}
	if err := ctx.Err(); err != nil {
		return fleet.Listing{}, err
	}
	if p.after != nil {
		defer p.after(t.ID)
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

// show sets what the page of an app says: a name and these changes to it.
func (p *pages) show(id storage.AppID, name string, says ...func(*fleet.Listing)) {
	l := fleet.Listing{ID: id, Name: &name, Country: "us", Extractor: "test/1", AgeRatingSource: "page"}
	for _, say := range says {
		say(&l)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listings[id] = l
	delete(p.faults, id)
}

func (p *pages) fail(id storage.AppID, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults[id] = err
}

func (p *pages) requests() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.scraped)
}

// labelled says a label: "LINKED: LOCATION CONTACTS" names a type and its categories.
func labelled(types ...string) func(*fleet.Listing) {
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

func featured(names ...string) func(*fleet.Listing) {
	features := []storage.Feature{}
	for _, n := range names {
		features = append(features, storage.Feature{Identifier: n, Title: "<" + n + ">"})
	}
	return func(l *fleet.Listing) { l.Features = &features }
}

func rated(rating string) func(*fleet.Listing) {
	return func(l *fleet.Listing) { l.AgeRating = &rating }
}

func versioned(version string) func(*fleet.Listing) {
	at := storage.Time(1_750_000_000_000)
	return func(l *fleet.Listing) { l.Version, l.VersionUpdatedAt = &version, &at }
}
