package bundle

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/backup/internal/viewstream"
	"github.com/privacylabels/auditor/storage"
)

// tableHeader is the first line of the table.
const tableHeader = "App Name,Developer,URL,Last Synced,Privacy Type,Category"

// WriteCSV writes all apps as a table (RFC 4180, with LF line ends): one row for
// each category of each privacy type, ordered by app, type and category, and one
// row for an app or type without any. All cells are quoted. A cell that a
// spreadsheet would take for a formula starts with an apostrophe.
func (s *Service) WriteCSV(ctx context.Context, w io.Writer) error {
	return viewstream.Write(ctx, s.store, w, func(tx *storage.Tx, out *bufio.Writer) error {
		if _, err := out.WriteString(tableHeader); err != nil {
			return err
		}
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			label, err := labelOf(tx, app)
			if err != nil {
				return err
			}
			for _, row := range tableRows(label) {
				cells := []string{app.Name, string(app.Developer), app.URL, date(app.LastSynced), row.privacyType, row.category}
				if err := writeRow(out, cells); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

type tableRow struct{ privacyType, category string }

// tableRows returns the rows of an app, at least one.
func tableRows(l storage.Label) []tableRow {
	var rows []tableRow
	types := slices.SortedFunc(slices.Values(l.Types), func(a, b storage.PrivacyType) int { return cmp.Compare(a.Identifier, b.Identifier) })
	for _, t := range types {
		name := cmp.Or(t.Title, t.Identifier)
		if len(t.Categories) == 0 {
			rows = append(rows, tableRow{privacyType: name})
		}
		categories := slices.SortedFunc(slices.Values(t.Categories), func(a, b storage.LabelCategory) int {
			return cmp.Compare(a.Identifier, b.Identifier)
		})
		for _, c := range categories {
			rows = append(rows, tableRow{name, cmp.Or(c.Title, c.Identifier)})
		}
	}
	if rows == nil {
		rows = []tableRow{{}}
	}
	return rows
}

// date returns the day of a time in UTC, "" for zero.
func date(t storage.Time) string {
	if t == 0 {
		return ""
	}
	return t.Std().Format("2006-01-02")
}

// writeRow writes a row on a new line.
func writeRow(w *bufio.Writer, cells []string) error {
	for i, cell := range cells {
		separator := ","
		if i == 0 {
			separator = "\n"
		}
		if _, err := w.WriteString(separator + quoted(cell)); err != nil {
			return err
		}
	}
	return nil
}

// quoted quotes a cell.
func quoted(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", firstRune(cell)) {
		cell = "'" + cell
	}
	return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
