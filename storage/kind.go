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
	all := make([]Kind, len(kinds))
	for i, k := range kinds {
		all[i] = k
	}
	return all
}

// NewTx returns a Tx without tables: their methods fail with [ErrNotSupported]. A store sets
// those that it has.
func NewTx() *Tx {
	tx := *empty
	return &tx
}

var empty = TxOf(func(Kind) AnyRows { return nil })

// TxOf returns a Tx whose tables are what rows returns for each kind. Where it returns nil, the
// Tx lacks the table.
//
// The rows take keys, records and queries of the types of their kind. What their Get and List
// return may also be pointers to records, which the tables copy before they ask for more.
func TxOf(rows func(Kind) AnyRows) *Tx {
	made := new(struct {
		tx   Tx
		rows [numKinds]AnyRows
	})
	for i, k := range kinds {
		switch r := rows(k).(type) {
		case nil:
			made.rows[i] = lacking{k.Name()}
		case values:
			made.rows[i] = r.AnyRows
		default:
			made.rows[i] = r
		}
		k.setRows(&made.tx, &made.rows[i])
	}
	return &made.tx
}

// numKinds is the number of kinds.
const numKinds = 41

// Wrap returns a Tx in which the rows of each table are replaced by what wrap returns for
// them. Where wrap returns nil, the new Tx lacks the table.
func (tx *Tx) Wrap(wrap func(Kind, AnyRows) AnyRows) *Tx {
	return TxOf(func(k Kind) AnyRows { return wrap(k, k.Rows(tx)) })
}

// settableKind is a [Kind] that can set its table in a transaction.
type settableKind interface {
	Kind
	setRows(*Tx, *AnyRows)
}

// kinds has the kind of each field of [Tx], in their order.
var kinds = func(tx *Tx) []settableKind {
	return []settableKind{
		kindOfTable(tx, &tx.Apps),
		kindOfTable(tx, &tx.Identifiers),
		kindOfTable(tx, &tx.Pairs),
		kindOfTable(tx, &tx.Labels),
		kindOfTable(tx, &tx.Features),
		kindOfTable(tx, &tx.RelatedApps),
		kindOfTable(tx, &tx.Storefronts),
		kindOfTable(tx, &tx.AppTags),
		kindOfTable(tx, &tx.PausedApps),
		kindOfTable(tx, &tx.RemovedApps),
		kindOfTable(tx, &tx.RemovedParts),
		kindOfTable(tx, &tx.Snapshots),
		kindOfTable(tx, &tx.Changes),
		kindOfTable(tx, &tx.Commits),
		kindOfTable(tx, &tx.Reviews),
		kindOfTable(tx, &tx.Annotations),
		kindOfTable(tx, &tx.Concerns),
		kindOfTable(tx, &tx.Verdicts),
		kindOfTable(tx, &tx.Shortlist),
		kindOfTable(tx, &tx.PolicyVersions),
		kindOfTable(tx, &tx.PolicyAnalyses),
		kindOfTable(tx, &tx.Devices),
		kindOfTable(tx, &tx.DeviceLinks),
		kindOfTable(tx, &tx.Imports),
		kindOfTable(tx, &tx.ImportItems),
		kindOfTable(tx, &tx.ManualApps),
		kindOfTable(tx, &tx.ManualAppEvents),
		kindOfTable(tx, &tx.ManualPolicyVersions),
		kindOfTable(tx, &tx.Notifications),
		kindOfTable(tx, &tx.Deliveries),
		kindOfTable(tx, &tx.Activities),
		kindOfTable(tx, &tx.Audits),
		kindOfTable(tx, &tx.AILogs),
		kindOfTable(tx, &tx.Settings),
		kindOfTable(tx, &tx.FlagOverrides),
		kindOfTable(tx, &tx.Revocations),
		kindOfTable(tx, &tx.ReadTokens),
		kindOfTable(tx, &tx.Results),
		kindOfTable(tx, &tx.Runs),
		kindOfTable(tx, &tx.RunItems),
		kindOfTable(tx, &tx.Tasks),
	}
}(new(Tx))

// kindOf is the [Kind] of a field of [Tx].
type kindOf[K comparable, R Record[K], Q Query[R]] struct{ field int }

// kindOfTable returns the kind of a table, which is a field of tx.
func kindOfTable[K comparable, R Record[K], Q Query[R]](tx *Tx, table *Rows[K, R, Q]) kindOf[K, R, Q] {
	fields := reflect.ValueOf(tx).Elem()
	for i := range fields.NumField() {
		if fields.Field(i).Addr().Interface() == any(table) {
			return kindOf[K, R, Q]{i}
		}
	}
	panic(fmt.Sprintf("storage: %T is no field of Tx", table))
}

func (k kindOf[K, R, Q]) table(tx *Tx) *Rows[K, R, Q] {
	return reflect.ValueOf(tx).Elem().Field(k.field).Addr().Interface().(*Rows[K, R, Q])
}

func (k kindOf[K, R, Q]) Name() string { return reflect.TypeFor[Tx]().Field(k.field).Name }

func (k kindOf[K, R, Q]) Rows(tx *Tx) AnyRows {
	switch rows := (*k.table(tx)).(type) {
	case nil: // a Tx that was not made by NewTx
		return lacking{k.Name()}
	case typed[K, R, Q]:
		return values{*rows.rows}
	default:
		return untyped[K, R, Q]{rows}
	}
}

func (k kindOf[K, R, Q]) setRows(tx *Tx, rows *AnyRows) {
	if own, ok := (*rows).(untyped[K, R, Q]); ok {
		*k.table(tx) = own.rows
		return
	}
	*k.table(tx) = typed[K, R, Q]{rows}
}

func (kindOf[K, R, Q]) New() any { return new(R) }

func (kindOf[K, R, Q]) NewQuery() any { return new(Q) }

func (kindOf[K, R, Q]) Key(record any) any { return record.(R).key() }

func (kindOf[K, R, Q]) Validate(record any) error { return record.(R).validate() }

func (kindOf[K, R, Q]) Compare(query, a, b any) int { return query.(Q).compare(a.(R), b.(R)) }

func (kindOf[K, R, Q]) Filter(tx *Tx, query any) (func(any) bool, error) {
	q := query.(Q)
	joiner, joins := query.(joiner[R])
	if !joins {
		return func(record any) bool { return q.matches(record.(R)) }, nil
	}
	joined, err := joiner.join(tx)
	if err != nil {
		return nil, err
	}
	return func(record any) bool { return q.matches(record.(R)) && joined(record.(R)) }, nil
}

// typed are the [Rows] of one kind over rows of any kind. It is a single pointer, so that
// converting it to an interface does not allocate.
type typed[K, R, Q any] struct{ rows *AnyRows }

func (t typed[K, R, Q]) Get(key K) (R, error) {
	found, err := (*t.rows).Get(key)
	return recordIn[R](found), err
}

func (t typed[K, R, Q]) Put(records ...R) error { return (*t.rows).Put(anys(records)...) }

func (t typed[K, R, Q]) Delete(keys ...K) (int, error) { return (*t.rows).Delete(anys(keys)...) }

func (t typed[K, R, Q]) List(q Q) iter.Seq2[R, error] {
	list := (*t.rows).List(q)
	return func(yield func(R, error) bool) {
		list(func(found any, err error) bool { return yield(recordIn[R](found), err) })
	}
}

func (t typed[K, R, Q]) Count(q Q) (int, error) { return (*t.rows).Count(q) }

func (t typed[K, R, Q]) Clear() (int, error) { return (*t.rows).Clear() }

// Transaction implements [Joined]. It returns nil if the rows do not.
func (t typed[K, R, Q]) Transaction() any {
	if rows, ok := (*t.rows).(Joined); ok {
		return rows.Transaction()
	}
	return nil
}

// recordIn returns a record that is found itself or what it points to, or the zero record if
// found is nil.
func recordIn[R any](found any) R {
	if p, ok := found.(*R); ok {
		return *p
	}
	r, _ := found.(R)
	return r
}

// values are rows of any kind that never return pointers to records.
type values struct{ AnyRows }

func (v values) Get(key any) (any, error) {
	found, err := v.AnyRows.Get(key)
	return pointedTo(found), err
}

func (v values) List(q any) iter.Seq2[any, error] {
	list := v.AnyRows.List(q)
	return func(yield func(any, error) bool) {
		list(func(found any, err error) bool { return yield(pointedTo(found), err) })
	}
}

// pointedTo returns what a pointer points to, or anything else itself.
func pointedTo(found any) any {
	if v := reflect.ValueOf(found); v.Kind() == reflect.Pointer {
		return v.Elem().Interface()
	}
	return found
}

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
		if joiner, ok := kind.NewQuery().(interface{ joins() []string }); ok && TablesOf(joiner.joins()...)&set != 0 {
			found |= TablesOf(kind.Name())
		}
	}
	return found
}
