package sqldb

import (
	"slices"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/storage"
)

// kind declares one kind of record.
type kind[K comparable, R storage.Record[K], Q storage.Query[R]] struct {
	table string

	// columns are all of the table, those of the key first.
	columns []column[R]

	// key returns the values of the key's columns.
	key func(K) []any

	// settled are indexed columns that seldom change. A row is updated without those of
	// them that are the same: a database writes each index with an updated column again,
	// which would be most of the cost of a refresh.
	settled []string

	// query narrows and orders a selection as the kind's query asks.
	query func(Q, *selection)

	// texts stores the text of a record outside of its row; nil: no text. Such records
	// are put one at a time: once a row has another text, the database deletes the one
	// that it had, which must not be that of a record whose row is still to come.
	texts *texts[R]

	// part names the part of the records that a query selects if it has no limit, for
	// [Dialect.Counters]: that of the table for all of them, empty for one without a counter.
	// Nil: only the table is counted.
	part func(Q) string

	// days narrows a selection of the daily counts, and reports whether these can
	// answer the query; nil: never.
	days func(Q, *selection) bool

	// rowsOf returns the rows of a kind that serve more than [storage.Rows]; nil: those
	// of every kind.
	rowsOf func(table[K, R, Q]) storage.Rows[K, R, Q]

	// tally narrows a selection of the counters that the database maintains, and another
	// one of records that they count in excess. It reports whether these can answer the
	// query; nil: never.
	tally func(q Q, counters, excess *selection) bool

	// made by compile
	field            func(*storage.Tx) any // a *storage.Table[K, R, Q]
	onPut, onDelete  storage.Tables        // whose lists a write may change
	rewrite          func(string) string
	list, get, clear string
	size             func(part string) string // as in Dialect
	daily            string                   // the table of daily counts; empty: none
	puts, deletes    []string                 // for 1, 2, 4, 8, … records; puts of texts for 1 only
	tallied          string                   // the table of counters; empty: none
	rows             int
	settledColumns   []int // their indexes; none if rows are replaced

	mu         sync.Mutex
	amendments map[uint64]amendment
}

// amendment is a statement that updates a row, with the columns of its parameters.
type amendment struct {
	statement string
	columns   []int
}

// maxAmendments is how many statements a kind has for rows of which different settled
// columns changed. Few of them ever change together; rows with others are replaced.
const maxAmendments = 24

// compile builds the statements that do not depend on a query.
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

	if !d.Replace {
		for i, name := range names {
			if slices.Contains(k.settled, name) {
				k.settledColumns, k.rows = append(k.settledColumns, i), 1
			}
		}
	}
	k.list = selecting(k.columns, k.table)
	k.get = d.rewrite(k.list + " WHERE " + found)
	k.clear = "DELETE FROM " + k.table
	if k.texts != nil {
		k.texts.compile(d, k.table, k.list, keys)
	}
	k.size = d.size
	if k.days != nil {
		k.daily = d.daily(k.table)
	}
	if k.tally != nil {
		k.tallied = d.tally(k.table)
	}
	for n := 1; n <= k.rows; n *= 2 {
		if n == 1 || k.texts == nil {
			k.puts = append(k.puts, d.rewrite(insert+strings.Join(slices.Repeat([]string{row}, n), ", ")+replace))
		}
		k.deletes = append(k.deletes, d.rewrite(k.clear+" WHERE "+strings.Join(slices.Repeat([]string{found}, n), " OR ")))
	}
}

// amendment returns the statement that updates a row whose settled columns, but for those
// with the bits of changed, are the same, and the columns of its parameters. Empty: such
// rows are replaced.
func (k *kind[K, R, Q]) amendment(changed uint64) (statement string, columns []int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if a, ok := k.amendments[changed]; ok {
		return a.statement, a.columns
	}
	if len(k.amendments) >= maxAmendments {
		return "", nil
	}
	var none K
	var sets, kept []string
	var after []int
	for i, c := range k.columns {
		settled := slices.Index(k.settledColumns, i)
		switch {
		case i < len(k.key(none)):
			kept, after = append(kept, c.name+" = ?"), append(after, i)
		case settled >= 0 && changed&(1<<settled) == 0:
			kept, after = append(kept, c.name+" IS NOT DISTINCT FROM ?"), append(after, i)
		default:
			sets, columns = append(sets, c.name+" = ?"), append(columns, i)
		}
	}
	statement = k.rewrite("UPDATE " + k.table + " SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(kept, " AND "))
	columns = append(columns, after...)
	if k.amendments == nil {
		k.amendments = make(map[uint64]amendment)
	}
	k.amendments[changed] = amendment{statement, columns}
	return statement, columns
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

// declared makes the kinds of record that the files of this package describe.
var declared []func(Dialect) compiled

// declare adds a kind of record to every store. The function field returns a
// pointer to its table, a field of a [storage.Tx].
func declare[K comparable, R storage.Record[K], Q storage.Query[R]](
	describe func() kind[K, R, Q], field func(*storage.Tx) any,
) struct{} {
	declared = append(declared, func(d Dialect) compiled {
		k := describe()
		k.field = field
		for _, other := range storage.Kinds() {
			if _, same := other.New().(*R); same {
				k.onPut, k.onDelete = storage.Affected(other.Name(), false), storage.Affected(other.Name(), true)
			}
		}
		k.compile(d)
		return &k
	})
	return struct{}{}
}

// compiled is a kind of record, whatever its types.
type compiled interface {
	// open sets the kind's table of a transaction.
	open(*tx)
	// compact rewrites records that are in an outdated form, and returns how many.
	compact(t *tx, limit int) (int, error)
}

func (k *kind[K, R, Q]) open(t *tx) {
	var rows storage.Rows[K, R, Q] = table[K, R, Q]{t}
	if k.rowsOf != nil {
		rows = k.rowsOf(table[K, R, Q]{t})
	}
	*k.field(&t.tables).(*storage.Table[K, R, Q]) = storage.NewTable(rows)
}

// kindsFor returns all kinds, compiled for a dialect.
func kindsFor(d Dialect) []compiled {
	kinds := make([]compiled, len(declared))
	for i, compile := range declared {
		kinds[i] = compile(d)
	}
	return kinds
}
