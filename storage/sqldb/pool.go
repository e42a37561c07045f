package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"
	"time"
)

// ErrClosed means that the store was closed.
var ErrClosed = errors.New("store is closed")

// pool lends connections with their prepared statements. It lends the one that was returned
// last, so that a few connections are used most.
type pool struct {
	db      *sql.DB
	plain   bool          // see Dialect.Scripts
	maxIdle time.Duration // see Dialect.Idle

	turns  chan struct{} // has a value for each further connection that may be in use
	closed chan struct{}
	close  sync.Once

	mu      sync.Mutex
	idle    []*conn // by the time of their return
	trim    *time.Timer
	waiting bool // the timer is running
}

// newPool returns a pool that enforces the limit of db on the number of connections itself, so
// that who waits for one learns that the pool was closed.
func newPool(db *sql.DB, d Dialect) *pool {
	most := db.Stats().MaxOpenConnections
	if most <= 0 {
		most = defaultConns
	}
	db.SetMaxOpenConns(0)
	return poolOf(db, d, most)
}

// poolOf returns a pool of at most so many connections.
func poolOf(db *sql.DB, d Dialect, most int) *pool {
	p := &pool{db: db, plain: d.Scripts, maxIdle: d.Idle, turns: make(chan struct{}, most), closed: make(chan struct{})}
	p.trim = time.AfterFunc(time.Hour, p.closeIdle)
	p.trim.Stop()
	return p
}

// defaultConns is the limit if db has none.
const defaultConns = 100

// take waits until a connection may be used.
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
	case <-p.closed: // select may have picked a turn although the pool is closed
		<-p.turns
		return nil, ErrClosed
	default:
	}
	if c := p.pop(); c != nil {
		return c, nil
	}
	of, err := p.db.Conn(ctx)
	if err != nil {
		<-p.turns
		return nil, wrapContext(ctx, err)
	}
	c, err := newConn(of, p.plain)
	if err != nil {
		p.drop(c)
		return nil, wrapContext(ctx, err)
	}
	return c, nil
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

// begin returns a connection in a new transaction. It replaces a connection that the server
// has closed meanwhile.
func (p *pool) begin(ctx context.Context, statement string) (*conn, error) {
	for {
		c, err := p.take(ctx)
		if err != nil {
			return nil, err
		}
		lost, err := p.open(ctx, c, statement)
		if err == nil {
			return c, nil
		}
		if !lost || ctx.Err() != nil {
			return nil, wrapContext(ctx, err)
		}
	}
}

// open begins a transaction on a connection. If that fails, it drops the connection and
// reports whether the server had closed it.
func (p *pool) open(ctx context.Context, c *conn, statement string) (lost bool, err error) {
	begun := false
	defer func() {
		if !begun {
			p.drop(c)
		}
	}()
	if err := c.control(ctx, statement); err != nil {
		return c.used && (errors.Is(err, driver.ErrBadConn) || c.PingContext(ctx) != nil), err
	}
	begun = true
	return false, nil
}

// give returns a connection that is not in a transaction to the pool.
func (p *pool) give(c *conn) {
	if c.kept > maxStatements {
		c.forget()
	}
	c.used = true
	p.mu.Lock()
	c.recent = true
	p.idle = append(p.idle, c)
	p.trimLater()
	p.mu.Unlock()
	<-p.turns
}

// trimLater starts the timer that closes idle connections, if there is one that could be closed.
func (p *pool) trimLater() {
	if p.maxIdle > 0 && !p.waiting && len(p.idle) > 1 {
		p.waiting = true
		p.trim.Reset(p.maxIdle)
	}
}

// closeIdle closes the connections that were not lent since the last time, except the one that would be
// lent next. Who needs a connection meanwhile waits, so that none is still being closed after [pool.shut].
func (p *pool) closeIdle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = false
	kept := p.idle[:0]
	for i, c := range p.idle {
		if !c.recent && i < len(p.idle)-1 {
			_ = c.end(driver.ErrBadConn)
			continue
		}
		c.recent = false
		kept = append(kept, c)
	}
	clear(p.idle[len(kept):])
	p.idle = kept
	p.trimLater()
}

// drop closes a connection in an unknown state.
func (p *pool) drop(c *conn) {
	_ = c.end(driver.ErrBadConn)
	<-p.turns
}

// shut waits until no connection is in use, and closes all of them. Further calls do nothing.
func (p *pool) shut() error {
	p.close.Do(func() {
		close(p.closed)
		for range cap(p.turns) {
			p.turns <- struct{}{}
		}
		p.trim.Stop()
	})
	var errs []error
	for c := p.pop(); c != nil; c = p.pop() {
		errs = append(errs, c.end(nil))
	}
	return errors.Join(errs...)
}
