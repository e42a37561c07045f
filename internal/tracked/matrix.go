package tracked

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// MatrixApp is an app of a matrix.
type MatrixApp struct {
	ID            storage.AppID `json:"id"`            // the ID
	Name          string        `json:"name"`          // the name
	IconURL       storage.Text  `json:"iconUrl"`       // the URL of the icon; null: not known
	Developer     storage.Text  `json:"developer"`     // the developer of the app; null: not known
	CategoryCount int           `json:"categoryCount"` // the number of categories
}

// MatrixCategory is a category that at least one app collects.
type MatrixCategory struct {
	// The identifier that the App Store gives it, which does not depend on the language.
	Identifier string `json:"identifier"`
	Label      string `json:"label"`    // a name for people
	AppCount   int    `json:"appCount"` // number of apps
}

// MatrixSeverity is a value that a cell can have.
type MatrixSeverity struct {
	Identifier string `json:"identifier"` // the identifier of a heading in a label
	Label      string `json:"label"`      // a name for people
}

// MatrixCell is an app's use of the data of a category.
type MatrixCell struct {
	Category string
	Heading  string // the most severe one
}

// Matrix records which app collects which category of data. Its categories are those that
// profiles know, and others that labels name. It needs 24 bytes for each app that collects
// anything. The zero value has no apps. It is not safe for concurrent use.
type Matrix struct {
	rows []matrixRow
	apps map[string]int // by category
}

type matrixRow struct {
	app       storage.AppID
	footprint storage.Footprint
	beyond    map[string]profile.Tier
}

// Add adds an app with the categories that its footprint does not cover, see
// [profile.Beyond], and returns its row without the cells.
func (m *Matrix) Add(app storage.AppBrief, beyond map[string]profile.Tier) MatrixApp {
	row := MatrixApp{ID: app.ID, Name: app.Name, IconURL: app.IconURL, Developer: app.Developer}
	row.CategoryCount = m.count(app.Footprint, beyond, 1)
	if row.CategoryCount > 0 {
		m.rows = append(m.rows, matrixRow{app.ID, app.Footprint, beyond})
	}
	return row
}

// count adds a number of apps that have the same categories, and returns the number of
// those categories.
func (m *Matrix) count(f storage.Footprint, beyond map[string]profile.Tier, apps int) (categories int) {
	if m.apps == nil {
		m.apps = make(map[string]int)
	}
	for category := range collected(f, beyond) {
		categories++
		m.apps[category] += apps
	}
	return categories
}

// Categories returns the categories that any app collects, in the order of
// [profile.Categories], then others by identifier.
func (m *Matrix) Categories() []MatrixCategory {
	all := []MatrixCategory{}
	known := profile.Categories()
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(m.apps)), func(category string) bool { return slices.Contains(known, category) })
	for _, category := range append(known, others...) {
		if n := m.apps[category]; n > 0 {
			all = append(all, MatrixCategory{category, profile.CategoryLabel(category), n})
		}
	}
	return all
}

// Severities returns the values of cells, from the least to the most severe.
func (m *Matrix) Severities() []MatrixSeverity {
	return []MatrixSeverity{
		{profile.NotLinked.Heading(), "Data Not Linked to You"},
		{profile.Linked.Heading(), "Data Linked to You"},
		{profile.Tracking.Heading(), "Data Used to Track You"},
	}
}

// Cells yields the apps that collect anything, in the order in which they were added, each
// with its cells in the order of Categories. The slice is valid until the next iteration.
func (m *Matrix) Cells() iter.Seq2[storage.AppID, []MatrixCell] {
	return func(yield func(storage.AppID, []MatrixCell) bool) {
		var cells []MatrixCell
		for _, row := range m.rows {
			cells = cells[:0]
			for category, tier := range collected(row.footprint, row.beyond) {
				cells = append(cells, MatrixCell{category, tier.Heading()})
			}
			order.Sort(cells, func(a, b MatrixCell) int { return cmp.Compare(a.Category, b.Category) })
			if !yield(row.app, cells) {
				return
			}
		}
	}
}

// CollectingPage is a page of the apps that collect data, by name and ID.
type CollectingPage struct {
	Apps  []Collecting
	Total int // apps in the whole list

	Categories []MatrixCategory // that any app collects, see [Matrix.Categories]
}

// collectingKey names a page of the apps that collect data.
type collectingKey struct {
	store         string
	what          Collected
	limit, offset int
}

// maxStores is the maximum number of stores whose sizes a service keeps.
const maxStores = 16

// SizeOf returns the number of the apps of a store. It is kept until an app is written.
func (s *Service) SizeOf(ctx context.Context, store string) (int, error) {
	return derived.Get(ctx, s.ofStores, store, func(tx *storage.Tx) (int, error) { return tx.Apps.Count(storage.AppQuery{Store: store}) })
}

// maxCollecting is the maximum number of pages that a service keeps.
const maxCollecting = 16

// CollectingPage returns up to limit of the apps of a store, or of all if it is empty, that collect what is given,
// starting at offset. It computes the totals from the number of
// apps with each label and reads only the apps of the page, unless a label names categories
// that profiles do not know. The page is kept until an app is written.
func (s *Service) CollectingPage(ctx context.Context, store string, what Collected, limit, offset int) (CollectingPage, error) {
	key := collectingKey{store, what, limit, offset}
	page, err := derived.Get(ctx, s.collecting, key, func(tx *storage.Tx) (CollectingPage, error) { return s.collectingPage(tx, key) })
	page.Apps, page.Categories = slices.Clone(page.Apps), slices.Clone(page.Categories)
	return page, err
}

func (s *Service) collectingPage(tx *storage.Tx, key collectingKey) (CollectingPage, error) {
	page := CollectingPage{Apps: []Collecting{}}
	counts, err := tx.AppsByLabel()
	if err != nil {
		return page, err
	}
	var matrix Matrix
	others := false
	for _, count := range counts {
		label, err := s.labels.of(tx, count.Label)
		if err != nil {
			return page, err
		}
		if key.store != "" && label.store != key.store {
			continue
		}
		matrix.count(label.footprint, label.beyond, count.Apps)
		if key.what.in(collected(label.footprint, label.beyond)) {
			page.Total += count.Apps
		}
		others = others || len(label.beyond) > 0
	}
	page.Categories = matrix.Categories()
	mask := profile.Reaching(key.what.Category, key.what.Use) // nothing for a category that footprints do not cover
	switch {
	case page.Total == 0:
		return page, nil
	case !others && mask != (storage.FootprintMask{}):
		err = page.read(tx, storage.AppQuery{Store: key.store, Exceeds: mask, Limit: key.limit, Offset: key.offset})
	default:
		err = page.search(tx, &s.labels, key)
	}
	return page, err
}

// read adds the apps of a query.
func (p *CollectingPage) read(tx *storage.Tx, q storage.AppQuery) error {
	for app, err := range tx.AppBriefs(q) {
		if err != nil {
			return err
		}
		p.Apps = append(p.Apps, Collecting{AppBrief: app})
	}
	return nil
}

// search reads all apps to find those of a page.
func (p *CollectingPage) search(tx *storage.Tx, labels *labels, key collectingKey) error {
	offset := key.offset
	for found, err := range labels.collecting(tx, storage.AppQuery{Store: key.store}) {
		if err != nil {
			return err
		}
		if !key.what.in(found.Categories()) {
			continue
		}
		if offset--; offset >= 0 {
			continue
		}
		if p.Apps = append(p.Apps, found); len(p.Apps) == key.limit {
			break
		}
	}
	return nil
}

// in reports whether it is among what an app collects.
func (c Collected) in(all iter.Seq2[string, profile.Tier]) bool {
	for category, use := range all {
		if (c.Category == "" || c.Category == category) && use >= c.Use {
			return true
		}
	}
	return false
}

// Categories yields the categories that the app collects, each with its worst tier.
func (c Collecting) Categories() iter.Seq2[string, profile.Tier] {
	return collected(c.Footprint, c.Beyond)
}

// collected yields the categories of a footprint, and those beyond it, each with its worst tier.
func collected(f storage.Footprint, beyond map[string]profile.Tier) iter.Seq2[string, profile.Tier] {
	return func(yield func(string, profile.Tier) bool) {
		for category, tier := range profile.Collected(f) {
			if !yield(category, tier) {
				return
			}
		}
		for category, tier := range beyond {
			if !yield(category, tier) {
				return
			}
		}
	}
}
