package storage

import (
	"errors"
	"fmt"
	"iter"
)

// Record is a record of one kind. Its key is of type K.
type Record[K comparable] interface {
	// key returns the record's primary key.
	key() K
	// validate returns an error that wraps [ErrInvalid], or nil.
	validate() error
}

// Rows are the records of one kind in one transaction, which are called the table of this
// kind. K is the type of the key, R that of the record, Q that of the query. A [Store]
// implements Rows for each kind that it has and sets them in what [NewTx] returns, or
// implements [AnyRows] once and passes them to [Tx.Wrap].
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

// lacking are the rows of a kind that a store does not have. Every method fails with
// [ErrNotSupported].
type lacking struct{ table string }

func (l lacking) Get(any) (any, error) { return nil, l.err() }

func (l lacking) Put(...any) error { return l.err() }

func (l lacking) Delete(...any) (int, error) { return 0, l.err() }

func (l lacking) List(any) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) { yield(nil, l.err()) }
}

func (l lacking) Count(any) (int, error) { return 0, l.err() }

func (l lacking) Clear() (int, error) { return 0, l.err() }

func (l lacking) err() error { return fmt.Errorf("table %s: %w", l.table, ErrNotSupported) }

// All yields every record: it is List with the zero query.
func All[K, R, Q any](rows Rows[K, R, Q]) iter.Seq2[R, error] {
	var all Q
	return rows.List(all)
}

// Find returns one record, and reports whether there is one with this key.
func Find[K, R, Q any](rows Rows[K, R, Q], key K) (record R, found bool, err error) {
	record, err = rows.Get(key)
	if errors.Is(err, ErrNotFound) {
		return record, false, nil
	}
	return record, err == nil, err
}

// DeleteListed removes the records that List yields for a query, which must be few, and
// returns how many they were.
func DeleteListed[K comparable, R Record[K], Q any](rows Rows[K, R, Q], q Q) (int, error) {
	return DeleteFunc(rows, q, func(R) bool { return true })
}

// DeleteFunc removes those of the records that List yields for a query for which del
// returns true, and returns how many they were. It lists all of them before it removes any.
func DeleteFunc[K comparable, R Record[K], Q any](rows Rows[K, R, Q], q Q, del func(R) bool) (int, error) {
	var keys []K
	for r, err := range rows.List(q) {
		if err != nil {
			return 0, err
		}
		if del(r) {
			keys = append(keys, r.key())
		}
	}
	return rows.Delete(keys...)
}

// Key returns the primary key of a record.
func Key[K comparable, R Record[K]](record R) K { return record.key() }

// Validate returns an error that wraps [ErrInvalid] if a store cannot hold the record.
func Validate[K comparable, R Record[K]](record R) error { return validate(record) }

// Matches reports whether a query lists a record, limit and offset aside.
func Matches[R any, Q Query[R]](q Q, record R) bool { return q.matches(record) }

// Order returns the order of a query's list as a comparison. It is never zero for two records.
func Order[R any, Q Query[R]](q Q) func(a, b R) int { return q.compare }
