package storage

import (
	"errors"
	"fmt"
	"iter"
)

// Record is an element of a [Table].
type Record[K comparable] interface {
	// Key returns the record's primary key.
	Key() K
	// Validate returns an error that wraps [ErrInvalid], or nil.
	Validate() error
}

// Rows are the records of one kind in one transaction. K is the type of the key, R
// that of the record, Q that of the query. A [Store] implements Rows for each kind and
// passes them to [NewTable], or implements [AnyRows] once and passes them to [Tx.Wrap].
//
// In a View, the writing methods fail. After the end of the transaction every
// method fails, with an error other than [ErrNotFound].
//
// Records are values: a change that the caller makes to one after putting or
// getting it, also through its pointers and slices, does not affect the store.
type Rows[K, R, Q any] interface {
	// Get returns the record with this key, or an error that wraps [ErrNotFound].
	Get(K) (R, error)

	// Put inserts each record in turn, or replaces the record with the same key
	// without affecting its children. Of several records with one key, it may skip
	// all but the last. It fails with [ErrInvalid] or [ErrConflict], immediately and
	// not at the commit; a failure ends the transaction.
	Put(...R) error

	// Delete removes the records with these keys, treats their children as
	// [Parent] describes, and returns how many of the records existed. It fails
	// as Put does.
	Delete(...K) (int, error)

	// List yields the matching records, in the order that the documentation of
	// the query names. The zero query lists all, and each field that is set
	// narrows the list further.
	List(Q) iter.Seq2[R, error]

	// Count returns how many records List would yield for the same query,
	// limit and offset included.
	Count(Q) (int, error)

	// Clear deletes every record of this kind as Delete does, and returns their
	// number.
	Clear() (int, error)
}

// Table is one kind of record in a [Tx]. The type parameters and methods are those of
// [Rows]. The methods of the zero Table fail with [ErrNotSupported].
type Table[K comparable, R Record[K], Q Query[R]] struct {
	rows Rows[K, R, Q]
}

// NewTable returns the table that consists of these rows.
func NewTable[K comparable, R Record[K], Q Query[R]](rows Rows[K, R, Q]) Table[K, R, Q] {
	return Table[K, R, Q]{rows}
}

// Get returns one record, as in [Rows].
func (t Table[K, R, Q]) Get(key K) (R, error) {
	if t.rows == nil {
		var none R
		return none, t.lacking()
	}
	return t.rows.Get(key)
}

// Find returns one record, and reports whether there is one with this key.
func (t Table[K, R, Q]) Find(key K) (record R, found bool, err error) {
	record, err = t.Get(key)
	if errors.Is(err, ErrNotFound) {
		return record, false, nil
	}
	return record, err == nil, err
}

// Put writes records, as in [Rows].
func (t Table[K, R, Q]) Put(records ...R) error {
	if t.rows == nil {
		return t.lacking()
	}
	return t.rows.Put(records...)
}

// Delete removes records, as in [Rows].
func (t Table[K, R, Q]) Delete(keys ...K) (int, error) {
	if t.rows == nil {
		return 0, t.lacking()
	}
	return t.rows.Delete(keys...)
}

// DeleteListed removes the records that List yields for a query, which must be few, and
// returns how many they were.
func (t Table[K, R, Q]) DeleteListed(q Q) (int, error) {
	return t.DeleteFunc(q, func(R) bool { return true })
}

// DeleteFunc removes those of the records that List yields for a query for which del
// returns true, and returns how many they were. It lists all of them before it removes any.
func (t Table[K, R, Q]) DeleteFunc(q Q, del func(R) bool) (int, error) {
	var keys []K
	for r, err := range t.List(q) {
		if err != nil {
			return 0, err
		}
		if del(r) {
			keys = append(keys, r.Key())
		}
	}
	return t.Delete(keys...)
}

// List yields records, as in [Rows].
func (t Table[K, R, Q]) List(q Q) iter.Seq2[R, error] {
	if t.rows == nil {
		return func(yield func(R, error) bool) {
			var none R
			yield(none, t.lacking())
		}
	}
	return t.rows.List(q)
}

// All yields every record: it is List with the zero query.
func (t Table[K, R, Q]) All() iter.Seq2[R, error] {
	var all Q
	return t.List(all)
}

// Count counts records, as in [Rows].
func (t Table[K, R, Q]) Count(q Q) (int, error) {
	if t.rows == nil {
		return 0, t.lacking()
	}
	return t.rows.Count(q)
}

// Clear removes every record, as in [Rows].
func (t Table[K, R, Q]) Clear() (int, error) {
	if t.rows == nil {
		return 0, t.lacking()
	}
	return t.rows.Clear()
}

func (t Table[K, R, Q]) lacking() error {
	var none R
	return fmt.Errorf("records of type %T: %w", none, ErrNotSupported)
}
