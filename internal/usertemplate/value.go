package usertemplate

import (
	"math"
	"reflect"
	"strings"
	"text/template/parse"
)

// kind is what a value is, in words. An invalid [reflect.Value] is nothing.
type kind string

const (
	nothing   kind = "nothing"
	text      kind = "a text"
	whole     kind = "a whole number"
	fraction  kind = "a number with a fraction"
	imaginary kind = "a complex number"
	condition kind = "a condition"
	list      kind = "a list"
	object    kind = "what has fields"
)

func kindOf(v reflect.Value) kind {
	switch v.Kind() {
	case reflect.String:
		return text
	case reflect.Int, reflect.Uint8: // the latter is an element of a text
		return whole
	case reflect.Float64:
		return fraction
	case reflect.Complex128:
		return imaginary
	case reflect.Bool:
		return condition
	case reflect.Slice:
		return list
	case reflect.Struct:
		return object
	}
	return nothing
}

// wholeOf returns a whole number.
func wholeOf(v reflect.Value) int {
	if v.CanUint() {
		return int(v.Uint())
	}
	return int(v.Int())
}

// truth reports whether a value holds as a condition.
func truth(v reflect.Value) bool {
	switch kindOf(v) {
	case text, list:
		return v.Len() > 0
	case object:
		return true
	case nothing:
		return false
	}
	return !v.IsZero()
}

// pipeline returns the value of a pipeline, and declares its variables.
func (r *run) pipeline(p *parse.PipeNode, dot reflect.Value) (v reflect.Value, err error) {
	var piped []reflect.Value // the value of the command before, if there is one
	for _, c := range p.Cmds {
		if v, err = r.command(c, dot, piped); err != nil {
			return v, err
		}
		piped = []reflect.Value{v}
	}
	for _, d := range p.Decl {
		r.variables = append(r.variables, variable{d.Ident[0], v})
	}
	return v, nil
}

func (r *run) command(c *parse.CommandNode, dot reflect.Value, piped []reflect.Value) (reflect.Value, error) {
	first, args := c.Args[0], c.Args[1:]
	switch n := first.(type) {
	case *parse.IdentifierNode:
		return r.call(n, args, dot, piped)
	case *parse.NilNode:
		return reflect.Value{}, r.source.fault(n, "nil is only an argument of functions")
	}
	if len(args)+len(piped) > 0 {
		return reflect.Value{}, r.source.fault(first, "%s is not a function, so it has no arguments", first)
	}
	return r.operand(first, dot)
}

// operand returns the value of one word of a command.
func (r *run) operand(n parse.Node, dot reflect.Value) (reflect.Value, error) {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot, nil
	case *parse.NilNode:
		return reflect.Value{}, nil
	case *parse.BoolNode:
		return reflect.ValueOf(n.True), nil
	case *parse.StringNode:
		return reflect.ValueOf(n.Text), nil
	case *parse.NumberNode:
		return r.number(n)
	case *parse.IdentifierNode:
		return r.call(n, nil, dot, nil)
	case *parse.PipeNode:
		return r.pipeline(n, dot)
	case *parse.FieldNode:
		return r.fields(n, dot, n.Ident)
	case *parse.VariableNode:
		return r.variable(n)
	case *parse.ChainNode:
		v, err := r.operand(n.Node, dot)
		if err != nil {
			return v, err
		}
		return r.fields(n, v, n.Field)
	}
	return reflect.Value{}, r.source.fault(n, "%s is not available", n)
}

// variable returns the value of a variable with fields, or without. The parser has refused most that are not in scope.
func (r *run) variable(n *parse.VariableNode) (v reflect.Value, err error) {
	for i := len(r.variables) - 1; i >= 0; i-- {
		if r.variables[i].name == n.Ident[0] {
			return r.fields(n, r.variables[i].value, n.Ident[1:])
		}
	}
	return v, r.source.fault(n, "the variable %s has no value yet", n.Ident[0])
}

// fields returns the field of the field … of a value.
func (r *run) fields(at parse.Node, v reflect.Value, names []string) (reflect.Value, error) {
	for _, name := range names {
		if kindOf(v) == object {
			v = v.FieldByName(name)
		} else {
			v = reflect.Value{}
		}
		if !v.IsValid() {
			return v, r.source.fault(at, "there is no .%s here", name)
		}
	}
	return v, nil
}

// number returns the value of a number where any type will do: what it is follows from how it is written.
func (r *run) number(n *parse.NumberNode) (v reflect.Value, err error) {
	hex := len(n.Text) > 2 && strings.EqualFold(n.Text[:2], "0x") && !strings.ContainsAny(n.Text, "pP")
	switch {
	case n.IsComplex:
		return reflect.ValueOf(n.Complex128), nil
	case n.IsFloat && !hex && n.Text[0] != '\'' && strings.ContainsAny(n.Text, ".eEpP"):
		return reflect.ValueOf(n.Float64), nil
	case n.IsInt && n.Int64 >= math.MinInt && n.Int64 <= math.MaxInt:
		return reflect.ValueOf(int(n.Int64)), nil
	}
	return v, r.source.fault(n, "the number %s is too large", n.Text)
}
