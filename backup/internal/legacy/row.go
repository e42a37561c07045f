package legacy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/address"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// source calls yield with each of its rows.
type source func(yield func(*row) error) error

// row is a row of a table. Its values are as a database returned them: a flag is a
// number, a list is its JSON text, and a number may be a text. The first value that
// cannot be read as its type is reported in err and counts as missing.
type row struct {
	Row
	cells map[string]json.RawMessage
	err   error
}

func parseRow(at Row, value []byte) (*row, error) {
	r := &row{Row: at}
	if err := jsonread.Decode(jsonread.Whole(value), &r.cells); err != nil {
		return nil, r.fail(err)
	}
	if r.cells == nil {
		return nil, r.fail(fmt.Errorf("%w: null", record.ErrInvalid))
	}
	return r, nil
}

// fail returns the error of the row.
func (r *row) fail(err error) error { return &RowError{Row: r.Row, Err: err} }

// failColumn reports an error of a column in r.err, unless there is one.
func (r *row) failColumn(column string, err error) {
	if r.err == nil {
		r.err = &RowError{r.Row, column, err}
	}
}

// cell returns a value as text, and reports whether it is neither missing nor null.
func (r *row) cell(column string) (text string, there bool) {
	value := r.cells[column]
	switch {
	case len(value) == 0 || string(value) == "null":
		return "", false
	case value[0] == '"':
		if err := jsonread.Decode(value, &text); err != nil {
			r.failColumn(column, err)
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

// number returns nil for a missing number.
func (r *row) number(column string) *float64 {
	text, there := r.cell(column)
	if !there || text == "" {
		return nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		r.failColumn(column, fmt.Errorf("%w: %.40q is not a number", jsonread.ErrType, text))
		return nil
	}
	return &n
}

// whole returns a number without its fraction, 0 if it is missing.
func (r *row) whole(column string) int64 {
	n := r.number(column)
	switch {
	case n == nil:
		return 0
	case math.Abs(*n) > float64(storage.MaxAppID): // larger numbers are not exact in JSON
		r.failColumn(column, fmt.Errorf("%w: %.0f", jsonread.ErrNumber, *n))
		return 0
	}
	return int64(*n)
}

// count returns a number, 0 if it is negative.
func (r *row) count(column string) int { return int(max(r.whole(column), 0)) }

// time returns a time, 0 if it is missing.
func (r *row) time(column string) storage.Time {
	at := storage.Time(r.whole(column))
	if err := storage.CheckTimes(at); err != nil {
		r.failColumn(column, fmt.Errorf("%w: %w", record.ErrInvalid, err))
		return 0
	}
	return at
}

// flag returns nil for a missing flag.
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

// app returns the ID of an app, which must be valid.
func (r *row) app(column string) storage.AppID {
	id, err := storage.ParseAppID(r.text(column))
	if err == nil && (id == 0 || id > storage.MaxAppID) {
		err = fmt.Errorf("%w: %d is not an app ID", record.ErrInvalid, id)
	}
	if err != nil {
		r.failColumn(column, fmt.Errorf("%w: %w", record.ErrInvalid, err))
		return 0
	}
	return id
}

// address returns a public URL, "" if the value is not one.
func (r *row) address(column string) storage.Text { return address.Public(r.known(column)) }

// page returns the URL of an app's page, the usual one if the value is not a public
// URL.
func (r *row) page(column string, id storage.AppID) string {
	return cmp.Or(string(r.address(column)), address.Page(id))
}

// list calls yield with each element of a list, which a row holds as JSON text.
func (r *row) list(column string, yield func(value []byte) error) {
	text, there := r.cell(column)
	if !there || text == "" || text == "null" {
		return
	}
	err := jsonread.Elements(bytes.NewReader([]byte(text)), record.Limits, func(_ int, value []byte) error { return yield(value) })
	if err != nil {
		r.failColumn(column, err)
	}
}
