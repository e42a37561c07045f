package storagetest

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"

	"github.com/privacylabels/auditor/storage"
)

// How the fields of a sample record are filled.
type filling int

const (
	distinct filling = iota // each field with a value of its own
	extreme                 // the largest numbers, texts that are easily spoiled
	hollow                  // zero, but behind pointers and in lists that are there
)

// awkward has what a store is likely to spoil: quotes, letters that change
// their length with their case, several forms of one letter, a character beyond
// the basic plane, the last one, line ends, and spaces at both ends.
const awkward = " '\"\\`%_;--\t\r\n\u0130\u00df e\u0301\u00e9 \u2028 \ufeff\ufffd\uffff\U0001f9ff\U0010ffff null 0x1 1e3 "

// text returns the nth key of a kind whose key is a text; the third is awkward.
func text(kind string, n int) string {
	if n == 3 {
		return awkward
	}
	return fmt.Sprint(kind, "-", n)
}

// maxTime is as far as JSON numbers are exact.
const maxTime = 1<<53 - 1

// filler sets every field of a record, whatever its kind.
type filler struct {
	how filling
	n   int // moves with each value
}

// fill returns a record in which every field is set; no two values of the nth
// record are alike, nor any of two records, where their type is wide enough.
func fill[R any](how filling, n int) R {
	var r R
	f := filler{how: how, n: n * 1000}
	f.value(reflect.ValueOf(&r).Elem())
	return r
}

func (f *filler) value(v reflect.Value) {
	f.n++
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		v.SetBytes(f.object())
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f.value(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.value(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	default:
		if f.how != hollow {
			f.scalar(v)
		}
	}
}

func (f *filler) scalar(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(f.text())
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(f.integer(v.Type()))
	case reflect.Uint8:
		v.SetUint(uint64(f.n%math.MaxUint8 + 1))
	case reflect.Float64:
		v.SetFloat(float64(f.n) + 0.1)
		if f.how == extreme {
			v.SetFloat(math.MaxFloat64)
		}
	default:
		panic(fmt.Sprintf("storagetest: a record has a field of type %v, which is not known here", v.Type()))
	}
}

func (f *filler) text() string {
	if f.how == extreme {
		return fmt.Sprint(awkward, f.n)
	}
	return fmt.Sprintf("text %d", f.n)
}

func (f *filler) integer(t reflect.Type) int64 {
	if f.how != extreme {
		return int64(f.n)
	}
	switch t {
	case reflect.TypeFor[storage.AppID](), reflect.TypeFor[storage.Time](), reflect.TypeFor[storage.NullTime]():
		return maxTime
	case reflect.TypeFor[int]():
		return math.MaxInt
	}
	return math.MaxInt64
}

func (f *filler) object() json.RawMessage {
	switch f.how {
	case hollow:
		return json.RawMessage(`{}`)
	case extreme:
		return json.RawMessage(`{"deep":[{"n":9223372036854775807,"t":"\u0022\ud83e\uddff"},null,true,1.5e-9]}`)
	}
	return json.RawMessage(fmt.Sprintf(`{"n%d":[%d]}`, f.n, f.n))
}
