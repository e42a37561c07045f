package usertemplate

import (
	"fmt"
	"reflect"
	"strings"
	"text/template/parse"
)

// run is the state of one run of a template.
type run struct {
	language  *Language
	source    source
	written   strings.Builder
	steps     int
	variables []variable // those in scope, the innermost last
}

type variable struct {
	name  string
	value reflect.Value
}

// flow is what follows a node.
type flow int

const (
	onward   flow = iota
	toBreak       // the innermost loop ends
	toRepeat      // its next pass follows
)

// count counts a step.
func (r *run) count() error {
	if r.steps++; r.steps > maxSteps {
		return errSteps
	}
	return nil
}

func (r *run) write(text []byte) error {
	if r.written.Len()+len(text) > maxText {
		return errText
	}
	r.written.Write(text)
	return nil
}

// print writes a value as package fmt does. Nothing is "<no value>", as in text/template.
func (r *run) print(v reflect.Value) error {
	if !v.IsValid() {
		return r.write([]byte("<no value>"))
	}
	return r.write(fmt.Append(nil, v.Interface()))
}

// walk runs a node. The value of "." is dot.
func (r *run) walk(n parse.Node, dot reflect.Value) (flow, error) {
	switch n := n.(type) {
	case *parse.TextNode:
		return onward, r.write(n.Text)
	case *parse.ActionNode:
		v, err := r.pipeline(n.Pipe, dot)
		if err != nil || len(n.Pipe.Decl) > 0 {
			return onward, err
		}
		return onward, r.print(v)
	case *parse.ListNode:
		for _, below := range n.Nodes {
			if then, err := r.walk(below, dot); then != onward || err != nil {
				return then, err
			}
		}
		return onward, nil
	case *parse.IfNode:
		return r.branch(&n.BranchNode, dot, false)
	case *parse.WithNode:
		return r.branch(&n.BranchNode, dot, true)
	case *parse.RangeNode:
		return r.loop(n, dot)
	case *parse.BreakNode:
		return toBreak, nil
	case *parse.ContinueNode:
		return toRepeat, nil
	}
	return onward, r.source.fault(n, "%s is not available", n)
}

// leave ends the scope that began when there were this many variables.
func (r *run) leave(variables int) { r.variables = r.variables[:variables] }

// branch runs an if or a with; in the latter, "." is the condition.
func (r *run) branch(n *parse.BranchNode, dot reflect.Value, with bool) (flow, error) {
	defer r.leave(len(r.variables))
	v, err := r.pipeline(n.Pipe, dot)
	switch {
	case err != nil:
		return onward, err
	case truth(v) && with:
		return r.walk(n.List, v)
	case truth(v):
		return r.walk(n.List, dot)
	case n.ElseList != nil:
		return r.walk(n.ElseList, dot)
	}
	return onward, nil
}

// loop runs a range over a list or up to a number.
func (r *run) loop(n *parse.RangeNode, dot reflect.Value) (flow, error) {
	defer r.leave(len(r.variables))
	over, err := r.pipeline(n.Pipe, dot)
	if err != nil {
		return onward, err
	}
	passes := 0
	element := over.Index
	switch kindOf(over) {
	case list:
		passes = over.Len()
	case whole:
		if len(n.Pipe.Decl) > 1 {
			return onward, r.source.fault(n, "a range over a number has one variable")
		}
		// Elements have the type of the number, as in text/template.
		passes = max(0, wholeOf(over))
		element = func(i int) reflect.Value { return reflect.ValueOf(i).Convert(over.Type()) }
	case nothing:
	default:
		return onward, r.source.fault(n, "range is over lists and whole numbers, not %s", kindOf(over))
	}

	for i := range passes {
		then, err := r.pass(n, i, element(i))
		if err != nil {
			return onward, err
		}
		if then == toBreak {
			break
		}
	}
	if passes > 0 || n.ElseList == nil {
		return onward, nil
	}
	// As in text/template, a break in the branch without elements ends only that branch.
	then, err := r.walk(n.ElseList, dot)
	if then == toBreak {
		then = onward
	}
	return then, err
}

// pass runs one pass of a loop.
func (r *run) pass(n *parse.RangeNode, i int, element reflect.Value) (flow, error) {
	if err := r.count(); err != nil {
		return onward, err
	}
	defer r.leave(len(r.variables))
	own := r.variables[len(r.variables)-len(n.Pipe.Decl):]
	if len(own) > 0 {
		own[len(own)-1].value = element
	}
	if len(own) > 1 {
		own[0].value = reflect.ValueOf(i)
	}
	return r.walk(n.List, element)
}
