package tracked

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

// Subset is the apps on some devices, or all apps. It is safe for concurrent use.
type Subset struct {
	fleet   *Service
	devices []string
}

// On returns the subset of the apps on at least one of these devices, each an ID or
// [storage.DevicesUnattached]. Unknown IDs are ignored. The subset is all apps if
// [storage.DevicesAll] is among the devices, or if no known device is.
func (s *Service) On(devices ...string) Subset { return Subset{s, devices} }

// Unknown returns those of the devices of the subset that do not exist.
func (p Subset) Unknown(ctx context.Context) ([]string, error) {
	if len(p.devices) == 0 {
		return nil, nil
	}
	known := []string{storage.DevicesAll, storage.DevicesUnattached}
	devices, err := storage.View(ctx, p.fleet.store, func(tx *storage.Tx) ([]storage.Device, error) {
		return storage.Collect(tx.Devices.List(storage.DeviceQuery{}))
	})
	for _, d := range devices {
		known = append(known, d.ID)
	}
	return slices.DeleteFunc(slices.Clone(p.devices), func(id string) bool { return slices.Contains(known, id) }), err
}

// List returns a page of the apps that a query selects. An offset beyond the end returns
// an empty page. Total counts all that it selects.
func (p Subset) List(ctx context.Context, q ListQuery) (Page, error) {
	return listed(ctx, p, q, func(tx *storage.Tx, s selection) (Page, error) {
		page, apps, err := list(p.fleet, tx, s, q, tx.Apps.List)
		page.Apps = apps
		if err == nil && q.Grid {
			gists := make([]storage.ListedApp, len(apps))
			for i, app := range apps {
				gists[i] = app.Gist()
			}
			page.Meta, err = metaOf(tx, gists)
		}
		return page, err
	})
}

// ListEncoded is [Subset.List] with the apps in their JSON form, and what else the grid shows of them
// if the query is for it.
func (p Subset) ListEncoded(ctx context.Context, q ListQuery) (EncodedPage, error) {
	return listed(ctx, p, q, func(tx *storage.Tx, s selection) (EncodedPage, error) {
		read := tx.EncodedApps
		if q.Grid {
			read = tx.ListedApps
		}
		page, apps, err := list(p.fleet, tx, s, q, read)
		if err == nil && q.Grid {
			page.Meta, err = metaOf(tx, apps)
		}
		return EncodedPage{apps, page}, err
	})
}

// IDs returns the IDs of the apps that a query selects, in its order.
func (p Subset) IDs(ctx context.Context, q ListQuery) ([]storage.AppID, error) {
	return view(ctx, p, func(tx *storage.Tx, s selection) ([]storage.AppID, error) {
		_, apps, err := list(p.fleet, tx, s, q, tx.AppBriefs)
		ids := make([]storage.AppID, len(apps))
		for i, app := range apps {
			ids[i] = app.ID
		}
		return ids, err
	})
}

// list returns the apps of a page, which it gets from read, and the page without its apps.
func list[A any](f *Service, tx *storage.Tx, s selection, q ListQuery, read func(storage.AppQuery) iter.Seq2[A, error]) (page Page, apps []A, err error) {
	page = Page{Limit: q.Limit, Offset: q.Offset}
	narrowed, none, err := f.narrow(tx, s.list, q)
	if err != nil || none {
		return page, []A{}, err
	}
	if s.list = narrowed; q.Changed {
		if page.Until, err = nextAwake(tx, f.stamp()); err != nil {
			return page, nil, err
		}
	}
	apps, page.Total, err = pageOf(tx, s, q, read)
	return page, apps, err
}

// narrow returns a query narrowed as q says, limit, offset and order aside, and reports whether it
// selects no app.
func (s *Service) narrow(tx *storage.Tx, list storage.AppQuery, q ListQuery) (_ storage.AppQuery, none bool, err error) {
	list.Search, list.Risk, list.Failed, list.Delisted = q.Search, q.Risk, q.Failed, q.Delisted
	list.Collects = q.Collects.mask()
	list.Decision, list.Undecided, list.AgeRating = q.Decision, q.Undecided, storage.Text(q.AgeRating)
	list.Tag, list.Paused, list.Store, list.BundleID = q.Tag, q.Paused, q.Store, q.BundleID
	if q.Beyond {
		mine, err := profile.StoredPrivacy(tx)
		if err != nil {
			return list, false, err
		}
		mask, bounded := mine.Exceeding()
		if !bounded {
			return list, true, nil
		}
		list.Exceeds = mask
	}
	if q.Changed {
		list.Changed, list.AwakeAt = true, s.stamp()
	}
	return list, false, nil
}

// pageOf returns the apps of a page, and the number of all apps. A database reads what an
// offset skips, so pageOf reads a page in the second half from the end.
func pageOf[A any](tx *storage.Tx, s selection, q ListQuery, read func(storage.AppQuery) iter.Seq2[A, error]) (apps []A, total int, err error) {
	all := s
	s.list.Order, s.list.Reverse, s.list.Limit, s.list.Offset = q.Order, q.Reverse, q.Limit, q.Offset
	if q.Offset <= 0 {
		apps, err = storage.Collect(read(s.list))
		if err == nil && (q.Limit <= 0 || len(apps) < q.Limit) { // this page is the last, so its end is the total
			return orEmpty(apps), len(apps), nil
		}
	}
	if err == nil {
		total, err = all.count(tx)
	}
	late := q.Limit > 0 && q.Offset > total/2
	switch {
	case err != nil || q.Offset <= 0:
		return orEmpty(apps), total, err
	case q.Offset >= total:
		return orEmpty(apps), total, nil
	case late:
		end := min(q.Offset+q.Limit, total)
		s.list.Reverse, s.list.Limit, s.list.Offset = !q.Reverse, end-q.Offset, total-end
	}
	if apps, err = storage.Collect(read(s.list)); late {
		slices.Reverse(apps)
	}
	return orEmpty(apps), total, err
}

// nextAwake returns when the next snooze of changes ends, or zero if there is none.
func nextAwake(tx *storage.Tx, now storage.Time) (storage.Time, error) {
	app, _, err := storage.FindFirst(tx.Apps.List(storage.AppQuery{SnoozedAfter: now, Order: storage.AppsBySnooze, Limit: 1}))
	return app.ChangesSnoozedUntil, err
}

// MismatchPage is a page of the apps whose label exceeds the privacy profile, by name and
// ID.
type MismatchPage struct {
	Apps          []MismatchedApp `json:"apps"`  // the apps
	Total         int             `json:"total"` // the number of all
	Limit         int             `json:"limit"` // the page size
	Offset        int             `json:"offset"`
	ProfileActive bool            `json:"profileActive"` // whether the privacy profile limits anything
}

// MismatchedApp is an app whose label exceeds the privacy profile.
type MismatchedApp struct {
	ID         storage.AppID      `json:"id"`         // the ID
	Name       string             `json:"name"`       // the name
	Developer  storage.Text       `json:"developer"`  // the developer of the app; null: not known
	IconURL    storage.Text       `json:"iconUrl"`    // the URL of the icon; null: not known
	Risk       storage.Risk       `json:"risk"`       // the risk of the app
	Tone       profile.Tone       `json:"tone"`       // the severity, for a color
	Count      int                `json:"count"`      // the number of mismatches
	TotalGap   int                `json:"totalGap"`   // the sum of the severity gaps of the mismatches
	Mismatches []profile.Mismatch `json:"mismatches"` // the mismatches, widest gap first, then by category
}

// Mismatches returns up to limit of the apps whose label exceeds the privacy profile,
// starting at offset.
func (p Subset) Mismatches(ctx context.Context, limit, offset int) (MismatchPage, error) {
	return view(ctx, p, func(tx *storage.Tx, s selection) (MismatchPage, error) {
		page := MismatchPage{Apps: []MismatchedApp{}, Limit: limit, Offset: offset}
		mine, err := profile.StoredPrivacy(tx)
		if err != nil {
			return page, err
		}
		page.ProfileActive = mine.Active()
		exceeding, ok := mine.Exceeding()
		if !ok {
			return page, nil
		}
		s.list.Exceeds = exceeding
		if page.Total, err = s.count(tx); err != nil {
			return page, err
		}
		s.list.Limit, s.list.Offset = limit, offset
		for app, err := range tx.Apps.List(s.list) {
			if err != nil {
				return page, err
			}
			c := mine.Compare(app.Footprint)
			page.Apps = append(page.Apps, MismatchedApp{
				ID: app.ID, Name: app.Name, Developer: app.Developer, IconURL: app.IconURL, Risk: app.Risk(),
				Tone: c.Badge().Tone, Count: c.Count, TotalGap: c.TotalGap, Mismatches: c.Mismatches,
			})
		}
		return page, nil
	})
}

// Counts are the numbers of apps that a dashboard shows.
type Counts struct {
	Total      int                  `json:"total"`      // the number of all
	ByRisk     map[storage.Risk]int `json:"byRisk"`     // number of apps by risk
	Changed    int                  `json:"changed"`    // number of apps with changes to review
	Failed     int                  `json:"failed"`     // number that failed
	Delisted   int                  `json:"delisted"`   // number of apps that the App Store does not list
	Mismatched int                  `json:"mismatched"` // the number of apps whose label exceeds the privacy profile
}

// Counts returns the numbers of apps.
func (p Subset) Counts(ctx context.Context) (Counts, error) {
	return view(ctx, p, func(tx *storage.Tx, s selection) (counts Counts, err error) {
		counts = Counts{ByRisk: make(map[storage.Risk]int, len(storage.Risks()))}
		count := func(narrow func(*storage.AppQuery)) (n int) {
			if err == nil {
				part := s
				narrow(&part.list)
				n, err = part.count(tx)
			}
			return n
		}
		counts.Total = count(func(*storage.AppQuery) {})
		for _, risk := range storage.Risks() {
			counts.ByRisk[risk] = count(func(q *storage.AppQuery) { q.Risk = risk })
		}
		counts.Changed = count(func(q *storage.AppQuery) { q.Changed, q.AwakeAt = true, p.fleet.stamp() })
		counts.Failed = count(func(q *storage.AppQuery) { q.Failed = true })
		counts.Delisted = count(func(q *storage.AppQuery) { q.Delisted = true })
		mine, stored := profile.StoredPrivacy(tx)
		if exceeding, ok := mine.Exceeding(); ok {
			counts.Mismatched = count(func(q *storage.AppQuery) { q.Exceeds = exceeding })
		}
		return counts, errors.Join(err, stored)
	})
}

// metaOf returns the grid metadata of apps.
func metaOf(tx *storage.Tx, apps []storage.ListedApp) (*GridMeta, error) {
	mine, err := profile.StoredPrivacy(tx)
	if err != nil {
		return nil, err
	}
	meta := gridMeta(apps, mine)
	if err := meta.withoutAccepted(tx, apps, mine); err != nil {
		return nil, err
	}
	if len(apps) == 0 { // an empty list of IDs would select all links
		return meta, nil
	}
	ids := make([]storage.AppID, len(apps))
	for i, app := range apps {
		ids[i] = app.ID
	}
	for link, err := range tx.DeviceLinks.List(storage.DeviceLinkQuery{Apps: ids}) {
		if err != nil {
			return nil, err
		}
		meta.Devices[link.App] = append(meta.Devices[link.App], link.Device)
	}
	return meta, nil
}

// errListRestarted means that a list cannot be restarted after its first app.
var errListRestarted = errors.New("the database restarted the transaction while apps were listed")

// Each calls yield with every app, ordered by name and ID, from one state of the
// database. It holds one app at a time and returns the error of yield. It fails when the
// database restarts the transaction after the first app, as a database server may.
func (p Subset) Each(ctx context.Context, yield func(storage.App) error) error {
	return each(ctx, p, func(tx *storage.Tx, q storage.AppQuery) iter.Seq2[storage.App, error] { return tx.Apps.List(q) }, yield)
}

// EachEncoded is [Subset.Each] with the apps in their JSON form.
func (p Subset) EachEncoded(ctx context.Context, yield func(storage.ListedApp) error) error {
	return each(ctx, p, (*storage.Tx).EncodedApps, yield)
}

// each calls yield with the apps of a subset, as list yields them.
func each[A any](ctx context.Context, p Subset, list func(*storage.Tx, storage.AppQuery) iter.Seq2[A, error], yield func(A) error) error {
	yielded := false
	return p.fleet.store.View(ctx, func(tx *storage.Tx) error {
		s, err := p.selection(tx)
		if err != nil {
			return err
		}
		if yielded {
			return errListRestarted
		}
		for app, err := range list(tx, s.list) {
			if err != nil {
				return err
			}
			yielded = true
			if err := yield(app); err != nil {
				return err
			}
		}
		return nil
	})
}

// Size returns the number of apps.
func (p Subset) Size(ctx context.Context) (int, error) {
	return view(ctx, p, func(tx *storage.Tx, s selection) (int, error) { return s.count(tx) })
}

// Collecting is an app with the categories of data that its footprint does not cover, see
// [profile.Beyond].
type Collecting struct {
	storage.AppBrief
	Beyond map[string]profile.Tier
}

// AllCollecting returns what [Subset.EachCollecting] yields as a slice. It is for small
// fleets.
func (p Subset) AllCollecting(ctx context.Context) ([]Collecting, error) {
	return view(ctx, p, func(tx *storage.Tx, s selection) ([]Collecting, error) {
		return storage.Collect(p.fleet.labels.collecting(tx, s.list))
	})
}

// EachCollecting is [Subset.Each] that also passes the categories of data that the footprint
// of an app does not cover, see [profile.Beyond].
func (p Subset) EachCollecting(ctx context.Context, yield func(storage.AppBrief, map[string]profile.Tier) error) error {
	return each(ctx, p, p.fleet.labels.collecting, func(app Collecting) error { return yield(app.AppBrief, app.Beyond) })
}

// Grouped returns the apps by privacy type and category: types from the least to the
// most severe, then unknown ones. Types without categories are left out. Concurrent
// calls wait for each other.
func (p Subset) Grouped(ctx context.Context) ([]Group, error) {
	select {
	case p.fleet.grouping <- struct{}{}:
		defer func() { <-p.fleet.grouping }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return view(ctx, p, func(tx *storage.Tx, s selection) ([]Group, error) { return p.fleet.grouped(tx, s.list) })
}

// withoutAccepted computes the badges of apps without the concerns that the user accepted
// permanently.
func (m *GridMeta) withoutAccepted(tx *storage.Tx, apps []storage.ListedApp, mine profile.Privacy) error {
	if !mine.Active() {
		return nil
	}
	accepted, err := review.AcceptedForGood(tx)
	if err != nil || len(accepted) == 0 {
		return err
	}
	for _, app := range apps {
		concerns := accepted[app.ID]
		if len(concerns) == 0 || app.LabelDigest.IsZero() {
			continue
		}
		label, err := tx.Labels.Get(app.LabelDigest)
		if err != nil {
			return err
		}
		m.ProfileBadges[app.ID] = mine.Compare(app.Footprint).Without(func(mismatch profile.Mismatch) bool {
			at := slices.IndexFunc(concerns, func(c storage.Concern) bool { return c.Category == mismatch.Category })
			return at >= 0 && len(profile.NewData(concerns[at].Accepted, profile.DataOf(label.Label, mismatch.Category))) == 0
		}).Badge()
	}
	return nil
}
