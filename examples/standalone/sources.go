package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/storage"
)

// newSources returns where apps, and where their past, are read from: the store
// and the web archive, or the demo.
func newSources(ctx context.Context, c config, store storage.Store, log *slog.Logger) (fleet.Scraper, fleet.Archive, error) {
	if c.Demo {
		end := time.Now().Add(-time.Hour)
		demo := newDemoStore(end, time.Now)
		return demo, demoArchive{demo}, replayDemo(ctx, store, end, rand.Reader, log)
	}
	of := []appstore.Option{appstore.WithCountry(c.Country)}
	past := []wayback.Option{wayback.WithParser(appstore.Parse)}
	if c.AppStoreURL != "" {
		of = append(of, appstore.WithPagesURL(c.AppStoreURL))
	}
	if c.ITunesURL != "" {
		of = append(of, appstore.WithLookupURL(c.ITunesURL))
	}
	if c.WaybackURL != "" {
		past = append(past, wayback.WithBaseURL(c.WaybackURL))
	}
	if c.OutboundPerMinute > 0 {
		of = append(of, appstore.WithPace(c.OutboundPerMinute))
		past = append(past, wayback.WithPace(c.OutboundPerMinute))
	}
	scraper, err := appstore.New(of...)
	if err != nil {
		return nil, nil, err
	}
	archive, err := wayback.New(past...)
	return scraper, archive, err
}
