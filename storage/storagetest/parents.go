package storagetest

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// testOrphan puts a record one of whose parents does not exist.
func (k kind) testOrphan(t *testing.T, s storage.Store) {
	orphan := k.full(1)
	for _, p := range storage.ParentsOf(orphan) {
		k.prepare(t, s)
		update(t, s, func(tx *storage.Tx) error {
			_, err := kindOf(p.Table).Rows(tx).Delete(p.Key)
			return err
		})
		for _, records := range [][]any{{orphan}, {k.full(2), orphan}} {
			err := s.Update(t.Context(), func(tx *storage.Tx) error { return k.Rows(tx).Put(records...) })
			if !errors.Is(err, storage.ErrConflict) {
				t.Errorf("Put of %+v without %v in %s: %v, want ErrConflict", records, p.Key, p.Table, err)
			}
			k.holds(t, s)
		}
	}
}

// testParents replaces, deletes and clears each parent of a record beside another
// record that has other parents.
func (k kind) testParents(t *testing.T, s storage.Store) {
	child, other := k.full(1), k.full(2)
	for _, p := range storage.ParentsOf(child) {
		of := kindOf(p.Table)
		plant := func() {
			t.Helper()
			update(t, s, func(tx *storage.Tx) error {
				_, err := k.Rows(tx).Clear()
				return err
			})
			k.prepare(t, s)
			k.put(t, s, child, other)
		}
		plant()
		of.put(t, s, of.changed(p.Key))
		k.holds(t, s, child, other)

		update(t, s, func(tx *storage.Tx) error {
			expect(t, "Delete of a parent that is not there")(of.Rows(tx).Delete(of.Key(of.full(99))))(0)
			return nil
		})
		for name, remove := range map[string]func(storage.AnyRows) (int, error){
			"Delete": func(rows storage.AnyRows) (int, error) { return rows.Delete(p.Key) },
			"Clear":  func(rows storage.AnyRows) (int, error) { return rows.Clear() },
		} {
			plant()
			left := []any{k.without(child, p.Table), k.without(other, p.Table)}
			if name == "Delete" {
				left[1] = other
			}
			left = slices.DeleteFunc(left, func(r any) bool { return r == nil })
			err := s.Update(t.Context(), func(tx *storage.Tx) error {
				_, err := remove(of.Rows(tx))
				return err
			})
			if p.OnDelete == storage.Restrict {
				if !errors.Is(err, storage.ErrConflict) {
					t.Errorf("%s in %s: %v, want ErrConflict", name, p.Table, err)
				}
				left = []any{child, other}
			} else if err != nil {
				t.Errorf("%s in %s: %v", name, p.Table, err)
			}
			k.holds(t, s, left...)
		}
	}
}

// without returns what is left of a record without its parent of a table: nil if
// it is deleted.
func (k kind) without(record any, table string) any {
	for _, p := range storage.ParentsOf(record) {
		if p.Table == table && p.OnDelete != storage.Restrict {
			return p.Without
		}
	}
	return record
}

// changed returns a record with a key and other values than those adopt writes.
func (k kind) changed(key any) any {
	r := reflect.ValueOf(k.New()).Elem()
	r.Set(reflect.ValueOf(k.full(1)))
	k.identify(r, reflect.ValueOf(key))
	for _, p := range storage.ParentsOf(r.Interface()) {
		if p.OnDelete != storage.Cascade { // it need not be there
			return k.withKey(key)
		}
	}
	return r.Interface()
}
