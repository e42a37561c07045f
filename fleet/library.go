package fleet

import (
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/lifecycle"
	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Library] needs.
type Config struct {
	Store   storage.Store    // required
	Scraper Scraper          // required
	Now     func() time.Time // required
	Random  io.Reader        // required: what identifiers are made from
	Country string           // storefront to look things up in; empty: "us"
	Logger  *slog.Logger     // nil: silent
}

// Library is the tracked apps. It is safe for concurrent use.
type Library struct {
	store   storage.Store
	scraper Scraper
	now     func() time.Time
	random  io.Reader
	country string
	log     *slog.Logger

	refreshing keyedMutex // one refresh of an app at a time, so that states are kept in the order they were seen
	work       lifecycle.Group
	sync       syncState
}

// New returns the library of a store. It starts nothing.
func New(c Config) *Library {
	if c.Country == "" {
		c.Country = "us"
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return &Library{store: c.Store, scraper: c.Scraper, now: c.Now, random: c.Random, country: c.Country, log: c.Logger}
}

// Stop ends what the library does in the background: at its next boundary, or,
// after patience, at once. It returns when all has ended, and may be called any
// number of times.
func (l *Library) Stop(patience time.Duration) { l.work.Stop(patience) }

// Country returns the storefront in which things are looked up when a request
// names none.
func (l *Library) Country() string { return l.country }

func (l *Library) stamp() storage.Time { return storage.TimeOf(l.now()) }

// keyedMutex is a lock for each app that somebody works on. The zero value is ready.
type keyedMutex struct {
	mu    sync.Mutex
	locks map[storage.AppID]*keyedLock
}

type keyedLock struct {
	sync.Mutex
	users int
}

// lock waits for the app and returns what releases it.
func (k *keyedMutex) lock(app storage.AppID) (unlock func()) {
	k.mu.Lock()
	if k.locks == nil {
		k.locks = map[storage.AppID]*keyedLock{}
	}
	l := k.locks[app]
	if l == nil {
		l = &keyedLock{}
		k.locks[app] = l
	}
	l.users++
	k.mu.Unlock()

	l.Lock()
	return func() {
		l.Unlock()
		k.mu.Lock()
		defer k.mu.Unlock()
		if l.users--; l.users == 0 {
			delete(k.locks, app)
		}
	}
}
