package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
)

// conn is a connection with its prepared statements that are not in use.
type conn struct {
	*sql.Conn
	idle  map[string][]*sql.Stmt
	kept  int
	used  bool // in an earlier transaction
	plain bool // see Dialect.Scripts
	calls int  // of the driver that have not returned; positive between transactions after a panic
}

// maxStatements is how many prepared statements a connection retains between
// transactions. The kinds and their filters need about as many.
const maxStatements = 200

// statement returns an unused prepared statement: one whose rows are still being
// read is not shared with a nested query of the same text.
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

// control begins or ends a transaction.
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

// query runs a statement that yields rows; the caller calls done
// after reading them.
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

// forget closes the statements; database/sql does not close those of a Conn.
func (c *conn) forget() {
	for _, all := range c.idle {
		for _, s := range all {
			_ = s.Close()
		}
	}
	clear(c.idle)
	c.kept = 0
}

// end gives the connection back to database/sql, for good when because is
// driver.ErrBadConn. After a panic of the driver database/sql would wait
// forever for the call to return, so the driver's connection is closed directly.
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
