package fleet

import (
	"context"
	"errors"
	"slices"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/storage"
)

// MaxPage is how many apps one page holds at most.
const MaxPage = 500

// Page is a part of the fleet, in the order of name and id.
type Page struct {
	Apps   []storage.App `json:"apps"`
	Total  int           `json:"total"` // of the whole fleet
	Limit  int           `json:"limit"`
	Offset int           `json:"offset"`
	Meta   *GridMeta     `json:"meta,omitempty"` // when asked for
}

// GridMeta is what a grid shows beside the apps of a page. Each map is keyed by
// app id and holds apps of the page only.
type GridMeta struct {
	ProfileBadges map[storage.AppID]profile.Badge    `json:"profileBadges"` // of every app, when there is a privacy profile
	UserVerdicts  map[storage.AppID]storage.Decision `json:"userVerdicts"`  // of the user alone
	Pending       map[storage.AppID]PendingKinds     `json:"pendingChangeCategoriesByApp"`
	Devices       map[storage.AppID][]string         `json:"appDeviceMap"`
}

// PendingKinds says of what kinds an app's unacknowledged changes are.
type PendingKinds struct {
	Privacy       bool `json:"privacy"`
	Accessibility bool `json:"accessibility"`
	Policy        bool `json:"policy"`
	AgeRating     bool `json:"ageRating"`
}

// Page returns limit apps after the first offset; an offset beyond the end
// gives an empty page. With grid, Meta is filled in.
func (l *Library) Page(ctx context.Context, limit, offset int, grid bool) (Page, error) {
	var page Page
	err := l.store.View(ctx, func(tx storage.Tx) error {
		p := Page{Apps: []storage.App{}, Limit: limit, Offset: offset}
		var err error
		if p.Total, err = tx.Apps().Count(storage.AppQuery{}); err != nil {
			return err
		}
		for app, err := range tx.Apps().List(storage.AppQuery{Limit: limit, Offset: offset}) {
			if err != nil {
				return err
			}
			p.Apps = append(p.Apps, app)
		}
		if grid {
			mine, err := profile.StoredPrivacy(tx)
			if err != nil {
				return err
			}
			p.Meta = gridMeta(p.Apps, mine)
		}
		page = p
		return nil
	})
	return page, err
}

// gridMeta says all of it from the apps' rows.
func gridMeta(apps []storage.App, mine profile.Privacy) *GridMeta {
	meta := &GridMeta{
		ProfileBadges: map[storage.AppID]profile.Badge{}, UserVerdicts: map[storage.AppID]storage.Decision{},
		Pending: map[storage.AppID]PendingKinds{}, Devices: map[storage.AppID][]string{},
	}
	for _, app := range apps {
		if mine.Active() {
			meta.ProfileBadges[app.ID] = mine.Compare(app.Footprint).Badge()
		}
		if app.Decision != "" {
			meta.UserVerdicts[app.ID] = app.Decision
		}
		if app.Pending == 0 {
			continue
		}
		meta.Pending[app.ID] = PendingKinds{
			Privacy:       app.Pending&storage.PendingPrivacy != 0,
			Accessibility: app.Pending&storage.PendingAccessibility != 0,
			Policy:        app.Pending&storage.PendingPolicy != 0,
			AgeRating:     app.Pending&storage.PendingAgeRating != 0,
		}
	}
	return meta
}

// All returns every app, in the order of name and id. It is for fleets known to
// be small; see [Library.Each].
func (l *Library) All(ctx context.Context) ([]storage.App, error) {
	var apps []storage.App
	err := l.store.View(ctx, func(tx storage.Tx) (err error) {
		apps, err = storage.Collect(tx.Apps().List(storage.AppQuery{}))
		return err
	})
	return orEmpty(apps), err
}

// errBegunAnew says that a list that was partly told cannot be told again.
var errBegunAnew = errors.New("the store had to begin a list anew")

// Each calls yield with every app, in the order of name and id, from one state
// of the store. It holds one app at a time, and ends with the error of yield. It
// fails when the store has to begin anew after the first app, as one over a
// network may.
func (l *Library) Each(ctx context.Context, yield func(storage.App) error) error {
	told := false
	return l.store.View(ctx, func(tx storage.Tx) error {
		if told {
			return errBegunAnew
		}
		for app, err := range tx.Apps().List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			told = true
			if err := yield(app); err != nil {
				return err
			}
		}
		return nil
	})
}

// Size returns the number of apps.
func (l *Library) Size(ctx context.Context) (int, error) {
	n := 0
	err := l.store.View(ctx, func(tx storage.Tx) (err error) {
		n, err = tx.Apps().Count(storage.AppQuery{})
		return err
	})
	return n, err
}

// Detail is an app with its labels.
type Detail struct {
	storage.App
	PrivacyTypes          []storage.PrivacyType `json:"privacyTypes"`
	AccessibilityFeatures []storage.Feature     `json:"accessibilityFeatures"` // by identifier
}

// Detail returns an app with its labels, or an error that wraps
// storage.ErrNotFound.
func (l *Library) Detail(ctx context.Context, id storage.AppID) (Detail, error) {
	var detail Detail
	err := l.store.View(ctx, func(tx storage.Tx) error {
		app, err := tx.Apps().Get(id)
		if err != nil {
			return err
		}
		label, err := labelOf(tx, app)
		if err != nil {
			return err
		}
		features, err := storage.Collect(tx.Features().List(storage.FeatureQuery{App: id}))
		detail = Detail{App: app, PrivacyTypes: types(label), AccessibilityFeatures: orEmpty(features)}
		return err
	})
	return detail, err
}

// labelOf returns an app's label, which is not Known when none was ever seen.
func labelOf(tx storage.Tx, app storage.App) (storage.Label, error) {
	if app.LabelDigest.IsZero() {
		return storage.Label{}, nil
	}
	body, err := tx.Labels().Get(app.LabelDigest)
	return body.Label, err
}

func types(l storage.Label) []storage.PrivacyType {
	all := slices.Clone(orEmpty(l.Types))
	for i := range all {
		all[i].Categories = orEmpty(all[i].Categories)
	}
	return all
}

// orEmpty makes a missing list an empty one, as JSON shows it.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Remove forgets an app and all that hangs on it. Notifications and activity
// stay. It reports whether the app was tracked.
func (l *Library) Remove(ctx context.Context, id storage.AppID) (bool, error) {
	removed := 0
	err := l.store.Update(ctx, func(tx storage.Tx) (err error) {
		if removed, err = tx.Apps().Delete(id); err != nil {
			return err
		}
		_, err = tx.Settings().Delete(versionClock(id), mismatchClock(id))
		return err
	})
	return removed > 0, err
}
