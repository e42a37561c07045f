package reading

import (
	"cmp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// The columns of the labels of each store.
var (
	appStoreTypes = []string{storage.DataUsedToTrackYou, storage.DataLinkedToYou, storage.DataNotLinkedToYou}
	playTypes     = []string{storage.DataShared, storage.DataCollected}
)

// columnsOf returns the columns of labels that are shown together: those of the stores that they
// are of.
func columnsOf(labels ...[]storage.PrivacyType) (columns []string) {
	has := func(columns []string) bool {
		return slices.ContainsFunc(slices.Concat(labels...), func(t storage.PrivacyType) bool { return slices.Contains(columns, t.Identifier) })
	}
	play := has(playTypes)
	if !play || has(appStoreTypes) {
		columns = appStoreTypes
	}
	if play {
		columns = slices.Concat(columns, playTypes)
	}
	return columns
}

// matrix is a label as a table of categories and types.
type matrix struct {
	Columns []column
	Rows    []matrixRow
	// Plain is what the label says where it names no category.
	Plain language.Words
}

// column is a type of a label, or something else with a color, in words.
type column struct {
	Class string
	Word  language.Words
}

type matrixRow struct {
	Category string
	Cells    []cell // as many as columns
	Differs  bool   // of a comparison
}

// cell is what an app declares of a category in a type.
type cell struct {
	Declared bool
	column
	Data   string // data types
	Uses   string // purposes
	Since  storage.NullTime
	Before storage.NullTime // it was there when the app was first read
}

// matrixOf returns the table of a label of a store, with these columns. Since holds when each category
// was added to a type, as far as that was seen.
func matrixOf(say *language.Language, store string, columns []string, types []storage.PrivacyType, since map[[2]string]storage.Time) matrix {
	var m matrix
	for _, id := range columns {
		m.Columns = append(m.Columns, typeWords[id])
	}
	for _, t := range types {
		m.Plain = cmp.Or(language.Words(vocabulary.Plain(store, t.Identifier)), m.Plain)
		at := slices.Index(columns, t.Identifier)
		if at < 0 {
			continue
		}
		for _, c := range t.Categories {
			row := m.row(say, t.Identifier, c)
			row.Cells[at] = cellOf(say, t, c, since)
		}
	}
	order.Sort(m.Rows, func(a, b matrixRow) int { return strings.Compare(a.Category, b.Category) })
	return m
}

// from sets when the app was first read, for what it has declared since then or longer.
func (m *matrix) from(first storage.Time) {
	for _, row := range m.Rows {
		for i := range row.Cells {
			if row.Cells[i].Declared && row.Cells[i].Since == 0 {
				row.Cells[i].Before = storage.NullTime(first)
			}
		}
	}
}

// row returns the row of a category of a privacy type, which it adds if there is none.
func (m *matrix) row(say *language.Language, privacyType string, c storage.LabelCategory) *matrixRow {
	name := say.CategoryName(privacyType, c.Identifier, c.Title)
	at := slices.IndexFunc(m.Rows, func(r matrixRow) bool { return r.Category == name })
	if at < 0 {
		at = len(m.Rows)
		m.Rows = append(m.Rows, matrixRow{Category: name, Cells: make([]cell, len(m.Columns))})
	}
	return &m.Rows[at]
}

func cellOf(say *language.Language, t storage.PrivacyType, c storage.LabelCategory, since map[[2]string]storage.Time) cell {
	made := cell{Declared: true, column: typeWords[t.Identifier], Since: storage.NullTime(since[[2]string{t.Identifier, c.Identifier}])}
	_, purpose, dataType := vocabulary.KindsOf(t.Identifier)
	var data, uses []string
	add := func(types []storage.DataType) {
		for _, d := range types {
			named := say.Name(dataType, d.Identifier, d.Title)
			if d.Optional {
				named = string(say.Text("%s (optional)", named))
			}
			if !slices.Contains(data, named) {
				data = append(data, named)
			}
		}
	}
	add(c.DataTypes)
	for _, p := range t.Purposes {
		for _, of := range p.Categories {
			if of.Identifier == c.Identifier {
				uses = append(uses, say.Name(purpose, p.Identifier, p.Title))
				add(of.DataTypes)
			}
		}
	}
	made.Data, made.Uses = strings.Join(data, ", "), strings.Join(uses, ", ")
	return made
}

// sinceOf returns when each category was last added to a type.
func sinceOf(rows []changelog.FeedRow) map[[2]string]storage.Time {
	since := make(map[[2]string]storage.Time)
	for _, row := range slices.Backward(rows) { // oldest first
		e := row.Entry
		if e.Type != storage.EntryAdded || e.PrivacyType == "" {
			continue
		}
		if e.DataCategory != "" {
			since[[2]string{e.PrivacyType, e.DataCategory}] = row.ScrapedAt
		}
		for _, p := range e.Parts {
			if e.DataCategory == "" && p.DataCategory != "" {
				since[[2]string{e.PrivacyType, p.DataCategory}] = row.ScrapedAt
			}
		}
	}
	return since
}

func (m matrix) write(to *ui.Markup) {
	to.Add(`<div class="scroll" tabindex="0"><table class="matrix cards"><thead><tr><th scope="col">Data</th>`)
	for _, c := range m.Columns {
		to.Add(`<th scope="col">{}</th>`, c.Word)
	}
	to.Add(`</tr></thead>
		<tbody>`)
	for _, row := range m.Rows {
		to.Add(`<tr><th scope="row">{}</th>`, row.Category)
		for _, c := range row.Cells {
			to.Add(`<td>`)
			c.write(to)
			to.Add(`</td>`)
		}
		to.Add(`</tr>
		`)
	}
	to.Add(`</tbody></table></div>`)
}

func (c cell) write(m *ui.Markup) {
	if !c.Declared {
		writeNotDeclared(m)
		return
	}
	m.Add(`<span class="kind {}">{}</span>`, c.Class, c.Word)
	if c.Data != "" {
		m.Add(`<div class="small">{}</div>`, c.Data)
	}
	if c.Uses != "" {
		m.Add(`<div class="small soft">for {}</div>`, c.Uses)
	}
	if c.Since != 0 {
		m.Add(`<div class="small soft">since {}</div>`, m.Date(c.Since))
	} else if c.Before != 0 {
		m.Add(`<div class="small soft">since {} or before</div>`, m.Date(c.Before))
	}
}

// writeNotDeclared writes that a label does not declare something.
func writeNotDeclared(m *ui.Markup) {
	m.Add(`<span class="none" aria-label="not declared">–</span>`)
}
