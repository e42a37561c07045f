package tracked

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// A source is the cause when a sync finds at least this many of its apps, and one of this many,
// not listed or without the declaration that they had.
const (
	refusedAtLeast = 5
	refusedShare   = 5
)

// entryRefused is the type of the entry about a sync that says nothing about the apps.
const entryRefused storage.EntryType = "appstore_refused"

// doubtful reports whether the lookup contradicts that an app is not listed, or could not be
// asked. It is asked only on the day on which the app would become delisted.
func (s *Service) doubtful(ctx context.Context, t fleet.Target) (bool, error) {
	source, err := s.sources.named(t.Source)
	if err != nil || t.Source != "" || !implements[fleet.Lookuper](source) { // the IDs of other sources mean nothing to the lookup
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
	return slices.ContainsFunc(found, func(l fleet.Listing) bool { return l.ID == t.ID }), nil
}

// silence is what many apps of a source have in common at the end of a sync, which says something
// about the source rather than the apps.
type silence struct {
	code storage.FailureCode
	says string // with the source, the number of these apps and that of all its apps
}

var silences = []silence{
	{storage.FailureNotFound, "%s answered that it does not list %d of %d apps. That says something about %s rather than the apps, " +
		"so none of them counts as no longer listed"},
	{storage.FailureUnconfirmed, "%s shows no declaration any more of %d of %d apps. That says something about %s rather than the apps, " +
		"so what they declared before is unchanged"},
}

// settleRefusals decides at the end of a sync whether the apps that it found not listed, or without
// the declaration that they had, are a matter of their source. Then none of them is one day nearer
// to being delisted, and users are notified once, until a sync shows that the source can be read.
func (s *Service) settleRefusals(tx *storage.Tx, run storage.Run) error {
	if run.Completed+run.Failed == 0 {
		return nil
	}
	known, err := settings.Text(tx, settings.AppStoreRefusal)
	if err != nil {
		return err
	}
	var why, titles []string
	for _, source := range s.sources.all {
		for _, silence := range silences {
			apps, of, err := silentIn(tx, run, source.name, silence.code)
			if err != nil {
				return err
			}
			if !isSilent(len(apps), of) {
				continue
			}
			if err := forgive(tx, run, apps); err != nil {
				return err
			}
			title := vocabulary.InSentence(source.name)
			titles = append(titles, title)
			why = append(why, fmt.Sprintf(silence.says, title, len(apps), of, vocabulary.SourceTitle(source.name)))
		}
	}
	if len(why) == 0 {
		if known == "" {
			return nil
		}
		_, err := tx.Settings.Delete(settings.AppStoreRefusal)
		return err
	}
	said := strings.Join(why, ". ")
	if err := settings.PutText(tx, settings.AppStoreRefusal, said); err != nil || known != "" {
		return err
	}
	return notify.Post(tx, s.stamp(), s.random, notify.Notice{
		AppName: titles[0], Type: storage.NoticeSyncAlert, Changes: []storage.Entry{{Type: entryRefused, Description: said}},
	})
}

// isSilent reports whether so many apps of all that were asked are a matter of their source.
func isSilent(apps, of int) bool { return apps >= refusedAtLeast && apps*refusedShare >= of }

// silentIn returns the apps of a source that failed in this way in a sync, and the number of its apps
// that the sync asked for.
func silentIn(tx *storage.Tx, run storage.Run, source string, code storage.FailureCode) (silent []storage.App, of int, err error) {
	store := storage.App{Source: storage.Text(source)}.Store()
	for app, err := range tx.Apps.List(storage.AppQuery{Failed: true, Store: store}) {
		if err != nil {
			return nil, 0, err
		}
		if why := app.LastError; why.Code == code && why.At >= run.StartedAt {
			silent = append(silent, app)
		}
	}
	if len(silent) < refusedAtLeast {
		return nil, 0, nil
	}
	of, err = tx.Apps.Count(storage.AppQuery{Store: store})
	return silent, min(of, run.Completed+run.Failed), err
}

// forgive takes back that a sync brought apps a day nearer to being delisted.
func forgive(tx *storage.Tx, run storage.Run, apps []storage.App) error {
	for _, app := range apps {
		a := &app.Availability
		if a.MissedAt < run.StartedAt || a.DelistedAt != 0 {
			continue
		}
		a.MissedDays, a.MissedAt = max(0, a.MissedDays-1), 0
		if err := tx.Apps.Put(app); err != nil {
			return err
		}
	}
	return nil
}

// withheld returns why a label that says nothing is not stored in place of one of a further source that
// said something, nil if it is: its section may have moved to where it is not looked for. A sync
// leaves that to the next look at the app, and no look confirms it while many apps of the source
// are so.
func (s observation) withheld(tx *storage.Tx, before storage.App, now storage.Time) (*storage.Failure, error) {
	provided := s.label.Label.Provided()
	if s.target.Source == "" || provided == nil || *provided || before.HasPrivacyDetails == nil || !*before.HasPrivacyDetails {
		return nil, nil
	}
	store := before.Store()
	of, err := tx.Apps.Count(storage.AppQuery{Store: store})
	if err != nil {
		return nil, err
	}
	silent, failed := 0, false
	for app, err := range tx.Apps.List(storage.AppQuery{Failed: true, Store: store}) {
		if err != nil {
			return nil, err
		}
		if app.LastError.Code == storage.FailureUnconfirmed {
			silent, failed = silent+1, failed || app.ID == before.ID
		}
		if isSilent(silent, of) {
			break
		}
	}
	if !isSilent(silent, of) && (failed || !s.ofRun) {
		return nil, nil
	}
	return &storage.Failure{
		Code: storage.FailureUnconfirmed, At: now,
		Message: vocabulary.SourceTitle(s.target.Source) + " shows no declaration about data any more; what was declared before is unchanged until that is confirmed",
	}, nil
}

// doubt notes that the lookup contradicts a failure to find an app.
func (s *Service) doubt(ctx context.Context, seen *observation, cause error) error {
	if !errors.Is(cause, fleet.ErrNotListed) || seen.before.count == 0 {
		return nil
	}
	doubtful, err := s.doubtful(ctx, seen.target)
	seen.doubtful = doubtful
	return err
}
