package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"
)

// ErrClosed says that the store was closed.
var ErrClosed = errors.New("store is closed")

// pool hands out connections with the statements prepared on them. The one
// given back last goes out first, so that what is not needed stays cold.
type pool struct {
	db *sql.DB

	turns  chan struct{} // holds one for each connection that may be in use
	closed chan struct{}
	close  sync.Once

	mu   sync.Mutex
	idle []*conn
}

// newPool takes its bound from the database's own; without one, it has none worth the name.
func newPool(db *sql.DB) *pool {
	most := db.Stats().MaxOpenConnections
	if most <= 0 {
		most = 100
	}
	return &pool{db: db, turns: make(chan struct{}, most), closed: make(chan struct{})}
}

// take waits for a connection.
func (p *pool) take(ctx context.Context) (*conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case <-p.closed:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	case p.turns <- struct{}{}:
	}
	select {
	case <-p.closed: // a closed pool and a free turn: either may have been picked
		<-p.turns
		return nil, ErrClosed
	default:
	}
	if c := p.pop(); c != nil {
		return c, nil
	}
	c, err := p.db.Conn(ctx)
	if err != nil {
		<-p.turns
		return nil, wrapContext(ctx, err)
	}
	return &conn{Conn: c, idle: make(map[string][]*sql.Stmt)}, nil
}

func (p *pool) pop() *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		return nil
	}
	c := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return c
}

// begin returns a connection in a new transaction. One that the other side has
// closed meanwhile is replaced.
func (p *pool) begin(ctx context.Context, statement string) (*conn, error) {
	for {
		c, err := p.take(ctx)
		if err != nil {
			return nil, err
		}
		if _, err = c.exec(ctx, statement); err == nil {
			return c, nil
		}
		lost := c.used && (errors.Is(err, driver.ErrBadConn) || c.PingContext(ctx) != nil)
		p.drop(c)
		if !lost || ctx.Err() != nil {
			return nil, wrapContext(ctx, err)
		}
	}
}

// give takes back a connection that is in no transaction.
func (p *pool) give(c *conn) {
	if c.kept > maxStatements {
		c.forget()
	}
	c.used = true
	p.mu.Lock()
	p.idle = append(p.idle, c)
	p.mu.Unlock()
	<-p.turns
}

// drop closes a connection in a state that is not known, and whatever it was doing.
func (p *pool) drop(c *conn) {
	c.forget()
	_ = c.Raw(func(any) error { return driver.ErrBadConn }) // which closes it, where Close would keep it
	<-p.turns
}

// shut waits until no connection is in use and closes them all, once.
func (p *pool) shut() error {
	p.close.Do(func() {
		close(p.closed)
		for range cap(p.turns) {
			p.turns <- struct{}{}
		}
	})
	var errs []error
	for c := p.pop(); c != nil; c = p.pop() {
		c.forget()
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// conn is a connection with the statements that are prepared on it and not in use.
type conn struct {
	*sql.Conn
	idle map[string][]*sql.Stmt
	kept int
	used bool // in an earlier transaction
}

// maxStatements is how many statements a connection keeps between transactions;
// the kinds and their filters make about as many.
const maxStatements = 200

// statement returns a statement that nobody uses: one whose rows are still being
// read is not shared with a query of the same text within that loop.
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

// forget closes the statements; database/sql does not do it for those of a Conn.
func (c *conn) forget() {
	for _, all := range c.idle {
		for _, s := range all {
			_ = s.Close()
		}
	}
	clear(c.idle)
	c.kept = 0
}

// exec runs a statement and returns how many rows it wrote.
func (c *conn) exec(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return 0, err
	}
	defer c.keep(query, s)
	result, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// query runs a statement that yields rows; done must be called when they are
// not needed any more.
func (c *conn) query(ctx context.Context, query string, args ...any) (rows *sql.Rows, done func() error, err error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	rows, err = s.QueryContext(ctx, args...)
	if err != nil {
		c.keep(query, s)
		return nil, nil, err
	}
	return rows, func() error {
		defer c.keep(query, s)
		return rows.Close()
	}, nil
}
