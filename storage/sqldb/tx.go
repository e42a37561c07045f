package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb/internal/places"
)

var (
	errEnded    = errors.New("transaction has ended")
	errReadOnly = errors.New("nothing can be written in a View")
)

// tx is a transaction, with exclusive use of its connection.
type tx struct {
	ctx     context.Context
	conn    *conn
	dialect *Dialect
	kinds   []compiled
	places  *places.Table // of the apps by name

	tables storage.Tx

	writable bool
	wrote    bool
	work     Work
	affected storage.Tables // whose lists may have changed
	got      any            // the last record of a kind with settled columns that was read by its key

	err     error             // what ended the transaction
	open    map[*result]bool  // rows that are still being read
	cursors map[string][]bool // which numbers of a table's cursors are in use
}

// Conn returns the connection of a transaction of a [Store], for statements on tables of
// other packages that are to be committed with it. It must not be used after the end of the
// transaction, nor while a list of it is being read. Ok is false for another store, and for
// one in a decorator that has tables of its own.
func Conn(in *storage.Tx) (c *sql.Conn, ok bool) {
	t, ok := in.Transaction().(*tx)
	if !ok {
		return nil, false
	}
	return t.conn.Conn, true
}

// end makes every later call fail and closes what a list left open.
func (t *tx) end() {
	for r := range t.open {
		_ = r.close()
	}
	if t.err == nil {
		t.err = errEnded
	}
}

// fail ends the transaction, which some databases do by themselves after an error.
func (t *tx) fail(err error) error {
	if t.err == nil {
		t.err = wrapContext(t.ctx, t.dialect.explain(err))
	}
	return t.err
}

// ready returns why no further call may be made.
func (t *tx) ready(write bool) error {
	if t.err != nil {
		return t.err
	}
	if write && !t.writable {
		return t.fail(errReadOnly)
	}
	return nil
}

// write runs a writing statement and returns how many rows it concerned.
func (t *tx) write(query string, args []any) (int, error) {
	if most := t.dialect.MaxBytes; most > 0 {
		for _, arg := range args {
			if n := length(arg); n > most {
				return 0, t.fail(fmt.Errorf("%w: a value of %d bytes, more than %d", storage.ErrInvalid, n, most))
			}
		}
	}
	n, err := t.conn.exec(t.ctx, query, args...)
	if err != nil {
		return 0, t.fail(err)
	}
	t.wrote = t.wrote || n > 0
	return int(n), nil
}

func length(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []byte:
		return len(v)
	}
	return 0
}

// read runs a query. The result is closed by the caller, or at the latest with
// the transaction.
func (t *tx) read(query string, args []any) (*result, error) {
	rows, done, err := t.conn.query(t.ctx, query, t.dialect.sought(args)...)
	if err != nil {
		return nil, t.fail(err)
	}
	r := &result{Rows: rows, done: done, tx: t}
	if t.open == nil {
		t.open = make(map[*result]bool)
	}
	t.open[r] = true
	return r, nil
}

// result is the rows of a query within a transaction.
type result struct {
	*sql.Rows
	done func() error
	tx   *tx
}

func (r *result) close() error {
	if !r.tx.open[r] {
		return nil
	}
	delete(r.tx.open, r)
	return r.done()
}
