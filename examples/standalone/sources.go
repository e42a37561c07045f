package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/storage"
)

// sources are where apps, their past and their policies are read from.
type sources struct {
	apps     fleet.Scraper
	past     fleet.Archive
	policies policy.Fetcher
}

// newSources returns the store, the web archive and the sites of developers, or
// the demo in place of all three.
func newSources(ctx context.Context, c config, store storage.Store, log *slog.Logger) (s sources, err error) {
	if c.Demo {
		end := time.Now().Add(-time.Hour)
		demo := newDemoStore(end, time.Now)
		return sources{demo, demoArchive{demo}, demoSites{}}, replayDemo(ctx, store, end, rand.Reader, log)
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
	if s.apps, err = appstore.New(of...); err != nil {
		return s, err
	}
	archive, err := wayback.New(past...)
	if err != nil {
		return s, err
	}
	s.past = archive
	s.policies, err = policy.NewWeb(policy.WithAllowed(c.OutboundAllow...), policy.WithArchive(archive))
	return s, err
}
