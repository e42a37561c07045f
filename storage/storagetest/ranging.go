package storagetest

import (
	"errors"
	"iter"
	"reflect"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// testRange leaves lists early, lists anew, and lists within a list.
func (k kind[K, R, Q]) testRange(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	k.put(t, s, k.several(4)...)
	var q Q
	walk := func(tx storage.Tx) error {
		table := k.table(tx)
		for range 3 {
			if _, err := storage.First(table.List(q)); err != nil {
				return err
			}
		}
		_ = table.List(q) // never ranged over
		pairs := 0
		for outer, err := range table.List(q) {
			if err != nil {
				return err
			}
			inner, err := storage.Collect(table.List(q))
			if err != nil {
				return err
			}
			pairs += len(inner)
			got, err := table.Get(outer.Key())
			if err != nil {
				return err
			}
			if d := diff(outer, got); d != "" {
				t.Errorf("Get of what List yields (-list +get):\n%s", d)
			}
		}
		if pairs != 16 {
			t.Errorf("a list of 4 within itself yields %d records, want 16", pairs)
		}
		return nil
	}
	view(t, s, walk)
	update(t, s, walk)
}

// testRangeAndCall reads every table, and writes to all but the listed one,
// while a list goes on.
func (k kind[K, R, Q]) testRangeAndCall(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	k.put(t, s, k.several(3)...)
	aside := beside(k.name)
	update(t, s, func(tx storage.Tx) error {
		var q Q
		var listed []K
		for r, err := range k.table(tx).List(q) {
			if err != nil {
				return err
			}
			for _, other := range kinds() {
				if _, err := other.count(tx); err != nil {
					return err
				}
			}
			if err := aside(tx, len(listed)); err != nil {
				return err
			}
			listed = append(listed, r.Key())
		}
		if len(listed) != 3 {
			t.Errorf("List yields %v while other tables are written to, want 3 records", listed)
		}
		return nil
	})
	k.holds(t, s, k.full(1), k.full(2), k.full(3))
}

// beside returns what writes to a table other than the named one.
func beside(name string) func(tx storage.Tx, n int) error {
	if l, s := leases(), settings(); name == s.name {
		return func(tx storage.Tx, n int) error { return churn(tx, l, n) }
	}
	return func(tx storage.Tx, n int) error { return churn(tx, settings(), n) }
}

// churn makes every kind of write.
func churn[K comparable, R storage.Record[K], Q any](tx storage.Tx, k kind[K, R, Q], n int) error {
	table := k.table(tx)
	if err := table.Put(k.full(n), k.full(n+1)); err != nil {
		return err
	}
	if _, err := table.Delete(k.full(n).Key()); err != nil {
		return err
	}
	var q Q
	if _, err := storage.Collect(table.List(q)); err != nil {
		return err
	}
	_, err := table.Clear()
	return err
}

// testListAfterEnd keeps a transaction, a table and lists of it beyond its end,
// one of the lists half used.
func (k kind[K, R, Q]) testListAfterEnd(t *testing.T, s storage.Store) {
	s = lenient(s)
	k.prepare(t, s)
	k.put(t, s, k.several(3)...)
	var q Q
	var late struct {
		tx    storage.Tx
		table storage.Table[K, R, Q]
		list  iter.Seq2[R, error]
		next  func() (R, error, bool)
		stop  func()
	}
	keep := func(tx storage.Tx) error {
		late.tx, late.table, late.list = tx, k.table(tx), k.table(tx).List(q)
		late.next, late.stop = iter.Pull2(k.table(tx).List(q))
		_, err, _ := late.next()
		return err
	}
	for name, open := range map[string]func(testing.TB, storage.Store, func(storage.Tx) error){"View": view, "Update": update} {
		open(t, s, keep)
		fails(t, "a list used after its "+name, late.list)
		fails(t, "a list made after its "+name, k.table(late.tx).List(q))
		if _, err := late.table.Get(k.full(1).Key()); err == nil || errors.Is(err, storage.ErrNotFound) {
			t.Errorf("Get after the end of its %s: %v, want another error", name, err)
		}
		if _, err := late.table.Count(q); err == nil {
			t.Errorf("Count after the end of its %s succeeds", name)
		}
		if late.table.Put(k.full(4)) == nil {
			t.Errorf("Put after the end of its %s succeeds", name)
		}
		// What the list had read before may still come, but it must come to an end.
		for yielded := 0; ; yielded++ {
			if _, err, ok := late.next(); err != nil || !ok {
				break
			}
			if yielded > 3 {
				t.Errorf("a list half used yields more after its %s than there is", name)
				break
			}
		}
		late.stop()
	}
	k.holds(t, s, k.full(1), k.full(2), k.full(3))
}

// fails checks that a list yields an error, once, beside a zero record.
func fails[R any](t testing.TB, what string, list iter.Seq2[R, error]) {
	t.Helper()
	yielded := 0
	var last error
	for r, err := range list {
		yielded++
		last = err
		if !reflect.ValueOf(r).IsZero() {
			t.Errorf("%s yields %+v", what, r)
		}
	}
	if yielded != 1 || last == nil {
		t.Errorf("%s yields %d times, last with the error %v; want one error", what, yielded, last)
	}
}
