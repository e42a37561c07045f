package dataset

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/spreadsheet"
	"github.com/privacylabels/auditor/storage"
)

// rows writes the rows of a table as CSV (RFC 4180, with LF line ends). A cell is in quotes only
// if it has to be. A row is a call of a method for each cell, in the order of the columns, and
// of end.
type rows struct {
	table Table
	to    io.Writer
	safe  bool // for spreadsheets

	buf   []byte
	cells int
	n     int // of rows
	err   error

	day  int64 // whose date the bytes of date are
	date [len("2006-01-02T")]byte
}

const flushAt = 64 << 10

// newRows writes the heading.
func newRows(t Table, to io.Writer, safe bool) *rows {
	r := &rows{table: t, to: to, safe: safe, day: -1, buf: make([]byte, 0, flushAt+4<<10)}
	for i, c := range t.Columns {
		if i > 0 {
			r.buf = append(r.buf, ',')
		}
		r.buf = append(r.buf, c.Name...)
	}
	r.buf = append(r.buf, '\n')
	return r
}

// begin begins a cell.
func (r *rows) begin() {
	if r.cells > 0 {
		r.buf = append(r.buf, ',')
	}
	r.cells++
}

func (r *rows) empty() { r.begin() }

func (r *rows) integer(n int64) {
	r.begin()
	r.buf = strconv.AppendInt(r.buf, n, 10)
}

func (r *rows) number(f *float64) {
	r.begin()
	if f != nil {
		r.buf = strconv.AppendFloat(r.buf, *f, 'f', -1, 64)
	}
}

func (r *rows) boolean(b bool) {
	r.begin()
	r.buf = strconv.AppendBool(r.buf, b)
}

func (r *rows) digest(d storage.Digest) {
	r.begin()
	if d.IsZero() {
		return
	}
	const digits = "0123456789abcdef"
	for _, b := range d {
		r.buf = append(r.buf, digits[b>>4], digits[b&15])
	}
}

const dayLength = 24 * 60 * 60 * 1000 // in milliseconds

// instant writes a time. Zero is missing.
func (r *rows) instant(t storage.Time) {
	r.begin()
	if t == 0 {
		return
	}
	t = t.Bounded()
	day, ms := int64(t)/dayLength, int64(t)%dayLength
	if day != r.day {
		r.day = day
		t.Std().UTC().AppendFormat(r.date[:0], "2006-01-02T")
	}
	r.buf = append(r.buf, r.date[:]...)
	two := func(n int64, after byte) {
		r.buf = append(r.buf, byte('0'+n/10), byte('0'+n%10), after)
	}
	two(ms/3_600_000, ':')
	two(ms/60_000%60, ':')
	two(ms/1000%60, '.')
	r.buf = append(r.buf, byte('0'+ms/100%10), byte('0'+ms/10%10), byte('0'+ms%10), 'Z')
}

// text writes a text. An empty one is missing.
func (r *rows) text(s string) {
	r.begin()
	formula := r.safe && spreadsheet.IsFormula(s)
	if !formula && strings.IndexByte(s, '"') < 0 && strings.IndexByte(s, ',') < 0 && strings.IndexByte(s, '\n') < 0 && strings.IndexByte(s, '\r') < 0 {
		r.buf = append(r.buf, s...)
		return
	}
	r.buf = append(r.buf, '"')
	if formula {
		r.buf = append(r.buf, spreadsheet.Mark)
	}
	for {
		before, after, found := strings.Cut(s, `"`)
		r.buf = append(r.buf, before...)
		if !found {
			break
		}
		r.buf = append(r.buf, `""`...)
		s = after
	}
	r.buf = append(r.buf, '"')
}

// end ends a row.
func (r *rows) end() {
	if r.cells != len(r.table.Columns) && r.err == nil {
		r.err = fmt.Errorf("dataset: a row of %s has %d cells, not %d", r.table.Name, r.cells, len(r.table.Columns))
	}
	r.buf, r.cells = append(r.buf, '\n'), 0
	if r.n++; len(r.buf) >= flushAt {
		r.flush()
	}
}

// flush writes what is left, and returns the first error.
func (r *rows) flush() error {
	if r.err == nil {
		_, r.err = r.to.Write(r.buf)
	}
	r.buf = r.buf[:0]
	return r.err
}
