package pagetext

import (
	"bytes"
	"strings"
)

// preformatted writes text with its lines as they are, between fences.
func (w *writer) preformatted(at int32) {
	if w.flat {
		w.children(at)
		return
	}
	var code []byte
	w.code(at, &code)
	code = bytes.TrimSuffix(code, []byte("\n"))
	fence := strings.Repeat("`", max(3, longest(code, '`')+1))
	w.end(2)
	w.begin()
	w.bare = false
	w.out.WriteString(fence)
	for line := range bytes.SplitSeq(code, []byte("\n")) {
		w.newline(1)
		w.out.Write(line)
		if w.out.Len() > w.most && w.check() {
			return
		}
	}
	w.newline(1)
	w.out.WriteString(fence)
	w.end(2)
}

// code collects the text below a node.
func (w *writer) code(at int32, text *[]byte) {
	for c := w.nodes[at].first; c != 0; c = w.nodes[c].next {
		w.done++
		if w.nodes[c].holds.has(leftOut) && !w.aside {
			continue
		}
		switch n := w.nodes[c]; n.form {
		case words:
			*text = append(*text, w.text[n.from:n.to]...)
		case lineBreak, block, row:
			*text = append(*text, '\n')
		}
		w.code(c, text)
	}
}

// longest returns the length of the longest run of a byte.
func longest(text []byte, b byte) (most int) {
	n := 0
	for _, c := range text {
		if c != b {
			n = 0
			continue
		}
		n++
		most = max(most, n)
	}
	return most
}
