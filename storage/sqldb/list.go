package sqldb

import (
	"fmt"
	"iter"
)

// List implements [storage.Rows].
func (t table[K, R, Q]) List(q Q) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		var none R
		if err := t.tx.ready(false); err != nil {
			yield(none, err)
			return
		}
		if t.kind().texts != nil {
			yield = t.withText(yield)
		}
		query, args, limit := t.kind().listing(q)
		var err error
		switch most := t.tx.dialect.Fetch; {
		case most == 0:
			err = t.stream(query, args, yield)
		case limit > 0 && limit <= most:
			_, err = t.whole(query, args, yield)
		default:
			err = t.fetch(query, args, yield)
		}
		if err != nil {
			yield(none, t.named("list", err))
		}
	}
}

// withText returns yield for records whose rows do not hold their text.
func (t table[K, R, Q]) withText(yield func(R, error) bool) func(R, error) bool {
	return func(r R, err error) bool {
		if err == nil {
			err = t.loadText(&r)
		}
		return yield(r, err)
	}
}

// stream yields the records as the driver reads them.
func (t table[K, R, Q]) stream(query string, args []any, yield func(R, error) bool) error {
	rows, err := t.tx.read(query, args)
	if err != nil {
		return err
	}
	defer rows.close()
	record, into := t.kind().target()
	for {
		if t.tx.err != nil { // ended, or failed in the loop
			return t.tx.err
		}
		if !rows.Next() {
			break
		}
		if err := rows.Scan(into...); err != nil {
			return t.tx.fail(err)
		}
		if !yield(*record, nil) {
			return nil
		}
	}
	if err := rows.Err(); err != nil {
		return t.tx.fail(err)
	}
	return nil
}

// fetch yields the records through a cursor, so that no rows are open while the
// caller has one.
func (t table[K, R, Q]) fetch(query string, args []any, yield func(R, error) bool) error {
	name, release := t.tx.cursor(t.kind().table)
	if _, err := t.tx.conn.exec(t.tx.ctx, "DECLARE "+name+" NO SCROLL CURSOR FOR "+query, t.tx.dialect.sought(args)...); err != nil {
		return t.tx.fail(err)
	}
	next := fmt.Sprintf("FETCH %d FROM %s", t.tx.dialect.Fetch, name)
	for more := true; more; {
		var err error
		if more, err = t.whole(next, nil, yield); err != nil {
			return err
		}
	}
	if t.closeCursor(name) == nil { // otherwise the transaction has failed, and t.tx.err is set
		release()
	}
	return nil
}

// whole reads all rows of a statement, closes them, and yields the records. It
// reports whether there may be more records and the caller wants them.
func (t table[K, R, Q]) whole(query string, args []any, yield func(R, error) bool) (more bool, err error) {
	if err := t.tx.ready(false); err != nil {
		return false, err
	}
	var all []R
	if err := t.stream(query, args, func(r R, _ error) bool {
		all = append(all, r)
		return true
	}); err != nil {
		return false, err
	}
	for _, r := range all {
		if t.tx.err != nil { // ended, or failed in the loop
			return false, t.tx.err
		}
		if !yield(r, nil) {
			return false, nil
		}
	}
	return len(all) == t.tx.dialect.Fetch, nil
}

// closeCursor frees the name; one that ended with its transaction is gone already.
func (t table[K, R, Q]) closeCursor(name string) error {
	if t.tx.err != nil {
		return nil
	}
	if _, err := t.tx.conn.exec(t.tx.ctx, "CLOSE "+name); err != nil {
		return t.tx.fail(err)
	}
	return nil
}

// cursor returns a free name for a cursor over a table. Names are used again,
// and only for the same table: a driver may keep what FETCH from that name
// yields, by its text.
func (t *tx) cursor(table string) (name string, release func()) {
	used := t.cursors[table]
	n := 0
	for n < len(used) && used[n] {
		n++
	}
	if n == len(used) {
		used = append(used, false)
	}
	used[n] = true
	if t.cursors == nil {
		t.cursors = make(map[string][]bool)
	}
	t.cursors[table] = used
	return fmt.Sprintf("list_%s_%d", table, n), func() { t.cursors[table][n] = false }
}
