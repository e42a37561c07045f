package storagetest

import (
	"iter"
	"sync/atomic"

	"github.com/privacylabels/auditor/storage"
)

// strictTable is a table of a strictTx.
type strictTable[K comparable, R storage.Record[K], Q any] struct {
	tx    *strictTx
	name  string
	inner storage.Table[K, R, Q]
	falls []string // the table itself, and those of what hangs on its records
}

func watch[K comparable, R storage.Record[K], Q any](
	tx *strictTx, name string, inner storage.Table[K, R, Q], hanging ...string,
) storage.Table[K, R, Q] {
	return &strictTable[K, R, Q]{tx: tx, name: name, inner: inner, falls: append([]string{name}, hanging...)}
}

func (t *strictTable[K, R, Q]) Get(key K) (R, error) {
	if err := t.tx.mine(t.name + ".Get"); err != nil {
		var none R
		return none, err
	}
	return t.inner.Get(key)
}

func (t *strictTable[K, R, Q]) Put(records ...R) error {
	return t.tx.write(t.name+".Put", t.falls[:1], func() error { return t.inner.Put(records...) })
}

func (t *strictTable[K, R, Q]) Delete(keys ...K) (n int, err error) {
	err = t.tx.write(t.name+".Delete", t.falls, func() error {
		n, err = t.inner.Delete(keys...)
		return err
	})
	return n, err
}

func (t *strictTable[K, R, Q]) Clear() (n int, err error) {
	err = t.tx.write(t.name+".Clear", t.falls, func() error {
		n, err = t.inner.Clear()
		return err
	})
	return n, err
}

func (t *strictTable[K, R, Q]) Count(q Q) (int, error) {
	if err := t.tx.mine(t.name + ".Count"); err != nil {
		return 0, err
	}
	return t.inner.Count(q)
}

func (t *strictTable[K, R, Q]) List(q Q) iter.Seq2[R, error] {
	call, place := t.name+".List", caller()
	if err := t.tx.mine(call); err != nil {
		return broken[R](err)
	}
	inner := t.inner.List(q)
	var used atomic.Bool
	return func(yield func(R, error) bool) {
		// Not mine: iter.Pull ranges on a goroutine of its own.
		err := t.tx.alive("", call+" ranged over")
		if err == nil && used.Swap(true) {
			err = t.tx.store.report("%s ranged over twice", call)
		}
		if err != nil {
			broken[R](err)(yield)
			return
		}
		defer t.tx.list(t.name)()
		for r, err := range inner {
			if !yield(r, err) {
				return
			}
			// The store within is on the stack here, so the place is the list's.
			if err := t.tx.alive(place, call+" ranged on"); err != nil {
				broken[R](err)(yield)
				return
			}
		}
	}
}

// broken returns a list that yields an error alone.
func broken[R any](err error) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		var none R
		yield(none, err)
	}
}
