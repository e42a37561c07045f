package sqldb

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/storage"
)

// kind declares one kind of record.
type kind[K comparable, R storage.Record[K], Q storage.Query[R]] struct {
	table string

	// columns are all columns of the table but those of the text. Those of the key come
	// first, in the order of its fields.
	columns []column[R]

	// settled are indexed columns that seldom change. An update leaves out those that are
	// unchanged, because a database updates each index with a column in the statement,
	// which would be most of the cost of a refresh.
	settled []string

	// query narrows and orders a selection according to the kind's query.
	query func(Q, *selection)

	// text is the field with a text that is stored outside the row, see texts; nil: there
	// is none. Such records are put one at a time: when a row gets another text, the
	// database deletes its old text if no row has it, and the row of the next record might
	// need that.
	text func(*R) *string

	// part returns the name of the counter in the table sizes, see [Dialect.Counters], for
	// the records that a query without limit selects, "" if there is none. Nil: never. The
	// parts are apps, apps/changed, apps/failed, apps/delisted, and apps/risk= followed by
	// one of [storage.Risks].
	part func(Q) string

	// daily is the table that counts the records by day: it has the columns day, counted
	// from 1970-01-01 UTC, and n; the one for the changes that the feed shows also has type
	// and category. Days narrows a selection of it, and reports whether that can answer the
	// query.
	daily string
	days  func(Q, *selection) bool

	// rowsOf returns rows that implement more than [storage.Rows]. Nil: the table itself.
	rowsOf func(table[K, R, Q]) storage.Rows[K, R, Q]

	// tallied is the table that counts the records by some columns, and has a column n. Tally
	// narrows a selection of it, and another of the records to subtract from its sum, and
	// reports whether these can answer the query.
	tallied string
	tally   func(q Q, counters, excess *selection) bool
}

// compiled is a kind with its statements for a dialect.
type compiled[K comparable, R storage.Record[K], Q storage.Query[R]] struct {
	kind[K, R, Q]
	field            func(*storage.Tx) any // a *storage.Rows[K, R, Q]
	onPut, onDelete  storage.Tables        // the tables whose lists a write may change
	rewrite          func(string) string
	list, get, clear string
	counters         bool     // [Dialect.Counters]
	puts, deletes    []string // for 1, 2, 4, 8, … records; with a text, puts for 1 only
	rows             int
	keys             int       // the number of columns of the key
	settledColumns   []int     // the indexes of settled in columns; none if rows are replaced
	texts            *texts[R] // nil: there is no text outside the row

	mu         sync.Mutex
	amendments map[uint64]amendment
}

// amendment is a statement that updates some columns of a row, and the columns that its
// parameters stand for.
type amendment struct {
	statement string
	columns   []int
}

// maxAmendments is the maximum number of statements of a kind for different sets of changed
// settled columns. Few sets occur; rows with another set of changes are replaced.
const maxAmendments = 24

// compile builds the statements that do not depend on a query.
func (k *compiled[K, R, Q]) compile(d Dialect) {
	k.rewrite, k.rows, k.counters = d.rewrite, max(d.Rows, 1), d.Counters
	if k.text != nil {
		k.columns = append(slices.Clip(k.columns), named(k.text))
	}
	names := make([]string, len(k.columns))
	for i, c := range k.columns {
		names[i] = c.name
	}
	var none K
	k.keys = len(keyValues(none))
	keys, rest := names[:k.keys], names[k.keys:]

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
	if k.text != nil {
		k.texts = newTexts(k.text, d, k.table, keys)
	}
	for n := 1; n <= k.rows; n *= 2 {
		if n == 1 || k.text == nil {
			k.puts = append(k.puts, d.rewrite(insert+strings.Join(slices.Repeat([]string{row}, n), ", ")+replace))
		}
		k.deletes = append(k.deletes, d.rewrite(k.clear+" WHERE "+strings.Join(slices.Repeat([]string{found}, n), " OR ")))
	}
}

// amendment returns a statement that updates a row of which only the settled columns in the
// bit set changed have other values, and the columns that its parameters stand for. If the
// statement is empty, the row must be replaced.
func (k *compiled[K, R, Q]) amendment(changed uint64) (statement string, columns []int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if a, ok := k.amendments[changed]; ok {
		return a.statement, a.columns
	}
	if len(k.amendments) >= maxAmendments {
		return "", nil
	}
	var sets, kept []string
	var after []int
	for i, c := range k.columns {
		settled := slices.Index(k.settledColumns, i)
		switch {
		case i < k.keys:
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

// rewrite replaces question marks by the placeholders of the database.
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

// keyValues returns the values of the columns of a key, in the order of its fields.
func keyValues[K comparable](key K) []any {
	if text, ok := any(key).(string); ok {
		return []any{text}
	}
	return appendKey(nil, reflect.ValueOf(key))
}

func appendKey(values []any, key reflect.Value) []any {
	switch key.Kind() {
	case reflect.Struct:
		for i := range key.NumField() {
			values = appendKey(values, key.Field(i))
		}
		return values
	case reflect.Array:
		digest := key.Interface().(storage.Digest)
		return append(values, digest[:])
	case reflect.String:
		return append(values, key.String())
	}
	return append(values, key.Int())
}

// declared holds what compiles each kind of record for a dialect. The files of this package
// add to it with declare.
var declared []func(Dialect) anyKind

// declare adds a kind of record to every store. Field returns a pointer to its table, which is
// a field of [storage.Tx].
func declare[K comparable, R storage.Record[K], Q storage.Query[R]](field func(*storage.Tx) any, k kind[K, R, Q]) struct{} {
	declared = append(declared, func(d Dialect) anyKind {
		c := &compiled[K, R, Q]{kind: k, field: field}
		for _, other := range storage.Kinds() {
			if _, same := other.New().(*R); same {
				c.onPut, c.onDelete = storage.Affected(other.Name(), false), storage.Affected(other.Name(), true)
			}
		}
		c.compile(d)
		return c
	})
	return struct{}{}
}

// anyKind is a compiled kind of record, independent of its types.
type anyKind interface {
	// open sets the table of the kind in a transaction.
	open(*tx)
}

func (k *compiled[K, R, Q]) open(t *tx) {
	var rows storage.Rows[K, R, Q] = table[K, R, Q]{t}
	if k.rowsOf != nil {
		rows = k.rowsOf(table[K, R, Q]{t})
	}
	*k.field(&t.tables).(*storage.Rows[K, R, Q]) = rows
}

// kindsFor returns all kinds, compiled for a dialect.
func kindsFor(d Dialect) []anyKind {
	kinds := make([]anyKind, len(declared))
	for i, compile := range declared {
		kinds[i] = compile(d)
	}
	return kinds
}
