package storagetest

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// diff tells records apart as the contract does: a store need not tell an empty
// list from a nil one, and keeps the value of JSON, not its spacing.
func diff(want, got any) string {
	if reflect.DeepEqual(want, got) { // quicker, and nearly always so
		return ""
	}
	return cmp.Diff(want, got, cmpopts.EquateEmpty(),
		cmp.FilterValues(func(a, b json.RawMessage) bool { return len(a)+len(b) > 0 }, cmp.Comparer(sameJSON)))
}

func sameJSON(a, b json.RawMessage) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	x, err := decodeJSON(a)
	if err != nil {
		return false
	}
	y, err := decodeJSON(b)
	return err == nil && reflect.DeepEqual(x, y)
}

func decodeJSON(raw json.RawMessage) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}
