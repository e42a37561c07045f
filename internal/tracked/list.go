package tracked

import (
	"context"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// MaxPage is the maximum number of apps on a page.
const MaxPage = 500

// ListQuery narrows and orders a list of apps. The zero ListQuery lists all, by name.
type ListQuery struct {
	Search string       // only apps whose name, developer or bundle ID contains this, letter case ignored
	Risk   storage.Risk // only apps of this risk

	// Changed selects the apps with changes to review, which are those neither reviewed nor
	// dismissed nor snoozed.
	Changed  bool
	Failed   bool // only apps whose last refresh failed
	Delisted bool // only apps that the App Store no longer lists

	Collects  Collected        // only apps that collect this
	Beyond    bool             // only apps that go beyond the privacy profile; none, if there is no profile
	Decision  storage.Decision // only apps with this verdict of the user
	Undecided bool             // only apps without a verdict of the user
	AgeRating string           // only apps with this age rating
	Tag       string           // only apps with this tag
	Paused    bool             // only apps that runs leave out
	Store     string           // only apps of this store, see [storage.App.Store]
	BundleID  string           // only apps with this bundle ID or package name, letter case ignored

	Order   storage.AppOrder
	Reverse bool // the opposite order
	Limit   int  // at most [MaxPage]; zero: all
	Offset  int
	Grid    bool // include Meta
}

// counted reports whether the number of the apps that a query selects is among those that a database maintains.
func (q ListQuery) counted() bool {
	return q == ListQuery{
		Risk: q.Risk, Changed: q.Changed, Failed: q.Failed, Delisted: q.Delisted,
		Order: q.Order, Reverse: q.Reverse, Limit: q.Limit, Offset: q.Offset, Grid: q.Grid,
	}
}

// Collected is a category of data and how far its use goes. The zero Collected is anything.
type Collected struct {
	Category string       // one of [profile.Categories]; empty: any
	Use      profile.Tier // at least this far; [profile.NotCollected]: any use
}

// mask returns what selects the footprints of apps that collect it.
func (c Collected) mask() storage.FootprintMask {
	if c == (Collected{}) {
		return storage.FootprintMask{}
	}
	return profile.Reaching(c.Category, c.Use)
}

// Page is a page of a list of apps.
type Page struct {
	Apps   []storage.App `json:"apps"`  // the apps
	Total  int           `json:"total"` // the number of apps in the whole list
	Limit  int           `json:"limit"` // the page size
	Offset int           `json:"offset"`
	Meta   *GridMeta     `json:"meta,omitempty"` // the data for a grid view; missing: not requested

	// Until is when the page can change without a write: when the next snooze of changes
	// ends, if the page depends on it. Zero: never.
	Until storage.Time `json:"-"`
}

// GridMeta is what a grid shows in addition to the apps of a page. Each map is keyed by
// app ID and holds apps of the page only.
type GridMeta struct {
	// The comparison with the privacy profile by app; empty: there is no profile.
	ProfileBadges map[storage.AppID]profile.Badge `json:"profileBadges"`
	// The verdict of the user by app.
	UserVerdicts map[storage.AppID]storage.Decision `json:"userVerdicts"`
	// The kinds of the changes to review, by app.
	Pending map[storage.AppID]PendingKinds `json:"pendingChangeCategoriesByApp"`
	// The IDs of the devices by app, without apps on no device.
	Devices map[storage.AppID][]string     `json:"appDeviceMap"`
	Risks   map[storage.AppID]storage.Risk `json:"risks"` // the risk by app
}

// PendingKinds reports of which kinds an app's unacknowledged changes are.
type PendingKinds struct {
	Privacy       bool `json:"privacy"`       // whether there are changes of the privacy label
	Accessibility bool `json:"accessibility"` // whether there are changes of the accessibility label
	Policy        bool `json:"policy"`        // whether there are changes of the privacy policy
	AgeRating     bool `json:"ageRating"`     // whether there are changes of the age rating
	Availability  bool `json:"availability"`  // whether there are changes of the availability in the App Store
	Listing       bool `json:"listing"`       // whether there are changes of the listing, such as the developer
}

// EncodedPage is a page of a list of apps in their JSON form.
type EncodedPage struct {
	Apps []storage.ListedApp
	Page // without Apps
}

// gridMeta returns everything but the devices, from the rows of the apps.
func gridMeta(apps []storage.ListedApp, mine profile.Privacy) *GridMeta {
	meta := &GridMeta{
		ProfileBadges: map[storage.AppID]profile.Badge{}, UserVerdicts: map[storage.AppID]storage.Decision{},
		Pending: map[storage.AppID]PendingKinds{}, Devices: map[storage.AppID][]string{},
		Risks: map[storage.AppID]storage.Risk{},
	}
	for _, app := range apps {
		meta.Risks[app.ID] = app.Risk
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
			Availability:  app.Pending&storage.PendingAvailability != 0,
			Listing:       app.Pending&storage.PendingListing != 0,
		}
	}
	return meta
}

// Detail is an app with its labels.
type Detail struct {
	storage.ShownApp
	// The privacy label: its types, with the categories of each.
	PrivacyTypes []storage.PrivacyType `json:"privacyTypes"`
	// The identifiers of the security practices that the developer declares on Google Play; left
	// out if there are none.
	Practices []string `json:"practices,omitempty"`
	// The accessibility features that the app declares, by identifier.
	AccessibilityFeatures []storage.Feature `json:"accessibilityFeatures"`
}

// Detail returns an app with its labels, or an error that wraps storage.ErrNotFound. The
// functions in more are called in the same transaction, to read other records of the same
// state of the database.
func (s *Service) Detail(ctx context.Context, id storage.AppID, more ...func(*storage.Tx) error) (Detail, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (Detail, error) {
		app, err := tx.Apps.Get(id)
		if err != nil {
			return Detail{}, err
		}
		label, err := labelOf(tx, app)
		if err != nil {
			return Detail{}, err
		}
		features, err := storage.Collect(tx.Features.List(storage.FeatureQuery{App: id}))
		for _, read := range more {
			if err == nil {
				err = read(tx)
			}
		}
		named := vocabulary.FeatureNames(features)
		return Detail{ShownApp: app.Shown(), PrivacyTypes: types(app.Store(), label), Practices: label.Practices, AccessibilityFeatures: orEmpty(named)}, err
	})
}

// Apps returns those of the apps with these IDs that are tracked, by ID.
func (s *Service) Apps(ctx context.Context, ids ...storage.AppID) (map[storage.AppID]storage.App, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (map[storage.AppID]storage.App, error) {
		apps := make(map[storage.AppID]storage.App, len(ids))
		for _, id := range ids {
			app, tracked, err := storage.Find(tx.Apps, id)
			if err != nil {
				return nil, err
			}
			if tracked {
				apps[id] = app
			}
		}
		return apps, nil
	})
}

// labelOf returns an app's label. If none was ever observed, the label is not Known.
func labelOf(tx *storage.Tx, app storage.App) (storage.Label, error) {
	if app.LabelDigest.IsZero() {
		return storage.Label{}, nil
	}
	body, err := tx.Labels.Get(app.LabelDigest)
	return body.Label, err
}

// types returns the privacy types of a label of a store as answers show them.
func types(store string, l storage.Label) []storage.PrivacyType {
	all := orEmpty(vocabulary.Label(store, l).Types)
	for i := range all {
		all[i].Categories = orEmpty(all[i].Categories)
	}
	return all
}

// orEmpty returns an empty list for nil, so that it is encoded as [].
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
