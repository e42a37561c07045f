package ui

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Checks is whether the apps are checked by themselves, and whether anybody is notified. A screen
// shows it with [Checks.Write] or [Checks.WriteNext].
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

// often says how often all apps are checked.
func (c Checks) often() language.Words {
	if c.Daily() {
		return language.Words("every day")
	}
	return language.Words("every week")
}

// Write writes what is wrong with the checks, and what to do; nothing if all is well.
func (c Checks) Write(m *Markup) {
	switch {
	case c.Never():
		m.Add(`<div class="note" role="status"><p><strong>Nothing is checked automatically.</strong> `)
		if c.Last != 0 {
			m.Add(`All apps were last checked {}`, m.Ago(c.Last))
		} else {
			m.Add(`Changes are found only when you start a check`)
		}
		m.Add(`.</p>
		`)
		if m.Offers("POST /api/settings") {
			m.Add(`<form method="post" action="{}/schedule" class="row actions">`, m.Base)
			m.Back()
			m.Add(`<button class="main" name="schedule" value="daily">Check every day</button> <button name="schedule" value="weekly">Every week</button></form>`)
		}
		m.Add(`</div>
		`)
	case c.Late:
		m.Add(`<div class="note" role="status"><p><strong>The last complete check was {}.</strong> The apps should be checked {}. <a href="{}/activity">Activity</a> shows what went wrong.</p></div>`,
			m.Ago(c.Last), c.often(), m.Base)
	}
}

// WriteNext writes what is left to do after the first apps were added.
func (c Checks) WriteNext(m *Markup) {
	if c.Apps == 0 {
		return
	}
	m.Add(`<section aria-labelledby="next-title"><h2 id="next-title">From now on</h2>`)
	if c.Unasked {
		WritePurpose(m, settings.PurposeUnasked)
	}
	m.Add(`<div class="sides row">
	`)
	if m.Offers("POST /api/settings") {
		c.writeSchedule(m)
	}
	m.Add(`
	`)
	if m.Offers("POST /api/notifications/destinations") {
		c.writeDestination(m)
	}
	m.Add(`
		</div></section>`)
}

// writeSchedule writes how often the apps are checked, with a form to change it.
func (c Checks) writeSchedule(m *Markup) {
	m.Add(`<form method="post" action="{}/schedule" class="field">`, m.Base)
	m.Back()
	m.Add(`<h3>Check every day?</h3>
	`)
	var first HTML
	if c.Soon {
		first = m.Part(`, the first time in a moment`)
	} else if c.Next != 0 {
		first = m.Part(`, next {}`, m.Ago(c.Next))
	}
	switch {
	case c.Never():
		m.Add(`<p>Apps are checked only when you start it.</p>`)
	case c.Daily():
		m.Add(`<p>Yes: all apps are checked every day{}.</p>`, first)
	default:
		m.Add(`<p>All apps are checked every week{}.</p>`, first)
	}
	m.Add(`
		<div class="row">`)
	if !c.Daily() {
		m.Add(`<button class="main" name="schedule" value="daily">Every day</button> `)
	}
	if c.Daily() || c.Never() {
		m.Add(`<button name="schedule" value="weekly">Every week</button> `)
	}
	if !c.Never() {
		m.Add(`<button name="schedule" value="manual">Only when I start it</button>`)
	}
	m.Add(`</div></form>`)
}

// writeDestination writes where messages go, with a form for the first destination.
func (c Checks) writeDestination(m *Markup) {
	m.Add(`<div class="field"><h3>How do you want to hear of changes?</h3>
	`)
	if c.Notified {
		m.Add(`<p>Messages are sent. <a href="{}/settings/destinations">Where to, and which</a></p>`, m.Base)
	} else {
		m.Add(`<form method="post" action="{}/settings/destinations" class="field">`, m.Base)
		m.Back()
		m.Add(`<input type="hidden" name="channel" value="ntfy">
			<label for="topic">On my phone, by ntfy: address of the topic</label>
			<div class="row"><input id="topic" name="url" required maxlength="2000" placeholder="https://ntfy.sh/my-secret-topic"> <button name="try" value="1">Save and send a test</button></div></form>
			<p class="small"><a href="{}/settings/destinations/new?channel=email">By e-mail</a> · <a href="{}/settings/destinations/new?channel=generic">Webhook</a> · <a href="{}/settings/destinations">Another way</a></p>`,
			m.Base, m.Base, m.Base)
	}
	m.Add(`</div>`)
}

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
