package bundle

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/spreadsheet"
	"github.com/privacylabels/auditor/internal/viewstream"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// tableHeader is the first line of the table.
const tableHeader = "App Name,Developer,URL,Last Synced,Privacy Type,Category"

// WriteCSV writes all apps as a table (RFC 4180, with LF line ends): one row for
// each category of each privacy type, ordered by app, type and category, and one
// row for an app or type without any. All cells are quoted. A cell that a
// spreadsheet would take for a formula starts with an apostrophe.
func (s *Service) WriteCSV(ctx context.Context, w io.Writer) error {
	return viewstream.Write(ctx, s.config.Store, w, func(tx *storage.Tx, out *bufio.Writer) error {
		if _, err := out.WriteString(tableHeader); err != nil {
			return err
		}
		ends := make(map[labelOfStore][]string) // of the rows of an app with this label
		var begin []byte
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			key := labelOfStore{app.LabelDigest, app.Store()}
			rows, known := ends[key]
			if !known {
				label, err := labelOf(tx, app)
				if err != nil {
					return err
				}
				if len(ends) == maxLabels {
					clear(ends)
				}
				rows = rowEnds(key.store, label)
				ends[key] = rows
			}
			begin = appendCells(append(begin[:0], '\n'), app.Name, string(app.Developer), app.URL, date(app.LastSynced))
			for _, end := range rows {
				out.Write(begin) // the next write returns its error as well
				if _, err := out.WriteString(end); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// maxLabels is how many labels are held while a table is written.
const maxLabels = 1000

// labelOfStore is a label of an app in a store: two stores may have a label, each with names of its own.
type labelOfStore struct {
	digest storage.Digest
	store  string
}

// rowEnds returns the last cells of the rows of an app in a store with a label, after a comma: of at
// least one row.
func rowEnds(store string, l storage.Label) (ends []string) {
	add := func(privacyType, category string) {
		ends = append(ends, string(appendCells([]byte{','}, privacyType, category)))
	}
	types := order.Sorted(slices.Values(l.Types), func(a, b storage.PrivacyType) int { return cmp.Compare(a.Identifier, b.Identifier) })
	for _, t := range types {
		name := vocabulary.Heading(store, t.Identifier, t.Title)
		if len(t.Categories) == 0 {
			add(name, "")
		}
		categories := order.Sorted(slices.Values(t.Categories), func(a, b storage.LabelCategory) int {
			return cmp.Compare(a.Identifier, b.Identifier)
		})
		for _, c := range categories {
			add(name, vocabulary.CategoryName(t.Identifier, c.Identifier, c.Title))
		}
	}
	if ends == nil {
		add("", "")
	}
	return ends
}

// date returns the day of a time in UTC, "" for zero.
func date(t storage.Time) string {
	if t == 0 {
		return ""
	}
	return t.Std().Format("2006-01-02")
}

// appendCells appends cells in quotes, with commas between them.
func appendCells(row []byte, cells ...string) []byte {
	for i, cell := range cells {
		if i > 0 {
			row = append(row, ',')
		}
		row = append(row, '"')
		if spreadsheet.IsFormula(cell) {
			row = append(row, spreadsheet.Mark)
		}
		for part := range strings.SplitSeq(cell, `"`) {
			row = append(append(row, part...), `""`...)
		}
		row = append(row[:len(row)-len(`""`)], '"')
	}
	return row
}
