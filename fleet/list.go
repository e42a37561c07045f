package fleet

import (
	"context"
	"slices"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/storage"
)

// MaxPage is how many apps one page holds at most.
const MaxPage = 500

// Page is a part of the fleet, in the order of name and id.
type Page struct {
	Apps   []storage.App `json:"apps"`
	Total  int           `json:"total"` // of the whole fleet, or the whole part of it
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
	Devices       map[storage.AppID][]string         `json:"appDeviceMap"` // ids of devices; of apps on any
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
	return l.On().Page(ctx, limit, offset, grid)
}

// gridMeta says all but the devices from the apps' rows.
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
func (l *Library) All(ctx context.Context) ([]storage.App, error) { return l.On().All(ctx) }

// Each calls yield with every app, in the order of name and id, from one state
// of the store. It holds one app at a time, and ends with the error of yield. It
// fails when the store has to begin anew after the first app, as one over a
// network may.
func (l *Library) Each(ctx context.Context, yield func(storage.App) error) error {
	return l.On().Each(ctx, yield)
}

// Size returns the number of apps.
func (l *Library) Size(ctx context.Context) (int, error) { return l.On().Size(ctx) }

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
