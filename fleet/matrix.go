package fleet

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/storage"
)

// MatrixApp is an app of a matrix.
type MatrixApp struct {
	ID            storage.AppID `json:"id"`
	Name          string        `json:"name"`
	IconURL       storage.Text  `json:"iconUrl"`
	Developer     storage.Text  `json:"developer"`
	CategoryCount int           `json:"categoryCount"` // distinct categories
}

// MatrixCategory is a category that at least one app collects.
type MatrixCategory struct {
	Identifier string `json:"identifier"`
	Label      string `json:"label"`
	AppCount   int    `json:"appCount"`
}

// MatrixSeverity is a value that a cell can have.
type MatrixSeverity struct {
	Identifier string `json:"identifier"` // of a heading in a label
	Label      string `json:"label"`
}

// MatrixCell says how far an app goes in a category.
type MatrixCell struct {
	Category string
	Heading  string // the most severe one
}

// Matrix shows which app collects which category of data: those that profiles know, and
// others that labels name. It is built from the rows of apps and needs 24 bytes for each
// app that collects anything. The zero value has no apps. It is not safe for concurrent
// use.
type Matrix struct {
	rows []matrixRow
	apps map[string]int // by category
}

type matrixRow struct {
	app       storage.AppID
	footprint storage.Footprint
	beyond    map[string]profile.Tier
}

// Add adds an app with the categories beyond its footprint, see [profile.Beyond], and
// returns its row without the cells.
func (m *Matrix) Add(app storage.AppBrief, beyond map[string]profile.Tier) MatrixApp {
	if m.apps == nil {
		m.apps = make(map[string]int)
	}
	row := MatrixApp{ID: app.ID, Name: app.Name, IconURL: app.IconURL, Developer: app.Developer, CategoryCount: len(beyond)}
	for category := range profile.Collected(app.Footprint) {
		row.CategoryCount++
		m.apps[category]++
	}
	for category := range beyond {
		m.apps[category]++
	}
	if row.CategoryCount > 0 {
		m.rows = append(m.rows, matrixRow{app.ID, app.Footprint, beyond})
	}
	return row
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

// Cells yields the apps that collect anything, in the order in which they were added,
// with their cells by category. The slice is valid until the next app.
func (m *Matrix) Cells() iter.Seq2[storage.AppID, []MatrixCell] {
	return func(yield func(storage.AppID, []MatrixCell) bool) {
		var cells []MatrixCell
		for _, row := range m.rows {
			cells = cells[:0]
			for category, tier := range profile.Collected(row.footprint) {
				cells = append(cells, MatrixCell{category, tier.Heading()})
			}
			for category, tier := range row.beyond {
				cells = append(cells, MatrixCell{category, tier.Heading()})
			}
			slices.SortFunc(cells, func(a, b MatrixCell) int { return cmp.Compare(a.Category, b.Category) })
			if !yield(row.app, cells) {
				return
			}
		}
	}
}
