package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// databaseName is the database in the data folder.
const databaseName = "auditor.db"

// home is the data folder, opened, and where apps are read from: what the service
// and a run have in common.
type home struct {
	secret  []byte
	store   *sqlite.Store // whoever opened the home closes it
	scraper fleet.Scraper
}

// openHome opens the data folder, which is made when it is missing.
func openHome(ctx context.Context, c config, log *slog.Logger) (h home, err error) {
	if err := openDir(c.DataDir); err != nil {
		return h, err
	}
	if h.secret, err = openSecret(c.DataDir, rand.Reader); err != nil {
		return h, err
	}
	if h.store, err = sqlite.Open(ctx, filepath.Join(c.DataDir, databaseName)); err != nil {
		return h, fmt.Errorf("open the database: %w", err)
	}
	if h.scraper, err = newScraper(ctx, c, h.store, log); err != nil {
		return h, errors.Join(err, h.store.Close())
	}
	return h, nil
}

// auditor returns an auditor of these settings, and of more options.
func (h home) auditor(c config, log *slog.Logger, more ...auditor.Option) (*auditor.Auditor, error) {
	return auditor.New(append([]auditor.Option{
		auditor.WithStore(h.store),
		auditor.WithScraper(h.scraper),
		auditor.WithLogger(log),
		auditor.WithSecret(h.secret),
		auditor.WithDirectory(c.DataDir),
		auditor.WithCountry(c.Country),
		auditor.WithAdminToken(c.AdminToken),
		auditor.WithAllowedHosts(c.AllowedHosts...),
		auditor.WithNetworkExposed(c.NetworkExposed),
		auditor.WithTrustProxy(c.TrustProxy),
		auditor.WithSchedulerTick(c.SchedulerTick),
	}, more...)...)
}

// newScraper returns where apps are read from: the store, or the demo.
func newScraper(ctx context.Context, c config, store storage.Store, log *slog.Logger) (fleet.Scraper, error) {
	if c.Demo {
		end := time.Now().Add(-time.Hour)
		return newDemoStore(end, time.Now), replayDemo(ctx, store, end, rand.Reader, log)
	}
	options := []appstore.Option{appstore.WithCountry(c.Country)}
	if c.AppStoreURL != "" {
		options = append(options, appstore.WithPagesURL(c.AppStoreURL))
	}
	if c.ITunesURL != "" {
		options = append(options, appstore.WithLookupURL(c.ITunesURL))
	}
	if c.OutboundPerMinute > 0 {
		options = append(options, appstore.WithPace(c.OutboundPerMinute))
	}
	return appstore.New(options...)
}
