package sqldb

import "context"

// load is a table that a transaction has emptied and puts many rows into, see [Dialect.Load].
type load struct {
	emptied map[string]bool // tables that it has emptied, and not put anything into since
	table   string
	end     func(ctx context.Context, count bool) error // nil: there is no such table
	putting bool                                        // the statements that are run belong to it
}

// empty deletes all rows of a table, and returns their number.
func (t *tx) empty(table string) (int, error) {
	if err := t.endLoad(); err != nil {
		return 0, err
	}
	if t.dialect.Empty != nil && len(t.reading) == 0 {
		n, done, err := t.dialect.Empty(t.ctx, t.conn.Conn, table)
		if err != nil {
			return 0, t.fail(err)
		}
		if done {
			if t.load.emptied == nil {
				t.load.emptied = make(map[string]bool)
			}
			t.load.emptied[table] = true
			t.wrote = t.wrote || n > 0
			return n, nil
		}
	}
	return t.write("DELETE FROM "+table, nil)
}

// beginPut is called before records are put into a table.
func (t *tx) beginPut(table string) error {
	if t.load.table != table {
		if err := t.endLoad(); err != nil {
			return err
		}
		if t.dialect.Load != nil && t.load.emptied[table] && len(t.reading) == 0 {
			end, err := t.dialect.Load(t.ctx, t.conn.Conn, table)
			if err != nil {
				return t.fail(err)
			}
			if end != nil {
				t.load.table, t.load.end = table, end
			}
		}
		delete(t.load.emptied, table)
	}
	t.load.putting = t.load.end != nil
	return nil
}

func (t *tx) endPut() { t.load.putting = false }

// endLoad is called before a statement that does not put records into the table of the load.
func (t *tx) endLoad() error {
	if t.load.end == nil || t.load.putting {
		return nil
	}
	end := t.load.end
	t.load.table, t.load.end = "", nil
	if err := end(t.ctx, true); err != nil {
		return t.fail(err)
	}
	return nil
}

// abandonLoad is called when the transaction is rolled back.
func (t *tx) abandonLoad() error {
	if t.load.end == nil {
		return nil
	}
	return t.load.end(context.WithoutCancel(t.ctx), false)
}
