package sqldb

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/storage"
)

// declaration is what the database needs to know of one kind of record beside its columns, which
// are in the tags of its fields: see [columnsOf].
type declaration struct {
	table string

	// derived are further columns, with their names.
	derived []column

	// settled are indexed columns that seldom change. An update leaves out those that are
	// unchanged, because a database updates each index with a column in the statement,
	// which would be most of the cost of a refresh.
	settled []string

	// query narrows and orders a selection according to the kind's query.
	query func(q any, s *selection)

	// part returns the name of the counter in the table sizes, see [Dialect.Counters], for
	// the records that a query without limit selects, "" if there is none. Nil: never. The
	// parts are apps, apps/changed, apps/failed, apps/delisted, and apps/risk= followed by
	// one of [storage.Risks].
	part func(q any) string

	// daily is the table that counts the records by day: it has the columns day, counted
	// from 1970-01-01 UTC, and n; the one for the changes that the feed shows also has type
	// and category. Days narrows a selection of it, and reports whether that can answer the
	// query.
	daily string
	days  func(q any, s *selection) bool

	// tallied is the table that counts the records by some columns, and has a column n. Tally
	// narrows a selection of it, and another of the records to subtract from its sum, and
	// reports whether these can answer the query.
	tallied string
	tally   func(q any, counters, excess *selection) bool

	// follower is called with what is written to the table; nil: no follower.
	follower *follower
}

// asking returns a function of a declaration, which takes queries of any type, from one that
// takes those of the kind.
func asking[Q any](query func(Q, *selection)) func(any, *selection) {
	return func(q any, s *selection) { query(q.(Q), s) }
}

// derived returns a column that is computed from the record when it is written.
func derived[R any](name string, value func(*R) (any, error)) column {
	return column{name: name, derive: func(record any) (any, error) { return value(record.(*R)) }}
}

// kind is one kind of record, with its statements for a dialect.
type kind struct {
	declaration
	storage.Kind
	record          reflect.Type
	columns         []column
	onPut, onDelete storage.Tables // the tables whose lists a write may change
	rewrite         func(string) string
	list, get       string
	counters        bool     // [Dialect.Counters]
	puts, deletes   []string // for 1, 2, 4, 8, … records; with a text, puts for 1 only
	update          string   // writes the columns of 1 record but its key, and then its key, into its row; empty: see Dialect.Replace
	putWithCourse   string   // puts 1 snapshot and reads the course of its app; empty: see Dialect.InsertWith
	rows            int
	keys            int    // the number of columns of the key
	settledColumns  []int  // the indexes of settled in columns; none if rows are replaced
	search          int    // the index of the column whose text is in app_search,
	searchBit       uint64 // and its bit as a settled column; 0: there is none
	texts           *texts // nil: there is no text outside the row

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

// compile returns a kind with the statements that do not depend on a query.
func compile(of storage.Kind, d Dialect) *kind {
	k := &kind{Kind: of, declaration: declared[of.Name()], record: reflect.TypeOf(of.New()).Elem()}
	k.columns = append(columnsOf(k.record), k.derived...)
	k.onPut, k.onDelete = storage.Affected(of.Name(), false), storage.Affected(of.Name(), true)
	k.rewrite, k.rows, k.counters = d.rewrite, max(d.Rows, 1), d.Counters

	names := make([]string, len(k.columns))
	for i, c := range k.columns {
		names[i] = c.name
		if c.key {
			k.keys++
		}
	}
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

	if d.Replace && len(k.settled) > 0 {
		k.update = d.rewrite("UPDATE " + k.table + " SET " + strings.Join(rest, " = ?, ") + " = ? WHERE " + found)
	}
	if !d.Replace {
		for i, name := range names {
			if slices.Contains(k.settled, name) {
				k.settledColumns, k.rows = append(k.settledColumns, i), 1
				if d.Trigrams && k.table == appsTable && name == "search" {
					k.search, k.searchBit = i, 1<<(len(k.settledColumns)-1)
				}
			}
		}
	}

	k.list = selecting(k.columns, k.table)
	k.get = d.rewrite(k.list + " WHERE " + found)
	for _, c := range k.columns {
		if c.coding == apart {
			k.texts = newTexts(c, d, k.table, keys)
		}
	}
	for n := 1; n <= k.rows; n *= 2 {
		if n == 1 || k.texts == nil {
			k.puts = append(k.puts, d.rewrite(insert+strings.Join(slices.Repeat([]string{row}, n), ", ")+replace))
		}
		k.deletes = append(k.deletes, d.rewrite("DELETE FROM "+k.table+" WHERE "+strings.Join(slices.Repeat([]string{found}, n), " OR ")))
	}
	if d.InsertWith && k.follower == snapshotsFollowed {
		k.putWithCourse = puttingWithCourse(k.puts[0], d.Placeholder(1))
	}
	return k
}

// amendment returns a statement that updates a row of which only the settled columns in the
// bit set changed have other values, and the columns that its parameters stand for. If the
// statement is empty, the row must be replaced.
func (k *kind) amendment(changed uint64) (statement string, columns []int) {
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
func keyValues(key any) []any {
	if text, ok := key.(string); ok {
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

// declared has the declaration of each kind by name, which is that of a field of
// [storage.Tx]. The files of this package add to it with declare.
var declared = make(map[string]declaration)

// declare adds the declaration of a kind.
func declare(name string, d declaration) struct{} {
	declared[name] = d
	return struct{}{}
}

// kindsFor returns all kinds, compiled for a dialect, in the order of [storage.Kinds].
func kindsFor(d Dialect) []*kind {
	var kinds []*kind
	for _, of := range storage.Kinds() {
		if _, ok := declared[of.Name()]; !ok {
			panic(fmt.Sprintf("sqldb: no table for %s", of.Name()))
		}
		kinds = append(kinds, compile(of, d))
	}
	return kinds
}
