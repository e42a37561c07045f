package fleet

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// Refresh is what a refresh of one app found.
type Refresh struct {
	ID      storage.AppID
	Name    string
	IsNew   bool
	Changes []storage.Entry // against the state last seen

	// The version, when it moved since the last refresh.
	VersionChanged   bool
	PreviousVersion  storage.Text
	CurrentVersion   storage.Text
	VersionUpdatedAt storage.NullTime
}

// Refresh reads an app and keeps what it finds, in one transaction. An app that
// is not tracked yet is from now on. The error is the scraper's, wrapping one of
// the sentinels of this package, or the store's; then nothing was kept.
//
// When another process kept a state of the app meanwhile, nobody knows which of
// the two is later, so the app is read once more; when that happens again, what
// the other one kept stands, and no change is found.
func (l *Library) Refresh(ctx context.Context, t Target, trigger storage.Trigger) (Refresh, error) {
	found, err := l.refresh(ctx, t, trigger)
	if errors.Is(err, errOvertaken) {
		found, err = l.refresh(ctx, t, trigger)
	}
	if errors.Is(err, errOvertaken) {
		err = nil
	}
	return found, err
}

func (l *Library) refresh(ctx context.Context, t Target, trigger storage.Trigger) (found Refresh, err error) {
	seen, release, err := l.look(ctx, t.ID, func(storage.App) (Target, error) { return t, nil }, trigger)
	if err != nil {
		return Refresh{}, err
	}
	defer release()
	err = l.store.Update(ctx, func(tx storage.Tx) (err error) {
		found, err = l.commit(tx, seen)
		return err
	})
	if errors.Is(err, storage.ErrInvalid) { // nor can this
		err = &ScrapeError{Cause: ErrLayout, Err: err}
	}
	return found, err
}

// look reads an app, at the target that of makes of what is known of it: of the
// zero app when it is not tracked. It is the caller's turn at the app until
// release, which comes after the commit of what was seen, so that states are kept
// in the order in which they were: those of this process. Of what others keep
// meanwhile the commit knows by the generation. With an error the sighting tells
// what was to be read, as far as that is known.
func (l *Library) look(ctx context.Context, id storage.AppID, of func(storage.App) (Target, error), trigger storage.Trigger) (
	seen sighting, release func(), err error,
) {
	end, err := l.refreshing.take(ctx, id)
	if err != nil {
		return sighting{}, nil, err
	}
	handedOn := false
	defer func() {
		if !handedOn { // which is not always for an error: something may panic
			end()
		}
	}()
	seen = sighting{trigger: trigger, started: l.stamp()}
	err = l.store.View(ctx, func(tx storage.Tx) error {
		app, err := tx.Apps().Get(id)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		if seen.target, err = of(app); err != nil {
			return err
		}
		seen.before = generationOf(app)
		return cooling(tx, CooldownScrape, seen.started)
	})
	if err != nil {
		return seen, nil, err
	}
	listing, err := l.scrape(ctx, seen.target)
	if errors.Is(err, ErrLayout) {
		return seen, nil, errors.Join(err, l.tellOfLayout(ctx, seen.target))
	}
	if err != nil {
		return seen, nil, err
	}
	if seen.label, err = labelRead(listing); err != nil { // what was read cannot be kept
		return seen, nil, &ScrapeError{Cause: ErrLayout, Err: err}
	}
	seen.listing = listing
	handedOn = true
	return seen, end, nil
}

// scrape reads a listing, and remembers when the store asks to be left alone.
func (l *Library) scrape(ctx context.Context, t Target) (Listing, error) {
	listing, err := l.ask(ctx, t)
	if err != nil {
		return Listing{}, l.cool(ctx, CooldownScrape, err)
	}
	if listing.ID != t.ID {
		return Listing{}, &ScrapeError{Cause: ErrLayout, Err: fmt.Errorf("the listing is of app %d", listing.ID)}
	}
	return listing, nil
}

// ask calls the scraper. Whatever goes wrong in there is a [*ScrapeError], unless
// the context has ended: a panic, too, since what a page says must not end the
// process.
func (l *Library) ask(ctx context.Context, t Target) (_ Listing, err error) {
	defer func() {
		if v := recover(); v != nil {
			l.log.ErrorContext(ctx, "the scraper panicked", "app_id", t.ID, "url", t.URL, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = &ScrapeError{Cause: ErrLayout, Err: errors.New("the scraper panicked")}
		}
	}()
	listing, err := l.scraper.Scrape(ctx, t)
	var known *ScrapeError
	if err != nil && ctx.Err() == nil && !errors.As(err, &known) {
		known = &ScrapeError{Cause: ErrUnavailable, Err: err}
		if errors.Is(err, context.DeadlineExceeded) { // its turn would have come too late
			known.Cause = ErrTimeout
		}
		err = known
	}
	return listing, err
}

// sighting is a listing that was read, with what follows from it alone.
type sighting struct {
	listing Listing
	target  Target
	trigger storage.Trigger
	label   storage.LabelBody // zero digest: the page did not say
	started storage.Time
	before  generation // of the app, when it was about to be read
	ofRun   bool       // of a run over the tracked apps: no line in the log when nothing is new, and an app that was removed stays so
}

// labelRead returns the label of a listing, zero when the page did not say.
func labelRead(listing Listing) (storage.LabelBody, error) {
	if listing.Label == nil || !listing.Label.Known() {
		return storage.LabelBody{}, nil
	}
	digest, err := changelog.Digest(*listing.Label)
	if err != nil {
		return storage.LabelBody{}, err
	}
	return storage.LabelBody{Digest: digest, Label: *listing.Label}, nil
}

// errRemoved says that an app was removed since a run over all began.
var errRemoved = errors.New("removed since the run began")

// errOvertaken says that another process kept a state of the app since it was
// about to be read here, which may be older than that one.
var errOvertaken = errors.New("another process has refreshed the app")

// generation tells one state of an app that the store showed from the next,
// without asking a clock. That of an app that is not tracked is zero.
type generation struct {
	firstSeen storage.Time
	count     int
}

func generationOf(app storage.App) generation { return generation{app.FirstSeen, app.SyncCount} }

// commit keeps what was seen: the same code for every refresh, whoever asked. It
// fails with errRemoved and errOvertaken before anything is written.
func (l *Library) commit(tx storage.Tx, seen sighting) (Refresh, error) {
	now := l.stamp()
	before, after, refresh, err := seen.keep(tx, now)
	if err != nil {
		return refresh, err
	}
	return refresh, l.tell(tx, seen, before, after, refresh, now)
}

// keep keeps what was seen at a moment, and tells nobody. It returns the app as it
// was and as it is.
func (s sighting) keep(tx storage.Tx, now storage.Time) (before, app storage.App, refresh Refresh, err error) {
	before, err = tx.Apps().Get(s.target.ID)
	isNew := errors.Is(err, storage.ErrNotFound)
	if isNew && s.ofRun {
		return before, app, refresh, errRemoved
	}
	if err != nil && !isNew {
		return before, app, refresh, err
	}
	if !isNew && generationOf(before) != s.before {
		return before, app, Refresh{ID: before.ID, Name: before.Name}, errOvertaken
	}
	app = s.apply(before, isNew, now)
	newest, err := newestOf(tx, app.ID)
	if err != nil {
		return before, app, refresh, err
	}
	if !s.label.Digest.IsZero() && s.label.Digest != before.LabelDigest {
		if err := keepLabel(tx, s.label); err != nil {
			return before, app, refresh, err
		}
	}
	found, err := s.differences(tx, before, app, newest)
	if err != nil {
		return before, app, refresh, err
	}
	if len(found.told) > 0 {
		app.ChangeCount++
		app.Pending |= changelog.Pending(found.told)
	}
	snapshot := s.snapshot(app, newest, len(found.recorded), now)

	if err := tx.Apps().Put(app); err != nil {
		return before, app, refresh, err
	}
	if err := tx.Snapshots().Put(snapshot); err != nil {
		return before, app, refresh, err
	}
	if err := tx.Changes().Put(changesOf(snapshot, found.recorded)...); err != nil {
		return before, app, refresh, err
	}
	if err := keepFeatures(tx, app.ID, found.features); err != nil {
		return before, app, refresh, err
	}
	if err := keepRelated(tx, app.ID, s.listing.Related, now); err != nil {
		return before, app, refresh, err
	}
	refresh = Refresh{ID: app.ID, Name: app.Name, IsNew: isNew, Changes: found.told}
	if before.CurrentVersion != "" && app.CurrentVersion != "" && before.CurrentVersion != app.CurrentVersion {
		refresh.VersionChanged = true
		refresh.PreviousVersion, refresh.CurrentVersion = before.CurrentVersion, app.CurrentVersion
		refresh.VersionUpdatedAt = app.VersionUpdatedAt
	}
	return before, app, refresh, nil
}

// differences are what a state adds to the states before it.
type differences struct {
	told     []storage.Entry // to the last state that the store showed: what people are told
	recorded []storage.Entry // to the newest one that is known, also from the archive: what is kept with the snapshot
	features *featureChange  // the features to keep; nil: they are as they were
}

// differences returns what changed before this state was seen. Newest is the
// app's newest snapshot.
func (s sighting) differences(tx storage.Tx, before, app storage.App, newest storage.Snapshot) (d differences, err error) {
	isNew := before.ID == 0
	if d.told, err = labelChanges(tx, before.LabelDigest, s.label.Digest); err != nil {
		return d, err
	}
	if d.recorded, err = s.recorded(tx, before, newest, d.told); err != nil {
		return d, err
	}
	var rest []storage.Entry
	if s.listing.Features != nil {
		last, err := featuresOf(tx, s.target.ID)
		if err != nil {
			return d, err
		}
		next := placed(*s.listing.Features, s.target.ID)
		if !slices.Equal(last, next) {
			d.features = &featureChange{last: last, next: next}
		}
		if !isNew {
			rest = append(rest, changelog.DiffFeatures(last, next)...)
		}
	}
	if !isNew && before.AgeRatingSource == app.AgeRatingSource {
		rest = append(rest, changelog.DiffAgeRating(string(before.AgeRating), string(app.AgeRating))...)
	}
	d.told, d.recorded = slices.Concat(d.told, rest), slices.Concat(d.recorded, rest)
	return d, nil
}

// recorded returns what the label adds to the newest one that is known, in most
// cases what was told: then nothing more is read.
func (s sighting) recorded(tx storage.Tx, before storage.App, newest storage.Snapshot, told []storage.Entry) (_ []storage.Entry, err error) {
	if s.label.Digest.IsZero() {
		return nil, nil
	}
	last := newest
	if last.Label.IsZero() && last.ID.App != 0 {
		if last, err = knownBefore(tx, last.ID); err != nil {
			return nil, err
		}
	}
	if last.Label == before.LabelDigest {
		return told, nil
	}
	return labelChanges(tx, last.Label, s.label.Digest)
}

// snapshot makes the record of this state, which the feed shows if anything
// changed, unless it is the app's first.
func (s sighting) snapshot(app storage.App, newest storage.Snapshot, entries int, now storage.Time) storage.Snapshot {
	return storage.Snapshot{
		ID: storage.SnapshotID{App: app.ID, At: momentAfter(newest, now)}, Source: storage.SourceLive, TriggeredBy: s.trigger,
		Label: s.label.Digest, Changed: entries > 0 && newest.ID.App != 0, Entries: entries,
		AppVersion: app.CurrentVersion, AppVersionUpdatedAt: app.VersionUpdatedAt, Extractor: s.listing.Extractor,
	}
}

// momentAfter returns the moment of a state seen now: after that of the newest
// one, whatever the clock says, so that the order of states is that of their
// being seen.
func momentAfter(newest storage.Snapshot, now storage.Time) storage.Time {
	return max(now, newest.ID.At+1)
}

func changesOf(s storage.Snapshot, entries []storage.Entry) []storage.Change {
	changes := make([]storage.Change, len(entries))
	for i, e := range entries {
		changes[i] = storage.Change{ID: storage.ChangeID{Snapshot: s.ID, Index: i}, Entry: e, Changed: s.Changed}
	}
	return changes
}

func keepLabel(tx storage.Tx, body storage.LabelBody) error {
	_, err := tx.Labels().Get(body.Digest)
	if errors.Is(err, storage.ErrNotFound) {
		return tx.Labels().Put(body)
	}
	return err
}
