package usertemplate

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"text/template/parse"
)

// function is a function of templates. There are two more, and and or, which may leave arguments without a look.
type function struct {
	name   string
	least  int    // arguments
	more   int    // further ones
	takes  []kind // what the arguments have to be, if the function itself does not say
	result func(r *run, args []reflect.Value) (reflect.Value, error)
}

// unbounded is more arguments than a template can have.
const unbounded = maxSource

// functions are looked through in their order, which is quick, as they are few.
var functions = []function{
	{"not", 1, 0, nil, func(_ *run, args []reflect.Value) (reflect.Value, error) {
		return reflect.ValueOf(!truth(args[0])), nil
	}},
	{"len", 1, 0, nil, func(_ *run, args []reflect.Value) (reflect.Value, error) { return length(args[0]) }},
	{"index", 1, unbounded, nil, func(_ *run, args []reflect.Value) (reflect.Value, error) { return index(args[0], args[1:]) }},
	{"slice", 1, 3, nil, func(_ *run, args []reflect.Value) (reflect.Value, error) { return slice(args[0], args[1:]) }},
	{"eq", 2, unbounded, nil, func(_ *run, args []reflect.Value) (reflect.Value, error) { return equalsAny(args[0], args[1:]) }},
	{"ne", 2, 0, nil, comparison(func(a, b reflect.Value) (bool, error) { return not(equal(a, b)) })},
	{"lt", 2, 0, nil, comparison(less)},
	{"le", 2, 0, nil, comparison(func(a, b reflect.Value) (bool, error) { return not(less(b, a)) })},
	{"gt", 2, 0, nil, comparison(func(a, b reflect.Value) (bool, error) { return less(b, a) })},
	{"ge", 2, 0, nil, comparison(func(a, b reflect.Value) (bool, error) { return not(less(a, b)) })},
	{"upper", 1, 0, []kind{text}, func(r *run, args []reflect.Value) (reflect.Value, error) {
		return reflect.ValueOf(strings.ToUpper(args[0].String())), r.count()
	}},
	{"lower", 1, 0, []kind{text}, func(r *run, args []reflect.Value) (reflect.Value, error) {
		return reflect.ValueOf(strings.ToLower(args[0].String())), r.count()
	}},
	{"cut", 2, 0, []kind{whole, text}, func(r *run, args []reflect.Value) (v reflect.Value, err error) {
		if args[0].Int() < 1 {
			return v, errors.New("a text is cut to at least 1 character")
		}
		return reflect.ValueOf(r.language.cut(args[1].String(), int(args[0].Int()))), r.count()
	}},
}

// functionNames are their names.
var functionNames = func() (names []string) {
	for _, f := range functions {
		names = append(names, f.name)
	}
	return names
}()

// call calls a function with its arguments and the value of the command before.
func (r *run) call(n *parse.IdentifierNode, args []parse.Node, dot reflect.Value, piped []reflect.Value) (v reflect.Value, err error) {
	if n.Ident == "and" || n.Ident == "or" {
		return r.choose(n, args, dot, piped)
	}
	f := functionNamed(n.Ident)
	if given := len(args) + len(piped); given < f.least || given > f.least+f.more {
		return v, r.source.fault(n, "wrong number of arguments for %s: %d", f.name, given)
	}
	values := make([]reflect.Value, 0, len(args)+1)
	for i, arg := range args {
		if v, err = r.argument(arg, dot, f.takes, i); err != nil {
			return v, err
		}
		values = append(values, v)
	}
	values = append(values, piped...)
	for i, want := range f.takes {
		// An element of a text is none of the numbers that functions take, as in text/template.
		if got := values[i]; kindOf(got) != want || got.Kind() == reflect.Uint8 {
			return v, r.source.fault(n, "%s takes %s, not %s", f.name, want, kindOf(got))
		}
	}

	v, err = f.result(r, values)
	if err != nil && !errors.Is(err, errSteps) {
		err = r.source.fault(n, "error calling %s: %w", f.name, err)
	}
	return v, err
}

func functionNamed(name string) (f function) {
	for _, f = range functions {
		if f.name == name {
			break
		}
	}
	return f
}

// argument returns the value of an argument. A literal without a fraction is whole, however it is written,
// where a whole number is taken.
func (r *run) argument(n parse.Node, dot reflect.Value, takes []kind, i int) (reflect.Value, error) {
	if number, ok := n.(*parse.NumberNode); ok && i < len(takes) && takes[i] == whole && number.IsInt {
		return reflect.ValueOf(int(number.Int64)), nil
	}
	return r.operand(n, dot)
}

// choose returns the first argument of an or that holds, or of an and that does not, or else the last. Those
// after it are not looked at.
func (r *run) choose(n *parse.IdentifierNode, args []parse.Node, dot reflect.Value, piped []reflect.Value) (v reflect.Value, err error) {
	if len(args)+len(piped) == 0 {
		return v, r.source.fault(n, "wrong number of arguments for %s: 0", n.Ident)
	}
	for _, arg := range args {
		if v, err = r.operand(arg, dot); err != nil || truth(v) == (n.Ident == "or") {
			return v, err
		}
	}
	for _, v = range piped {
		return v, nil
	}
	return v, nil
}

func length(v reflect.Value) (n reflect.Value, err error) {
	if k := kindOf(v); k != text && k != list {
		return n, fmt.Errorf("%s has no length", k)
	}
	return reflect.ValueOf(v.Len()), nil
}

// index returns the element of the element … of a list or text.
func index(v reflect.Value, at []reflect.Value) (reflect.Value, error) {
	if !v.IsValid() {
		return v, errors.New("nothing has no elements")
	}
	for _, i := range at {
		if k := kindOf(v); k != text && k != list {
			return v, fmt.Errorf("%s has no elements", k)
		}
		n, err := position(i, v.Len()-1)
		if err != nil {
			return v, err
		}
		v = v.Index(n)
	}
	return v, nil
}

// slice returns a part of a list or text. Like text/template, it goes up to the capacity of a list.
func slice(v reflect.Value, at []reflect.Value) (reflect.Value, error) {
	most := 0
	switch k := kindOf(v); {
	case k == list:
		most = v.Cap()
	case k == text && len(at) < 3:
		most = v.Len()
	case k == text:
		return v, errors.New("a text has no third index")
	default:
		return v, fmt.Errorf("%s has no parts", k)
	}
	bounds := []int{0, v.Len(), most}
	for i, bound := range at {
		n, err := position(bound, most)
		if err != nil {
			return v, err
		}
		bounds[i] = n
	}
	if bounds[0] > bounds[1] || bounds[1] > bounds[2] {
		return v, errors.New("slice indexes are in the wrong order")
	}
	if len(at) < 3 {
		return v.Slice(bounds[0], bounds[1]), nil
	}
	return v.Slice3(bounds[0], bounds[1], bounds[2]), nil
}

// position returns an index from 0 to the largest that is allowed.
func position(v reflect.Value, most int) (int, error) {
	if k := kindOf(v); k != whole {
		return 0, fmt.Errorf("an index is a whole number, not %s", k)
	}
	n := wholeOf(v)
	if n < 0 || n > most {
		return 0, errors.New("slice index out of range")
	}
	return n, nil
}
