package storage

import (
	"fmt"
	"iter"
	"math/bits"
	"reflect"
	"slices"
)

// Kind describes one kind of record to code that handles all kinds alike, such as a
// store or a decorator. Its methods panic if a key, record or query is not of the
// types of the kind.
type Kind interface {
	// Name returns the name of the table, which is that of a field of [Tx].
	Name() string
	// New returns a pointer to a zero record, NewQuery one to a zero query.
	New() any
	NewQuery() any
	// Rows returns the kind's table in a transaction.
	Rows(*Tx) AnyRows

	Key(record any) any
	Validate(record any) error
	Compare(query, a, b any) int
	// Filter returns the predicate that decides whether a query lists a record in a
	// transaction, limit and offset aside.
	Filter(tx *Tx, query any) (func(record any) bool, error)
}

// AnyRows are the [Rows] of any kind.
type AnyRows = Rows[any, any, any]

// Kinds returns all kinds of record, in the order of the fields of [Tx].
func Kinds() []Kind {
	var all []Kind
	for i, table := range new(Tx).tables() {
		all = append(all, table.kind(i))
	}
	return all
}

// Wrap returns a Tx in which the rows of each table are replaced by what wrap returns for
// them. Where wrap returns nil, the new table is zero.
func (tx *Tx) Wrap(wrap func(Kind, AnyRows) AnyRows) *Tx {
	wrapped := new(Tx)
	for i, table := range wrapped.tables() {
		kind := table.kind(i)
		table.setRows(wrap(kind, kind.Rows(tx)))
	}
	return wrapped
}

// anyTable is a pointer to a [Table].
type anyTable interface {
	kind(field int) Kind
	anyRows() AnyRows
	setRows(AnyRows)
}

// tables yields the fields of tx.
func (tx *Tx) tables() iter.Seq2[int, anyTable] {
	return func(yield func(int, anyTable) bool) {
		fields := reflect.ValueOf(tx).Elem()
		for i := range fields.NumField() {
			if !yield(i, fields.Field(i).Addr().Interface().(anyTable)) {
				return
			}
		}
	}
}

func (*Table[K, R, Q]) kind(field int) Kind { return kindOf[K, R, Q]{field} }

func (t *Table[K, R, Q]) anyRows() AnyRows {
	if rows, ok := t.rows.(typed[K, R, Q]); ok {
		return rows.rows
	}
	return untyped[K, R, Q]{t}
}

func (t *Table[K, R, Q]) setRows(rows AnyRows) {
	switch rows := rows.(type) {
	case nil:
		t.rows = nil
	case untyped[K, R, Q]:
		t.rows = rows.rows
	default:
		t.rows = typed[K, R, Q]{rows}
	}
}

// kindOf is the [Kind] of a field of [Tx].
type kindOf[K comparable, R Record[K], Q Query[R]] struct{ field int }

func (k kindOf[K, R, Q]) Name() string { return reflect.TypeFor[Tx]().Field(k.field).Name }

func (k kindOf[K, R, Q]) Rows(tx *Tx) AnyRows {
	return reflect.ValueOf(tx).Elem().Field(k.field).Addr().Interface().(anyTable).anyRows()
}

func (kindOf[K, R, Q]) New() any { return new(R) }

func (kindOf[K, R, Q]) NewQuery() any { return new(Q) }

func (kindOf[K, R, Q]) Key(record any) any { return record.(R).Key() }

func (kindOf[K, R, Q]) Validate(record any) error { return record.(R).Validate() }

func (kindOf[K, R, Q]) Compare(query, a, b any) int { return query.(Q).Compare(a.(R), b.(R)) }

func (kindOf[K, R, Q]) Filter(tx *Tx, query any) (func(any) bool, error) {
	q := query.(Q)
	joiner, joins := query.(Joiner[R])
	if !joins {
		return func(record any) bool { return q.Matches(record.(R)) }, nil
	}
	joined, err := joiner.Join(tx)
	if err != nil {
		return nil, err
	}
	return func(record any) bool { return q.Matches(record.(R)) && joined(record.(R)) }, nil
}

// typed are the [Rows] of one kind over rows of any kind.
type typed[K, R, Q any] struct{ rows AnyRows }

func (t typed[K, R, Q]) Get(key K) (R, error) {
	found, err := t.rows.Get(key)
	r, _ := found.(R) // found may be nil if there is an error
	return r, err
}

func (t typed[K, R, Q]) Put(records ...R) error { return t.rows.Put(anys(records)...) }

func (t typed[K, R, Q]) Delete(keys ...K) (int, error) { return t.rows.Delete(anys(keys)...) }

func (t typed[K, R, Q]) List(q Q) iter.Seq2[R, error] {
	list := t.rows.List(q)
	return func(yield func(R, error) bool) {
		for found, err := range list {
			r, _ := found.(R)
			if !yield(r, err) {
				return
			}
		}
	}
}

func (t typed[K, R, Q]) Count(q Q) (int, error) { return t.rows.Count(q) }

func (t typed[K, R, Q]) Clear() (int, error) { return t.rows.Clear() }

// untyped are the rows of any kind over the [Rows] of one.
type untyped[K, R, Q any] struct{ rows Rows[K, R, Q] }

func (u untyped[K, R, Q]) Get(key any) (any, error) { return u.rows.Get(key.(K)) }

func (u untyped[K, R, Q]) Put(records ...any) error { return u.rows.Put(ofType[R](records)...) }

func (u untyped[K, R, Q]) Delete(keys ...any) (int, error) { return u.rows.Delete(ofType[K](keys)...) }

func (u untyped[K, R, Q]) List(q any) iter.Seq2[any, error] {
	list := u.rows.List(q.(Q))
	return func(yield func(any, error) bool) {
		for r, err := range list {
			if !yield(r, err) {
				return
			}
		}
	}
}

func (u untyped[K, R, Q]) Count(q any) (int, error) { return u.rows.Count(q.(Q)) }

func (u untyped[K, R, Q]) Clear() (int, error) { return u.rows.Clear() }

func anys[T any](values []T) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v
	}
	return all
}

func ofType[T any](values []any) []T {
	all := make([]T, len(values))
	for i, v := range values {
		all[i] = v.(T)
	}
	return all
}

// Tables is a set of tables of a [Tx].
type Tables uint64

// TablesOf returns the set of the tables with these names, which are the names of fields
// of [Tx]. It panics if there is no such field.
func TablesOf(names ...string) Tables {
	var set Tables
	for _, name := range names {
		field, ok := reflect.TypeFor[Tx]().FieldByName(name)
		if !ok {
			panic(fmt.Sprintf("storage: no table %q", name))
		}
		set |= 1 << field.Index[0]
	}
	return set
}

// AllTables returns the set of all tables.
func AllTables() Tables { return 1<<reflect.TypeFor[Tx]().NumField() - 1 }

// Contains reports whether every table of another set is in this one.
func (t Tables) Contains(other Tables) bool { return other&^t == 0 }

// Names returns the names of the tables, in the order of the fields of [Tx].
func (t Tables) Names() []string {
	var names []string
	for rest := uint64(t); rest != 0; rest &= rest - 1 {
		names = append(names, reflect.TypeFor[Tx]().Field(bits.TrailingZeros64(rest)).Name)
	}
	return names
}

// Affected returns the tables whose lists can change when a record is put into a table or
// deleted from it: the table itself, the tables of its children if it is deleted, and those
// with a query that joins one of these.
func Affected(table string, deleted bool) Tables {
	names := []string{table}
	for i := 0; deleted && i < len(names); i++ {
		for _, child := range Children()[names[i]] {
			if !slices.Contains(names, child) {
				names = append(names, child)
			}
		}
	}
	set := TablesOf(names...)
	return set | joining(set)
}

// joining returns the tables with a query that joins one of a set.
func joining(set Tables) Tables {
	var found Tables
	for _, kind := range Kinds() {
		if joiner, ok := kind.NewQuery().(interface{ Joins() []string }); ok && TablesOf(joiner.Joins()...)&set != 0 {
			found |= TablesOf(kind.Name())
		}
	}
	return found
}
