package storagetest

import (
	"reflect"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// testRoundTrip puts records filled in every way and reads them by key and by list.
func (k kind) testRoundTrip(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	records := []any{
		k.full(1), k.full(2), k.sample(extreme, 3), k.sample(hollow, 4), k.bare(5),
	}
	k.put(t, s, records...)
	k.holds(t, s, records...)
	for _, want := range records {
		k.has(t, s, want)
	}
}

// testEachField replaces a full record by ones that lack one field, and a bare
// one by ones that have one: each field is kept for itself.
func (k kind) testEachField(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	full, bare := k.full(1), k.bare(1)
	fields := reflect.TypeOf(full)
	for i := range fields.NumField() {
		if reflect.ValueOf(full).Field(i).IsZero() {
			t.Fatalf("the sample of %s does not fill %s", k.Name(), fields.Field(i).Name)
		}
		for _, pair := range [][2]any{{full, bare}, {bare, full}} {
			r := reflect.New(fields).Elem()
			r.Set(reflect.ValueOf(pair[0]))
			r.Field(i).Set(reflect.ValueOf(pair[1]).Field(i))
			mixed := r.Interface()
			if k.Validate(mixed) != nil {
				continue
			}
			k.put(t, s, pair[0])
			k.put(t, s, mixed)
			k.has(t, s, mixed)
		}
	}
}

// testValues changes what was put and what was got, everywhere that a record
// refers to memory: what the store keeps must not follow.
func (k kind) testValues(t *testing.T, s storage.Store) {
	k.prepare(t, s)
	put := k.full(1)
	k.put(t, s, put)
	scribble(reflect.ValueOf(put))
	k.has(t, s, k.full(1))
	for range 2 {
		got := k.found(t, s)
		if len(got) != 1 {
			t.Fatalf("List yields %d records, want 1", len(got))
		}
		scribble(reflect.ValueOf(got[0]))
	}
	k.has(t, s, k.full(1))
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

// has checks that Get returns the record.
func (k kind) has(t testing.TB, s storage.Store, want any) {
	t.Helper()
	var got any
	view(t, s, func(tx *storage.Tx) error {
		var err error
		got, err = k.Rows(tx).Get(k.Key(want))
		return err
	})
	if d := diff(want, got); d != "" {
		t.Errorf("Get(%v) (-want +got):\n%s", k.Key(want), d)
	}
}
