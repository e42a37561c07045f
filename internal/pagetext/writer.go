package pagetext

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// maxLists is the depth up to which nested lists have markers. Each of them indents
// everything in it.
const maxLists = 5

// writer writes nodes as Markdown. Space between words is pending until the next
// word, so that nothing must be undone.
type writer struct {
	*tree
	ctx   context.Context
	most  int // bytes of text
	done  int // nodes
	err   error
	out   strings.Builder
	lists int // around the node

	indent string // of each line but the first of an item
	breaks int    // pending line ends
	space  bool   // a space is pending
	run    bool   // the line has words
	bare   bool   // nothing was written since the marker of an item or heading
	flat   bool   // a heading is one line
	aside  bool   // what is left out is written
}

// write writes a node and all nodes below it.
func (w *writer) write(at int32) {
	w.done++
	if w.err != nil || w.done%1024 == 0 && w.check() {
		return
	}
	n := w.nodes[at]
	if n.holds.has(leftOut) && !w.aside {
		return
	}
	switch n.form {
	case words:
		w.words(w.text[n.from:n.to])
	case inline, cell: // a cell outside of rows
		w.wrapped(at, n.holds.has(someBlock))
	case lineBreak:
		w.end(min(w.breaks+1, 2))
	case title:
		w.title(n, at)
	case preformatted:
		w.preformatted(at)
	case row:
		w.row(n, at)
	case bulleted, numbered, menu:
		w.list(n, at)
	case item:
		w.wrapped(at, !w.flat)
	default:
		w.wrapped(at, true)
	}
}

// check reports whether the writer must stop.
func (w *writer) check() bool {
	switch {
	case w.ctx.Err() != nil:
		w.err = context.Cause(w.ctx)
	case w.out.Len() > w.most:
		w.err = ErrTooLong
	}
	return w.err != nil
}

func (w *writer) children(at int32) {
	for c := w.nodes[at].first; c != 0; c = w.nodes[c].next {
		w.write(c)
	}
}

// wrapped writes the nodes below a node, on their own lines or not.
func (w *writer) wrapped(at int32, lines bool) {
	if lines {
		w.end(2)
	}
	w.children(at)
	if lines {
		w.end(2)
	}
}

// end ends the line, or a paragraph.
func (w *writer) end(breaks int) {
	w.breaks, w.space, w.run = max(w.breaks, breaks), false, false
}

// begin writes the pending line ends or space.
func (w *writer) begin() {
	switch {
	case w.bare || w.out.Len() == 0:
	case w.breaks > 0 && w.flat, w.breaks == 0 && w.space:
		w.out.WriteByte(' ')
	case w.breaks > 0:
		w.newline(w.breaks)
	}
	w.breaks, w.space = 0, false
}

func (w *writer) newline(breaks int) {
	for range breaks {
		w.out.WriteByte('\n')
	}
	w.out.WriteString(w.indent)
}

// words writes text with one space for each run of white space, and none at
// the ends of lines.
func (w *writer) words(text []byte) {
	for len(text) > 0 {
		n := 0
		for n < len(text) && !white(text[n]) {
			n++
		}
		if n == 0 {
			w.space = w.space || w.run
			text = text[1:]
			continue
		}
		word := text[:n]
		text = text[n:]
		if w.bare || w.out.Len() == 0 {
			if word = bytes.TrimLeftFunc(word, unicode.IsSpace); len(word) == 0 {
				continue
			}
		}
		w.begin()
		w.out.Write(word)
		w.run, w.bare = true, false
		if w.out.Len() > w.most && w.check() {
			return
		}
	}
}

// white reports whether a byte is white space at which lines may break.
func white(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (w *writer) title(n node, at int32) {
	if w.flat {
		w.children(at)
		return
	}
	if !n.holds.has(someText) {
		return
	}
	w.end(2)
	w.begin()
	for range n.level {
		w.out.WriteByte('#')
	}
	w.out.WriteByte(' ')
	w.flat, w.bare = true, true
	w.children(at)
	w.flat, w.bare = false, false
	w.breaks = 0
	w.end(2)
}

// line reports whether a row of a table is one line: there are no blocks in its
// cells.
func (w *writer) line(at int32) bool {
	for c := w.nodes[at].first; c != 0; c = w.nodes[c].next {
		if w.nodes[c].holds.has(someBlock) {
			return false
		}
	}
	return true
}

// row writes the cells of a row on one line, or each on its own lines.
func (w *writer) row(n node, at int32) {
	line, cells := w.line(at), 0
	w.end(2)
	for c := n.first; c != 0; c = w.nodes[c].next {
		if w.nodes[c].form != cell || w.nodes[c].holds.has(leftOut) {
			w.write(c)
			continue
		}
		if cells++; cells > 1 && line {
			w.words([]byte(" | "))
		}
		w.wrapped(c, !line)
	}
	w.end(2)
}

// list writes the items of a list. A node in a list but in no item belongs to the
// previous item.
func (w *writer) list(n node, at int32) {
	w.lists++
	defer func() { w.lists-- }()
	if w.flat {
		w.children(at)
		return
	}
	if n.form == menu || w.lists > maxLists {
		w.wrapped(at, true)
		return
	}
	if !n.holds.has(someText) {
		return
	}
	mark, number, width := "- ", 0, 0
	if n.form == numbered {
		width = len(strconv.Itoa(w.items(n)))
		mark = digits(1, width)
	}
	outer := w.indent
	w.end(2)
	for c := n.first; c != 0; {
		next := w.itemEnd(c)
		if w.written(c, next) {
			if number++; number > 1 {
				w.breaks = 1
			}
			w.begin()
			if n.form == numbered {
				mark = digits(number, width)
			}
			w.out.WriteString(mark)
			w.indent = outer + spaces[:min(len(mark), len(spaces))]
			w.bare = true
			for ; c != next; c = w.nodes[c].next {
				if w.nodes[c].form == item && !w.nodes[c].holds.has(leftOut) {
					w.children(c)
				} else {
					w.write(c)
				}
			}
			w.indent, w.bare = outer, false
			w.end(0)
		}
		c = next
	}
	w.end(2)
}

const spaces = "                "

// digits returns the marker of an item of a numbered list.
func digits(number, width int) string { return fmt.Sprintf("%0*d. ", width, number) }

// itemEnd returns the node after an item of a list.
func (w *writer) itemEnd(at int32) int32 {
	blank := w.blank(at)
	for at = w.nodes[at].next; at != 0 && !blank && w.nodes[at].form != item; at = w.nodes[at].next {
	}
	return at
}

// blank reports whether a node is white space between items.
func (w *writer) blank(at int32) bool {
	return w.nodes[at].form == words && !w.nodes[at].holds.has(someText)
}

// written reports whether an item has text.
func (w *writer) written(at, end int32) bool {
	for ; at != end; at = w.nodes[at].next {
		if holds := w.nodes[at].holds; holds.has(someText) && (w.aside || !holds.has(leftOut)) {
			return true
		}
	}
	return false
}

// items counts the items of a list.
func (w *writer) items(n node) (count int) {
	for c := n.first; c != 0; {
		next := w.itemEnd(c)
		if w.written(c, next) {
			count++
		}
		c = next
	}
	return count
}
