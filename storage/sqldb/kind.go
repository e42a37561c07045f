package sqldb

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// kind declares one kind of record.
type kind[K comparable, R storage.Record[K], Q any] struct {
	table string

	// columns are all of the table, those of the key first.
	columns []column[R]

	// key returns the values of the key's columns.
	key func(K) []any

	// settled are columns that indexes hold and that hardly ever change. Where a
	// statement takes one record, a row that keeps them is written without a
	// touch to those indexes, which is most of what a refresh would write.
	settled []string

	// query narrows and orders a selection as the kind's query asks.
	query func(Q, *selection)

	// days narrows a selection of the days on which the query counts, and says
	// whether it counts whole days and nothing that is not kept of those; nil: no
	// query does.
	days func(Q, *selection) bool

	// made by compile
	rewrite          func(string) string
	list, get, clear string
	size             string   // tells how many there are; empty: they are counted
	daily            string   // the table of how many there are on each day; empty: there is none
	puts, deletes    []string // for 1, 2, 4, 8, … records
	rows             int
	amend            string // a row that keeps what is settled
	amended          []int  // the columns in the order of its parameters
}

// compile writes down the statements that are always the same.
func (k *kind[K, R, Q]) compile(d Dialect) {
	k.rewrite, k.rows = d.rewrite, max(d.Rows, 1)
	names := make([]string, len(k.columns))
	for i, c := range k.columns {
		names[i] = c.name
	}
	var none K
	keys, rest := names[:len(k.key(none))], names[len(k.key(none)):]

	found := strings.Join(keys, " = ? AND ") + " = ?"
	row := "(" + strings.Repeat("?, ", len(names)-1) + "?)"
	insert := "INSERT INTO " + k.table + " (" + strings.Join(names, ", ") + ") VALUES "
	replace := " ON CONFLICT (" + strings.Join(keys, ", ") + ") DO NOTHING"
	if len(rest) > 0 {
		sets := make([]string, len(rest))
		for i, name := range rest {
			sets[i] = name + " = excluded." + name
		}
		replace = " ON CONFLICT (" + strings.Join(keys, ", ") + ") DO UPDATE SET " + strings.Join(sets, ", ")
	}

	if len(k.settled) > 0 && k.rows == 1 {
		k.compileAmend(names, len(keys))
	}
	k.list = "SELECT " + strings.Join(names, ", ") + " FROM " + k.table
	k.get = d.rewrite(k.list + " WHERE " + found)
	k.clear = "DELETE FROM " + k.table
	if d.Size != nil {
		k.size = d.Size(k.table)
	}
	if d.Daily != nil && k.days != nil {
		k.daily = d.Daily(k.table)
	}
	for n := 1; n <= k.rows; n *= 2 {
		k.puts = append(k.puts, d.rewrite(insert+strings.Join(slices.Repeat([]string{row}, n), ", ")+replace))
		k.deletes = append(k.deletes, d.rewrite(k.clear+" WHERE "+strings.Join(slices.Repeat([]string{found}, n), " OR ")))
	}
}

func (k *kind[K, R, Q]) compileAmend(names []string, keys int) {
	var sets, kept []string
	var before, after []int
	for i, name := range names {
		if i < keys || slices.Contains(k.settled, name) {
			kept, after = append(kept, name+" = ?"), append(after, i)
		} else {
			sets, before = append(sets, name+" = ?"), append(before, i)
		}
	}
	k.amend = k.rewrite("UPDATE " + k.table + " SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(kept, " AND "))
	k.amended = append(before, after...)
}

// rewrite puts the database's own placeholders in place of question marks.
func (d Dialect) rewrite(query string) string {
	if d.Placeholder == nil {
		return query
	}
	parts := strings.Split(query, "?")
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteString(d.Placeholder(i))
		}
		b.WriteString(part)
	}
	return b.String()
}
