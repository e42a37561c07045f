package memory

import (
	"fmt"
	"iter"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// table is a storage.Table for one kind of record: the rows, and what is
// particular about the kind.
type table[K comparable, R storage.Record[K], Q any] struct {
	tx   *tx
	name string
	rows *rows[K, R]

	order func(q Q, a, b R) int         // the kind's one order
	match func(q Q, r R) bool           // nil: a query leaves nothing out
	page  func(q Q) (limit, offset int) // nil: a query lists all

	// orphan says that what a record hangs on or names is not there; nil: it needs nothing.
	orphan func(r R) bool
	// fell removes what hangs on the records with these keys, or refuses; nil: nothing does.
	fell func(gone map[K]bool) error
}

// Get returns a copy of the record.
func (t *table[K, R, Q]) Get(key K) (R, error) {
	var none R
	if err := t.tx.readable(); err != nil {
		return none, err
	}
	r, ok := t.rows.byKey[key]
	if !ok {
		return none, fmt.Errorf("%s %v: %w", t.name, key, storage.ErrNotFound)
	}
	return clone(r), nil
}

// Put keeps copies of the records.
func (t *table[K, R, Q]) Put(records ...R) error {
	return t.tx.write(func() error {
		for _, r := range records {
			if err := r.Validate(); err != nil {
				return err
			}
			if t.orphan != nil && t.orphan(r) {
				return fmt.Errorf("%s %v names what is not there: %w", t.name, r.Key(), storage.ErrConflict)
			}
			t.rows.own(t.tx.state.revision)[r.Key()] = clone(r)
			t.tx.written = true
		}
		return nil
	})
}

// Delete removes records and what hangs on them.
func (t *table[K, R, Q]) Delete(keys ...K) (int, error) {
	gone := make(map[K]bool)
	err := t.tx.write(func() error {
		for _, key := range keys {
			if t.rows.has(key) {
				gone[key] = true
			}
		}
		return t.remove(gone)
	})
	return len(gone), err
}

// Clear removes every record and what hangs on them.
func (t *table[K, R, Q]) Clear() (int, error) {
	return t.removeAll(func(R) bool { return true })
}

// removeAll removes the records of which hit is true, and what hangs on them.
func (t *table[K, R, Q]) removeAll(hit func(R) bool) (int, error) {
	gone := make(map[K]bool)
	err := t.tx.write(func() error {
		for key, r := range t.rows.byKey {
			if hit(r) {
				gone[key] = true
			}
		}
		return t.remove(gone)
	})
	return len(gone), err
}

func (t *table[K, R, Q]) remove(gone map[K]bool) error {
	if len(gone) == 0 {
		return nil
	}
	if t.fell != nil {
		if err := t.fell(gone); err != nil {
			return err
		}
	}
	byKey := t.rows.own(t.tx.state.revision)
	for key := range gone {
		delete(byKey, key)
	}
	t.tx.written = true
	return nil
}

// List finds all that match when the ranging begins, and yields copies.
func (t *table[K, R, Q]) List(q Q) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		var none R
		found, err := t.find(q)
		for _, r := range found {
			if err = t.tx.readable(); err != nil {
				break
			}
			if !yield(clone(r), nil) {
				return
			}
		}
		if err != nil {
			yield(none, err)
		}
	}
}

// Count finds all that match, and counts them.
func (t *table[K, R, Q]) Count(q Q) (int, error) {
	found, err := t.find(q)
	return len(found), err
}

func (t *table[K, R, Q]) find(q Q) ([]R, error) {
	if err := t.tx.readable(); err != nil {
		return nil, err
	}
	var found []R
	for _, r := range t.rows.byKey {
		if t.match == nil || t.match(q, r) {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b R) int { return t.order(q, a, b) })
	if t.page == nil {
		return found, nil
	}
	limit, offset := t.page(q)
	found = found[min(offset, len(found)):]
	if limit > 0 {
		found = found[:min(limit, len(found))]
	}
	return found, nil
}
