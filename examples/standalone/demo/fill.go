package demo

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// Fill records every state of the invented apps in an empty database, each at
// the time when it began; the last one begins at end. It does nothing if the
// database has apps.
func Fill(ctx context.Context, store storage.Store, end time.Time, random io.Reader, log *slog.Logger) error {
	var now time.Time
	clock := func() time.Time { return now }
	demo := New(end, clock)
	service := fleet.New(fleet.Config{Store: store, Scraper: demo, Now: clock, Random: random})
	size, err := service.On().Size(ctx)
	if err != nil || size > 0 {
		return err
	}
	for state := range states {
		for i, app := range demo.apps {
			now = demo.date(state).Add(time.Duration(i) * time.Minute)
			target := fleet.Target{ID: app.id, URL: *app.first.URL}
			if _, err := service.Refresh(ctx, target, storage.TriggerSample); err != nil {
				return fmt.Errorf("demo: %s: %w", *app.first.Name, err)
			}
		}
	}
	log.InfoContext(ctx, "demo data added", "apps", len(demo.apps), "states", states)
	return nil
}
