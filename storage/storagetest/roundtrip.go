package storagetest

import (
	"reflect"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// testRoundTrip puts records filled in every way and reads them by key and by list.
func (k kind[K, R, Q]) testRoundTrip(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	records := []R{
		k.sample(distinct, 1), k.sample(distinct, 2), k.sample(extreme, 3), k.sample(hollow, 4), k.bare(5),
	}
	k.put(t, s, records...)
	k.holds(t, s, records...)
	for _, want := range records {
		k.found(t, s, want)
	}
}

// testEachField replaces a full record by ones that lack one field, and a bare
// one by ones that have one: each field is kept for itself.
func (k kind[K, R, Q]) testEachField(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	full, bare := k.full(1), k.bare(1)
	fields := reflect.TypeFor[R]()
	for i := range fields.NumField() {
		if reflect.ValueOf(full).Field(i).IsZero() {
			t.Fatalf("the sample of %s does not fill %s", k.name, fields.Field(i).Name)
		}
		for _, pair := range [][2]R{{full, bare}, {bare, full}} {
			mixed := pair[0]
			reflect.ValueOf(&mixed).Elem().Field(i).Set(reflect.ValueOf(pair[1]).Field(i))
			k.put(t, s, pair[0])
			k.put(t, s, mixed)
			k.found(t, s, mixed)
		}
	}
}

// testValues changes what was put and what was got, everywhere that a record
// refers to memory: what the store keeps must not follow.
func (k kind[K, R, Q]) testValues(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	put := k.full(1)
	k.put(t, s, put)
	scribble(reflect.ValueOf(&put).Elem())
	k.found(t, s, k.full(1))
	for range 2 {
		got := k.all(t, s)
		if len(got) != 1 {
			t.Fatalf("List yields %d records, want 1", len(got))
		}
		scribble(reflect.ValueOf(&got[0]).Elem())
	}
	k.found(t, s, k.full(1))
}

// scribble overwrites what lies behind the pointers and in the lists of a record.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			scribble(v.Field(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			v.Elem().SetZero()
		}
	case reflect.Slice:
		for i := range v.Len() {
			scribble(v.Index(i))
			v.Index(i).SetZero()
		}
	}
}

// found checks that Get returns the record.
func (k kind[K, R, Q]) found(t testing.TB, s storage.Store, want R) {
	t.Helper()
	var got R
	view(t, s, func(tx storage.Tx) error {
		var err error
		got, err = k.table(tx).Get(want.Key())
		return err
	})
	if d := diff(want, got); d != "" {
		t.Errorf("Get(%v) (-want +got):\n%s", want.Key(), d)
	}
}
