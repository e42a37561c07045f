package tracked

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/internal/keylock"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Service] needs.
type Config struct {
	storage.Env

	Scraper fleet.Scraper  // required: the main source of apps
	Sources []fleet.Source // further sources, which must pass [fleet.CheckSources]
	Country string         // default storefront; empty: "us"
	Replica string         // names the network address of this process, if several share the database; cooldowns apply to one name
}

// Service manages the tracked apps. It is safe for concurrent use.
type Service struct {
	store   storage.Store
	sources sources
	now     func() time.Time
	random  io.Reader
	country string
	replica string
	log     *slog.Logger

	refreshing keylock.Locks // by app, held during a refresh, so that states are stored in the order of observation
	charts     charts
	labels     labels
	limits     limits
	collecting *derived.Values[collectingKey, CollectingPage]
	ofStores   *derived.Values[string, int]
	counts     *derived.Values[string, int] // see [selection.count]
	waiting    *derived.Values[storage.Time, waiting]
	grouping   chan struct{} // allows one [Subset.Grouped] at a time, because it takes much memory
	work       background.Group
}

// New returns a service over a database. It starts nothing.
func New(c Config) *Service {
	if c.Country == "" {
		c.Country = "us"
	}
	c.Env = c.Env.WithLogger()
	return &Service{
		store: c.Store, sources: newSources(c.Scraper, c.Sources, c.Logger), now: c.Now, random: c.Random, country: c.Country,
		replica: c.Replica, log: c.Logger,
		grouping:   make(chan struct{}, 1),
		ofStores:   derived.New[string, int](c.Store, storage.TablesOf("Apps"), maxStores),
		counts:     derived.New[string, int](c.Store, storage.TablesOf("Apps"), maxCounts),
		waiting:    derived.New[storage.Time, waiting](c.Store, storage.TablesOf("Apps"), maxWaiting),
		collecting: derived.New[collectingKey, CollectingPage](c.Store, storage.TablesOf("Apps", "Labels"), maxCollecting),
	}
}

// Stop ends background work at its next boundary, or cancels it after the timeout. It
// returns when all work has ended, and may be called more than once.
func (s *Service) Stop(timeout time.Duration) { s.work.Stop(timeout) }

// Country returns the default storefront of requests: that of the settings or, if they name
// none, that of [Config].
func (s *Service) Country(ctx context.Context) (string, error) {
	chosen, err := s.chosenCountry(ctx)
	return cmp.Or(chosen, s.country), err
}

// chosenCountry returns the storefront of the settings, empty if none is set.
func (s *Service) chosenCountry(ctx context.Context) (string, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (string, error) { return settings.Text(tx, settings.AppCountry) })
}

func (s *Service) stamp() storage.Time { return storage.TimeOf(s.now()) }
