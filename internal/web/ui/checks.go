package ui

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Checks is whether the apps are checked by themselves, and whether anybody is notified. A screen
// shows it with the part "checks" or "next".
type Checks struct {
	Apps     int
	Schedule string           // one of the schedules of the settings
	Last     storage.NullTime // when all apps were last checked; zero: never
	Next     storage.NullTime // when they are checked next; zero: it is not scheduled
	Soon     bool             // that time has come already
	Late     bool             // the last check is longer ago than the schedule allows
	Unasked  bool             // it is not known what the installation is for; only of [Kit.Next]
	Notified bool             // messages are sent to at least one destination; only of [Kit.Next]
}

// lateAfter is the number of intervals of the schedule without a check after which it is late.
const lateAfter = 3

// Never reports whether there are apps that are not checked by themselves.
func (c Checks) Never() bool { return c.Apps > 0 && c.Schedule == settings.Manual }

// Daily reports whether all apps are checked every day.
func (c Checks) Daily() bool { return c.Schedule == settings.Daily }

// Checks reads how the apps are checked.
func (k *Kit) Checks(ctx context.Context) (c Checks, err error) {
	if c.Apps, err = k.Fleet.On().Size(ctx); err != nil || c.Apps == 0 {
		return c, err
	}
	status, err := k.Fleet.SyncStatus(ctx)
	if err != nil {
		return c, err
	}
	c.Schedule, c.Last, c.Next = status.Schedule, storage.NullTime(status.LastRun), status.NextRun
	every := map[string]time.Duration{settings.Daily: 24 * time.Hour, settings.Weekly: 7 * 24 * time.Hour}[c.Schedule]
	now := storage.TimeOf(k.Now())
	c.Soon = c.Next != 0 && storage.Time(c.Next) <= now
	c.Late = every > 0 && c.Last != 0 && now.Sub(storage.Time(c.Last)) > lateAfter*every && !status.Running
	return c, nil
}

// Next reads how the apps are checked, and whether anybody is notified.
func (k *Kit) Next(ctx context.Context) (Checks, error) {
	c, err := k.Checks(ctx)
	if err != nil || c.Apps == 0 {
		return c, err
	}
	purpose, err := k.Purpose(ctx)
	if err != nil {
		return c, err
	}
	c.Unasked = purpose == settings.PurposeUnasked
	destinations, err := k.Outbox.Destinations(ctx)
	c.Notified = len(destinations) > 0
	return c, err
}
