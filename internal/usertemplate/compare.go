package usertemplate

import (
	"errors"
	"fmt"
	"reflect"
)

// errNotCompared is about lists and structs, except where these are equal or not as in Go.
var errNotCompared = errors.New("only texts, numbers and conditions can be compared")

// comparison returns a comparison of two values as a function of templates.
func comparison(holds func(a, b reflect.Value) (bool, error)) func(*run, []reflect.Value) (reflect.Value, error) {
	return func(_ *run, args []reflect.Value) (reflect.Value, error) {
		is, err := holds(args[0], args[1])
		return reflect.ValueOf(is), err
	}
}

func not(is bool, err error) (bool, error) { return !is, err }

// equalsAny reports whether a value equals one of others, of which those after it are not looked at.
func equalsAny(v reflect.Value, others []reflect.Value) (reflect.Value, error) {
	for _, other := range others {
		if is, err := equal(v, other); is || err != nil {
			return reflect.ValueOf(is), err
		}
	}
	return reflect.ValueOf(false), nil
}

// simple reports whether values of a kind have an equal of their own. Lists have not, nor have structs.
func (k kind) simple() bool { return k != nothing && k != list && k != object }

func equal(a, b reflect.Value) (bool, error) {
	ka, kb := kindOf(a), kindOf(b)
	switch {
	case ka == whole && kb == whole:
		return wholeOf(a) == wholeOf(b), nil
	case ka == kb && ka.simple():
		return a.Equal(b), nil
	case ka.simple() || kb.simple():
		if ka == nothing || kb == nothing {
			return false, nil
		}
		return false, fmt.Errorf("%s cannot be compared with %s", ka, kb)
	case ka != kb && ka != nothing && kb != nothing:
		return false, errNotCompared
	case absent(a) || absent(b):
		return absent(a) == absent(b), nil
	case !b.Comparable():
		return false, errNotCompared
	}
	return a.Type() == b.Type() && a.Equal(b), nil
}

// absent reports whether a value is nothing, or a list that was never made.
func absent(v reflect.Value) bool {
	return !v.IsValid() || v.Kind() == reflect.Slice && v.IsNil()
}

// less reports whether a value comes before another.
func less(a, b reflect.Value) (bool, error) {
	ka, kb := kindOf(a), kindOf(b)
	switch {
	case !ka.simple() || !kb.simple():
		return false, errNotCompared
	case ka != kb:
		return false, fmt.Errorf("%s cannot be compared with %s", ka, kb)
	}
	switch ka {
	case text:
		return a.String() < b.String(), nil
	case whole:
		return wholeOf(a) < wholeOf(b), nil
	case fraction:
		return a.Float() < b.Float(), nil
	}
	return false, fmt.Errorf("%s has no order", ka)
}
