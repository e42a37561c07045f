package backup

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/storage"
)

// source hands out rows.
type source func(yield func(*row) error) error

// row is a row of a foreign table. Its cells are what a database made of them: a
// flag is a number, a list the text of one, and a number may be a text. What
// cannot be read as asked is kept in err, the first of it, and read as nothing.
type row struct {
	table string
	index int
	cells map[string]json.RawMessage
	err   error
}

func readRow(table string, index int, value []byte) (*row, error) {
	r := &row{table: table, index: index}
	if err := jsonstream.Decode(jsonstream.Whole(value), &r.cells); err != nil {
		return nil, r.fault(err)
	}
	if r.cells == nil {
		return nil, r.fault(fmt.Errorf("%w: a row of null", ErrRecord))
	}
	return r, nil
}

// fault makes an error one of the row.
func (r *row) fault(err error) error { return &FormatError{memberTables + "." + r.table, r.index, err} }

// wrong remembers that a cell is not what it should be.
func (r *row) wrong(column string, err error) {
	if r.err == nil {
		r.err = r.fault(fmt.Errorf("%s: %w", column, err))
	}
}

// cell returns a cell as text, and whether it says anything.
func (r *row) cell(column string) (text string, there bool) {
	value := r.cells[column]
	switch {
	case len(value) == 0 || string(value) == "null":
		return "", false
	case value[0] == '"':
		if err := jsonstream.Decode(value, &text); err != nil {
			r.wrong(column, err)
		}
		return text, true
	case string(value) == "true":
		return "1", true
	case string(value) == "false":
		return "0", true
	}
	return string(value), true
}

func (r *row) text(column string) string {
	text, _ := r.cell(column)
	return text
}

func (r *row) known(column string) storage.Text { return storage.Text(r.text(column)) }

// number returns nil where there is none.
func (r *row) number(column string) *float64 {
	text, there := r.cell(column)
	if !there || text == "" {
		return nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		r.wrong(column, fmt.Errorf("%w: %.40q is no number", jsonstream.ErrType, text))
		return nil
	}
	return &n
}

// whole returns a number without its fraction, zero where there is none.
func (r *row) whole(column string) int64 {
	n := r.number(column)
	switch {
	case n == nil:
		return 0
	case math.Abs(*n) > float64(storage.MaxAppID): // JSON's numbers are exact up to here
		r.wrong(column, fmt.Errorf("%w: %.0f", jsonstream.ErrNumber, *n))
		return 0
	}
	return int64(*n)
}

// count returns a number that is not negative.
func (r *row) count(column string) int { return int(max(r.whole(column), 0)) }

func (r *row) time(column string) storage.Time { return storage.Time(max(r.whole(column), 0)) }

// flag returns nil where it is not known.
func (r *row) flag(column string) *bool {
	switch text, there := r.cell(column); {
	case !there:
		return nil
	case text == "true":
		return new(true)
	case text == "false":
		return new(false)
	}
	if n := r.number(column); n != nil {
		return new(*n != 0)
	}
	return nil
}

func (r *row) is(column string) bool {
	flag := r.flag(column)
	return flag != nil && *flag
}

// app returns the id of an app, which must be there.
func (r *row) app(column string) storage.AppID {
	id, err := storage.ParseAppID(r.text(column))
	if err == nil && (id == 0 || id > storage.MaxAppID) {
		err = fmt.Errorf("%w: no app has the id %d", ErrRecord, id)
	}
	if err != nil {
		r.wrong(column, fmt.Errorf("%w: %w", ErrRecord, err))
		return 0
	}
	return id
}

// address returns an address of the web, or nothing.
func (r *row) address(column string) storage.Text { return publicAddress(r.known(column)) }

// page returns the address of an app's page, the usual one where the cell has none.
func (r *row) page(column string, id storage.AppID) string {
	return cmp.Or(string(r.address(column)), pageOf(id))
}

// list reads a list that a cell holds as text, element by element.
func (r *row) list(column string, yield func(value []byte) error) {
	text, there := r.cell(column)
	if !there || text == "" || text == "null" {
		return
	}
	err := jsonstream.Elements(bytes.NewReader([]byte(text)), limits, func(_ int, value []byte) error { return yield(value) })
	if err != nil {
		r.wrong(column, err)
	}
}
