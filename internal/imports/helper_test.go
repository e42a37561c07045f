package imports_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// bench is a service over an empty store, an app store under the test's control
// and a clock that moves by hand.
type bench struct {
	*imports.Service
	t     testing.TB
	fleet *tracked.Service
	runs  *runner.Engine
	store storage.Store
	shop  *shop
	clock *clock
}

func newBench(t testing.TB) *bench {
	t.Helper()
	return benchOn(t, teststore.Open(t), newShop())
}

// benchOn is a bench on a store that others may share.
func benchOn(t testing.TB, store storage.Store, shop *shop) *bench {
	t.Helper()
	b := &bench{t: t, store: store, shop: shop, clock: &clock{now: time.UnixMilli(1_760_000_000_000)}}
	b.fleet = tracked.New(tracked.Config{Env: storage.Env{Store: store, Now: b.clock.Now, Random: rand.Reader}, Scraper: shop})
	b.Service = imports.New(imports.Config{Env: storage.Env{Store: store, Now: b.clock.Now, Random: rand.Reader}, Fleet: b.fleet})
	b.runs = runner.New(runner.Config{Store: store, Now: b.clock.Now, Random: rand.Reader, Jobs: []runner.Job{b.Job()}})
	t.Cleanup(func() {
		b.runs.Stop(time.Second)
		b.Stop(time.Second)
		b.fleet.Stop(time.Second)
	})
	return b
}

// begin begins an import.
func (b *bench) begin() string {
	b.t.Helper()
	list, err := b.Begin(b.t.Context(), imports.Start{Source: storage.ImportFile, Label: "apps.csv"})
	if err != nil {
		b.t.Fatal(err)
	}
	return list.ID
}

// add adds items, and returns the ids of theirs.
func (b *bench) add(list string, patches ...imports.Patch) []storage.ImportItemID {
	b.t.Helper()
	items, err := b.Add(b.t.Context(), list, patches)
	if err != nil {
		b.t.Fatal(err)
	}
	ids := make([]storage.ImportItemID, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	return ids
}

// work works on the queue.
func (b *bench) work() imports.Worked {
	b.t.Helper()
	w, err := b.Work(b.t.Context(), b.runs)
	if err != nil {
		b.t.Fatal(err)
	}
	b.sound()
	return w
}

// list returns an import, and the states of its items.
func (b *bench) list(id string) (imports.List, []storage.ImportStatus) {
	b.t.Helper()
	d, err := b.Show(b.t.Context(), id)
	if err != nil {
		b.t.Fatal(err)
	}
	var states []storage.ImportStatus
	for _, item := range d.Items {
		states = append(states, item.Status)
	}
	return d.Import, states
}

func (b *bench) item(id storage.ImportItemID) storage.ImportItem {
	b.t.Helper()
	return teststore.View(b.t, b.store, func(tx *storage.Tx) (storage.ImportItem, error) { return tx.ImportItems.Get(id) })
}

func (b *bench) tracked(id storage.AppID) bool {
	b.t.Helper()
	_, err := b.fleet.Detail(b.t.Context(), id)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		b.t.Fatal(err)
	}
	return err == nil
}

// track tracks an app outside any import.
func (b *bench) track(id storage.AppID) {
	b.t.Helper()
	b.shop.show(id, fmt.Sprint("App ", id))
	if _, err := b.fleet.Track(b.t.Context(), tracked.TrackRequest{URLs: []string{address(id)}}); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) view(fn func(*storage.Tx) error) {
	b.t.Helper()
	if err := b.store.View(b.t.Context(), fn); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) update(fn func(*storage.Tx) error) {
	b.t.Helper()
	teststore.Update(b.t, b.store, fn)
}

// sound holds what is true of every import: what is counted on it is what there
// is, and an item that is imported has its app.
func (b *bench) sound() {
	b.t.Helper()
	b.view(func(tx *storage.Tx) error {
		for list, err := range tx.Imports.List(storage.ImportQuery{}) {
			if err != nil {
				return err
			}
			var counted storage.ImportTally
			for item, err := range tx.ImportItems.List(storage.ImportItemQuery{Import: list.ID}) {
				if err != nil {
					return err
				}
				counted.Add(item.Status, 1)
				if (item.Status == storage.ImportRemoved) != (item.RemovedApp != 0) || item.App != 0 && item.Status == storage.ImportRemoved {
					b.t.Errorf("item %+v", item)
				}
			}
			if counted != list.Tally || list.Total < counted.Items() {
				b.t.Errorf("import %+v has %+v", list, counted)
			}
		}
		return nil
	})
}

// notices returns the notifications of a type, oldest first.
func (b *bench) notices(kind storage.NotificationType) (all []storage.Notification) {
	b.t.Helper()
	for _, n := range slices.Backward(storagetest.All[storage.Notification](b.t, b.store)) {
		if n.Type == kind {
			all = append(all, n)
		}
	}
	return all
}

// lines returns the lines on imports in the activity log, newest first.
func (b *bench) lines() []storage.Activity {
	b.t.Helper()
	return teststore.View(b.t, b.store, func(tx *storage.Tx) ([]storage.Activity, error) {
		return storage.Collect(tx.Activities.List(storage.ActivityQuery{Type: "import"}))
	})
}

// item makes a patch of a new item.
func item(query string, status storage.ImportStatus, more ...func(*imports.Patch)) imports.Patch {
	p := imports.Patch{Query: &query, Status: &status}
	for _, change := range more {
		change(&p)
	}
	return p
}

// queued makes a patch of a new item whose app is to be read.
func queued(id storage.AppID) imports.Patch {
	return item(fmt.Sprint("app ", id), storage.ImportQueued, at(address(id)))
}

func at(url string) func(*imports.Patch) {
	return func(p *imports.Patch) { p.URL = new(storage.Text(url)) }
}

func address(id storage.AppID) string { return fmt.Sprintf("https://store.example/id%d", id) }

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

// shop is an app store whose apps and faults the test sets.
type shop struct {
	mu       sync.Mutex
	names    map[storage.AppID]string
	fault    error               // of the next request
	read     []storage.AppID     // pages that were asked for
	searched []string            // terms and bundle ids
	before   func(storage.AppID) // called with each page, outside the lock
}

func newShop() *shop { return &shop{names: map[storage.AppID]string{}} }

func (s *shop) show(id storage.AppID, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[id] = name
}

// fail makes the next request fail.
func (s *shop) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = err
}

func (s *shop) pages() []storage.AppID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.read)
}

func (s *shop) takeFault() error {
	err := s.fault
	s.fault = nil
	return err
}

func (s *shop) Resolve(url string) (fleet.Target, error) {
	digits, ok := strings.CutPrefix(url, "https://store.example/id")
	id, err := storage.ParseAppID(digits)
	if !ok || err != nil {
		return fleet.Target{}, &fleet.ScrapeError{Cause: fleet.ErrAddress}
	}
	return fleet.Target{ID: id, URL: url}, nil
}

func (s *shop) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	if s.before != nil {
		s.before(t.ID)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read = append(s.read, t.ID)
	if err := s.takeFault(); err != nil {
		return fleet.Listing{}, err
	}
	if err := ctx.Err(); err != nil {
		return fleet.Listing{}, err
	}
	name, ok := s.names[t.ID]
	if !ok {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed, Status: 404}
	}
	return fleet.Listing{ID: t.ID, Name: &name, Developer: new("Maker of " + name), Country: "de", Extractor: "test/1"}, nil
}

func (s *shop) Search(_ context.Context, country, term string, limit int) ([]fleet.Listing, error) {
	return s.look(country+" "+term, func(_ storage.AppID, name string) bool { return strings.Contains(name, term) })
}

func (s *shop) Lookup(context.Context, string, []storage.AppID) ([]fleet.Listing, error) {
	return nil, nil
}

func (s *shop) LookupBundles(_ context.Context, country string, ids []string) ([]fleet.Listing, error) {
	return s.look(country+" "+ids[0], func(id storage.AppID, _ string) bool { return bundle(id) == ids[0] })
}

func bundle(id storage.AppID) string { return fmt.Sprintf("com.example.app%d", id) }

func (s *shop) look(asked string, fits func(storage.AppID, string) bool) (found []fleet.Listing, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.searched = append(s.searched, asked)
	if err := s.takeFault(); err != nil {
		return nil, err
	}
	for id, name := range s.names {
		if fits(id, name) {
			found = append(found, fleet.Listing{ID: id, Name: &name, BundleID: new(bundle(id)), URL: new(address(id) + "?uo=4"), Developer: new("Maker")})
		}
	}
	slices.SortFunc(found, func(a, b fleet.Listing) int { return int(a.ID - b.ID) })
	return found, nil
}

func throttle(after time.Duration) error {
	return &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: after}
}
