package memory

import "reflect"

// clone returns a copy that shares no memory with r, so that neither whoever
// put a record nor whoever got one can change what the store holds.
func clone[R any](r R) R {
	detach(reflect.ValueOf(&r).Elem())
	return r
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
