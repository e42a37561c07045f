package tracked

import (
	"fmt"
	"slices"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	versionNoticeEvery     = time.Hour
	mismatchNoticeEvery    = 24 * time.Hour
	fallthroughNoticeEvery = 24 * time.Hour
	storeWideNoticeEvery   = 30 * 24 * time.Hour
)

// announce posts the notifications of a refresh and writes its activity entry.
func (s *Service) announce(tx *storage.Tx, seen observation, before, app storage.App, found Refresh, now storage.Time) error {
	changes, err := firstOfStore(tx, app, loud(found.Changes), now)
	if err != nil {
		return err
	}
	notices := append(notify.OfChanges(app, changes), found.resting...)
	notices = append(notices, ofVersions(app, loud(found.version)...)...)
	unstable := slices.ContainsFunc(found.Changes, func(e storage.Entry) bool { return ofLabel.has(e) && changelog.Unstable(e) })
	if !unstable {
		mismatch, err := mismatchNotices(tx, before, app, now)
		if err != nil {
			return err
		}
		notices = append(notices, mismatch...)
	}
	if seen.label.Digest.IsZero() {
		notices = append(notices, parserNotice(seen.target.Source, app.Name,
			"No privacy label was found on the %s page of %s. The known label is unchanged."))
	}
	if err := notify.Post(tx, now, s.random, notices...); err != nil {
		return err
	}
	detail := map[string]any{
		"changeCount": len(found.Changes), "isNew": found.IsNew, "hasPrivacyDetails": app.HasPrivacyDetails,
		"versionChanged": found.VersionChanged, "previousVersion": found.PreviousVersion,
		"currentVersion": found.CurrentVersion, "versionUpdatedAt": found.VersionUpdatedAt,
	}
	unread := app.LastError
	if unread != nil {
		detail["errorCode"], detail["errorMessage"] = unread.Code, unread.Message
	}
	// A new layout of all pages must not displace the rest of the log again with each run.
	repeated := unread == nil || before.LastError != nil && before.LastError.Code == unread.Code
	if seen.ofRun && repeated && !found.IsNew && !found.VersionChanged && len(found.Changes) == 0 {
		return nil
	}
	return activity.Record(tx, s.random, storage.Activity{
		Type: activityType(found.IsNew), Status: activity.OK, App: app.ID, AppName: storage.Text(app.Name),
		Summary: storage.Text(summary(found, app)), StartedAt: seen.started, EndedAt: storage.NullTime(now),
		Detail: activity.Detail(detail),
	})
}

// firstOfStore returns the entries without the changes that the store made for all apps, such as a new scale of
// age ratings, of which users were notified already. These say nothing about the app, so that users are
// notified of the first app only: at most once in a while for each store and category of changes.
func firstOfStore(tx *storage.Tx, app storage.App, entries []storage.Entry, now storage.Time) (told []storage.Entry, err error) {
	due := map[storage.EntryCategory]bool{}
	for _, e := range entries {
		category := e.Categorized().Category
		if _, known := due[category]; e.StoreWide && !known {
			clock := fmt.Sprintf("store_wide_%s_%s_notified_at", app.Store(), category)
			last, err := settings.Time(tx, clock)
			if err != nil {
				return nil, err
			}
			if due[category] = last == 0 || last > now || now.Sub(last) >= storeWideNoticeEvery; due[category] {
				if err := settings.PutTime(tx, clock, now); err != nil {
					return nil, err
				}
			}
		}
		if !e.StoreWide || due[category] {
			told = append(told, e)
		}
	}
	return told, nil
}

// entryVersion is the type of the entry of a notification about a version.
const entryVersion storage.EntryType = "version_update"

// versionChange returns the entry of a notification about the version of an app.
func versionChange(before, app storage.App) storage.Entry {
	e := versionEntry(before.CurrentVersion, app.CurrentVersion)
	e.More = activity.Detail(map[string]any{
		"previousVersion": before.CurrentVersion, "currentVersion": app.CurrentVersion,
		"previousVersionUpdatedAt": before.VersionUpdatedAt, "currentVersionUpdatedAt": app.VersionUpdatedAt,
	})
	return e
}

// ofVersions returns the notice about the entries that are about a version, if there are any. It is
// posted at most once an hour for each app.
func ofVersions(app storage.App, entries ...storage.Entry) []notify.Notice {
	if len(entries) == 0 || entries[0].Type != entryVersion {
		return nil
	}
	return []notify.Notice{{
		App: app.ID, AppName: app.Name, Type: storage.NoticeVersionUpdates,
		Clock: appdata.VersionNoticeSetting(app.ID), Every: versionNoticeEvery, Changes: entries,
	}}
}

// mismatchNotices returns a notice, posted at most once a day for each app, when a label exceeds
// the privacy profile in a category in which it did not before or, for a new app, in any
// category. Accepted concerns do not count until the label names new data in them; that is
// always reported, because the user was promised so.
func mismatchNotices(tx *storage.Tx, before, app storage.App, now storage.Time) ([]notify.Notice, error) {
	if app.Footprint == before.Footprint && app.LabelDigest == before.LabelDigest {
		return nil, nil
	}
	mine, err := profile.StoredPrivacy(tx)
	if err != nil || !mine.Active() {
		return nil, err
	}
	added, reopened, err := mismatchesAdded(tx, mine, before, app, now)
	if err != nil || len(added) == 0 {
		return nil, err
	}
	notice := mismatchNotice(app, added)
	notice.Clock, notice.Every = appdata.MismatchNoticeSetting(app.ID), mismatchNoticeEvery
	if reopened {
		notice.Every = 0
	}
	return []notify.Notice{notice}, nil
}

// mismatchesAdded returns the mismatches in categories that had none before. It leaves out
// those that the user accepted, unless the label names new data in them: reopened reports
// whether there is one. What the label names of accepted data for the first time is accepted
// as well.
func mismatchesAdded(tx *storage.Tx, mine profile.Privacy, before, app storage.App, now storage.Time) (news []profile.Mismatch, reopened bool, err error) {
	found := mine.Compare(app.Footprint)
	added := found.Beyond(mine.Compare(before.Footprint))
	accepted, err := review.Accepted(tx, app.ID, now)
	if err != nil || len(accepted) == 0 || app.LabelDigest.IsZero() {
		return added, false, err
	}
	label, err := tx.Labels.Get(app.LabelDigest)
	if err != nil {
		return nil, false, err
	}
	var earlier storage.LabelBody
	if !before.LabelDigest.IsZero() {
		if earlier, err = tx.Labels.Get(before.LabelDigest); err != nil {
			return nil, false, err
		}
	}
	for _, m := range found.Mismatches {
		at := slices.IndexFunc(accepted, func(c storage.Concern) bool { return c.Category == m.Category })
		if at < 0 {
			if slices.Contains(added, m) {
				news = append(news, m)
			}
			continue
		}
		concern := accepted[at]
		observed := profile.DataOf(label.Label, m.Category)
		if len(profile.NewData(concern.Accepted, observed)) > 0 && len(profile.NewData(concern.Accepted, profile.DataOf(earlier.Label, m.Category))) == 0 {
			news, reopened = append(news, m), true
		}
		if detailed := profile.WithDetail(concern.Accepted, observed); len(detailed) > len(concern.Accepted) {
			concern.Accepted = detailed
			if err := tx.Concerns.Put(concern); err != nil {
				return nil, false, err
			}
		}
	}
	return news, reopened, nil
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
			Type: "profile_mismatch", Description: description, Subject: storage.Subject{DataCategory: top.Category},
			More: activity.Detail(map[string]any{
				"newCategoryCount": len(added), "topCategory": top.Category, "topObserved": top.Observed, "topAllowed": top.Allowed,
			}),
		}},
	}
}

// parserNotice returns a notice, posted at most once a day, that a page was not understood, since
// the layout may have changed. The sentence is a format with %s for the source and %s for the name
// of an app.
func parserNotice(source, example, sentence string) notify.Notice {
	store := vocabulary.SourceName(source)
	return notify.Notice{
		AppName: store + " pages", Type: storage.NoticeParserFallthrough,
		Clock: "parser_fallthrough_last_notified_at", Every: fallthroughNoticeEvery,
		Changes: []storage.Entry{{
			Type:        "parser_fallthrough",
			Description: fmt.Sprintf(sentence, store, example),
			More:        activity.Detail(map[string]any{"appsAffected": 1, "exampleAppName": example}),
		}},
	}
}

func activityType(isNew bool) string {
	if isNew {
		return "scrape"
	}
	return "resync"
}

func summary(f Refresh, app storage.App) string {
	switch {
	case app.LastError != nil:
		return f.Name + ": " + app.LastError.Message
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

// RecordAbandoned writes an activity entry about an app that a run abandoned, see
// [runner.ErrAbandoned]. The ID is zero if the app is not tracked.
func (s *Service) RecordAbandoned(tx *storage.Tx, run storage.Run, app storage.AppID, name, url string) error {
	now := s.stamp()
	return activity.Record(tx, s.random, storage.Activity{
		Type: activityType(app == 0), Status: activity.Failed, App: app, AppName: storage.Text(name),
		StartedAt: now, EndedAt: storage.NullTime(now), Summary: runner.AbandonedSummary(name),
		Detail: activity.Detail(map[string]any{
			"mode": "bulk-app", "runId": run.ID, "runner": run.Runner, "url": url, "errorMessage": runner.ErrAbandoned.Error(),
		}),
	})
}
