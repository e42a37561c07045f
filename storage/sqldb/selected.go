package sqldb

import "strings"

// selected is what a statement reads other than whole records of one kind.
type selected[R any] struct {
	columns   []column[R]
	statement string // up to its conditions
}

// reading describes a statement that reads some columns of a table, or of several.
func reading[R any](from string, columns []column[R]) selected[R] {
	return selected[R]{columns, selecting(columns, from)}
}

// selecting returns the start of a statement that reads the columns that are read.
func selecting[R any](columns []column[R], from string) string {
	var names []string
	for _, c := range columns {
		if c.scan != nil {
			names = append(names, c.name)
		}
	}
	return "SELECT " + strings.Join(names, ", ") + " FROM " + from
}

// targets returns what scans these columns into a record.
func targets[R any](columns []column[R], record *R) []any {
	into := make([]any, 0, len(columns))
	for _, c := range columns {
		if c.scan != nil {
			into = append(into, c.scan(record))
		}
	}
	return into
}

// read yields what a statement reads that begins as this one does. It buffers it where the
// driver allows no other statement while rows are open.
func (s selected[R]) read(t *tx, query string, args []any, yield func(R, error) bool) error {
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
		if t.err != nil { // ended, or failed in the loop
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
