package sqldb

import (
	"reflect"
	"slices"
	"strings"
)

// projection is a statement that reads some columns of one or more tables into values of type
// R.
type projection[R any] struct {
	columns   []column
	statement string // the SELECT and FROM clauses
}

// project returns the projection of the columns of R. Expression returns what to select for a
// column; nil: the column itself.
func project[R any](from string, expression func(column string) string) projection[R] {
	columns := columnsOf(reflect.TypeFor[R]())
	if expression == nil {
		return projection[R]{columns, selecting(columns, from)}
	}
	selected := make([]column, len(columns))
	for i, c := range columns {
		selected[i] = column{name: expression(c.name)}
	}
	return projection[R]{columns, selecting(selected, from)}
}

// selecting returns the SELECT and FROM clauses for the columns that are read.
func selecting(columns []column, from string) string {
	var names []string
	for _, c := range columns {
		if c.isRead() {
			names = append(names, c.name)
		}
	}
	return "SELECT " + strings.Join(names, ", ") + " FROM " + from
}

// read runs query, which must have the columns of the projection, and yields its rows. If the
// driver allows no other statement while rows are open, it reads all rows before it yields
// the first one.
func (p projection[R]) read(t *tx, query string, args []any, yield func(R, error) bool) error {
	if t.dialect.Fetch == 0 {
		return p.stream(t, query, args, yield)
	}
	all, err := p.all(t, query, args)
	if err != nil {
		return err
	}
	for i := range all {
		if t.err != nil { // the caller's loop ended or failed the transaction
			return t.err
		}
		if !yield(all[i], nil) {
			return nil
		}
	}
	return nil
}

// all runs query, which must have the columns of the projection, and returns its rows.
func (p projection[R]) all(t *tx, query string, args []any) ([]R, error) {
	var all []R
	err := p.stream(t, query, args, func(record R, _ error) bool {
		if len(all) == cap(all) { // append alone would copy long lists more often
			all = slices.Grow(all, max(len(all), 8))
		}
		all = append(all, record)
		return true
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// stream is read without reading all rows first.
func (p projection[R]) stream(t *tx, query string, args []any, yield func(R, error) bool) error {
	if err := t.ready(false); err != nil {
		return err
	}
	return newReader(reflect.TypeFor[R](), p.columns, func(record reflect.Value) bool {
		return yield(*record.Addr().Interface().(*R), nil)
	}).stream(t, query, args)
}

// reader reads the rows of queries with some columns into records of a type.
type reader struct {
	record  reflect.Type
	columns []column
	yield   func(record reflect.Value) bool // the record is addressable
}

func newReader(record reflect.Type, columns []column, yield func(reflect.Value) bool) *reader {
	return &reader{record, columns, yield}
}

// stream runs a query, and yields its rows while they are open, each in the same record.
func (r *reader) stream(t *tx, query string, args []any) error {
	rows, err := t.read(query, args)
	if err != nil {
		return err
	}
	defer rows.close()
	record := reflect.New(r.record).Elem()
	into := targets(r.columns, record)
	for {
		if t.err != nil { // the caller's loop ended or failed the transaction
			return t.err
		}
		if !rows.Next() {
			break
		}
		if err := rows.Scan(into...); err != nil {
			return t.fail(err)
		}
		if !r.yield(record) {
			return nil
		}
	}
	if err := rows.Err(); err != nil {
		return t.fail(err)
	}
	return nil
}

// whole reads all rows of a query, closes them, and then yields them. More reports whether
// there may be more rows, see [Dialect.Fetch], and the caller wants them.
func (r *reader) whole(t *tx, query string, args []any) (more bool, err error) {
	var all []reflect.Value
	err = newReader(r.record, r.columns, func(record reflect.Value) bool {
		kept := reflect.New(r.record).Elem()
		kept.Set(record)
		all = append(all, kept)
		return true
	}).stream(t, query, args)
	if err != nil {
		return false, err
	}
	for _, record := range all {
		if t.err != nil { // the caller's loop ended or failed the transaction
			return false, t.err
		}
		if !r.yield(record) {
			return false, nil
		}
	}
	return len(all) == t.dialect.Fetch, nil
}
