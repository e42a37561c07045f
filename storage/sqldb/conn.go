package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

// conn is a connection with a cache of its idle prepared statements. They are those of the driver:
// a transaction has the connection for itself, so that it does without the locks of database/sql,
// and without its goroutine and its copies of values for each query.
type conn struct {
	*sql.Conn
	driver wholeConn
	idle   map[string][]*statement
	kept   int
	used   bool // it was used in an earlier transaction
	recent bool // it was returned since the pool last closed idle connections
	plain  bool // see Dialect.Scripts
}

// wholeConn is what this package needs of a driver's connection.
type wholeConn interface {
	driver.Conn
	driver.ConnPrepareContext
}

// errDriver means that a driver does not have what this package needs.
var errDriver = errors.New("the driver's connections or statements take no context")

// newConn returns a connection that belongs to the caller.
func newConn(of *sql.Conn, plain bool) (*conn, error) {
	c := &conn{Conn: of, idle: make(map[string][]*statement), plain: plain}
	err := of.Raw(func(dc any) error {
		whole, ok := dc.(wholeConn)
		if _, runs := dc.(driver.ExecerContext); !ok || plain && !runs {
			return errDriver
		}
		c.driver = whole
		return nil
	})
	return c, err
}

// maxStatements is the maximum number of prepared statements that a connection caches between
// transactions. The kinds and their filters need about that many.
const maxStatements = 200

// statement returns an idle prepared statement, or prepares one. A statement whose rows are
// still being read cannot be shared with a nested query of the same text.
func (c *conn) statement(ctx context.Context, query string) (*statement, error) {
	if all := c.idle[query]; len(all) > 0 {
		s := all[len(all)-1]
		c.idle[query] = all[:len(all)-1]
		c.kept--
		return s, nil
	}
	of, err := c.driver.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	whole, ok := of.(wholeStatement)
	if !ok {
		return nil, errors.Join(errDriver, of.Close())
	}
	return &statement{of: whole, query: query}, nil
}

// keep makes a statement idle, without the values of its last run.
func (c *conn) keep(s *statement) {
	clear(s.args)
	clear(s.values)
	c.idle[s.query] = append(c.idle[s.query], s)
	c.kept++
}

// exec runs a statement and returns how many rows it wrote.
func (c *conn) exec(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return 0, err
	}
	defer c.keep(s)
	result, err := s.of.ExecContext(ctx, s.bind(args))
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// control executes a script that begins or ends a transaction.
func (c *conn) control(ctx context.Context, script string) error {
	if !c.plain {
		_, err := c.exec(ctx, script)
		return err
	}
	_, err := c.driver.(driver.ExecerContext).ExecContext(ctx, script, nil)
	return err
}

// query runs a statement that returns rows. The caller must close them.
func (c *conn) query(ctx context.Context, query string, args ...any) (*rows, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	of, err := s.of.QueryContext(ctx, s.bind(args))
	if err != nil {
		c.keep(s)
		return nil, err
	}
	return s.rows(c, of), nil
}

// forget closes the cached statements.
func (c *conn) forget() {
	for _, all := range c.idle {
		for _, s := range all {
			_ = s.of.Close()
		}
	}
	clear(c.idle)
	c.kept = 0
}

// end returns the connection to database/sql, which closes it if because is driver.ErrBadConn.
func (c *conn) end(because error) error {
	c.forget()
	if because != nil {
		return c.Raw(func(any) error { return because })
	}
	return c.Close()
}
