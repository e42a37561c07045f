package pagetext

import (
	"bytes"
	"cmp"
	"slices"
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

// holds is what a node and the nodes below it have.
type holds uint8

const (
	someText    holds = 1 << iota // text to write
	someBlock                     // lines of their own
	someHeading                   // a heading with text
	theTitle                      // the first heading of level 1
	leftOut                       // the node is not in the text of the page
	control                       // the node is what visitors click or fill in
	field                         // they write into it
	someControl                   // a control
)

func (h holds) has(some holds) bool { return h&some != 0 }

// node is a node of the tree of a page. Nodes are identified by their
// index in a slice. The root is 0, which elsewhere means none.
type node struct {
	form  form
	level uint8 // of a heading; of words: 1 if they are long enough for a sentence; of blocks: 1 if texts are written with them
	holds holds
	role  role

	parent, first, last, next, prev int32

	from, to int32 // of words: their position in the text
	letters  int32 // of text below it
}

// tree has the nodes of a page and, one after the other, its words. Each node comes
// after its parent.
type tree struct {
	nodes  []node
	text   []byte
	linked []linked // in the order of their nodes
	facts  []fact   // of each node, see sum
}

// linked is how many letters of a node of words are links, how many of them lead to other pages of the
// site, and whether they are several, or one that a script controls.
type linked struct {
	node, letters, home int32
	several             bool
}

// isLink reports whether a node of words that is in links is one, which leads to another place.
func (t *tree) isLink(at int32) bool {
	i, found := slices.BinarySearchFunc(t.linked, at, func(l linked, at int32) int { return cmp.Compare(l.node, at) })
	return found && !t.linked[i].several
}

// fact is how much text of a kind a node has, with the nodes below it that are not left
// out.
type fact struct {
	links int32 // letters in links
	home  int32 // letters in links to other pages of the site
	prose int32 // letters of words that are long enough for a sentence
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

// addText adds words, to the last node if that has words. It returns the node.
func (t *tree) addText(text string, parent, before int32) int32 {
	prev := t.nodes[parent].last
	if before != 0 {
		prev = t.nodes[before].prev
	}
	from := int32(len(t.text))
	t.text = append(t.text, text...)
	if prev != 0 && t.nodes[prev].form == words && t.nodes[prev].to == from {
		t.nodes[prev].to = int32(len(t.text))
		return prev
	}
	return t.add(node{form: words, from: from, to: int32(len(t.text))}, parent, before)
}

// measure fills in what nodes hold.
func (t *tree) measure() {
	for i := len(t.nodes) - 1; i > 0; i-- {
		n := &t.nodes[i]
		switch n.form {
		case words:
			visible := false
			if n.letters, visible = lettersIn(t.text[n.from:n.to]); visible {
				n.holds |= someText
			}
			if isLong(t.text[n.from:n.to]) && !bytes.Contains(t.text[n.from:n.to], []byte("©")) {
				n.level = 1 // and no copyright, with whatever else a footer says
			}
		case preformatted:
			n.holds |= someText | someBlock
		case row:
			// A separator stands between the cells of a line.
			if !n.holds.has(someBlock) && t.cells(n) > 1 {
				n.holds |= someText
			}
			n.holds |= someBlock
		case title:
			n.holds |= someBlock
			if n.holds.has(someText) {
				n.holds |= someHeading
			}
		case inline, lineBreak, cell:
			if n.holds.has(control) {
				n.holds |= someControl
			}
		default:
			n.holds |= someBlock
		}
		t.nodes[n.parent].holds |= n.holds & (someText | someBlock | someHeading | theTitle | someControl)
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

// isLong reports whether a text is long enough for a sentence, whatever white space is between its
// words.
func isLong(text []byte) bool {
	if len(text) < sentence {
		return false
	}
	size, after := 0, true
	for _, c := range text {
		is := white(c)
		if !is || !after {
			size++
		}
		after = is
	}
	return size >= sentence
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
	case "blockquote", "details", "summary", "dl", "dt", "dd", "table", "address", "fieldset", "figure":
		return block, 1
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
