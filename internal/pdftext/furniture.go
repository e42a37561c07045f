package pdftext

import (
	"bytes"
	"math"
	"slices"
	"strconv"
)

const (
	edgeLines = 4   // at each end of a page that may be furniture
	edgeGap   = 2.2 // of the size of its letters, at least, between furniture and the text
	maxEdge   = 200 // bytes of one
)

// edge is a line at a place of an end of a page, with "#" for its numbers.
type edge struct {
	text   string
	bottom bool
	down   int
}

// seen is what is known of the lines of an edge.
type seen struct {
	last   uint16 // page
	pages  int
	text   string // of the first one
	varies bool
	line   line
	first  int     // the first number less that of the page
	final  int     // the last number less that of the page
	counts [2]bool // the page, by its first or last number
}

// takeFurniture takes the headers, footers and page numbers out of the lines, as they are
// elsewhere in the text when it is laid out anew. What is the same on several pages stands once
// before or after the text.
func (l *layout) takeFurniture() {
	edges := make(map[edge]*seen)
	taken := make([]bool, len(l.lines))
	at := make(map[int]edge)
	for from := 0; from < len(l.lines); {
		to := from + 1
		for to < len(l.lines) && l.lines[to].page == l.lines[from].page {
			to++
		}
		for _, bottom := range []bool{false, true} {
			var nearest [edgeLines + 2]int
			for n, i := range l.edge(nearest[:0], from, to, bottom) {
				line := l.lines[i]
				text := l.of(&line)
				if len(text) > maxEdge || !l.b.alloc(256+len(text)) {
					continue
				}
				key := edge{string(numbersHidden(text)), bottom, int(math.Round(float64(line.down)))}
				if n == 0 && pageNumber(key.text, text, int(line.page)) {
					taken[i] = true
				}
				first, final := numbers(text)
				first, final = first-int(line.page), final-int(line.page)
				known := edges[key]
				if known == nil {
					known = &seen{text: string(text), line: line, first: first, final: final, counts: [2]bool{true, true}}
					edges[key] = known
				}
				if known.last == line.page {
					continue
				}
				known.last = line.page
				known.pages++
				known.varies = known.varies || known.text != string(text)
				known.counts[0] = known.counts[0] && known.first == first
				known.counts[1] = known.counts[1] && known.final == final
				at[i] = key
			}
		}
		from = to
	}
	l.takeRepeated(edges, at, taken)
}

// takeRepeated takes the lines that are on several pages, and those that are taken already.
func (l *layout) takeRepeated(edges map[edge]*seen, at map[int]edge, taken []bool) {
	var first, last []line
	kept := 0
	for i, line := range l.lines {
		key, ok := at[i]
		if known := edges[key]; ok && !taken[i] && known.isFurniture(l.pages) {
			taken[i] = true
			switch {
			case known.varies || known.line.begin != line.begin:
			case key.bottom:
				last = append(last, line)
			default:
				first = append(first, line)
			}
		}
		if !taken[i] {
			kept++
		}
	}
	if kept == 0 {
		return
	}
	lines := l.lines[:0]
	for i, line := range l.lines {
		if !taken[i] {
			lines = append(lines, line)
		}
	}
	l.lines, l.first, l.last = lines, first, last
}

// isFurniture reports whether a line is on most pages, or those of a chapter, and differs in the
// number of the page at most.
func (s *seen) isFurniture(pages int) bool {
	return (s.pages > 2 || s.pages > 1 && pages < 4) && (!s.varies || s.counts[0] || s.counts[1])
}

// edge returns the lines at the top or the bottom of a page, the outermost first, if there is a
// gap between them and the others. They are in nearest, which is empty and has room for them.
func (l *layout) edge(nearest []int, from, to int, bottom bool) []int {
	for i := from; i < to; i++ {
		n := len(nearest)
		for n > 0 && l.lines[i].down != l.lines[nearest[n-1]].down && (l.lines[i].down > l.lines[nearest[n-1]].down) == bottom {
			n--
		}
		if n <= edgeLines {
			nearest = slices.Insert(nearest, n, i)
			nearest = nearest[:min(len(nearest), edgeLines+1)]
		}
	}
	for n := 1; n < len(nearest); n++ {
		outer, inner := l.lines[nearest[n-1]], l.lines[nearest[n]]
		if math.Abs(float64(outer.down-inner.down)) > edgeGap*float64(outer.em) {
			return nearest[:n]
		}
	}
	return nil
}

// numbers returns the first and the last number of a text, 0 if there is none.
func numbers(text []byte) (first, last int) {
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	fields := bytes.FieldsFunc(text, func(r rune) bool { return !digit(r) })
	if len(fields) == 0 {
		return 0, 0
	}
	first, _ = strconv.Atoi(string(fields[0]))
	last, _ = strconv.Atoi(string(fields[len(fields)-1]))
	return first, last
}

// numbersHidden returns a text with "#" for each number.
func numbersHidden(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, c := range text {
		switch {
		case c < '0' || c > '9':
			out = append(out, c)
		case len(out) == 0 || out[len(out)-1] != '#':
			out = append(out, '#')
		}
	}
	return bytes.ToLower(out)
}

// pageNumber reports whether a line is only the number of its page.
func pageNumber(hidden string, text []byte, page int) bool {
	switch hidden {
	case "#", "- # -", "– # –", "page #", "page # of #", "page #/#", "# / #", "#/#", "# of #", "seite #", "seite # von #", "# von #", "#.":
	default:
		return false
	}
	first, _ := numbers(text)
	return first == page
}
