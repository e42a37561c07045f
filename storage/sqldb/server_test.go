package sqldb_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ncruces/go-sqlite3"
	sqlitedriver "github.com/ncruces/go-sqlite3/driver"

	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

// server is a database with the manners of one behind a network: a connection
// does one thing at a time, lists are read through cursors, nothing goes on in a
// transaction after a failure, and connections get lost. Below it is SQLite.
type server struct {
	path string

	lose  atomic.Bool // connections that are open, at their next statement
	crash atomic.Bool // at the next statement that writes
	opens atomic.Int64
	ends  atomic.Int64
}

var (
	errBusy    = errors.New("rows of this connection are still open")
	errAborted = errors.New("current transaction is aborted")
)

// newServer makes a database with tables.
func newServer(t testing.TB) *server {
	t.Helper()
	return &server{path: teststore.EmptyFile(t)}
}

// store opens a store on the server, with one pool for everything.
func (s *server) store(t testing.TB, change func(*sqldb.Dialect)) *sqldb.Store {
	t.Helper()
	d := sqldb.Dialect{
		Placeholder: func(n int) string { return "$" + strconv.Itoa(n) },
		BeginUpdate: "BEGIN IMMEDIATE",
		Rows:        8,
		Fetch:       3,
		Sentinel:    sentinel,
	}
	if change != nil {
		change(&d)
	}
	db := sql.OpenDB(s)
	db.SetMaxOpenConns(6)
	store := sqldb.New(db, db, d)
	t.Cleanup(func() {
		if err := errors.Join(store.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	return store
}

func sentinel(err error) error {
	if errors.Is(err, sqlite3.CONSTRAINT) {
		return storage.ErrConflict
	}
	return nil
}

// Connect and Driver make it a driver.Connector.
func (s *server) Connect(ctx context.Context) (driver.Conn, error) {
	below, err := new(sqlitedriver.SQLite).OpenConnector("file:" + s.path + "?_pragma=busy_timeout(60000)")
	if err != nil {
		return nil, err
	}
	c, err := below.Connect(ctx)
	if err != nil {
		return nil, err
	}
	s.opens.Add(1)
	return &serverConn{server: s, Conn: c.(sqlitedriver.Conn), cursors: make(map[string]*buffered)}, nil
}

func (s *server) Driver() driver.Driver { return new(sqlitedriver.SQLite) }

type serverConn struct {
	sqlitedriver.Conn
	server  *server
	reading bool
	aborted bool
	lost    bool
	used    bool
	cursors map[string]*buffered
	open    []driver.Stmt
}

// Close ends the session whatever it was doing, as that of a server would.
func (c *serverConn) Close() error {
	for _, s := range c.open {
		_ = s.Close()
	}
	c.server.ends.Add(1)
	return c.Conn.Close()
}

var (
	declare = regexp.MustCompile(`^DECLARE (\w+) NO SCROLL CURSOR FOR (.*)$`)
	fetch   = regexp.MustCompile(`^FETCH (\d+) FROM (\w+)$`)
	closing = regexp.MustCompile(`^CLOSE (\w+)$`)
	writing = regexp.MustCompile(`^(INSERT|DELETE|UPDATE)`)
)

func (c *serverConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.ready(query); err != nil {
		return nil, err
	}
	s := &serverStmt{conn: c, query: query}
	below := query
	switch m := declare.FindStringSubmatch(query); {
	case m != nil:
		below = m[2]
	case fetch.MatchString(query), closing.MatchString(query):
		return s, nil
	}
	prepared, err := c.Conn.PrepareContext(ctx, below)
	if err != nil {
		return nil, c.fail(err)
	}
	s.below = prepared
	c.open = append(c.open, prepared)
	return s, nil
}

// ready says why the connection takes no statement now.
func (c *serverConn) ready(query string) error {
	if c.server.lose.Load() && c.used {
		c.lost = true
	}
	switch {
	case c.lost:
		return driver.ErrBadConn
	case c.reading:
		return errBusy
	case c.aborted && query != "ROLLBACK":
		return errAborted
	}
	return nil
}

func (c *serverConn) fail(err error) error {
	c.aborted = !c.Raw().GetAutocommit()
	return err
}

type serverStmt struct {
	conn  *serverConn
	query string
	below driver.Stmt
}

func (s *serverStmt) NumInput() int { return -1 }

func (s *serverStmt) Close() error {
	if s.below == nil {
		return nil
	}
	return s.below.Close()
}

func (s *serverStmt) Exec([]driver.Value) (driver.Result, error) { return nil, errors.ErrUnsupported }
func (s *serverStmt) Query([]driver.Value) (driver.Rows, error)  { return nil, errors.ErrUnsupported }

func (s *serverStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	c := s.conn
	if err := c.ready(s.query); err != nil {
		return nil, err
	}
	if writing.MatchString(s.query) && c.server.crash.CompareAndSwap(true, false) {
		panic("out of memory")
	}
	if m := declare.FindStringSubmatch(s.query); m != nil {
		rows, err := s.below.(driver.StmtQueryContext).QueryContext(ctx, args)
		if err != nil {
			return nil, c.fail(err)
		}
		if c.cursors[m[1]] != nil {
			return nil, c.fail(fmt.Errorf("cursor %s exists", m[1]))
		}
		if c.cursors[m[1]], err = buffer(rows); err != nil {
			return nil, c.fail(err)
		}
		return driver.RowsAffected(0), nil
	}
	if m := closing.FindStringSubmatch(s.query); m != nil {
		if c.cursors[m[1]] == nil {
			return nil, c.fail(fmt.Errorf("no cursor %s", m[1]))
		}
		delete(c.cursors, m[1])
		return driver.RowsAffected(0), nil
	}
	result, err := s.below.(driver.StmtExecContext).ExecContext(ctx, args)
	if err != nil {
		return nil, c.fail(err)
	}
	switch {
	case s.query == "COMMIT", s.query == "ROLLBACK":
		clear(c.cursors)
		c.aborted = false
	case strings.HasPrefix(s.query, "BEGIN"):
		c.used = true
	}
	return result, nil
}

func (s *serverStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	c := s.conn
	if err := c.ready(s.query); err != nil {
		return nil, err
	}
	if m := fetch.FindStringSubmatch(s.query); m != nil {
		cursor := c.cursors[m[2]]
		if cursor == nil {
			return nil, c.fail(fmt.Errorf("no cursor %s", m[2]))
		}
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return nil, err
		}
		c.reading = true
		return &serverRows{Rows: cursor.next(n), conn: c}, nil
	}
	rows, err := s.below.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		return nil, c.fail(err)
	}
	c.reading = true
	return &serverRows{Rows: rows, conn: c}, nil
}

// serverRows keep the connection to themselves until they are closed.
type serverRows struct {
	driver.Rows
	conn *serverConn
}

func (r *serverRows) Next(into []driver.Value) error {
	err := r.Rows.Next(into)
	if err != nil && err != io.EOF {
		return r.conn.fail(err)
	}
	return err
}

func (r *serverRows) Close() error {
	r.conn.reading = false
	return r.Rows.Close()
}

// buffered are the rows of a cursor.
type buffered struct {
	columns []string
	rows    [][]driver.Value
}

func buffer(rows driver.Rows) (*buffered, error) {
	b := &buffered{columns: rows.Columns()}
	for {
		row := make([]driver.Value, len(b.columns))
		switch err := rows.Next(row); err {
		case nil:
			for i, v := range row {
				if blob, ok := v.([]byte); ok { // valid until the next row only
					row[i] = bytes.Clone(blob)
				}
			}
			b.rows = append(b.rows, row)
		case io.EOF:
			return b, rows.Close()
		default:
			return nil, errors.Join(err, rows.Close())
		}
	}
}

// next takes the first rows off.
func (b *buffered) next(n int) *buffered {
	n = min(n, len(b.rows))
	first := &buffered{columns: b.columns, rows: b.rows[:n]}
	b.rows = b.rows[n:]
	return first
}

func (b *buffered) Columns() []string { return b.columns }
func (b *buffered) Close() error      { return nil }

func (b *buffered) Next(into []driver.Value) error {
	if len(b.rows) == 0 {
		return io.EOF
	}
	copy(into, b.rows[0])
	b.rows = b.rows[1:]
	return nil
}
