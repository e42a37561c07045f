package sqldb

import (
	"errors"
	"fmt"
	"iter"
	"reflect"

	"github.com/privacylabels/auditor/storage"
)

// List implements [storage.Rows].
func (t *table) List(q any) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		if err := t.tx.ready(false); err != nil {
			yield(nil, err)
			return
		}
		query, args, limit := t.listing(q)
		if t.tx.err != nil {
			yield(nil, t.named("list", t.tx.err))
			return
		}
		r := newReader(t.record, t.columns, func(record reflect.Value) bool {
			err := t.loadText(record)
			return yield(record.Addr().Interface(), err)
		})
		var err error
		switch most := t.tx.dialect.Fetch; {
		case most == 0:
			err = r.stream(t.tx, query, args)
		case limit > 0 && limit <= most:
			_, err = r.whole(t.tx, query, args)
		default:
			err = t.fetch(r, query, args)
		}
		if err != nil {
			yield(nil, t.named("list", err))
		}
	}
}

// fetch yields the records of a cursor, so that no rows are open while the caller handles a
// record.
func (t *table) fetch(r *reader, query string, args []any) error {
	name, release := t.tx.cursor(t.kind.table)
	if _, err := t.tx.conn.exec(t.tx.ctx, "DECLARE "+name+" NO SCROLL CURSOR FOR "+query, t.tx.dialect.arguments(args)...); err != nil {
		return t.tx.fail(err)
	}
	next := fmt.Sprintf("FETCH %d FROM %s", t.tx.dialect.Fetch, name)
	for more := true; more; {
		var err error
		if more, err = r.whole(t.tx, next, nil); err != nil {
			return err
		}
	}
	if t.tx.err == nil { // otherwise the cursor has ended with its transaction
		if _, err := t.tx.conn.exec(t.tx.ctx, "CLOSE "+name); err != nil {
			_ = t.tx.fail(err) // the list is complete, and the next call fails
			return nil
		}
	}
	release()
	return nil
}

// cursor returns an unused name for a cursor over a table. Names are reused, but only for the
// same table, because a driver may cache the result columns of a FETCH by its text.
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

// page returns the statement of a list of apps with its SELECT and FROM clauses. A page of all apps by name
// starts at the nearest known place in the list before it, so that the database skips few
// apps. The caller must pass the IDs of the page to begins, which records the new place.
func (r appRows) page(start string, q storage.AppQuery) (query string, args []any, begins func(storage.AppID), err error) {
	if !r.in.tx.dialect.Places || r.in.tx.writable || q.Offset <= 0 || q.Limit <= 0 ||
		!reflect.DeepEqual(q, storage.AppQuery{Reverse: q.Reverse, Limit: q.Limit, Offset: q.Offset}) {
		query, args = r.listing(start, q)
		return query, args, func(storage.AppID) {}, nil
	}
	version, err := r.orderVersion()
	if err != nil {
		return "", nil, nil, err
	}
	known, after := &r.in.tx.places.forward, ">="
	if q.Reverse {
		known, after = &r.in.tx.places.reverse, "<="
	}
	at, id := known.Before(version, q.Offset)
	query = start
	if id != 0 {
		query += " WHERE (name_key, id) " + after + " (SELECT name_key, id FROM apps WHERE id = ?)"
		args = append(args, id)
	}
	query = r.in.rewrite(query + " ORDER BY " + appOrders[storage.AppsByName].in(q.Reverse) + " LIMIT " + someRows + " OFFSET ?")
	args = append(args, int64(q.Limit), int64(q.Offset-at))
	first := true
	return query, args, func(id storage.AppID) {
		if first {
			known.Add(version, q.Offset, int64(id))
			first = false
		}
	}, nil
}

// orderVersion returns a number that changes whenever the order of apps by name changes. It
// must not be used in an Update: if that is rolled back, its number will be used again.
func (r appRows) orderVersion() (version int64, err error) {
	if err := r.in.tx.ready(false); err != nil {
		return 0, err
	}
	found, err := r.in.tx.first("SELECT n FROM sizes WHERE kind = 'apps/order'", nil, &version)
	if err == nil && !found {
		err = r.in.tx.fail(errNoOrder)
	}
	return version, err
}

var errNoOrder = errors.New("no counter apps/order")
