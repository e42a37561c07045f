package translate

import (
	"slices"
	"strings"
	"text/template/parse"
)

// piece is a part of a list of nodes: text, a tag, or another node outside of tags.
type piece struct {
	text  string       // of a text
	tag   string       // the name of a tag
	ends  bool         // the tag ends an element
	nodes []parse.Node // of a tag, whose attributes may have actions; or the other node
}

func (p piece) isText() bool { return p.tag == "" && len(p.nodes) == 0 }

// inline are the elements that a sentence may contain.
var inline = []string{"a", "strong", "b", "em", "i", "small", "span", "code", "kbd", "abbr"}

// void are the elements that have no end.
var void = []string{"br", "img", "input", "link", "meta", "hr", "path", "rect"}

// cut returns a list of nodes as pieces. The tag of the end of a text that is not closed in the
// list is closed nowhere: such a list is not cut.
func cut(nodes []parse.Node) (pieces []piece, whole bool) {
	var tag *piece
	var quote byte
	for _, node := range nodes {
		text, ok := node.(*parse.TextNode)
		if !ok {
			if tag != nil {
				tag.nodes = append(tag.nodes, node)
			} else {
				pieces = append(pieces, piece{nodes: []parse.Node{node}})
			}
			continue
		}
		rest := string(text.Text)
		for rest != "" {
			if tag == nil {
				at := strings.IndexByte(rest, '<')
				if at < 0 {
					at = len(rest)
				}
				if at > 0 {
					pieces = append(pieces, piece{text: rest[:at]})
				}
				if rest = rest[at:]; rest != "" {
					tag = new(piece)
					quote = 0
				}
				continue
			}
			end := endOfTag(rest, &quote)
			tag.nodes = append(tag.nodes, textNode(rest[:end]))
			if rest = rest[end:]; quote == 0 && strings.HasSuffix(string(tag.nodes[len(tag.nodes)-1].(*parse.TextNode).Text), ">") {
				tag.tag, tag.ends = nameOf(tag.nodes)
				pieces = append(pieces, *tag)
				tag = nil
			}
		}
	}
	return pieces, tag == nil
}

// endOfTag returns how much of a text belongs to the tag that it is in. The quote is that of the
// value it is in, zero outside of values.
func endOfTag(text string, quote *byte) int {
	for i := range len(text) {
		switch c := text[i]; {
		case *quote != 0:
			if c == *quote {
				*quote = 0
			}
		case c == '"' || c == '\'':
			*quote = c
		case c == '>':
			return i + 1
		}
	}
	return len(text)
}

// nameOf returns the name of the element of a tag, and whether it ends the element.
func nameOf(nodes []parse.Node) (name string, ends bool) {
	first, ok := nodes[0].(*parse.TextNode)
	if !ok {
		return "", false
	}
	name = strings.TrimPrefix(string(first.Text), "<")
	name, ends = strings.CutPrefix(name, "/")
	end := strings.IndexFunc(name, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '!')
	})
	if end >= 0 {
		name = name[:end]
	}
	return strings.ToLower(name), ends
}

func textNode(text string) *parse.TextNode {
	return &parse.TextNode{NodeType: parse.NodeText, Text: []byte(text)}
}

// breaks reports whether a sentence ends before a piece.
func (p piece) breaks() bool {
	if p.tag != "" {
		return !slices.Contains(inline, p.tag)
	}
	for _, node := range p.nodes {
		switch node := node.(type) {
		case *parse.ActionNode:
			return len(node.Pipe.Decl) > 0
		case *parse.TemplateNode, *parse.CommentNode, *parse.BreakNode, *parse.ContinueNode:
			return true
		default:
			for _, list := range lists(node) {
				inside, whole := cut(list.Nodes)
				if !whole || slices.ContainsFunc(inside, piece.breaks) || !balanced(inside) {
					return true
				}
			}
		}
	}
	return false
}

// lists returns the lists of nodes in a node that controls them.
func lists(node parse.Node) (all []*parse.ListNode) {
	branch := func(b *parse.BranchNode) []*parse.ListNode {
		return slices.DeleteFunc([]*parse.ListNode{b.List, b.ElseList}, func(l *parse.ListNode) bool { return l == nil })
	}
	switch node := node.(type) {
	case *parse.IfNode:
		return branch(&node.BranchNode)
	case *parse.RangeNode:
		return branch(&node.BranchNode)
	case *parse.WithNode:
		return branch(&node.BranchNode)
	case *parse.ListNode:
		return []*parse.ListNode{node}
	}
	return nil
}

// balanced reports whether each element that begins in the pieces ends there.
func balanced(pieces []piece) bool {
	var open []string
	for _, p := range pieces {
		switch {
		case p.tag == "" || slices.Contains(void, p.tag):
		case !p.ends:
			open = append(open, p.tag)
		case len(open) == 0 || open[len(open)-1] != p.tag:
			return false
		default:
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}
