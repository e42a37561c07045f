package fleet

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/lifecycle"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Library] needs.
type Config struct {
	Store   storage.Store    // required
	Scraper Scraper          // required
	Archive Archive          // nil: the past of an app cannot be imported
	Now     func() time.Time // required
	Random  io.Reader        // required: what identifiers are made from
	Country string           // storefront to look things up in when none is set; empty: "us"
	Logger  *slog.Logger     // nil: silent
}

// Library is the tracked apps. It is safe for concurrent use.
type Library struct {
	store   storage.Store
	scraper Scraper
	archive Archive
	now     func() time.Time
	random  io.Reader
	country string
	log     *slog.Logger

	refreshing turns // one refresh of an app at a time, so that states are kept in the order they were seen
	importing  turns // one import of an app's past at a time, so that nothing is asked for twice
	charts     charts
	work       lifecycle.Group
}

// New returns the library of a store. It starts nothing.
func New(c Config) *Library {
	if c.Country == "" {
		c.Country = "us"
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return &Library{
		store: c.Store, scraper: c.Scraper, archive: c.Archive, now: c.Now, random: c.Random, country: c.Country, log: c.Logger,
	}
}

// Stop ends what the library does in the background: at its next boundary, or,
// after patience, at once. It returns when all has ended, and may be called any
// number of times.
func (l *Library) Stop(patience time.Duration) { l.work.Stop(patience) }

// Country returns the storefront in which things are looked up when a request
// names none: the one that was chosen in the settings, else that of [Config].
func (l *Library) Country(ctx context.Context) (string, error) {
	chosen, err := l.chosenCountry(ctx)
	return cmp.Or(chosen, l.country), err
}

// chosenCountry returns the storefront of the settings, empty when none was chosen.
func (l *Library) chosenCountry(ctx context.Context) (chosen string, err error) {
	err = l.store.View(ctx, func(tx storage.Tx) (err error) {
		chosen, err = settings.Text(tx, settings.AppCountry)
		return err
	})
	return chosen, err
}

func (l *Library) stamp() storage.Time { return storage.TimeOf(l.now()) }

// turns lets one at a time work on an app. The zero value is ready.
type turns struct {
	mu    sync.Mutex
	taken map[storage.AppID]chan struct{} // closed when the turn ends
}

// take waits for the app's turn, no longer than the context, and returns what
// ends it.
func (t *turns) take(ctx context.Context, app storage.AppID) (end func(), err error) {
	for {
		t.mu.Lock()
		if t.taken == nil {
			t.taken = map[storage.AppID]chan struct{}{}
		}
		other, busy := t.taken[app]
		if !busy {
			mine := make(chan struct{})
			t.taken[app] = mine
			t.mu.Unlock()
			return func() {
				t.mu.Lock()
				defer t.mu.Unlock()
				delete(t.taken, app)
				close(mine)
			}, nil
		}
		t.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
