package storagetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// testAbsent asks an empty table.
func (k kind) testAbsent(t *testing.T, s storage.Store) {
	key := k.Key(k.full(1))
	update(t, s, func(tx *storage.Tx) error {
		table := k.Rows(tx)
		got, err := table.Get(key)
		if !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("Get of what is not there: %v, want ErrNotFound", err)
		}
		if got != nil && !reflect.ValueOf(got).IsZero() {
			t.Errorf("Get of what is not there returns %+v, want a zero record", got)
		}
		expect(t, "Delete of what is not there")(table.Delete(key))(0)
		expect(t, "Clear of nothing")(table.Clear())(0)
		k.counts(t, tx, 0)
		return nil
	})
	if got := k.found(t, s); len(got) != 0 {
		t.Errorf("List of nothing yields %d records", len(got))
	}
}

// testPut puts nothing, many, one anew, and one twice in a call.
func (k kind) testPut(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	k.put(t, s)
	k.holds(t, s)
	update(t, s, func(tx *storage.Tx) error {
		if err := k.Rows(tx).Put(k.several(3)...); err != nil {
			return err
		}
		k.counts(t, tx, 3)
		if err := k.Rows(tx).Put(k.bare(2)); err != nil {
			return err
		}
		k.counts(t, tx, 3)
		got, err := k.Rows(tx).Get(k.Key(k.bare(2)))
		if d := diff(k.bare(2), got); d != "" {
			t.Errorf("Get of what was replaced before in the transaction (-want +got):\n%s", d)
		}
		return err
	})
	k.holds(t, s, k.full(1), k.bare(2), k.full(3))
	k.put(t, s, k.bare(3), k.full(2), k.bare(1), k.full(1), k.full(3))
	k.holds(t, s, k.full(1), k.full(2), k.full(3))
}

// testInvalid puts, behind a good record, such as Validate refuses.
func (k kind) testInvalid(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	k.put(t, s, k.bare(1))
	zero := k.zero()
	for _, bad := range append(k.spoilt(), zero) {
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			return k.Rows(tx).Put(k.full(1), k.full(2), bad)
		})
		if !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("Put of %+v: %v, want ErrInvalid", bad, err)
		}
		k.holds(t, s, k.bare(1))
	}
}

// spoilt returns records of which one text, however deep, is not UTF-8 without
// NUL, one piece of JSON is none or has a number that is not exact, or one number is not exact.
func (k kind) spoilt() []any {
	var all []any
	for at := 0; ; at++ {
		r, found := reflect.ValueOf(k.New()).Elem(), false
		r.Set(reflect.ValueOf(k.full(3)))
		leaves(r, func(i int, leaf reflect.Value) {
			if i != at {
				return
			}
			found = true
			switch leaf.Kind() {
			case reflect.String:
				leaf.SetString([]string{"a\x00b", "a\xffb", "\xed\xa0\x80"}[at%3])
			case reflect.Slice:
				leaf.SetBytes([]byte([]string{`{"a":`, ``, `{"a":[9007199254740992]}`, `{"a":-9007199254740993.0}`, `{"a":1e400}`}[at%5]))
			case reflect.Float64:
				leaf.SetFloat([]float64{storage.MaxExact + 1, -storage.MaxExact - 1, math.MaxFloat64, math.Inf(1), math.NaN()}[at%5])
			default:
				leaf.SetInt([]int64{storage.MaxExact + 1, -storage.MaxExact - 1}[at%2])
			}
		})
		if !found {
			return all
		}
		all = append(all, r.Interface())
	}
}

// leaves calls fn with each text that is not behind a pointer, each piece of JSON and each number of a record, counted. It
// leaves out numbers that cannot be too large, and footprints, which are sets of bits.
func leaves(v reflect.Value, fn func(i int, leaf reflect.Value)) {
	i := 0
	var walk func(v reflect.Value, pointed bool)
	walk = func(v reflect.Value, pointed bool) {
		switch v.Kind() {
		case reflect.String:
			if !pointed {
				fn(i, v)
				i++
			}
		case reflect.Int, reflect.Int64, reflect.Float64:
			if v.Type() != reflect.TypeFor[storage.Footprint]() {
				fn(i, v)
				i++
			}
		case reflect.Pointer:
			walk(v.Elem(), true)
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), pointed)
			}
		case reflect.Slice:
			if v.Type() == reflect.TypeFor[json.RawMessage]() {
				fn(i, v)
				i++
				return
			}
			for i := range v.Len() {
				walk(v.Index(i), pointed)
			}
		case reflect.Bool, reflect.Array, reflect.Uint8, reflect.Uint16, reflect.Uint32: // no such number
		default:
			panic(fmt.Sprintf("storagetest: a record has a field of type %v, which is not known here", v.Type()))
		}
	}
	walk(v, false)
}

// testDelete deletes by several keys, some of them twice or not there.
func (k kind) testDelete(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	k.put(t, s, k.several(4)...)
	update(t, s, func(tx *storage.Tx) error {
		table := k.Rows(tx)
		expect(t, "Delete of no keys")(table.Delete())(0)
		expect(t, "Delete")(table.Delete(k.Key(k.full(2)), k.Key(k.full(9)), k.Key(k.full(4)), k.Key(k.full(2))))(2)
		if _, err := table.Get(k.Key(k.full(2))); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("Get of what was deleted before in the transaction: %v, want ErrNotFound", err)
		}
		k.counts(t, tx, 2)
		return nil
	})
	k.holds(t, s, k.full(1), k.full(3))
	update(t, s, func(tx *storage.Tx) error {
		expect(t, "Delete again")(k.Rows(tx).Delete(k.Key(k.full(2))))(0)
		return k.Rows(tx).Put(k.bare(2))
	})
	k.holds(t, s, k.full(1), k.bare(2), k.full(3))
}

// testClear clears a table and fills it again, in one transaction.
func (k kind) testClear(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	k.put(t, s, k.several(3)...)
	update(t, s, func(tx *storage.Tx) error {
		expect(t, "Clear")(k.Rows(tx).Clear())(3)
		k.counts(t, tx, 0)
		return k.Rows(tx).Put(k.full(2))
	})
	k.holds(t, s, k.full(2))
}

// testReadOnly tries to write in a View.
func (k kind) testReadOnly(t *testing.T, s storage.Store) {
	s = lenient(s)
	k.prepare(t, s)
	k.put(t, s, k.full(1))
	for name, write := range map[string]func(storage.AnyRows) error{
		"Put":      func(table storage.AnyRows) error { return table.Put(k.full(2)) },
		"Put anew": func(table storage.AnyRows) error { return table.Put(k.bare(1)) },
		"Delete":   func(table storage.AnyRows) error { _, err := table.Delete(k.Key(k.full(1))); return err },
		"Clear":    func(table storage.AnyRows) error { _, err := table.Clear(); return err },
	} {
		_ = s.View(t.Context(), func(tx *storage.Tx) error {
			if write(k.Rows(tx)) == nil {
				t.Errorf("%s in a View succeeds", name)
			}
			return nil
		})
		k.holds(t, s, k.full(1))
	}
}

// testRollback undoes every kind of write with fn's error.
func (k kind) testRollback(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	k.put(t, s, k.full(1), k.full(2))
	failed := errors.New("no")
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		table := k.Rows(tx)
		if err := table.Put(k.bare(1), k.full(3)); err != nil {
			return err
		}
		expect(t, "Delete")(table.Delete(k.Key(k.full(2))))(1)
		expect(t, "Clear")(table.Clear())(2)
		if err := table.Put(k.full(4)); err != nil {
			return err
		}
		return failed
	})
	if err != failed { //nolint:errorlint // the very error is promised
		t.Errorf("Update returns %v, want fn's error as it is", err)
	}
	k.holds(t, s, k.full(1), k.full(2))
}

// counts checks how many records there are.
func (k kind) counts(t testing.TB, tx *storage.Tx, want int) {
	t.Helper()
	expect(t, "Count")(k.count(tx))(want)
}

// expect checks the number that a call returned: expect(t, what)(call())(want).
func expect(t testing.TB, what string) func(int, error) func(int) {
	return func(got int, err error) func(int) {
		return func(want int) {
			t.Helper()
			if err != nil || got != want {
				t.Errorf("%s: %d, %v; want %d", what, got, err, want)
			}
		}
	}
}
