package pdftext

import (
	"bytes"
	"math"
)

// A file may draw a page with columns line by line across these. The lines of each column are brought
// together then.

const (
	minRows     = 4   // of columns
	minSpaces   = 2   // of a line of a sentence that goes on below it
	rowDistance = 1.4 // of rows, at most, times the size of the letters
)

// gatherColumns orders lines by columns, from the row between two lines on. It returns the end of the last row whose
// lines are below those of the first one, and reports whether these are columns: most lines go on in the one below.
func (l *layout) gatherColumns(begin, end int) (last int, are bool) {
	columns := make([][]line, end-begin)
	for k := range columns {
		columns[k] = []line{l.lines[begin+k]}
	}
	rows, all, joined := 1, 0, 0
	for last = end; last < len(l.lines); rows++ {
		next := l.rowEnd(last)
		at, ok := l.inColumns(columns, last, next)
		if !ok {
			break
		}
		for n, k := range at {
			above, below := l.of(&columns[k][len(columns[k])-1]), l.of(&l.lines[last+n])
			if all++; !ends(above) && lower(below) && bytes.Count(above, []byte(" ")) >= minSpaces {
				joined++
			}
			columns[k] = append(columns[k], l.lines[last+n])
		}
		last = next
	}
	if rows < minRows || 2*joined <= all {
		return last, false
	}

	lines := l.lines[begin:begin]
	for _, column := range columns {
		for _, line := range column {
			line.cell = false
			lines = append(lines, line)
		}
	}
	return last, true
}

// inColumns returns the columns in which the lines of a row are. It reports whether all are in one, and near the row
// above.
func (l *layout) inColumns(columns [][]line, begin, end int) (at []int, all bool) {
	if down, near := follows(&l.lines[begin-1], &l.lines[begin]); !near || down > rowDistance*l.lines[begin].em {
		return nil, false
	}
	k := 0
	for _, next := range l.lines[begin:end] {
		for k < len(columns) && columns[k][0].left < next.left-0.5*next.em {
			k++
		}
		if k == len(columns) || math.Abs(float64(columns[k][0].left-next.left)) > 0.5*float64(next.em) {
			return nil, false
		}
		at = append(at, k)
		k++
	}
	return at, true
}
