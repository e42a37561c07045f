package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// The App Store is the cause when a sync finds at least this many apps, and one of this many,
// not listed.
const (
	refusedAtLeast = 5
	refusedShare   = 5
)

// entryRefused is the type of the entry about a sync that says nothing about the apps.
const entryRefused storage.EntryType = "appstore_refused"

// doubtful reports whether the lookup contradicts that an app is not listed, or could not be
// asked. It is asked only on the day on which the app would become delisted.
func (s *Service) doubtful(ctx context.Context, t Target) (bool, error) {
	source, err := s.sources.named(t.Source)
	if err != nil || t.Source != "" || !implements[Lookuper](source) { // the IDs of other sources mean nothing to the lookup
		return false, nil
	}
	now := s.stamp()
	var app storage.App
	err = s.store.View(ctx, func(tx *storage.Tx) (err error) {
		app, _, err = storage.Find(tx.Apps, t.ID)
		return err
	})
	if err != nil || app.ID == 0 {
		return false, err
	}
	if left := app.Availability; !missed(&left, now) {
		return false, nil
	}
	if err := s.cooled(ctx, CooldownSearch); err != nil {
		return true, nil
	}
	found, err := source.Lookup(ctx, string(app.Shown().Country), []storage.AppID{t.ID})
	if err != nil {
		err = s.cool(ctx, CooldownSearch, err)
		if isScrapeError(err) {
			return true, nil
		}
		return true, err
	}
	return slices.ContainsFunc(found, func(l Listing) bool { return l.ID == t.ID }), nil
}

// settleRefusals decides at the end of a sync whether the apps that it found not listed are a
// matter of the App Store. Then none of them is one day nearer to being delisted, and users are
// told once, until a sync shows that the App Store can be read.
func (s *Service) settleRefusals(tx *storage.Tx, run storage.Run) error {
	tried := run.Completed + run.Failed
	if tried == 0 {
		return nil
	}
	refused, err := refusedIn(tx, run)
	if err != nil {
		return err
	}
	known, err := settings.Text(tx, settings.AppStoreRefusal)
	if err != nil {
		return err
	}
	if len(refused) < refusedAtLeast || len(refused)*refusedShare < tried {
		if known == "" {
			return nil
		}
		_, err := tx.Settings.Delete(settings.AppStoreRefusal)
		return err
	}
	for _, app := range refused {
		a := &app.Availability
		if a.MissedAt < run.StartedAt || a.DelistedAt != 0 {
			continue
		}
		a.MissedDays, a.MissedAt = max(0, a.MissedDays-1), 0
		if err := tx.Apps.Put(app); err != nil {
			return err
		}
	}
	why := fmt.Sprintf("The App Store answered that it does not list %d of %d apps. That says something about the App Store rather than the apps, "+
		"so none of them counts as no longer listed", len(refused), tried)
	if err := settings.PutText(tx, settings.AppStoreRefusal, why); err != nil || known != "" {
		return err
	}
	return notify.Post(tx, s.stamp(), s.random, notify.Notice{
		AppName: "The App Store", Type: storage.NoticeSyncAlert, Changes: []storage.Entry{{Type: entryRefused, Description: why}},
	})
}

// refusedIn returns the apps that a sync found not listed. It lists none if they cannot be
// enough to matter.
func refusedIn(tx *storage.Tx, run storage.Run) ([]storage.App, error) {
	if run.Failed < refusedAtLeast {
		return nil, nil
	}
	var refused []storage.App
	for app, err := range tx.Apps.List(storage.AppQuery{Failed: true}) {
		if err != nil {
			return nil, err
		}
		if why := app.LastError; app.Source == "" && why != nil && why.Code == storage.FailureNotFound && why.At >= run.StartedAt {
			refused = append(refused, app)
		}
	}
	return refused, nil
}

// doubt notes that the lookup contradicts a failure to find an app.
func (s *Service) doubt(ctx context.Context, seen *observation, cause error) error {
	if !errors.Is(cause, ErrNotListed) || seen.before.count == 0 {
		return nil
	}
	doubtful, err := s.doubtful(ctx, seen.target)
	seen.doubtful = doubtful
	return err
}
