package pdftext

// A file may draw a table line by line across its cells. The lines of a cell that has several
// are brought together then, so that a cell that is laid out anew does not change its neighbors.

// maxCells is how many cells of a row are looked at.
const maxCells = 16

// gatherCells orders the lines of rows by cells where all lines below a row surely continue
// its cells.
func (l *layout) gatherCells() {
	untried := 0 // the first line that may begin columns
	for i := 0; i < len(l.lines); {
		end := l.rowEnd(i)
		if end-i < 2 || end-i > maxCells {
			i = end
			continue
		}
		if i >= untried {
			var are bool
			if untried, are = l.gatherColumns(i, end); are {
				i = untried
				continue
			}
		}
		i = l.gather(i, end)
	}
}

// rowEnd returns the end of the row that begins with a line.
func (l *layout) rowEnd(i int) int {
	for i++; i < len(l.lines) && l.lines[i].cell; i++ {
	}
	return i
}

// gather orders the lines of the row between two lines, and of those that continue it. It
// returns the end of the last one.
func (l *layout) gather(begin, end int) int {
	cells := make([][]line, end-begin)
	for k := range cells {
		cells[k] = []line{l.lines[begin+k]}
	}
	last, moved := end, false
	for last < len(l.lines) {
		next := l.rowEnd(last)
		at, ok := l.under(cells, l.lines[last:next])
		if !ok {
			break
		}
		for n, k := range at {
			cells[k] = append(cells[k], l.lines[last+n])
		}
		moved = moved || len(at) > 1
		last = next
	}
	if !moved { // a single cell has more lines, which follow it
		return end
	}

	lines := make([]line, 0, last-begin)
	for _, cell := range cells {
		for n := range cell {
			cell[n].cell = n == 0 && len(lines) > 0
		}
		lines = append(lines, cell...)
	}
	copy(l.lines[begin:last], lines)
	return last
}

// under returns the cells that the lines of a row continue. It reports whether they do: each
// begins below a cell, at the distance of lines of a paragraph, and in the middle of a sentence.
func (l *layout) under(cells [][]line, row []line) (at []int, all bool) {
	const leading = 1.4 // times the size of the letters
	k := 0
	for _, next := range row {
		for k < len(cells) && cells[k][0].left < next.left-0.5*next.em {
			k++
		}
		if k == len(cells) || cells[k][0].left > next.left+0.5*next.em {
			return nil, false
		}
		before := cells[k][len(cells[k])-1]
		down, near := follows(&before, &next)
		if !near || down > leading*next.em || ends(l.of(&before)) || !lower(l.of(&next)) {
			return nil, false
		}
		at = append(at, k)
		k++
	}
	return at, len(at) > 0
}
