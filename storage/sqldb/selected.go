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

// read runs query, which must have the columns of the projection, and yields its rows. If the
// driver allows no other statement while rows are open, it reads all rows before it yields
// the first one.
func (s projection[R]) read(t *tx, query string, args []any, yield func(R, error) bool) error {
	if t.dialect.Fetch > 0 {
		_, err := whole(t, s.columns, query, args, yield)
		return err
	}
	if err := t.ready(false); err != nil {
		return err
	}
	return stream(t, s.columns, query, args, yield)
}

// all runs query, which must have the columns of the projection, and returns its rows.
func (s projection[R]) all(t *tx, query string, args []any) ([]R, error) {
	return collect(t, s.columns, query, args)
}

// collect runs a query that has these columns, and returns its rows.
func collect[R any](t *tx, columns []column[R], query string, args []any) ([]R, error) {
	if err := t.ready(false); err != nil {
		return nil, err
	}
	var all []R
	err := stream(t, columns, query, args, func(record R, _ error) bool {
		all = append(all, record)
		return true
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// stream runs a query that has these columns, and yields its rows while they are open.
func stream[R any](t *tx, columns []column[R], query string, args []any, yield func(R, error) bool) error {
	rows, err := t.read(query, args)
	if err != nil {
		return err
	}
	defer rows.close()
	record := new(R)
	into := targets(columns, record)
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
		if !yield(*record, nil) {
			return nil
		}
	}
	if err := rows.Err(); err != nil {
		return t.fail(err)
	}
	return nil
}

// whole reads all rows of a query that has these columns, closes them, and then yields them.
// More reports whether there may be more rows, see [Dialect.Fetch], and the caller wants them.
func whole[R any](t *tx, columns []column[R], query string, args []any, yield func(R, error) bool) (more bool, err error) {
	all, err := collect(t, columns, query, args)
	if err != nil {
		return false, err
	}
	for _, r := range all {
		if t.err != nil { // the caller's loop ended or failed the transaction
			return false, t.err
		}
		if !yield(r, nil) {
			return false, nil
		}
	}
	return len(all) == t.dialect.Fetch, nil
}
