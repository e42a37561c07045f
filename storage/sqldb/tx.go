package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"

	"github.com/privacylabels/auditor/storage"
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
	places  *knownPlaces
	grams   *knownGrams

	all    []table // of all kinds, in the order of [storage.Kinds]
	tables *storage.Tx

	writable bool
	wrote    bool
	work     Work
	affected storage.Tables // the tables whose lists may have changed
	courses  courses        // to be brought up to date
	got      reflect.Value  // the last record of a kind with settled columns that was read by key

	err     error             // the error that ended the transaction
	reading map[*result]bool  // rows that are still being read
	cursors map[string][]bool // by table, which numbers of cursors are in use

	load      load
	unindexed unindexed // to be brought up to date
	search    lastSearch
}

// open makes the tables of the transaction.
func (t *tx) open(kinds []*kind) {
	t.all = make([]table, 0, len(kinds))
	t.tables = storage.TxOf(func(storage.Kind) storage.AnyRows {
		t.all = append(t.all, table{t, kinds[len(t.all)]})
		return &t.all[len(t.all)-1]
	})
	t.tables.Apps = appRows{t.tables.Apps, t.table("Apps")}
	t.tables.Labels = labelRows{t.tables.Labels, t.table("Labels")}
	t.tables.Snapshots = snapshotRows{t.tables.Snapshots, t.table("Snapshots")}
	t.tables.Changes = changeRows{t.tables.Changes, t.table("Changes")}
}

// table returns the table of the kind with a name.
func (t *tx) table(name string) *table {
	for i := range t.all {
		if t.all[i].Name() == name {
			return &t.all[i]
		}
	}
	panic("sqldb: no kind " + name)
}

// Conn returns the connection of a transaction of a [Store], for statements on tables of other
// packages that are committed together with it. It must not be used after the end of the
// transaction, or while a list of the transaction is being read. Ok is false if the
// transaction belongs to another store, or to a decorator that replaces its tables.
func Conn(in *storage.Tx) (c *sql.Conn, ok bool) {
	t, ok := in.Transaction().(*tx)
	if !ok {
		return nil, false
	}
	if t.endLoad() != nil {
		return nil, false // and every statement of the transaction fails from now on
	}
	return t.conn.Conn, true
}

// end makes every later call fail and closes rows that are still open.
func (t *tx) end() {
	for r := range t.reading {
		_ = r.close()
	}
	if t.err == nil {
		t.err = errEnded
	}
}

// fail ends the transaction with an error, as some databases do by themselves.
func (t *tx) fail(err error) error {
	if t.err == nil {
		t.err = wrapContext(t.ctx, t.dialect.explain(err))
	}
	return t.err
}

// ready returns the error of calls in an ended transaction and of writes in a View.
func (t *tx) ready(write bool) error {
	if t.err != nil {
		return t.err
	}
	if write && !t.writable {
		return t.fail(errReadOnly)
	}
	return nil
}

// write runs a writing statement and returns the number of affected rows.
func (t *tx) write(query string, args []any) (int, error) {
	if err := t.beforeWrite(args); err != nil {
		return 0, err
	}
	n, err := t.conn.exec(t.ctx, query, args...)
	if err != nil {
		return 0, t.fail(err)
	}
	t.wrote = t.wrote || n > 0
	return int(n), nil
}

// beforeWrite ends the load and checks the values of a writing statement.
func (t *tx) beforeWrite(args []any) error {
	if err := t.endLoad(); err != nil {
		return err
	}
	if most := t.dialect.MaxBytes; most > 0 {
		for _, arg := range args {
			if n := length(arg); n > most {
				return t.fail(fmt.Errorf("%w: a value of %d bytes, more than %d", storage.ErrInvalid, n, most))
			}
		}
	}
	return nil
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

// read runs a query. The caller should close the result; it is closed at the latest with the
// transaction.
func (t *tx) read(query string, args []any) (*result, error) {
	if err := t.endLoad(); err != nil {
		return nil, err
	}
	return t.query(query, t.dialect.arguments(args))
}

// query runs a statement that returns rows.
func (t *tx) query(query string, args []any) (*result, error) {
	of, err := t.conn.query(t.ctx, query, args...)
	if err != nil {
		return nil, t.fail(err)
	}
	r := &result{of, t}
	if t.reading == nil {
		t.reading = make(map[*result]bool)
	}
	t.reading[r] = true
	return r, nil
}

// first reads the first row of a query, and reports whether there is one.
func (t *tx) first(query string, args []any, into ...any) (bool, error) {
	rows, err := t.read(query, args)
	if err != nil {
		return false, err
	}
	return rows.only(into)
}

// result holds the rows of a query within a transaction.
type result struct {
	*rows
	tx *tx
}

// only reads the first row and closes the result. It reports whether there is a row.
func (r *result) only(into []any) (bool, error) {
	defer r.close()
	if !r.Next() {
		if err := r.Err(); err != nil {
			return false, r.tx.fail(err)
		}
		return false, nil
	}
	if err := r.Scan(into...); err != nil {
		return false, r.tx.fail(err)
	}
	return true, nil
}

func (r *result) close() error {
	if !r.tx.reading[r] {
		return nil
	}
	delete(r.tx.reading, r)
	return r.rows.close()
}
