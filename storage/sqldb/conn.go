package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
)

// conn is a connection with a cache of its idle prepared statements.
type conn struct {
	*sql.Conn
	idle  map[string][]*sql.Stmt
	kept  int
	used  bool // it was used in an earlier transaction
	plain bool // see Dialect.Scripts
	calls int  // calls of the driver that have not returned; after a panic of the driver it stays positive
}

// maxStatements is the maximum number of prepared statements that a connection caches between
// transactions. The kinds and their filters need about that many.
const maxStatements = 200

// statement returns an idle prepared statement, or prepares one. A statement whose rows are
// still being read cannot be shared with a nested query of the same text.
func (c *conn) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if all := c.idle[query]; len(all) > 0 {
		s := all[len(all)-1]
		c.idle[query] = all[:len(all)-1]
		c.kept--
		return s, nil
	}
	return c.PrepareContext(ctx, query)
}

func (c *conn) keep(query string, s *sql.Stmt) {
	c.idle[query] = append(c.idle[query], s)
	c.kept++
}

// exec runs a statement and returns how many rows it wrote.
func (c *conn) exec(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return 0, err
	}
	defer c.keep(query, s)
	c.calls++
	result, err := s.ExecContext(ctx, args...)
	c.calls--
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
	c.calls++
	_, err := c.ExecContext(ctx, script)
	c.calls--
	return err
}

// query runs a statement that returns rows. The caller must call done after reading them.
func (c *conn) query(ctx context.Context, query string, args ...any) (rows *sql.Rows, done func() error, err error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	c.calls++
	rows, err = s.QueryContext(ctx, args...)
	c.calls--
	if err != nil {
		c.keep(query, s)
		return nil, nil, err
	}
	return rows, func() error {
		defer c.keep(query, s)
		return rows.Close()
	}, nil
}

// forget closes the cached statements, which database/sql does not do when a Conn is closed.
func (c *conn) forget() {
	for _, all := range c.idle {
		for _, s := range all {
			_ = s.Close()
		}
	}
	clear(c.idle)
	c.kept = 0
}

// end returns the connection to database/sql, which closes it if because is
// driver.ErrBadConn. After a panic of the driver, database/sql would wait forever for the call
// to return, so end closes the driver's connection directly.
func (c *conn) end(because error) error {
	c.forget()
	if c.calls > 0 {
		return c.Raw(func(dc any) error { return dc.(driver.Conn).Close() })
	}
	if because != nil {
		return c.Raw(func(any) error { return because })
	}
	return c.Close()
}
