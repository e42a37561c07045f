package sqldb

import (
	"database/sql/driver"
	"fmt"
	"io"
	"reflect"
)

// statement is a prepared statement of a connection, with what its runs use again.
type statement struct {
	of     wholeStatement
	query  string
	args   []driver.NamedValue
	values []driver.Value // of a row

	columns int // the number of columns of a row
}

// wholeStatement is what this package needs of a driver's statement.
type wholeStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// bind returns the arguments of a run.
func (s *statement) bind(args []any) []driver.NamedValue {
	s.args = s.args[:0]
	for i, arg := range args {
		if n, ok := arg.(int); ok {
			arg = int64(n)
		}
		s.args = append(s.args, driver.NamedValue{Ordinal: i + 1, Value: arg})
	}
	return s.args
}

// rows returns the rows of a run.
func (s *statement) rows(c *conn, of driver.Rows) *rows {
	r := &rows{of: of, statement: s, conn: c}
	n := len(of.Columns())
	if r.columns, _ = of.(columnReader); r.columns == nil && len(s.values) != n {
		s.values = make([]driver.Value, n)
	}
	s.columns = n
	return r
}

// columnReader is implemented by the rows of a driver that can tell the columns of a row one by one,
// without an allocation for each.
type columnReader interface {
	// NextRow is as [driver.Rows.Next], without the values.
	NextRow() error

	// Column returns a column of the row, whose kind is Invalid for null, Int64, Float64, or Slice
	// for a text or blob, which is valid until the next call.
	Column(i int) (kind reflect.Kind, n int64, f float64, b []byte)
}

// rows are read one after the other. Their statement is used again when they are closed.
type rows struct {
	of        driver.Rows
	columns   columnReader // nil: the values are those of the statement
	statement *statement
	conn      *conn
	err       error
}

// Next reads the next row, and reports whether there is one.
func (r *rows) Next() bool {
	switch {
	case r.err != nil:
	case r.columns != nil:
		r.err = r.columns.NextRow()
	default:
		r.err = r.of.Next(r.statement.values)
	}
	return r.err == nil
}

// Err returns the error that ended the rows, nil if they ended by themselves.
func (r *rows) Err() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// Scan copies the values of the row.
func (r *rows) Scan(into ...any) error {
	if n := r.statement.columns; len(into) != n {
		return fmt.Errorf("%d columns for %d values", n, len(into))
	}
	for i, to := range into {
		v := r.value(i)
		if err := v.copyTo(to); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	return nil
}

func (r *rows) value(i int) value {
	if r.columns == nil {
		return valueOf(r.statement.values[i])
	}
	kind, n, f, b := r.columns.Column(i)
	return value{kind: kind, n: n, f: f, b: b}
}

func (r *rows) close() error {
	defer r.conn.keep(r.statement)
	return r.of.Close()
}
