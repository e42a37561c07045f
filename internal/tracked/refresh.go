package tracked

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Refresh is what a refresh of one app found.
type Refresh struct {
	ID      storage.AppID
	Name    string
	IsNew   bool            // it was not tracked, and nothing was kept of an earlier removal
	Changes []storage.Entry // since the last observation

	// OtherPlatform is the platform of the address in the request if the app is tracked on
	// another platform, whose page was read instead; empty: they are the same.
	OtherPlatform storage.Platform

	// The old and the new version, if the version changed since the last refresh.
	VersionChanged   bool
	PreviousVersion  storage.Text
	CurrentVersion   storage.Text
	VersionUpdatedAt storage.NullTime

	version []storage.Entry // about the version, if it changed
	resting []notify.Notice // about what has come to rest
}

// Refresh reads an app and stores the result in one transaction. An app that is not tracked
// yet becomes tracked. The error is that of the scraper, which wraps one of the sentinels of
// this package, or that of the database. If the scraper fails, Refresh stores the failure on
// the row of a tracked app and, unless the App Store is rate limiting, in the activity log,
// and nothing else.
//
// If another process stored a state of the app meanwhile, it is unknown which of the two is
// later, so the app is read once more. If that happens again, the state of the other process
// stays, and the result has no changes.
//
// If a tracked app is removed meanwhile, nothing is stored, and the error wraps [ErrRemoved].
//
// When the service stops, the error is [runner.ErrStopping].
func (s *Service) Refresh(caller context.Context, t fleet.Target, trigger storage.Trigger) (Refresh, error) {
	ctx, _, done, ok := s.work.Join(caller) // makes Stop wait until the result is stored
	if !ok {
		return Refresh{}, runner.ErrStopping
	}
	defer done()
	found, err := s.refreshJoined(ctx, t, trigger)
	if err != nil && ctx.Err() != nil && caller.Err() == nil {
		err = runner.ErrStopping
	}
	return found, err
}

// refreshJoined is Refresh as part of work that Stop waits for.
func (s *Service) refreshJoined(ctx context.Context, t fleet.Target, trigger storage.Trigger) (Refresh, error) {
	found, err := s.refresh(ctx, t, trigger, false)
	if errors.Is(err, errOvertaken) {
		found, err = s.refresh(ctx, t, trigger, true)
	}
	if errors.Is(err, errOvertaken) {
		err = nil
	}
	return found, err
}

// refresh is one attempt of Refresh. With again, the app was tracked at the one before.
func (s *Service) refresh(ctx context.Context, t fleet.Target, trigger storage.Trigger, again bool) (found Refresh, err error) {
	seen, release, err := s.observe(ctx, t.ID, func(app storage.AppOrigin) (fleet.Target, error) {
		if again && app.ID == 0 {
			return t, ErrRemoved
		}
		return t, nil
	}, trigger)
	if err != nil {
		return Refresh{}, s.refused(ctx, seen, err)
	}
	defer release()
	seen.onlyTracked = seen.before != generation{}
	err = s.store.Update(ctx, func(tx *storage.Tx) (err error) {
		found, err = s.commit(tx, seen)
		return err
	})
	if errors.Is(err, storage.ErrInvalid) { // the page has values that cannot be stored
		err = s.refused(ctx, seen, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err, Source: seen.target.Source})
	}
	return found, err
}

// refused stores the failure of a refresh and returns err. It stores nothing if err is not
// from the scraper, or if the App Store is rate limiting, which the cooldown records.
func (s *Service) refused(ctx context.Context, seen observation, err error) error {
	if !isScrapeError(err) || errors.Is(err, fleet.ErrThrottled) {
		return err
	}
	return errors.Join(err, s.storeFailed(ctx, seen, err, true))
}

// observe reads an app. It calls of with the stored app, or with the zero app if it is not
// tracked, to get the target. Other calls for the same app wait until release is called,
// which the caller must do after the commit, so that one process stores states in the order
// in which it observed them. States that other processes stored meanwhile are detected at
// the commit by their generation. If observe fails, the observation holds the target as far
// as it is known.
func (s *Service) observe(ctx context.Context, id storage.AppID, of func(storage.AppOrigin) (fleet.Target, error), trigger storage.Trigger) (
	seen observation, release func(), err error,
) {
	end, err := s.refreshing.Lock(ctx, id)
	if err != nil {
		return observation{}, nil, err
	}
	handedOn := false
	defer func() {
		if !handedOn { // failed or panicked
			end()
		}
	}()
	seen = observation{trigger: trigger, started: s.stamp()}
	err = s.store.View(ctx, func(tx *storage.Tx) error {
		app, err := tx.AppOrigin(id)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		if seen.target, err = of(app); err != nil {
			return err
		}
		seen.keepPlatform(app)
		seen.target.OnlyCountry = app.Country != "" && app.Country == seen.target.Country
		if isOfOther(app, seen.target) {
			return &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: fmt.Errorf("app %d is of another source", id), Source: seen.target.Source}
		}
		seen.before = generation{app.FirstSeen, app.SyncCount}
		return s.cooling(tx, categoryOf(CooldownScrape, seen.target.Source), seen.started)
	})
	if err != nil {
		return seen, nil, err
	}
	listing, err := s.scrape(ctx, seen.target)
	if err == nil {
		if seen.label, err = labelRead(listing); err != nil { // the label cannot be stored
			err = &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err, Source: seen.target.Source}
		}
	}
	if isScrapeError(err) {
		why := explain(err, s.stamp())
		s.log.WarnContext(ctx, "refresh failed", "app_id", seen.target.ID, "url", netguard.Redact(seen.target.URL), "code", why.Code,
			"error", why.Message, "duration", why.At.Sub(seen.started))
	}
	if errors.Is(err, fleet.ErrThrottled) { // not recorded by callers, since it is not about the app
		err = errors.Join(err, s.storeFailed(ctx, seen, err, false))
	}
	if err != nil {
		return seen, nil, errors.Join(err, s.doubt(ctx, &seen, err))
	}
	if seen.label.Digest.IsZero() {
		s.log.WarnContext(ctx, "page without a privacy label", "app_id", id, "url", netguard.Redact(seen.target.URL), "extractor", listing.Extractor)
	}
	seen.listing = listing
	if seen.target.Source == "" {
		seen.listing = ownPlatform(listing, seen.target.URL)
	}
	handedOn = true
	return seen, end, nil
}

// scrape reads a listing, and starts a cooldown when the App Store is rate limiting.
func (s *Service) scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	listing, err := s.sources.scrape(ctx, t)
	s.limits.note(t.Source, s.now(), err)
	if err != nil {
		return fleet.Listing{}, s.cool(ctx, categoryOf(CooldownScrape, t.Source), err)
	}
	if t.Source != "" {
		if listing, err = s.relate(ctx, listing); err != nil {
			return fleet.Listing{}, err
		}
	}
	if listing.ID != t.ID {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: fmt.Errorf("the listing is of app %d", listing.ID), Source: t.Source}
	}
	return listing, nil
}

// observation is the result of reading an app, before it is compared with the stored state.
type observation struct {
	listing       fleet.Listing
	target        fleet.Target
	trigger       storage.Trigger
	label         storage.LabelBody // zero digest: the page shows no label section
	missing       *storage.Failure  // why a label that says nothing is not stored; nil: there is none, or it is
	started       storage.Time
	before        generation       // of the app, before it was read
	doubtful      bool             // whether the lookup contradicts that the app is not listed, or does not tell
	otherPlatform storage.Platform // as in Refresh
	ofRun         bool             // part of a run over the tracked apps: an unchanged app gets no activity entry
	onlyTracked   bool             // the app was tracked before, so if it was removed meanwhile, it is not tracked again
}

// keepPlatform sets the target to the page of the platform on which the app is tracked: the same
// ID on another platform is not a newer state of the app.
func (s *observation) keepPlatform(app storage.AppOrigin) {
	if app.ID == 0 || app.Source != "" || app.URL == "" {
		return
	}
	asked, own := storage.App{URL: s.target.URL}.Platform(), storage.App{URL: app.URL}.Platform()
	if asked != own {
		s.target.URL, s.otherPlatform = app.URL, asked
	}
}

// labelRead returns the label of a listing, or the zero value if the page has no such section.
func labelRead(listing fleet.Listing) (storage.LabelBody, error) {
	if listing.Label == nil || !listing.Label.Known() {
		return storage.LabelBody{}, nil
	}
	return changelog.BodyOf(*listing.Label)
}

// ErrRemoved means that an app was removed before its refresh ended.
var ErrRemoved = errors.New("the app was removed meanwhile")

// errOvertaken means that another process stored a state of the app after this process began
// to read it. That state may be the newer one.
var errOvertaken = errors.New("another process refreshed the app")

// generation identifies an observed state of an app without relying on a clock. An app that
// is not tracked has the zero generation.
type generation struct {
	firstSeen storage.Time
	count     int
}

func generationOf(app storage.App) generation { return generation{app.FirstSeen, app.SyncCount} }

// commit stores an observation and records it. Every refresh ends here. It fails with
// ErrRemoved or errOvertaken before it writes anything.
func (s *Service) commit(tx *storage.Tx, seen observation) (Refresh, error) {
	now := s.stamp()
	tx = settings.Together(tx, settings.ChangeLog, settings.PrivacyProfile, feature.FocusSetting, feature.RuntimeSetting,
		settings.WebhookURL, settings.WebhookFormat, settings.WebhookFrequency, settings.WebhookSecret, settings.ArchiveChanges)
	before, after, refresh, err := seen.store(tx, now)
	if err != nil {
		return refresh, err
	}
	if err := s.announce(tx, seen, before, after, refresh, now); err != nil || before.LabelDigest == after.LabelDigest {
		return refresh, err
	}
	entries, err := s.comparePair(tx, after.ID, seen.trigger, now)
	refresh.Changes = append(slices.Clip(refresh.Changes), entries...)
	return refresh, err
}

// store writes an observation without notifications or an activity entry. It returns the app
// as the App Store showed it before, and as it is now.
func (s observation) store(tx *storage.Tx, now storage.Time) (before, app storage.App, refresh Refresh, err error) {
	before, tracked, err := storage.Find(tx.Apps, s.target.ID)
	switch {
	case err != nil:
		return before, app, refresh, err
	case tracked && generationOf(before) != s.before:
		return before, app, Refresh{ID: before.ID, Name: before.Name}, errOvertaken
	case !tracked && s.onlyTracked:
		return before, app, refresh, ErrRemoved
	case !tracked:
		if before, tracked, err = add(tx, s.target); err != nil {
			return before, app, refresh, err
		}
	}
	if s.missing, err = s.withheld(tx, before, now); err != nil {
		return before, app, refresh, err
	}
	if s.missing != nil {
		s.label, s.listing.Label = storage.LabelBody{}, nil
	}
	if s.label, err = savedLabel(tx, before.LabelDigest, s.label); err != nil {
		return before, app, refresh, err
	}
	app = s.apply(before, !tracked, now)
	was, err := s.previous(tx, before)
	if err != nil {
		return before, app, refresh, err
	}
	found, err := s.differences(tx, was, app, now)
	if err != nil {
		return before, app, refresh, err
	}
	before = was.shown
	if err := settle(tx, &app, s.label.Digest, now, found.notified, found.recorded); err != nil {
		return before, app, refresh, err
	}
	if err := settle(tx, &app, s.label.Digest, now, found.version); err != nil {
		return before, app, refresh, err
	}
	resting, err := rested(tx, &app, slices.Concat(found.notified, found.version), now)
	if err != nil {
		return before, app, refresh, err
	}
	if len(found.notified) > 0 {
		app.ChangeCount++
		app.Pending |= changelog.Pending(found.notified)
	}
	snapshot := s.snapshot(app, was.newest, len(found.recorded), now)

	if err := tx.Apps.Put(app); err != nil {
		return before, app, refresh, err
	}
	if err := timeline.Save(tx, snapshot, found.recorded); err != nil {
		return before, app, refresh, err
	}
	if err := requestCapture(tx, snapshot, now); err != nil {
		return before, app, refresh, err
	}
	if err := storeFeatures(tx, app.ID, found.features); err != nil {
		return before, app, refresh, err
	}
	if err := storeRelated(tx, app.ID, s.listing.Related, now); err != nil {
		return before, app, refresh, err
	}
	refresh = Refresh{
		ID: app.ID, Name: app.Name, IsNew: !tracked, Changes: found.notified, OtherPlatform: s.otherPlatform,
		version: found.version, resting: resting,
	}
	if len(found.version) > 0 {
		refresh.VersionChanged = true
		refresh.PreviousVersion, refresh.CurrentVersion = before.CurrentVersion, app.CurrentVersion
		refresh.VersionUpdatedAt = app.VersionUpdatedAt
	}
	return before, app, refresh, nil
}

// requestCapture has the web archive asked for a capture of the page, if the feed shows the
// snapshot and the setting is on.
func requestCapture(tx *storage.Tx, of storage.Snapshot, now storage.Time) error {
	if !of.Changed {
		return nil
	}
	on, err := settings.Flag(tx, settings.ArchiveChanges)
	if err != nil || !on {
		return err
	}
	return timeline.RequestCapture(tx, of.ID, now)
}

// previous is the state of an app before an observation.
type previous struct {
	newest   storage.Snapshot // zero: the app has none
	known    storage.Snapshot // the newest whose label is known, also of the archive; zero: as recorded
	recorded storage.Digest   // the newest known label, also of the archive; zero: there is none, or the page shows no label

	// shown is the app with the label and the version that the App Store showed last, which an
	// import may have replaced. They are zero if the App Store was not asked yet. If the page
	// shows no label, that of the app is left.
	shown storage.App
}

// previous returns the state of a stored app before the observation.
func (s observation) previous(tx *storage.Tx, app storage.App) (was previous, err error) {
	if was.newest, err = timeline.Newest(tx, s.target.ID); err != nil {
		return was, err
	}
	was.shown = app
	asked := app.SyncCount > 0
	switch {
	case !asked:
		was.shown.CurrentVersion, was.shown.VersionUpdatedAt = "", 0
	case was.newest.AppVersion != "" && was.newest.Source == storage.SourceLive: // not restored without its past
		was.shown.CurrentVersion, was.shown.VersionUpdatedAt = was.newest.AppVersion, was.newest.AppVersionUpdatedAt
	}
	if s.label.Digest.IsZero() {
		return was, nil
	}

	shown := storage.Digest{}
	if asked {
		if shown, err = timeline.LastShown(tx, was.newest, app.LabelDigest); err != nil {
			return was, err
		}
	}
	if shown != app.LabelDigest {
		was.shown.LabelDigest, was.shown.Footprint = shown, 0
		if !shown.IsZero() {
			body, err := tx.Labels.Get(shown)
			if err != nil {
				return was, err
			}
			was.shown.Footprint = profile.FootprintOf(body.Label)
		}
	}

	last := was.newest
	switch {
	case last.ID.App == 0: // the app was restored without its past
		was.recorded = shown
		return was, nil
	case last.Label.IsZero():
		last, err = timeline.KnownBefore(tx, last.ID)
	}
	was.known, was.recorded = last, last.Label
	return was, err
}

// savedLabel stores the label that a page shows, unless it is that of before, and returns it.
// One whose detail the digest does not cover may differ from that of before.
func savedLabel(tx *storage.Tx, before storage.Digest, shown storage.LabelBody) (storage.LabelBody, error) {
	covered := changelog.Detailed(shown.Label) || !timeline.NamesDetail(shown.Label)
	if shown.Digest.IsZero() || shown.Digest == before && covered {
		return shown, nil
	}
	return timeline.SaveLabel(tx, shown)
}

// differences are the changes from earlier states.
type differences struct {
	notified []storage.Entry // from the last state that the App Store showed
	recorded []storage.Entry // from the newest known state, also from the archive: these are stored with the snapshot
	version  []storage.Entry // of the version, which only snapshots record
	features *featureChange  // the features to store; nil: unchanged
}

// differences returns the changes from the previous state.
func (s observation) differences(tx *storage.Tx, was previous, app storage.App, now storage.Time) (d differences, err error) {
	before := was.shown
	known := before.SyncCount > 0 // otherwise the state of before, if any, came with an import
	at := s.snapshot(app, was.newest, 0, now)
	if d.notified, err = timeline.ChangesTo(tx, at.ID, app.Store(), before.LabelDigest, s.label); err != nil {
		return d, err
	}
	d.recorded = d.notified // mostly, so that nothing more needs to be read
	if was.recorded != before.LabelDigest {
		if d.recorded, err = timeline.ChangesTo(tx, at.ID, app.Store(), was.recorded, s.label); err != nil {
			return d, err
		}
	}
	d.recorded = timeline.Between(was.known, at, d.recorded)
	var rest []storage.Entry
	if s.listing.Features != nil {
		last, err := featuresOf(tx, s.target.ID)
		if err != nil {
			return d, err
		}
		next := placed(*s.listing.Features, s.target.ID)
		sameSymbols(last, next)
		if !slices.Equal(last, next) {
			d.features = &featureChange{last: last, next: next}
		}
		if known && before.Platform() == app.Platform() && before.Accessibility.SameDevices(app.Accessibility) {
			rest = append(rest, changelog.DiffFeatures(last, next)...)
		}
	}
	rest = append(rest, availabilityChange(before.Availability, app)...)
	if known {
		rest = append(rest, changelog.DiffApps(before, app)...)
		entries, err := changesInLanguage(tx, before, app)
		if err != nil {
			return d, err
		}
		rest = append(rest, entries...)
	}
	if released(before, app) {
		d.version = []storage.Entry{versionChange(before, app)}
	}
	d.notified, d.recorded = changelog.WeighAll(slices.Concat(d.notified, rest)), slices.Concat(d.recorded, rest)
	return d, nil
}

// released reports whether an app has another version than before. One that was released earlier is
// none: the lookup is ahead of the page at times, and a page may be an old copy.
func released(before, app storage.App) bool {
	was, is := before.VersionUpdatedAt, app.VersionUpdatedAt
	return before.CurrentVersion != "" && app.CurrentVersion != "" && before.CurrentVersion != app.CurrentVersion &&
		app.Platform() == before.Platform() && (was == 0 || is == 0 || is >= was)
}

// snapshot returns the snapshot of the observation. The feed shows it if there are changes,
// unless it is the app's first.
func (s observation) snapshot(app storage.App, newest storage.Snapshot, entries int, now storage.Time) storage.Snapshot {
	snapshot := storage.Snapshot{
		ID: storage.SnapshotID{App: app.ID, At: timeline.NextMoment(newest, now)}, Source: storage.SourceLive, TriggeredBy: s.trigger,
		Label: s.label.Digest, Changed: entries > 0 && newest.ID.App != 0, Entries: entries,
		AppVersion: app.CurrentVersion, AppVersionUpdatedAt: app.VersionUpdatedAt, Extractor: s.listing.Extractor,
	}
	if entries > 0 || newest.ID.App == 0 {
		snapshot.Page = s.listing.Read.Plausible()
	}
	return snapshot
}
