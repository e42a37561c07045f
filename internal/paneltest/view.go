package paneltest

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/storage"
)

// CompareViews compares the columns and rows of the views of a database with those of a data set
// of all its records.
func CompareViews(t testing.TB, db *sql.DB, zipped []byte) {
	t.Helper()
	views := 0
	for _, table := range dataset.Tables() {
		if table.View == "" {
			continue
		}
		views++
		want := TableOf(t, zipped, table.Name)
		if len(want) == 1 {
			t.Errorf("%s has no rows, so nothing is tested", table.Name)
		}
		got, err := rowsOf(t.Context(), db, table)
		if err != nil {
			t.Fatalf("%s: %v", table.View, err)
		}
		for _, rows := range [][][]string{want[1:], got[1:]} {
			slices.SortFunc(rows, slices.Compare)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s and the table %s (-table +view):\n%s", table.View, table.Name, diff)
		}
	}
	if views == 0 {
		t.Error("no table has a view")
	}
}

// rowsOf returns the rows of a view in the form of CSV, the names of the columns first.
func rowsOf(ctx context.Context, db *sql.DB, table dataset.Table) (_ [][]string, err error) {
	found, err := db.QueryContext(ctx, "SELECT * FROM "+table.View)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	names, err := found.Columns()
	if err != nil {
		return nil, err
	}
	rows := [][]string{names}
	cells, into := make([]any, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	for found.Next() {
		if err := found.Scan(into...); err != nil {
			return nil, err
		}
		row := make([]string, len(names))
		for i, cell := range cells {
			row[i] = textOf(cell, i < len(table.Columns) && table.Columns[i].Type == dataset.Boolean)
		}
		rows = append(rows, row)
	}
	return rows, found.Err()
}

// textOf returns a value of a database as a cell.
func textOf(cell any, boolean bool) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case []byte:
		return string(v)
	case time.Time: // which a driver reads from text
		return ISO(storage.TimeOf(v))
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int64:
		if boolean {
			return strconv.FormatBool(v != 0)
		}
	}
	return fmt.Sprint(cell)
}

// CheckHeads compares the columns of the views in a script with the definition.
func CheckHeads(t testing.TB, script string) {
	t.Helper()
	for _, table := range dataset.Tables() {
		if table.View == "" {
			continue
		}
		var names []string
		for _, c := range table.Columns {
			names = append(names, c.Name)
		}
		if head := "CREATE VIEW " + table.View + " (" + strings.Join(names, ", ") + ") AS\n"; !strings.Contains(script, head) {
			t.Errorf("the script has no view that begins with:\n%s", head)
		}
	}
}
