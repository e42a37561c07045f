package jsonread

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/privacylabels/auditor/internal/order"
)

// indexed decodes an object whose members are named by their places into a slice. Some
// programs write an array so. Any other object is skipped.
func indexed(d *jsontext.Decoder, into any) error {
	array, err := asArray(d)
	if err != nil || array == nil {
		return err
	}
	return json.Unmarshal(array, into, d.Options())
}

// maxIndexed is how many members an object may have in place of an array. The lists of the App
// Store's pages have a few dozen elements.
const maxIndexed = 1 << 12

// asArray reads an object and returns it as an array, or nil if it is empty or long, or a name
// in it is not a number.
func asArray(d *jsontext.Decoder) (jsontext.Value, error) {
	object, err := d.ReadValue()
	if err != nil {
		return nil, err
	}
	type element struct {
		at    int
		value jsontext.Value
	}
	var elements []element
	members := jsontext.NewDecoder(bytes.NewBuffer(object), d.Options())
	if _, err := members.ReadToken(); err != nil {
		return nil, err
	}
	for members.PeekKind() != '}' {
		if len(elements) == maxIndexed {
			return nil, nil
		}
		name, err := members.ReadToken()
		if err != nil {
			return nil, err
		}
		at, err := strconv.ParseUint(name.String(), 10, 31)
		if err != nil {
			return nil, nil // it is no array
		}
		value, err := members.ReadValue()
		if err != nil {
			return nil, err
		}
		elements = append(elements, element{int(at), value.Clone()})
	}
	if elements == nil {
		return nil, nil
	}
	order.Sort(elements, func(a, b element) int { return cmp.Compare(a.at, b.at) })
	array := jsontext.Value("[")
	for i, e := range elements {
		if i > 0 {
			array = append(array, ',')
		}
		array = append(array, e.value...)
	}
	return append(array, ']'), nil
}
