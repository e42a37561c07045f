package memory

import "reflect"

// clone returns a copy that shares no memory with the record, so that neither the
// caller who put it nor one who got it can change what the store holds.
func clone(record any) any {
	copied := reflect.New(reflect.TypeOf(record)).Elem()
	copied.Set(reflect.ValueOf(record))
	detach(copied)
	return copied.Interface()
}

// detach replaces all that v refers to by copies.
func detach(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			detach(v.Field(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			to := reflect.New(v.Type().Elem())
			to.Elem().Set(v.Elem())
			v.Set(to)
			detach(to.Elem())
		}
	case reflect.Slice:
		if !v.IsNil() {
			to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(to, v)
			v.Set(to)
			for i := range to.Len() {
				detach(to.Index(i))
			}
		}
	}
}
