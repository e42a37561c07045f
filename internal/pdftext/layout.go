package pdftext

import (
	"bytes"
	"math"
	"unicode"
	"unicode/utf8"
)

// layout joins the lines of a file into paragraphs. What it decides should not depend on where
// the lines of a paragraph break, so that a text has the same paragraphs when it is laid out
// anew: where it is in doubt it joins.
type layout struct {
	b     *budget
	text  []byte
	lines []line // those that have text
	pages int

	first, last []line // of all pages, which stand once before and after the text
	usual       map[int]float32
	block       []int32             // the number of the block that a line is in
	margin      map[column]float32  // the right margin of a block
	whole       map[column]float32  // the right margin of a page
	near        margin              // the right margin of the block of the line that was looked at last
	ragged      float32             // the room that lines of one paragraph may leave, where lengths are estimates
	words       map[string]struct{} // those of the text that tell about hyphens
}

// column is where lines of a block, or of one size on a page, begin.
type column struct{ block, left, size int32 }

func newLayout(b *budget, text []byte, lines []line, pages int) *layout {
	l := &layout{b: b, text: text, pages: pages, usual: make(map[int]float32), margin: make(map[column]float32), whole: make(map[column]float32)}
	for _, line := range lines {
		trimmed := bytes.TrimLeftFunc(text[line.begin:line.end], unicode.IsSpace)
		line.begin = line.end - int32(len(trimmed))
		line.end = line.begin + int32(len(bytes.TrimSpace(trimmed)))
		if line.begin < line.end {
			lines[len(l.lines)] = line
			l.lines = lines[:len(l.lines)+1]
		}
	}
	return l
}

// join returns the text as paragraphs, with an empty line between them.
func (l *layout) join() []byte {
	if !l.b.spend(len(l.text)+256*len(l.lines)) || !l.b.alloc(100*len(l.lines)) {
		return nil
	}
	l.takeFurniture()
	l.gatherCells()
	l.findUsual()
	l.findBlocks()
	l.findMargins()
	l.findRagged()
	l.findWords()
	return l.compose()
}

// compose writes the paragraphs.
func (l *layout) compose() []byte {
	var out []byte
	write := func(text []byte) {
		var ok bool
		if out, ok = push(l.b, out, maxText, text...); !ok {
			l.b.fail(errTextLimit)
		}
	}
	alone := func(lines []line) {
		for _, line := range lines {
			if len(out) > 0 {
				write([]byte("\n\n"))
			}
			write(l.of(&line))
		}
	}
	size := 2 * (len(l.first) + len(l.lines) + len(l.last))
	for _, lines := range [][]line{l.first, l.lines, l.last} {
		for _, line := range lines {
			size += int(line.end - line.begin)
		}
	}
	out, _ = reserve(l.b, out, min(size, maxText), maxText)

	alone(l.first)
	begin := 0 // the first line of the paragraph
	for i, line := range l.lines {
		text := l.of(&line)
		switch {
		case i == 0 || l.breaks(begin, i):
			begin = i
			if len(out) > 0 {
				write([]byte("\n\n"))
			}
		default:
			separator, cut := l.between(l.of(&l.lines[i-1]), text)
			out = out[:len(out)-cut]
			write([]byte(separator))
		}
		write(text)
	}
	alone(l.last)
	return out
}

// of returns the text of a line.
func (l *layout) of(line *line) []byte { return l.text[line.begin:line.end] }

// sameSize reports whether two lines have letters of the same size.
func sameSize(a, b *line) bool { return math.Abs(float64(a.em-b.em)) <= 0.08*float64(max(a.em, b.em)) }

// follows reports whether a line is below another one of the same page, size and direction,
// and how far.
func follows(before, next *line) (float32, bool) {
	down := next.down - before.down
	return down, before.page == next.page && !next.turned && sameSize(before, next) && down > 0.5*next.em && down < 3.2*next.em
}

// size is the key of the usual distance of lines of a size.
func (line *line) size() int { return int(math.Round(float64(line.em) * 2)) }

// findUsual finds the usual distance of lines for each size of letters: the smallest that is
// common between lines of which the upper has no room for the first word of the lower.
func (l *layout) findUsual() {
	counts := make(map[[2]int]int)
	most := make(map[int]int)
	var last [2]int // the distance that was looked at last, and how often in a row
	times := 0
	count := func() {
		if times > 0 {
			counts[last] += times
			most[last[0]] = max(most[last[0]], counts[last])
		}
	}
	for i := 1; i < len(l.lines); i++ {
		before, next := &l.lines[i-1], &l.lines[i]
		if down, ok := follows(before, next); ok && before.right+0.2*next.em+next.word > next.right {
			key := [2]int{next.size(), int(math.Round(float64(down) * 4))}
			if key != last {
				count()
				last, times = key, 0
			}
			times++
		}
	}
	count()
	for key, n := range counts {
		down := float32(key[1]) / 4
		if known, ok := l.usual[key[0]]; n > 2 && 4*n >= most[key[0]] && (!ok || down < known) {
			l.usual[key[0]] = down
		}
	}
}

// findBlocks numbers the blocks: lines that nothing but the text of paragraphs and their
// indents separate.
func (l *layout) findBlocks() {
	l.block = make([]int32, len(l.lines))
	number := int32(0)
	leading := float32(0) // of the block, 0 if it has none yet
	for i := 1; i < len(l.lines); i++ {
		if l.separate(i, leading) {
			number++
			leading = 0
		} else if down, ok := follows(&l.lines[i-1], &l.lines[i]); ok && leading == 0 {
			leading = down
		}
		l.block[i] = number
	}
}

// separate reports whether a block of some leading ends before a line.
func (l *layout) separate(i int, leading float32) bool {
	before, next := &l.lines[i-1], &l.lines[i]
	down := next.down - before.down
	switch {
	case next.turned && before.page == next.page, !sameSize(before, next) && !next.cell && !l.goesOn(i):
		return true
	case before.page != next.page || next.cell || down < -8*next.em && l.goesOn(i): // the next page or column
		return false
	case down < -0.5*next.em:
		return true
	case leading > 0:
		return down > 1.15*leading
	}
	usual, known := l.usual[next.size()]
	if !known {
		usual = 1.65 * next.em
	}
	if i+1 < len(l.lines) {
		after, ok := follows(next, &l.lines[i+1])
		switch {
		case ok && down > 1.15*after:
			return true
		case ok && after > 1.15*down && known:
			return down > 1.15*usual
		}
	}
	return down > 1.15*usual
}

// goesOn reports whether the sentence at the end of the line before a line surely goes on.
func (l *layout) goesOn(i int) bool { return !ends(l.of(&l.lines[i-1])) && lower(l.of(&l.lines[i])) }

// columns returns the columns of a line in its block and on its page.
func (l *layout) columns(i int) (block, page column) {
	line := &l.lines[i]
	left := int32(math.Round(2 * float64(line.left)))
	return column{block: l.block[i], left: left}, column{block: int32(line.page), left: left, size: int32(line.size())}
}

// findMargins finds the right margin of each column.
func (l *layout) findMargins() {
	var block, whole margin
	for i := range l.lines {
		inBlock, onPage := l.columns(i)
		block.widen(l.margin, inBlock, l.lines[i].right)
		whole.widen(l.whole, onPage, l.lines[i].right)
	}
	block.store(l.margin)
	whole.store(l.whole)
}

// margin is the right margin of the column that was looked at last: the next line is in the same one
// most often.
type margin struct {
	column
	right float32
	known bool
}

// widen notes that a column has a line as far to the right.
func (m *margin) widen(margins map[column]float32, at column, right float32) {
	if !m.known || m.column != at {
		m.store(margins)
		known, ok := margins[at]
		if !ok {
			known = right
		}
		*m = margin{at, known, true}
	}
	m.right = max(m.right, right)
}

// store adds the margin to those of columns.
func (m *margin) store(margins map[column]float32) {
	if m.known {
		margins[m.column] = m.right
	}
}

// marginOf returns the right margin of a line whose paragraph may go on. At the end of a page no
// gap tells whether it does, so that all lines of the page count.
func (l *layout) marginOf(i int) float32 {
	at, page := l.columns(i)
	if l.lines[i+1].page != l.lines[i].page {
		if length, _ := marker(l.of(&l.lines[i+1])); length > 0 || ends(l.of(&l.lines[i])) {
			return widest(l.whole, page)
		}
	}
	if !l.near.known || l.near.column != at {
		l.near = margin{at, widest(l.margin, at), true}
	}
	return l.near.right
}

// widest returns the right margin of a column that has one, or of one beside it if that is further to
// the right: lengths may have been rounded otherwise.
func widest(margins map[column]float32, at column) float32 {
	right := margins[at]
	for _, beside := range []int32{at.left - 1, at.left + 1} {
		if known, ok := margins[column{at.block, beside, at.size}]; ok {
			right = max(right, known)
		}
	}
	return right
}

// room returns how much longer a line could have been with the first word of the next one, by
// the right margin.
func (l *layout) room(i int) float32 {
	before, next := &l.lines[i-1], &l.lines[i]
	first, _ := utf8.DecodeRune(l.of(next))
	need := next.word + 0.6*before.em
	if unspaced(first) {
		need = 3 * before.em
	}
	return l.marginOf(i-1) - before.right - need
}

// measured reports whether the lengths of a line and the one before it are more than estimates.
func (l *layout) measured(i int) bool { return l.lines[i-1].measured && l.lines[i].measured }

// findRagged finds how much room lines have, by estimates, whose sentences surely go on.
func (l *layout) findRagged() {
	seen := 0
	for i := 1; i < len(l.lines); i++ {
		if !l.measured(i) && l.block[i] == l.block[i-1] && !l.lines[i].cell && l.goesOn(i) {
			l.ragged = max(l.ragged, l.room(i))
			seen++
		}
	}
	if seen < 3 {
		l.ragged = math.MaxFloat32
	}
}

// fits reports whether the first word of a line would have had room at the end of the line
// before it.
func (l *layout) fits(i int) bool {
	room := l.room(i)
	if !l.measured(i) {
		room -= min(l.ragged, 0.1*(l.marginOf(i-1)-l.lines[i-1].left))
	}
	return room > 0
}

// indented reports whether a line at the top of a page begins further to the right than the one
// below it and the last one of the page before.
func (l *layout) indented(i int) bool {
	if i+1 == len(l.lines) || l.block[i+1] != l.block[i] {
		return false
	}
	above, line, below := &l.lines[i-1], &l.lines[i], &l.lines[i+1]
	_, near := follows(line, below)
	return near && line.left > below.left+0.5*line.em && below.left <= above.left+0.5*line.em
}

// listed reports whether a line begins as far to the right as a paragraph with a marker.
func (l *layout) listed(begin, i int) bool {
	first := &l.lines[begin]
	length, _ := marker(l.of(first))
	return length > 0 && math.Abs(float64(first.left-l.lines[i].left)) < 0.5*float64(first.em)
}

// breaks reports whether a paragraph that has begun with a line ends before another one.
func (l *layout) breaks(begin, i int) bool {
	before, next := &l.lines[i-1], &l.lines[i]
	text, above := l.of(next), l.of(before)
	if l.block[i] != l.block[i-1] {
		return true
	}
	if next.cell {
		return false
	}
	if length, sure := marker(text); length > 0 {
		if sure || ends(above) || bytes.HasSuffix(above, []byte(",")) || l.listed(begin, i) || l.fits(i) && !hyphened(above) {
			return true
		}
	}
	if l.goesOn(i) || hyphened(above) {
		return false
	}
	if first, _ := utf8.DecodeRune(text); rightToLeft(first) {
		return false
	}
	shift := next.left - before.left
	_, near := follows(before, next)
	length, _ := marker(above)
	switch {
	case !near && before.page == next.page: // another column
	case before.page != next.page:
		if ends(above) && l.indented(i) {
			return true
		}
	case before.cell:
		return shift < -0.5*next.em
	case shift > 0.5*next.em && length == 0:
		return true
	case shift < -0.5*next.em && (i-1 > begin || length > 0):
		return true
	}
	return l.fits(i)
}
