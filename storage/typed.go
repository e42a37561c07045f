package storage

import (
	"iter"
	"reflect"
)

// slot has the rows of a table of a [Tx]. Its methods are those of [typed] that need no types.
type slot struct {
	_    [0]func() // not comparable, so that the compiler writes no comparison for each type
	rows AnyRows
}

func (s *slot) untyped() AnyRows { return s.rows }

func (s *slot) Clear() (int, error) { return s.rows.Clear() }

// Transaction implements [Joined]. It returns nil if the rows do not.
func (s *slot) Transaction() any {
	if rows, ok := s.rows.(Joined); ok {
		return rows.Transaction()
	}
	return nil
}

// typed are the [Rows] of one kind over rows of any kind. Its methods have pointer receivers because
// there are 41 such types: with values, the compiler writes each method once more.
type typed[K, R, Q any] struct{ slot }

func (t *typed[K, R, Q]) Get(key K) (R, error) {
	found, err := t.rows.Get(key)
	return recordIn[R](found), err
}

func (t *typed[K, R, Q]) Put(records ...R) error { return t.rows.Put(anys(records)...) }

func (t *typed[K, R, Q]) Delete(keys ...K) (int, error) { return t.rows.Delete(anys(keys)...) }

func (t *typed[K, R, Q]) List(q Q) iter.Seq2[R, error] {
	list := t.rows.List(q)
	return func(yield func(R, error) bool) {
		list(func(found any, err error) bool { return yield(recordIn[R](found), err) })
	}
}

func (t *typed[K, R, Q]) Count(q Q) (int, error) { return t.rows.Count(q) }

// recordIn returns a record that is found itself or what it points to, or the zero record if
// found is nil.
func recordIn[R any](found any) R {
	if p, ok := found.(*R); ok {
		return *p
	}
	r, _ := found.(R)
	return r
}

func anys[T any](values []T) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v
	}
	return all
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

// Untyped is an optional interface of the [Rows] that a store sets in a Tx, which makes those of
// [Kind.Rows] faster.
type Untyped interface {
	// AnyRows returns the same rows for any kind. They may return pointers, as those of [TxOf].
	AnyRows() AnyRows
}

// untyped are the rows of any kind over the [Rows] of one that were set in a Tx. [Tx.Wrap] sets
// the latter again if they are not wrapped.
type untyped struct {
	AnyRows
	typed reflect.Value
}

// reflected are the rows of any kind over the [Rows] of one.
type reflected struct{ rows reflect.Value }

func (r reflected) Get(key any) (any, error) {
	out := r.rows.MethodByName("Get").Call(valuesOf(key))
	return out[0].Interface(), errorIn(out[1])
}

func (r reflected) Put(records ...any) error {
	return errorIn(r.rows.MethodByName("Put").Call(valuesOf(records...))[0])
}

func (r reflected) Delete(keys ...any) (int, error) {
	return counted(r.rows.MethodByName("Delete").Call(valuesOf(keys...)))
}

func (r reflected) List(q any) iter.Seq2[any, error] {
	list := r.rows.MethodByName("List").Call(valuesOf(q))[0]
	return func(yield func(any, error) bool) {
		for record, err := range list.Seq2() {
			if !yield(record.Interface(), errorIn(err)) {
				return
			}
		}
	}
}

func (r reflected) Count(q any) (int, error) {
	return counted(r.rows.MethodByName("Count").Call(valuesOf(q)))
}

func (r reflected) Clear() (int, error) { return counted(r.rows.MethodByName("Clear").Call(nil)) }

func valuesOf(all ...any) []reflect.Value {
	in := make([]reflect.Value, len(all))
	for i, v := range all {
		in[i] = reflect.ValueOf(v)
	}
	return in
}

func counted(out []reflect.Value) (int, error) { return int(out[0].Int()), errorIn(out[1]) }

func errorIn(v reflect.Value) error {
	err, _ := v.Interface().(error)
	return err
}
