package sqldb

import "strings"

// projection is a statement that reads some columns of one or more tables into values of type
// R.
type projection[R any] struct {
	columns   []column[R]
	statement string // the SELECT and FROM clauses
}

// project returns the projection of these columns.
func project[R any](from string, columns []column[R]) projection[R] {
	return projection[R]{columns, selecting(columns, from)}
}

// selecting returns the SELECT and FROM clauses for the columns that are read.
func selecting[R any](columns []column[R], from string) string {
	var names []string
	for _, c := range columns {
		if c.scan != nil {
			names = append(names, c.name)
		}
	}
	return "SELECT " + strings.Join(names, ", ") + " FROM " + from
}

// targets returns the scanners that read these columns into a record.
func targets[R any](columns []column[R], record *R) []any {
	into := make([]any, 0, len(columns))
	for _, c := range columns {
		if c.scan != nil {
			into = append(into, c.scan(record))
		}
	}
	return into
}

// read runs query, which must begin with the projection's statement, and yields its rows. If
// the driver allows no other statement while rows are open, it reads all rows before it yields
// the first one.
func (s projection[R]) read(t *tx, query string, args []any, yield func(R, error) bool) error {
	if err := t.ready(false); err != nil {
		return err
	}
	rows, err := t.read(query, args)
	if err != nil {
		return err
	}
	defer rows.close()
	var record R
	into := targets(s.columns, &record)
	var held []R
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
		if t.dialect.Fetch > 0 {
			held = append(held, record)
		} else if !yield(record, nil) {
			return nil
		}
	}
	if err := rows.Err(); err != nil {
		return t.fail(err)
	}
	if err := rows.close(); err != nil {
		return t.fail(err)
	}
	for _, record := range held {
		if t.err != nil {
			return t.err
		}
		if !yield(record, nil) {
			return nil
		}
	}
	return nil
}
