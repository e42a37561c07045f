package storagetest

import (
	"errors"
	"reflect"

	"github.com/privacylabels/auditor/storage"
)

// sample returns the nth record, filled in a way. It is valid.
func (k kind) sample(how filling, n int) any {
	r := reflect.ValueOf(k.New()).Elem()
	fill(r, how, n)
	k.setKey(r, n)
	fix(r)
	if k.Validate(r.Interface()) != nil {
		k.repair(r, reflect.ValueOf(k.full(n)))
	}
	return r.Interface()
}

// full returns the nth record with every field set.
func (k kind) full(n int) any {
	r := reflect.ValueOf(k.New()).Elem()
	fill(r, distinct, n)
	k.setKey(r, n)
	fix(r)
	return r.Interface()
}

// bare returns the nth record with nothing in it that it can be without.
func (k kind) bare(n int) any {
	r := reflect.ValueOf(k.New()).Elem()
	k.setKey(r, n)
	k.repair(r, reflect.ValueOf(k.full(n)))
	return r.Interface()
}

// several returns n records, the first with the last key.
func (k kind) several(n int) []any {
	var all []any
	for i := n; i > 0; i-- {
		all = append(all, k.full(i))
	}
	return all
}

// repair makes a record valid with as few fields of a valid one as it takes.
func (k kind) repair(r, valid reflect.Value) {
	own := reflect.New(r.Type()).Elem()
	own.Set(r)
	r.Set(valid)
	to, from := fields(r), fields(own)
	for i := range to {
		before := reflect.New(to[i].Type()).Elem()
		before.Set(to[i])
		to[i].Set(from[i])
		if k.Validate(r.Interface()) != nil {
			to[i].Set(before)
		}
	}
}

// fields returns the fields of a struct and of the structs in it.
func fields(v reflect.Value) []reflect.Value {
	if v.Kind() != reflect.Struct {
		return []reflect.Value{v}
	}
	var all []reflect.Value
	for i := range v.NumField() {
		all = append(all, fields(v.Field(i))...)
	}
	return all
}

// setKey gives a record the nth key, the third of which is extreme.
func (k kind) setKey(r reflect.Value, n int) {
	key := reflect.New(reflect.TypeOf(k.Key(r.Interface()))).Elem()
	for i, part := range fields(key) {
		fillKey(part, k.Name(), n, i)
	}
	k.identify(r, key)
}

// identify gives a record a key: it sets the field that has the key's type, or the
// fields that have the names of those of the key.
func (k kind) identify(r, key reflect.Value) {
	for i := range r.NumField() {
		if field := r.Field(i); field.Type() == key.Type() {
			before := reflect.New(field.Type()).Elem()
			before.Set(field)
			field.Set(key)
			if k.Key(r.Interface()) == key.Interface() {
				return
			}
			field.Set(before)
		}
	}
	for i := range key.NumField() {
		r.FieldByName(key.Type().Field(i).Name).Set(key.Field(i))
	}
}

// adopt writes the parents of a record, and theirs, where they are not there.
func adopt(tx *storage.Tx, record any) error {
	for _, p := range storage.ParentsOf(record) {
		of := kindOf(p.Table)
		if _, err := of.Rows(tx).Get(p.Key); !errors.Is(err, storage.ErrNotFound) {
			if err != nil {
				return err
			}
			continue
		}
		parent := of.withKey(p.Key)
		if err := adopt(tx, parent); err != nil {
			return err
		}
		if err := of.Rows(tx).Put(parent); err != nil {
			return err
		}
	}
	return nil
}

// withKey returns a record with a key.
func (k kind) withKey(key any) any {
	r := reflect.ValueOf(k.New()).Elem()
	r.Set(reflect.ValueOf(k.bare(1)))
	k.identify(r, reflect.ValueOf(key))
	return r.Interface()
}
