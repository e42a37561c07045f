package fleettest

import (
	"crypto/rand"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// Bench is a service over an empty database, with a scraper that the test controls and
// a clock that it moves.
type Bench struct {
	*tracked.Service
	Runs  *runner.Engine // has the sync job
	Store storage.Store
	Pages *Pages
	Clock *Clock
}

// New returns a bench that is closed when the test ends. Each option changes the
// configuration of the service.
func New(t testing.TB, options ...func(*tracked.Config)) *Bench {
	t.Helper()
	b := &Bench{Store: teststore.Open(t), Pages: NewPages(), Clock: &Clock{now: time.UnixMilli(1_760_000_000_000)}}
	c := tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: b.Pages}
	for _, change := range options {
		change(&c)
	}
	b.Service = tracked.New(c)
	b.Runs = runner.New(runner.Config{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader, Jobs: []runner.Job{b.SyncJob()}})
	t.Cleanup(func() {
		b.Runs.Stop(time.Second)
		b.Stop(time.Second)
	})
	return b
}

// MustRefresh tracks or refreshes an app and advances the clock.
func (b *Bench) MustRefresh(t testing.TB, id storage.AppID) tracked.Refresh {
	t.Helper()
	target, err := b.Pages.Resolve(URL(id))
	if err != nil {
		t.Fatal(err)
	}
	found, err := b.Refresh(t.Context(), target, storage.TriggerManual)
	if err != nil {
		t.Fatalf("refresh %d: %v", id, err)
	}
	b.Clock.Add(time.Hour)
	return found
}

// Observe shows an app, as [Pages.Show] does, and refreshes it as MustRefresh does.
func (b *Bench) Observe(t testing.TB, id storage.AppID, name string, says ...func(*fleet.Listing)) tracked.Refresh {
	t.Helper()
	b.Pages.Show(id, name, says...)
	return b.MustRefresh(t, id)
}

// App returns a tracked app.
func (b *Bench) App(t testing.TB, id storage.AppID) storage.App {
	t.Helper()
	d, err := b.Detail(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return d.App
}

// Clock is a clock that the test controls.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set sets the clock.
func (c *Clock) Set(at storage.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = at.Std()
}

// Add advances the clock.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
