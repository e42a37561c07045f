package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	versionNoticeEvery     = time.Hour
	mismatchNoticeEvery    = 24 * time.Hour
	fallthroughNoticeEvery = 24 * time.Hour
)

// tell writes what people are told of a refresh: notifications, and a line in
// the activity log.
func (l *Library) tell(tx storage.Tx, seen sighting, before, app storage.App, found Refresh, now storage.Time) error {
	if err := notify.Post(tx, now, l.random, notify.OfChanges(app, found.Changes)...); err != nil {
		return err
	}
	if found.VersionChanged {
		if err := notify.PostOnce(tx, now, l.random, versionClock(app.ID), versionNoticeEvery, versionNotice(before, app)); err != nil {
			return err
		}
	}
	if err := l.postMismatch(tx, before, app, now); err != nil {
		return err
	}
	if seen.label.Digest.IsZero() {
		if err := l.postFallthrough(tx, app.Name, now); err != nil {
			return err
		}
	}
	if seen.ofRun && !found.IsNew && !found.VersionChanged && len(found.Changes) == 0 {
		return nil
	}
	return activity.Record(tx, l.random, storage.Activity{
		Type: activityType(found.IsNew), Status: activity.OK, App: app.ID, AppName: storage.Text(app.Name),
		Summary: storage.Text(summary(found)), StartedAt: seen.started, EndedAt: storage.NullTime(now),
		Detail: detail(map[string]any{
			"changeCount": len(found.Changes), "isNew": found.IsNew, "hasPrivacyDetails": app.HasPrivacyDetails,
			"versionChanged": found.VersionChanged, "previousVersion": found.PreviousVersion,
			"currentVersion": found.CurrentVersion, "versionUpdatedAt": found.VersionUpdatedAt,
		}),
	})
}

// versionClock is the setting that remembers when an app's last version notice was.
func versionClock(app storage.AppID) string { return fmt.Sprintf("%s%d_at", versionClocks, app) }

func versionNotice(before, app storage.App) notify.Notice {
	return notify.Notice{
		App: app.ID, AppName: app.Name, Type: storage.NoticeVersionUpdates,
		Changes: []storage.Entry{{
			Type:        "version_update",
			Description: fmt.Sprintf("Updated from v%s to v%s", before.CurrentVersion, app.CurrentVersion),
			More: detail(map[string]any{
				"previousVersion": before.CurrentVersion, "currentVersion": app.CurrentVersion,
				"previousVersionUpdatedAt": before.VersionUpdatedAt, "currentVersionUpdatedAt": app.VersionUpdatedAt,
			}),
		}},
	}
}

// mismatchClock is the setting that remembers when an app's last notice on the
// privacy profile was.
func mismatchClock(app storage.AppID) string { return fmt.Sprintf("%s%d_at", mismatchClocks, app) }

// What the names of those settings begin with.
const (
	versionClocks  = "version_update_notified_"
	mismatchClocks = "profile_mismatch_notified_"
)

// ForgetNotices forgets of all apps when their last notices were. It is for
// whoever removes all apps, in the transaction that does.
func ForgetNotices(tx storage.Tx) error {
	for _, prefix := range []string{versionClocks, mismatchClocks} {
		var names []string
		for clock, err := range tx.Settings().List(storage.SettingQuery{Prefix: prefix}) {
			if err != nil {
				return err
			}
			names = append(names, clock.Name)
		}
		if _, err := tx.Settings().Delete(names...); err != nil {
			return err
		}
	}
	return nil
}

// postMismatch tells, once a day for each app, that the label goes beyond the
// privacy profile in categories in which it did not before: of a new app, in any.
func (l *Library) postMismatch(tx storage.Tx, before, app storage.App, now storage.Time) error {
	if app.Footprint == before.Footprint {
		return nil
	}
	mine, err := profile.StoredPrivacy(tx)
	if err != nil || !mine.Active() {
		return err
	}
	added := mine.Compare(app.Footprint).Beyond(mine.Compare(before.Footprint))
	if len(added) == 0 {
		return nil
	}
	return notify.PostOnce(tx, now, l.random, mismatchClock(app.ID), mismatchNoticeEvery, mismatchNotice(app, added))
}

func mismatchNotice(app storage.App, added []profile.Mismatch) notify.Notice {
	top := added[0]
	description := fmt.Sprintf("%s goes beyond your privacy profile: %s", app.Name, profile.CategoryLabel(top.Category))
	if more := len(added) - 1; more > 0 {
		description += fmt.Sprintf(" and %d more", more)
	}
	return notify.Notice{
		App: app.ID, AppName: app.Name, Type: storage.NoticeProfileMismatch,
		Changes: []storage.Entry{{
			Type: "profile_mismatch", Description: description,
			More: detail(map[string]any{
				"newCategoryCount": len(added), "topCategory": top.Category, "topObserved": top.Observed, "topAllowed": top.Allowed,
			}),
		}},
	}
}

// tellOfLayout says that an app's page was not understood at all.
func (l *Library) tellOfLayout(ctx context.Context, t Target) error {
	return l.store.Update(ctx, func(tx storage.Tx) error {
		app, err := tx.Apps().Get(t.ID)
		if errors.Is(err, storage.ErrNotFound) {
			app.Name, err = t.URL, nil
		}
		if err != nil {
			return err
		}
		return l.postFallthrough(tx, app.Name, l.stamp())
	})
}

// postFallthrough tells, once a day, that pages are not read as they should be:
// the store may have changed them for all apps.
func (l *Library) postFallthrough(tx storage.Tx, example string, now storage.Time) error {
	return notify.PostOnce(tx, now, l.random, "parser_fallthrough_last_notified_at", fallthroughNoticeEvery, notify.Notice{
		AppName: "Store pages", Type: storage.NoticeParserFallthrough,
		Changes: []storage.Entry{{
			Type:        "parser_fallthrough",
			Description: fmt.Sprintf("No privacy label was found on the page of %s. What was known before is kept.", example),
			More:        detail(map[string]any{"appsAffected": 1, "exampleAppName": example}),
		}},
	})
}

func activityType(isNew bool) string {
	if isNew {
		return "scrape"
	}
	return "resync"
}

func summary(f Refresh) string {
	switch {
	case f.IsNew:
		return "Now tracking " + f.Name
	case len(f.Changes) == 1:
		return f.Name + ": 1 change"
	case len(f.Changes) > 1:
		return fmt.Sprintf("%s: %d changes", f.Name, len(f.Changes))
	case f.VersionChanged:
		return fmt.Sprintf("%s: version %s, no label changes", f.Name, f.CurrentVersion)
	}
	return f.Name + ": no label changes"
}

// detail encodes what is made of plain values only, so it cannot fail.
func detail(members map[string]any) json.RawMessage {
	b, err := json.Marshal(members)
	if err != nil {
		panic("fleet: encode detail: " + err.Error())
	}
	return b
}

// Explain says in a sentence for people why a scrape or an import failed. It never shows
// what happened underneath.
func Explain(err error) string {
	var archive *ArchiveError
	if errors.As(err, &archive) && (errors.Is(err, ErrLayout) || errors.Is(err, ErrTooLarge)) {
		return "The web archive's answer was not understood."
	}
	for _, known := range []struct {
		cause error
		text  string
	}{
		{ErrAddress, "This is not the store address of an app."},
		{ErrNotListed, "The store does not list this app (any more, or in this country)."},
		{ErrLayout, "The store's page was not understood. Nothing was changed."},
		{ErrThrottled, "The store asked to be left alone for a while."},
		{ErrBusy, "Too many requests are waiting. Try again later."},
		{ErrBlocked, "The store refused the request."},
		{ErrTooLarge, "The store's answer was too large."},
		{ErrTimeout, "The store took too long to answer."},
		{ErrUnavailable, "The store could not be reached."},
		{ErrArchiveThrottled, "The web archive asked to be left alone for a while."},
		{ErrArchiveUnavailable, "The web archive could not be reached."},
		{ErrNoURL, "The app has no address in the store."},
		{runner.ErrStopping, "The service is shutting down."},
		{runner.ErrAbandoned, "The process ended twice while working on this app; skipped."},
	} {
		if errors.Is(err, known.cause) {
			return known.text
		}
	}
	return "The app could not be read."
}

// status returns the HTTP status of the store's answer, nil when there was none.
func status(err error) *int {
	var scrape *ScrapeError
	if errors.As(err, &scrape) && scrape.Status != 0 {
		return &scrape.Status
	}
	return nil
}
