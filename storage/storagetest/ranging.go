package storagetest

import (
	"errors"
	"iter"
	"reflect"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// testRange leaves lists early, lists anew, and lists within a list.
func (k kind) testRange(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	k.put(t, s, k.several(4)...)
	q := k.all()
	walk := func(tx *storage.Tx) error {
		table := k.Rows(tx)
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
			got, err := table.Get(k.Key(outer))
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
func (k kind) testRangeAndCall(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	k.put(t, s, k.several(3)...)
	aside := beside(k.Name())
	update(t, s, func(tx *storage.Tx) error {
		q := k.all()
		var listed []any
		for r, err := range k.Rows(tx).List(q) {
			if err != nil {
				return err
			}
			for _, other := range kinds() {
				if _, err := other.count(tx); err != nil && !errors.Is(err, storage.ErrNotSupported) {
					return err
				}
			}
			if err := aside(tx, len(listed)); err != nil {
				return err
			}
			listed = append(listed, k.Key(r))
		}
		if len(listed) != 3 {
			t.Errorf("List yields %v while other tables are written to, want 3 records", listed)
		}
		return nil
	})
	k.holds(t, s, k.full(1), k.full(2), k.full(3))
}

// beside returns what writes to a table other than the named one.
func beside(name string) func(tx *storage.Tx, n int) error {
	other := kindOf("Settings")
	if name == other.Name() {
		other = kindOf("Tasks")
	}
	return other.churn
}

// churn makes every kind of write.
func (k kind) churn(tx *storage.Tx, n int) error {
	rows := k.Rows(tx)
	if err := rows.Put(k.full(n), k.full(n+1)); err != nil {
		return err
	}
	if _, err := rows.Delete(k.Key(k.full(n))); err != nil {
		return err
	}
	if _, err := storage.Collect(rows.List(k.all())); err != nil {
		return err
	}
	_, err := rows.Clear()
	return err
}

// testListAfterEnd keeps a transaction, a table and lists of it beyond its end,
// one of the lists half used.
func (k kind) testListAfterEnd(t *testing.T, s storage.Store) {
	s = lenient(s)
	k.prepare(t, s)
	k.put(t, s, k.several(3)...)
	q := k.all()
	var late struct {
		tx    *storage.Tx
		table storage.AnyRows
		list  iter.Seq2[any, error]
		next  func() (any, error, bool)
		stop  func()
	}
	keep := func(tx *storage.Tx) error {
		late.tx, late.table, late.list = tx, k.Rows(tx), k.Rows(tx).List(q)
		late.next, late.stop = iter.Pull2(k.Rows(tx).List(q))
		_, err, _ := late.next()
		return err
	}
	for name, open := range map[string]func(testing.TB, storage.Store, func(*storage.Tx) error){"View": view, "Update": update} {
		open(t, s, keep)
		fails(t, "a list used after its "+name, late.list)
		fails(t, "a list made after its "+name, k.Rows(late.tx).List(q))
		if _, err := late.table.Get(k.Key(k.full(1))); err == nil || errors.Is(err, storage.ErrNotFound) {
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
func fails(t testing.TB, what string, list iter.Seq2[any, error]) {
	t.Helper()
	yielded := 0
	var last error
	for r, err := range list {
		yielded++
		last = err
		if r != nil && !reflect.ValueOf(r).IsZero() {
			t.Errorf("%s yields %+v", what, r)
		}
	}
	if yielded != 1 || last == nil {
		t.Errorf("%s yields %d times, last with the error %v; want one error", what, yielded, last)
	}
}
