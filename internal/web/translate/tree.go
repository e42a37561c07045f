package translate

import (
	"slices"
	"strconv"
	"strings"
	"text/template/parse"
	"unicode"
)

// Tree puts a template into another language. Text returns the translation of a message, and plural
// those of the words of a number, which the function plural of the templates gets; both get what they return if there is none.
// What actions fill in passes the function words of the templates.
func Tree(tree *parse.Tree, text func(key string) string) {
	if tree == nil || tree.Root == nil {
		return
	}
	t := translator{text: text, tree: tree}
	t.list(tree.Root, outside)
}

// Messages returns the keys of the messages of a template.
func Messages(tree *parse.Tree) (keys []string) {
	Tree(tree, func(key string) string {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
		return key
	})
	return keys
}

// where says in what a list of nodes begins.
type where int

const (
	outside where = iota // of tags
	inTag                // where attributes are
	inValue              // of an attribute that is read
	inOther              // of another one
)

type translator struct {
	text func(string) string
	tree *parse.Tree
}

// list translates a list.
func (t *translator) list(list *parse.ListNode, in where) {
	if list == nil {
		return
	}
	switch in {
	case inTag:
		list.Nodes = t.attributes(list.Nodes)
	case inValue:
		list.Nodes = t.sentence(onlyTexts(list.Nodes))
	case inOther:
	default:
		pieces, whole := cut(list.Nodes)
		if !whole { // a tag ends elsewhere
			list.Nodes = t.attributes(list.Nodes)
			return
		}
		list.Nodes = t.pieces(pieces)
	}
}

func onlyTexts(nodes []parse.Node) (pieces []piece) {
	for _, node := range nodes {
		if text, ok := node.(*parse.TextNode); ok {
			pieces = append(pieces, piece{text: string(text.Text)})
		} else {
			pieces = append(pieces, piece{nodes: []parse.Node{node}})
		}
	}
	return pieces
}

// pieces translates what is between pieces that end a sentence.
func (t *translator) pieces(all []piece) (out []parse.Node) {
	var run []piece
	end := func() {
		out = append(out, t.elements(run)...)
		run = nil
	}
	for i, p := range all {
		switch {
		case p.breaks():
			end()
			out = append(out, t.other(p)...)
		case p.ends && !balancedFrom(run, p), p.tag != "" && !p.ends && !closes(all[i:]):
			end()
			out = append(out, t.other(p)...)
		default:
			run = append(run, p)
		}
	}
	end()
	return out
}

// balancedFrom reports whether a tag ends an element that began in the run.
func balancedFrom(run []piece, end piece) bool {
	depth := 0
	for _, p := range run {
		if p.tag != end.tag {
			continue
		}
		if p.ends {
			depth--
		} else {
			depth++
		}
	}
	return depth > 0
}

// closes reports whether the element that begins with the first piece ends before a piece that ends
// a sentence.
func closes(all []piece) bool {
	depth := 0
	for _, p := range all {
		switch {
		case p.breaks():
			return false
		case p.tag == "":
		case p.ends:
			depth--
		default:
			depth++
		}
		if depth == 0 {
			return true
		}
	}
	return false
}

// elements translates pieces without a break as one message if there are words outside of their
// elements, else each element.
func (t *translator) elements(run []piece) (out []parse.Node) {
	first, last := 0, len(run)
	trimmed := func(p piece) bool { // what is no part of the message at its ends
		return p.isText() && strings.TrimSpace(p.text) == "" || p.tag == "" && len(p.nodes) == 1 && len(lists(p.nodes[0])) > 0
	}
	if wordsOutside(run) {
		for first < last && trimmed(run[first]) {
			first++
		}
		for last > first && trimmed(run[last-1]) {
			last--
		}
		out = append(out, t.others(run[:first])...)
		out = append(out, t.sentence(run[first:last])...)
		return append(out, t.others(run[last:])...)
	}
	for i := 0; i < len(run); {
		p := run[i]
		if p.tag == "" || p.ends {
			out = append(out, t.other(p)...)
			i++
			continue
		}
		end := i + 1
		for depth := 1; end < len(run) && depth > 0; end++ {
			switch {
			case run[end].tag == "":
			case run[end].ends:
				depth--
			default:
				depth++
			}
		}
		out = append(out, t.other(p)...)
		out = append(out, t.elements(run[i+1:end-1])...)
		out = append(out, t.other(run[end-1])...)
		i = end
	}
	return out
}

// wordsOutside reports whether there is a word in a text outside of elements.
func wordsOutside(run []piece) bool {
	depth := 0
	for _, p := range run {
		switch {
		case p.tag != "" && p.ends:
			depth--
		case p.tag != "":
			depth++
		case depth == 0 && hasWord(p.text):
			return true
		}
	}
	return false
}

// hasWord reports whether a text has two letters in a row.
func hasWord(text string) bool {
	before := false
	inEntity := false
	for _, c := range text {
		switch {
		case c == '&':
			inEntity = true
		case c == ';' || c == ' ':
			inEntity = false
		}
		letter := unicode.IsLetter(c) && !inEntity
		if letter && before {
			return true
		}
		before = letter
	}
	return false
}

// others translates what is in pieces that are no part of a message.
func (t *translator) others(pieces []piece) (out []parse.Node) {
	for _, p := range pieces {
		out = append(out, t.other(p)...)
	}
	return out
}

// other translates what is in a piece that is no text of a message.
func (t *translator) other(p piece) []parse.Node {
	switch {
	case p.isText():
		return []parse.Node{textNode(p.text)}
	case p.tag != "":
		return t.attributes(p.nodes)
	}
	for _, node := range p.nodes {
		t.node(node, outside)
	}
	return p.nodes
}

// sentence translates a message.
func (t *translator) sentence(run []piece) []parse.Node {
	key, parts, tags := keyOf(run)
	if !hasWord(outsideMarks(key)) || isAddress(strings.TrimSpace(key)) {
		return t.others(run)
	}
	lead, trail := spaces(key)
	text := t.text(strings.TrimSpace(key))
	var out []parse.Node
	add := func(text string) {
		if text != "" {
			out = append(out, textNode(text))
		}
	}
	add(lead)
	for text != "" {
		at, end, kind, n := nextMark(text)
		if at < 0 {
			break
		}
		add(text[:at])
		text = text[end:]
		switch {
		case kind == '{' && n <= len(parts):
			out = append(out, t.other(parts[n-1])...)
		case kind == '<' && n <= len(tags):
			out = append(out, t.other(tags[n-1][0])...)
		case kind == '/' && n <= len(tags):
			out = append(out, t.other(tags[n-1][1])...)
		}
	}
	add(text)
	add(trail)
	return out
}

// isAddress reports whether a text is the example of an address.
func isAddress(text string) bool {
	return strings.Contains(text, "://") && !strings.ContainsAny(text, " &")
}

// keyOf returns the key of a message, what it fills in, and its tags, each with its end.
func keyOf(run []piece) (key string, parts []piece, tags [][2]piece) {
	var out strings.Builder
	var open []int
	for _, p := range run {
		switch {
		case p.isText():
			out.WriteString(p.text)
		case p.tag == "":
			parts = append(parts, p)
			out.WriteString("{" + strconv.Itoa(len(parts)) + "}")
		case p.ends && len(open) > 0:
			n := open[len(open)-1]
			open = open[:len(open)-1]
			tags[n-1][1] = p
			out.WriteString("</" + strconv.Itoa(n) + ">")
		default:
			tags = append(tags, [2]piece{p, {}})
			open = append(open, len(tags))
			out.WriteString("<" + strconv.Itoa(len(tags)) + ">")
		}
	}
	lead, trail := spaces(out.String())
	return lead + strings.Join(strings.Fields(out.String()), " ") + trail, parts, tags
}

// spaces returns the space at both ends of a text.
func spaces(text string) (lead, trail string) {
	inner := strings.TrimLeftFunc(text, unicode.IsSpace)
	lead = text[:len(text)-len(inner)]
	return lead, inner[len(strings.TrimRightFunc(inner, unicode.IsSpace)):]
}

// nextMark returns the first mark of a text: {1}, <1> or </1>.
func nextMark(text string) (at, end int, kind byte, n int) {
	for i := range len(text) {
		if text[i] != '{' && text[i] != '<' {
			continue
		}
		kind, rest, last := text[i], text[i+1:], byte('}')
		if kind == '<' {
			last = '>'
			if after, ends := strings.CutPrefix(rest, "/"); ends {
				kind, rest = '/', after
			}
		}
		close := strings.IndexByte(rest, last)
		if close < 1 {
			continue
		}
		if n, err := strconv.Atoi(rest[:close]); err == nil && n > 0 {
			return i, len(text) - len(rest) + close + 1, kind, n
		}
	}
	return -1, 0, 0, 0
}

// Marks returns the marks of a message, in order.
func Marks(text string) (marks []string) {
	for {
		at, end, _, _ := nextMark(text)
		if at < 0 {
			slices.Sort(marks)
			return marks
		}
		marks = append(marks, text[at:end])
		text = text[end:]
	}
}

// outsideMarks returns a message without its marks.
func outsideMarks(text string) string {
	var out strings.Builder
	for {
		at, end, _, _ := nextMark(text)
		if at < 0 {
			return out.String() + text
		}
		out.WriteString(text[:at] + " ")
		text = text[end:]
	}
}
