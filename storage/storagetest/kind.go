package storagetest

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// kind is one kind of record, with samples of it.
type kind struct{ storage.Kind }

// kinds returns all kinds, in the order of the fields of a storage.Tx.
var kinds = sync.OnceValue(func() []kind {
	var all []kind
	for _, k := range storage.Kinds() {
		all = append(all, kind{k})
	}
	return all
})

// kindOf returns the kind of a table.
func kindOf(table string) kind {
	all := kinds()
	return all[slices.IndexFunc(all, func(k kind) bool { return k.Name() == table })]
}

// zero returns the zero record.
func (k kind) zero() any { return reflect.ValueOf(k.New()).Elem().Interface() }

// all returns the query that lists every record.
func (k kind) all() any { return reflect.ValueOf(k.NewQuery()).Elem().Interface() }

// prepare writes the parents of all samples.
func (k kind) prepare(t testing.TB, s storage.Store) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		for n := 1; n < 10; n++ {
			if err := errors.Join(adopt(tx, k.full(n)), adopt(tx, k.bare(n))); err != nil {
				return err
			}
		}
		return errors.Join(adopt(tx, k.sample(extreme, 3)), adopt(tx, k.sample(hollow, 4)))
	})
}

// put writes records in an Update of their own.
func (k kind) put(t testing.TB, s storage.Store, records ...any) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error { return k.Rows(tx).Put(records...) })
}

// found returns every record of the kind.
func (k kind) found(t testing.TB, s storage.Store) []any {
	t.Helper()
	var found []any
	view(t, s, func(tx *storage.Tx) error {
		var err error
		found, err = storage.Collect(k.Rows(tx).List(k.all()))
		return err
	})
	return found
}

// holds checks that these records and no others are there, in any order.
func (k kind) holds(t testing.TB, s storage.Store, want ...any) {
	t.Helper()
	got := k.found(t, s)
	place := make(map[any]int)
	for i, r := range want {
		place[k.Key(r)] = i
	}
	slices.SortStableFunc(got, func(a, b any) int { return cmp.Compare(place[k.Key(a)], place[k.Key(b)]) })
	if d := diff(want, got); d != "" {
		t.Errorf("%s held (-want +got):\n%s", k.Name(), d)
	}
}

func (k kind) count(tx *storage.Tx) (int, error) { return k.Rows(tx).Count(k.all()) }

// Seed writes two records of every kind that the store has, and their parents.
func Seed(tx *storage.Tx) error {
	for _, k := range kinds() {
		if _, err := k.count(tx); errors.Is(err, storage.ErrNotSupported) {
			continue
		}
		if err := k.seed(tx); err != nil {
			return fmt.Errorf("%s: %w", k.Name(), err)
		}
	}
	return nil
}

func (k kind) seed(tx *storage.Tx) error {
	records := []any{k.full(1), k.full(2)}
	for _, r := range records {
		if err := adopt(tx, r); err != nil {
			return err
		}
	}
	return k.Rows(tx).Put(records...)
}

// supported reports whether a store has the kind.
func (k kind) supported(t testing.TB, s storage.Store) bool {
	t.Helper()
	err := s.View(t.Context(), func(tx *storage.Tx) error {
		_, err := k.count(tx)
		return err
	})
	return !errors.Is(err, storage.ErrNotSupported)
}

// brief is a test whose cleanups run before its end.
type brief struct {
	testing.TB
	cleanups []func()
}

func (b *brief) Cleanup(f func()) { b.cleanups = append(b.cleanups, f) }

func (b *brief) end() {
	for _, cleanup := range slices.Backward(b.cleanups) {
		cleanup()
	}
}

func (k kind) run(t *testing.T, open func(testing.TB) storage.Store) {
	look := &brief{TB: t}
	supported := k.supported(t, open(look))
	look.end() // before the others open theirs
	if !supported {
		t.Skip("the store lacks this kind")
	}
	steps := []step{
		{"RoundTrip", k.testRoundTrip},
		{"EachField", k.testEachField},
		{"Values", k.testValues},
		{"Absent", k.testAbsent},
		{"Put", k.testPut},
		{"Invalid", k.testInvalid},
		{"Delete", k.testDelete},
		{"Clear", k.testClear},
		{"Generated", k.testGenerated},
		{"Range", k.testRange},
		{"RangeAndCall", k.testRangeAndCall},
		{"ListAfterEnd", k.testListAfterEnd},
		{"ReadOnly", k.testReadOnly},
		{"Rollback", k.testRollback},
	}
	if len(declared(k)) > 0 {
		steps = append(steps, step{"Orphan", k.testOrphan}, step{"Parents", k.testParents})
	}
	if golden, ok := goldens()[k.Name()]; ok {
		steps = append(steps, step{"Lookup", golden.test(k)})
	}
	for _, one := range steps {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			one.test(t, open(t))
		})
	}
}
