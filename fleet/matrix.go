package fleet

import (
	"iter"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/storage"
)

// MatrixApp is an app of a matrix.
type MatrixApp struct {
	ID            storage.AppID `json:"id"`
	Name          string        `json:"name"`
	IconURL       storage.Text  `json:"iconUrl"`
	Developer     storage.Text  `json:"developer"`
	CategoryCount int           `json:"categoryCount"` // different ones
}

// MatrixCategory is a category that at least one app collects.
type MatrixCategory struct {
	Identifier string `json:"identifier"`
	Label      string `json:"label"`
	AppCount   int    `json:"appCount"`
}

// MatrixSeverity is what a cell may say.
type MatrixSeverity struct {
	Identifier string `json:"identifier"` // of a heading of labels
	Label      string `json:"label"`
}

// Matrix is which app collects what, as far as labels name the categories that
// profiles know. It is made of the rows of apps alone, and holds sixteen bytes of
// each that collects anything. The zero value has no apps. It is not safe for
// concurrent use.
type Matrix struct {
	rows []matrixRow
	apps map[string]int // by category
}

type matrixRow struct {
	app       storage.AppID
	footprint storage.Footprint
}

// Add adds an app, and returns what the matrix shows of it beside its cells.
func (m *Matrix) Add(app storage.App) MatrixApp {
	if m.apps == nil {
		m.apps = make(map[string]int)
	}
	row := MatrixApp{ID: app.ID, Name: app.Name, IconURL: app.IconURL, Developer: app.Developer}
	for category := range profile.Collected(app.Footprint) {
		row.CategoryCount++
		m.apps[category]++
	}
	if row.CategoryCount > 0 {
		m.rows = append(m.rows, matrixRow{app.ID, app.Footprint})
	}
	return row
}

// Categories returns those that any app collects, in the order of
// [profile.Categories].
func (m *Matrix) Categories() []MatrixCategory {
	all := []MatrixCategory{}
	for _, category := range profile.Categories() {
		if n := m.apps[category]; n > 0 {
			all = append(all, MatrixCategory{category, profile.CategoryLabel(category), n})
		}
	}
	return all
}

// Severities returns what cells may say, the least severe first.
func (m *Matrix) Severities() []MatrixSeverity {
	return []MatrixSeverity{
		{profile.NotLinked.Heading(), "Data Not Linked to You"},
		{profile.Linked.Heading(), "Data Linked to You"},
		{profile.Tracking.Heading(), "Data Used to Track You"},
	}
}

// Cells yields the apps that collect anything, in the order in which they were
// added, each with the heading under which it does so, by category: the most
// severe of them.
func (m *Matrix) Cells() iter.Seq2[storage.AppID, map[string]string] {
	return func(yield func(storage.AppID, map[string]string) bool) {
		for _, row := range m.rows {
			cells := map[string]string{}
			for category, tier := range profile.Collected(row.footprint) {
				cells[category] = tier.Heading()
			}
			if !yield(row.app, cells) {
				return
			}
		}
	}
}
