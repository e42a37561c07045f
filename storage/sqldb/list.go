package sqldb

import (
	"errors"
	"fmt"
	"iter"
	"reflect"

	"github.com/privacylabels/auditor/storage"
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
			err = stream(t.tx, t.kind().columns, query, args, yield)
		case limit > 0 && limit <= most:
			_, err = whole(t.tx, t.kind().columns, query, args, yield)
		default:
			err = t.fetch(query, args, yield)
		}
		if err != nil {
			yield(none, t.named("list", err))
		}
	}
}

// withText wraps yield so that it loads the texts of records that are stored outside their
// rows.
func (t table[K, R, Q]) withText(yield func(R, error) bool) func(R, error) bool {
	return func(r R, err error) bool {
		if err == nil {
			err = t.loadText(&r)
		}
		return yield(r, err)
	}
}

// fetch yields the records of a cursor, so that no rows are open while the caller handles a
// record.
func (t table[K, R, Q]) fetch(query string, args []any, yield func(R, error) bool) error {
	name, release := t.tx.cursor(t.kind().table)
	if _, err := t.tx.conn.exec(t.tx.ctx, "DECLARE "+name+" NO SCROLL CURSOR FOR "+query, t.tx.dialect.arguments(args)...); err != nil {
		return t.tx.fail(err)
	}
	next := fmt.Sprintf("FETCH %d FROM %s", t.tx.dialect.Fetch, name)
	for more := true; more; {
		var err error
		if more, err = whole(t.tx, t.kind().columns, next, nil, yield); err != nil {
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

// page returns the statement of a list of apps in their JSON form. A page of all apps by name
// starts at the nearest known place in the list before it, so that the database skips few
// apps. The caller must pass the IDs of the page to begins, which records the new place.
func (r appRows) page(q storage.AppQuery) (query string, args []any, begins func(storage.AppID), err error) {
	if !r.tx.dialect.Places || r.tx.writable || q.Offset <= 0 || q.Limit <= 0 ||
		!reflect.DeepEqual(q, storage.AppQuery{Reverse: q.Reverse, Limit: q.Limit, Offset: q.Offset}) {
		query, args = r.listing(listed.statement, q)
		return query, args, func(storage.AppID) {}, nil
	}
	version, err := r.orderVersion()
	if err != nil {
		return "", nil, nil, err
	}
	known, after := &r.tx.places.forward, ">="
	if q.Reverse {
		known, after = &r.tx.places.reverse, "<="
	}
	at, id := known.Before(version, q.Offset)
	query = listed.statement
	if id != 0 {
		query += " WHERE (name, id) " + after + " (SELECT name, id FROM apps WHERE id = ?)"
		args = append(args, id)
	}
	query = r.kind().rewrite(query + " ORDER BY " + appOrders[storage.AppsByName].in(q.Reverse) + " LIMIT " + someRows + " OFFSET ?")
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
	if err := r.tx.ready(false); err != nil {
		return 0, err
	}
	found, err := r.tx.first("SELECT n FROM sizes WHERE kind = 'apps/order'", nil, &version)
	if err == nil && !found {
		err = r.tx.fail(errNoOrder)
	}
	return version, err
}

var errNoOrder = errors.New("no counter apps/order")
