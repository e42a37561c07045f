package sqlite

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"

	"github.com/ncruces/go-sqlite3/driver"
)

// openDB returns a pool of connections whose statements read rows with fewer allocations than
// those of the driver: the names of columns are read once for a statement instead of once for
// a query, the declared types not at all, since no column holds a time, and a text is not copied
// before it is scanned.
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
	ColumnsRaw(dest ...any) error
}

type stmt struct {
	wholeStmt
	names []string
	raw   []any // the values of a row, whose bytes are those of the database
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
	if s.raw == nil {
		s.raw = make([]any, len(s.names))
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
	if err := r.of.ColumnsRaw(r.of.raw...); err != nil {
		return err
	}
	for i, v := range r.of.raw {
		values[i] = v
	}
	return nil
}
