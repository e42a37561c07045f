package pagetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// form is how a node is written.
type form uint8

const (
	block  form = iota // lines of its own
	inline             // a part of the line that it is in
	words
	lineBreak
	title // a heading
	paragraph
	preformatted
	bulleted
	numbered
	menu // a list without markers
	item
	row
	cell
)

// node is a node of the tree of a page. Nodes are identified by their
// index in a slice. The root is 0, which elsewhere means none.
type node struct {
	form     form
	level    uint8 // of a heading
	hasText  bool  // it has text to write
	hasBlock bool  // it or a node below it has lines of its own

	parent, first, last, next, prev int32

	from, to int32 // of words: their position in the text
	letters  int32 // of text below it
}

// tree has the nodes of a page and, one after the other, its words. Each node comes
// after its parent.
type tree struct {
	nodes []node
	text  []byte
}

// add adds a node below another: as the last one, or before an existing one.
func (t *tree) add(n node, parent, before int32) int32 {
	at := int32(len(t.nodes))
	n.parent, n.next = parent, before
	p := &t.nodes[parent]
	if before == 0 {
		n.prev, p.last = p.last, at
	} else {
		n.prev = t.nodes[before].prev
	}
	t.nodes = append(t.nodes, n)
	if n.prev == 0 {
		t.nodes[parent].first = at
	} else {
		t.nodes[n.prev].next = at
	}
	if before != 0 {
		t.nodes[before].prev = at
	}
	return at
}

// addText adds words, to the last node if that has words.
func (t *tree) addText(text string, parent, before int32) {
	prev := t.nodes[parent].last
	if before != 0 {
		prev = t.nodes[before].prev
	}
	from := int32(len(t.text))
	t.text = append(t.text, text...)
	if prev != 0 && t.nodes[prev].form == words && t.nodes[prev].to == from {
		t.nodes[prev].to = int32(len(t.text))
		return
	}
	t.add(node{form: words, from: from, to: int32(len(t.text))}, parent, before)
}

// measure fills in the fields of nodes that summarize the nodes below.
func (t *tree) measure() {
	for i := len(t.nodes) - 1; i > 0; i-- {
		n := &t.nodes[i]
		switch n.form {
		case words:
			n.letters, n.hasText = lettersIn(t.text[n.from:n.to])
		case preformatted:
			n.hasText, n.hasBlock = true, true
		case row:
			// A separator stands between the cells of a line.
			n.hasText = n.hasText || !n.hasBlock && t.cells(n) > 1
			n.hasBlock = true
		case inline, lineBreak, cell:
		default:
			n.hasBlock = true
		}
		p := &t.nodes[n.parent]
		p.letters += n.letters
		p.hasText = p.hasText || n.hasText
		p.hasBlock = p.hasBlock || n.hasBlock
	}
}

// cells counts the cells of a row, up to two.
func (t *tree) cells(n *node) (count int) {
	for at := n.first; at != 0 && count < 2; at = t.nodes[at].next {
		if t.nodes[at].form == cell {
			count++
		}
	}
	return count
}

func lettersIn(text []byte) (letters int32, visible bool) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		i += size
		switch {
		case r < utf8.RuneSelf && letter(byte(r)):
			letters++
			visible = true
		case r == ' ' || r == '\n':
		default:
			if unicode.IsLetter(r) {
				letters++
			}
			visible = visible || !unicode.IsSpace(r)
		}
	}
	return letters, visible
}

// formOf returns how an element is written.
func formOf(name string) (f form, level uint8) {
	switch name {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		return title, name[1] - '0'
	case "p":
		return paragraph, 0
	case "pre":
		return preformatted, 0
	case "ul":
		return bulleted, 0
	case "ol":
		return numbered, 0
	case "menu":
		return menu, 0
	case "li":
		return item, 0
	case "tr":
		return row, 0
	case "td", "th":
		return cell, 0
	case "button":
		return inline, 0
	}
	return block, 0
}

// withoutNUL drops what HTML drops from text.
func withoutNUL(text string) string {
	if strings.IndexByte(text, 0) < 0 {
		return text
	}
	return strings.ReplaceAll(text, "\x00", "")
}
