package usertemplate

import (
	"slices"
	"text/template/parse"
)

// vet refuses what the language does not have, also where a run would not come.
func (l *Language) vet(s source, root parse.Node) error {
	return each(root, 1, func(n parse.Node, depth int) error {
		if depth > maxDepth {
			return s.fault(n, "it is nested too deep")
		}
		switch n := n.(type) {
		case *parse.TemplateNode:
			return s.fault(n, "template and block are not available")
		case *parse.PipeNode:
			if n.IsAssign {
				return s.fault(n, "a variable cannot be changed, only declared with :=")
			}
		case *parse.IdentifierNode:
			if n.Ident != "and" && n.Ident != "or" && !slices.Contains(functionNames, n.Ident) {
				return s.fault(n, "the function %s is not available", n.Ident)
			}
		case *parse.FieldNode:
			return l.vetFields(s, n, n.Ident)
		case *parse.VariableNode:
			return l.vetFields(s, n, n.Ident[1:])
		case *parse.ChainNode:
			return l.vetFields(s, n, n.Field)
		}
		return nil
	})
}

func (l *Language) vetFields(s source, at parse.Node, names []string) error {
	for _, name := range names {
		if !slices.Contains(l.fields, name) {
			return s.fault(at, "there is no .%s", name)
		}
	}
	return nil
}

// each calls visit for a node and all below it, with their depths, until it returns an error.
func each(n parse.Node, depth int, visit func(n parse.Node, depth int) error) error {
	if err := visit(n, depth); err != nil {
		return err
	}
	for _, below := range nodesOf(n) {
		if err := each(below, depth+1, visit); err != nil {
			return err
		}
	}
	return nil
}

// nodesOf returns the nodes right below one.
func nodesOf(n parse.Node) (below []parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		return n.Nodes
	case *parse.ActionNode:
		return []parse.Node{n.Pipe}
	case *parse.IfNode:
		return branches(&n.BranchNode)
	case *parse.RangeNode:
		return branches(&n.BranchNode)
	case *parse.WithNode:
		return branches(&n.BranchNode)
	case *parse.PipeNode:
		for _, c := range n.Cmds {
			below = append(below, c)
		}
	case *parse.CommandNode:
		return n.Args
	case *parse.ChainNode:
		return []parse.Node{n.Node}
	}
	return below
}

func branches(n *parse.BranchNode) []parse.Node {
	below := []parse.Node{n.Pipe, n.List}
	if n.ElseList != nil {
		below = append(below, n.ElseList)
	}
	return below
}
