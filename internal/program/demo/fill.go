package demo

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// Fill records every state of the invented apps and of their policies in an empty
// database, and which of them are one app in two stores. It records each at the time when it
// began; the last one begins at end. It switches on that changes of policies are shown. It does
// nothing if the database has apps.
func Fill(ctx context.Context, store storage.Store, end time.Time, random io.Reader, log *slog.Logger) error {
	var now time.Time
	clock := func() time.Time { return now }
	demo := New(end, clock)
	service := tracked.New(tracked.Config{Env: storage.Env{Store: store, Now: clock, Random: random}, Scraper: demo, Sources: []fleet.Source{demo.Play()}})
	size, err := service.On().Size(ctx)
	if err != nil || size > 0 {
		return err
	}
	if err := store.Update(ctx, func(tx *storage.Tx) error {
		return feature.SetOverride(tx, storage.TimeOf(demo.start), feature.PolicyUpdates, feature.On)
	}); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	policies := policy.New(policy.Config{Env: storage.Env{Store: store, Now: clock, Random: random}, Fetcher: Sites{demo}})
	for state := range states {
		for i, app := range demo.apps {
			now = demo.date(state).Add(time.Duration(i) * time.Minute)
			_, err := service.Refresh(ctx, app.target(), storage.TriggerSample)
			if err == nil && state == 0 && app.partner != 0 {
				_, err = service.Pair(ctx, app.partner, app.id)
			}
			if err == nil && app.revised(state) {
				_, err = policies.Fetch(ctx, app.id, true, nil)
			}
			if err != nil {
				return fmt.Errorf("demo: %s: %w", *app.first.Name, err)
			}
		}
	}
	if err := store.Update(ctx, func(tx *storage.Tx) error { return scheduled(tx, storage.TimeOf(end)) }); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	log.InfoContext(ctx, "demo data added", "apps", len(demo.apps), "states", states)
	return nil
}

// scheduled makes a demo look as a new installation does a day later: its apps, which are invented as
// well, are checked daily.
func scheduled(tx *storage.Tx, at storage.Time) error {
	if err := settings.PutText(tx, settings.SyncSchedule, settings.Daily); err != nil {
		return err
	}
	return settings.PutTime(tx, settings.LastSync, at)
}

// revised reports whether the policy of an app is new in a state.
func (a app) revised(state int) bool {
	return state == 0 || slices.ContainsFunc(revisions(), func(r revision) bool {
		return r.state == state && *a.first.PrivacyPolicyURL == "https://"+r.host+"/privacy"
	})
}
