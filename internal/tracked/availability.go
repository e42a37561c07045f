package tracked

import (
	"fmt"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// delistedAfter is the number of UTC days on which a refresh must find that the App Store
// does not list an app before the app counts as delisted. A successful refresh starts the
// count again. Refreshes that fail otherwise have no effect on it, because they prove
// nothing.
const delistedAfter = 3

// missed counts a refresh that found the app not listed, at most once a day, and reports
// whether the app became delisted by it.
func missed(a *storage.Availability, now storage.Time) bool {
	if a.MissedAt > now { // the clock was corrected
		a.MissedAt = now
	}
	if a.MissedAt != 0 && day(a.MissedAt) == day(now) {
		return false
	}
	a.MissedDays, a.MissedAt = a.MissedDays+1, now
	if a.DelistedAt != 0 || a.MissedDays < delistedAfter {
		return false
	}
	a.DelistedAt = storage.NullTime(now)
	return true
}

// day returns the UTC day of a time.
func day(t storage.Time) int64 { return t.Std().Unix() / int64(24*time.Hour/time.Second) }

// delist records that an app was delisted, with a snapshot of the last known label, an entry
// and a notification. It returns the app to store, and the entry.
func (s *Service) delist(tx *storage.Tx, app storage.App, trigger storage.Trigger, now storage.Time) (storage.App, []storage.Entry, error) {
	newest, err := timeline.Newest(tx, app.ID)
	if err != nil {
		return app, nil, err
	}
	label := newest.Label
	if label.IsZero() && newest.ID.App != 0 {
		known, err := timeline.KnownBefore(tx, newest.ID)
		if err != nil {
			return app, nil, err
		}
		label = known.Label
	}
	snapshot := storage.Snapshot{
		ID: storage.SnapshotID{App: app.ID, At: timeline.NextMoment(newest, now)}, Source: storage.SourceLive, TriggeredBy: trigger,
		Label: label, Changed: newest.ID.App != 0, Entries: 1,
		AppVersion: app.CurrentVersion, AppVersionUpdatedAt: app.VersionUpdatedAt,
	}
	entries := availabilityChange(storage.Availability{}, app)
	if err := settle(tx, &app, label, now, entries); err != nil {
		return app, nil, err
	}
	if err := timeline.Save(tx, snapshot, entries); err != nil {
		return app, nil, err
	}
	app.ChangeCount++
	app.Pending |= changelog.Pending(entries)
	return app, entries, notify.Post(tx, now, s.random, notify.OfChanges(app, loud(entries))...)
}

// availabilityChange returns the entry of an app that was delisted or is listed again, or
// none if neither happened.
func availabilityChange(before storage.Availability, app storage.App) []storage.Entry {
	from, to := before.State(), app.Availability.State()
	if from == to {
		return nil
	}
	sentence := "Back in "
	if to == storage.Unlisted {
		sentence = "No longer in "
	}
	sentence += vocabulary.SourceTitle(string(app.Source))
	if app.Country != "" {
		sentence += fmt.Sprintf(" (storefront %s)", app.Country)
	}
	return []storage.Entry{changelog.Weigh(storage.Entry{
		Type: storage.EntryModified, Category: storage.CategoryAvailability, Description: sentence,
		Subject: storage.Subject{From: from, To: to},
	})}
}
