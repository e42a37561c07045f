package sqldb

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"strconv"
)

// statement is a prepared statement of a connection, with what its runs use again.
type statement struct {
	of     wholeStatement
	query  string
	args   []driver.NamedValue
	values []driver.Value // of a row
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
	if n := len(of.Columns()); len(s.values) != n {
		s.values = make([]driver.Value, n)
	}
	return &rows{of: of, statement: s, conn: c}
}

// rows are read one after the other. Their statement is used again when they are closed.
type rows struct {
	of        driver.Rows
	statement *statement
	conn      *conn
	err       error
}

// Next reads the next row, and reports whether there is one.
func (r *rows) Next() bool {
	if r.err != nil {
		return false
	}
	r.err = r.of.Next(r.statement.values)
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
	if len(into) != len(r.statement.values) {
		return fmt.Errorf("%d columns for %d values", len(r.statement.values), len(into))
	}
	for i, v := range r.statement.values {
		if err := assign(into[i], v); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	return nil
}

func (r *rows) close() error {
	defer r.conn.keep(r.statement)
	return r.of.Close()
}

// assign sets what into points to. The bytes of a value are those of the driver, which uses them again.
func assign(into any, v driver.Value) error {
	switch into := into.(type) {
	case sql.Scanner:
		return into.Scan(v)
	case *[]byte:
		switch v := v.(type) {
		case nil:
			*into = nil
			return nil
		case []byte:
			*into = append([]byte{}, v...)
			return nil
		}
	case *int64:
		n, err := whole(v)
		*into = n
		return err
	case *int:
		n, err := whole(v)
		*into = int(n)
		return err
	case **int:
		if v == nil {
			*into = nil
			return nil
		}
		*into = new(int)
		return assign(*into, v)
	}
	return fmt.Errorf("cannot read %T into %T", v, into)
}

// whole returns an integer. PostgreSQL sums integers to a numeric, which is read as text.
func whole(v driver.Value) (int64, error) {
	switch v := v.(type) {
	case int64:
		return v, nil
	case string:
		return strconv.ParseInt(v, 10, 64)
	}
	return 0, fmt.Errorf("%T is not an integer", v)
}
