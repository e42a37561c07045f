package sqlite

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"reflect"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
)

// openDB returns a pool of connections whose statements read rows with fewer allocations than
// those of the driver: the names of columns are read once for a statement instead of once for
// a query, and package sqldb reads each column by itself, so that the declared types, which
// matter for times only, are not read, and a text is not copied before it is used.
func openDB(dsn string) (*sql.DB, error) {
	c, err := new(driver.SQLite).OpenConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(connector{c}), nil
}

// errDriver means that the driver lacks a method that this package needs.
var errDriver = errors.New("sqlite: the driver does not have what is expected of it")

type connector struct{ sqldriver.Connector }

// Connect implements [sqldriver.Connector].
func (c connector) Connect(ctx context.Context) (sqldriver.Conn, error) {
	of, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	whole, ok := of.(wholeConn)
	if !ok {
		return nil, errors.Join(errDriver, of.Close())
	}
	return conn{whole}, nil
}

// wholeConn is what a connection of the driver implements.
type wholeConn interface {
	driver.Conn
	sqldriver.ExecerContext
	sqldriver.NamedValueChecker
}

type conn struct{ wholeConn }

// PrepareContext implements [sqldriver.ConnPrepareContext].
func (c conn) PrepareContext(ctx context.Context, query string) (sqldriver.Stmt, error) {
	of, err := c.wholeConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	whole, ok := of.(wholeStmt)
	if !ok {
		return nil, errors.Join(errDriver, of.Close())
	}
	s := &stmt{wholeStmt: whole, names: make([]string, whole.ColumnCount())}
	for i := range s.names {
		s.names[i] = whole.ColumnName(i)
	}
	return s, nil
}

// wholeStmt is what a statement of the driver implements.
type wholeStmt interface {
	sqldriver.Stmt
	sqldriver.StmtExecContext
	sqldriver.StmtQueryContext
	sqldriver.NamedValueChecker
	ColumnCount() int
	ColumnName(int) string
	ColumnType(int) sqlite3.Datatype
	ColumnInt64(int) int64
	ColumnFloat(int) float64
	ColumnRawText(int) []byte
	ColumnRawBlob(int) []byte
}

type stmt struct {
	wholeStmt
	names []string
}

// QueryContext implements [sqldriver.StmtQueryContext].
func (s *stmt) QueryContext(ctx context.Context, args []sqldriver.NamedValue) (sqldriver.Rows, error) {
	of, err := s.wholeStmt.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	whole, ok := of.(wholeRows)
	if !ok {
		return nil, errors.Join(errDriver, of.Close())
	}
	return &rows{whole, s}, nil
}

// wholeRows is what rows of the driver implement.
type wholeRows interface {
	sqldriver.Rows
	NextRow() error
}

type rows struct {
	wholeRows
	of *stmt
}

// Columns implements [sqldriver.Rows].
func (r *rows) Columns() []string { return r.of.names }

// Next implements [sqldriver.Rows]. The bytes of a text, like those of a blob, are those of the
// database: they are valid until the next call, and what scans a value copies it.
func (r *rows) Next(values []sqldriver.Value) error {
	if err := r.NextRow(); err != nil {
		return err
	}
	for i := range values {
		switch kind, n, f, b := r.Column(i); kind {
		case reflect.Int64:
			values[i] = n
		case reflect.Float64:
			values[i] = f
		case reflect.Slice:
			values[i] = b
		default:
			values[i] = nil
		}
	}
	return nil
}

// Column returns a column of the row that NextRow has read, for package sqldb.
func (r *rows) Column(i int) (kind reflect.Kind, n int64, f float64, b []byte) {
	switch s := r.of; s.ColumnType(i) {
	case sqlite3.INTEGER:
		return reflect.Int64, s.ColumnInt64(i), 0, nil
	case sqlite3.FLOAT:
		return reflect.Float64, 0, s.ColumnFloat(i), nil
	case sqlite3.TEXT:
		return reflect.Slice, 0, 0, s.ColumnRawText(i)
	case sqlite3.BLOB:
		return reflect.Slice, 0, 0, s.ColumnRawBlob(i)
	}
	return reflect.Invalid, 0, 0, nil
}
