package sqldb

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// table is one kind of record within a transaction. It implements [storage.AnyRows]: its List
// yields a pointer to one record again and again.
type table struct {
	tx *tx
	*kind
}

// Transaction implements [storage.Joined].
func (t *table) Transaction() any { return t.tx }

// Get returns a pointer to a record.
func (t *table) Get(key any) (any, error) {
	if err := t.tx.ready(false); err != nil {
		return nil, err
	}
	record := reflect.New(t.record)
	if err := t.row(key, record.Elem()); err != nil {
		return nil, err
	}
	if err := t.loadText(record.Elem()); err != nil {
		return nil, err
	}
	if len(t.settled) > 0 {
		t.tx.got = record.Elem()
	}
	return record.Interface(), nil
}

// row reads the row with a key.
func (t *table) row(key any, record reflect.Value) error {
	rows, err := t.tx.read(t.get, keyValues(key))
	if err != nil {
		return err
	}
	defer rows.close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return t.tx.fail(err)
		}
		return storage.Missing(record.Addr().Interface(), key)
	}
	if err := rows.Scan(targets(t.columns, record)...); err != nil {
		return t.tx.fail(fmt.Errorf("read %s: %w", t.kind.table, err))
	}
	return nil
}

// loadText sets the text of a record that is stored outside its row.
func (t *table) loadText(record reflect.Value) error {
	if t.texts == nil {
		return nil
	}
	return t.texts.load(t.tx, keyValues(t.Key(record.Interface())), record)
}

// Put implements [storage.Rows].
func (t *table) Put(records ...any) error {
	if err := t.tx.ready(true); err != nil {
		return err
	}
	for _, r := range records {
		if err := t.Validate(r); err != nil {
			return t.tx.fail(err)
		}
	}
	if t.kind.rows > 1 {
		records = t.lastOfEach(records)
	}

	if len(records) == 0 {
		return nil
	}
	if err := t.tx.beginPut(t.kind.table); err != nil {
		return t.named("put", err)
	}
	defer t.tx.endPut()

	copied := reflect.New(t.record).Elem() // addressable
	args := make([]any, 0, len(t.columns)*min(len(records), t.kind.rows))
	err := t.split(len(records), t.puts, func(statement string, from, to int) (err error) {
		args = args[:0]
		for _, r := range records[from:to] {
			copied.Set(reflect.ValueOf(r))
			if t.texts != nil {
				if err := t.texts.save(t.tx, keyValues(t.Key(r)), copied); err != nil {
					return t.named("put", err)
				}
			}
			if args, err = appendValues(args, t.columns, copied); err != nil {
				return t.tx.fail(err)
			}
		}
		n, err := t.putRows(statement, args, len(records) == 1)
		t.tx.work.Put += n
		t.tx.affected |= t.onPut
		return t.named("put", err)
	})
	if err != nil || t.follower == nil {
		return err
	}
	for _, r := range records {
		t.follower.put(&t.tx.courses, r)
	}
	if t.tx.courses.full() {
		return t.tx.settle()
	}
	return nil
}

// putRows writes the rows with these values. One reports whether the row may be amended.
func (t *table) putRows(statement string, args []any, one bool) (n int, err error) {
	const all = ^uint64(0)
	changed := all
	switch {
	case !one:
	case len(t.settledColumns) > 0:
		n, changed, err = t.amend(args)
	case t.update != "":
		n, err = t.updateRead(args)
	}
	switch {
	case n > 0 || err != nil:
	case one && t.putWithCourse != "" && t.tx.courses.wants(storage.AppID(args[0].(int64))):
		n, err = t.putSnapshot(args)
	default:
		changed = all
		n, err = t.tx.write(statement, args)
	}
	if err == nil && changed&t.searchBit != 0 {
		err = t.tx.textChanged(args[0].(int64), args[t.search].(string))
	}
	return n, err
}

// appendValues appends the values of a record to args.
func appendValues(args []any, columns []column, record reflect.Value) ([]any, error) {
	for _, c := range columns {
		v, err := c.value(record)
		if err != nil {
			return args, err
		}
		args = append(args, v)
	}
	return args, nil
}

// amend updates the row of a record with these values, leaving out settled columns that are
// unchanged since the transaction read the row or, if it did not read it, all of them. It
// returns 0 if the row has other values in the omitted columns or does not exist; the caller
// must then replace it. Changed is the set of the settled columns that have other values.
func (t *table) amend(args []any) (n int, changed uint64, err error) {
	wasRead, err := t.wasRead(args)
	if err != nil {
		return 0, 0, err
	}
	if wasRead {
		if changed, err = t.changed(t.tx.got, args); err != nil {
			return 0, 0, t.tx.fail(err)
		}
	}
	statement, order := t.amendment(changed)
	if statement == "" {
		return 0, 0, nil
	}
	ordered := make([]any, len(order))
	for i, c := range order {
		ordered[i] = args[c]
	}
	n, err = t.tx.write(statement, ordered)
	return n, changed, err
}

// updateRead updates the row of a record with these values if the transaction read it last, so that it
// exists. That does without the triggers of an insertion. It returns 0 if it did not.
func (t *table) updateRead(args []any) (n int, err error) {
	wasRead, err := t.wasRead(args)
	if err != nil || !wasRead {
		return 0, err
	}
	return t.tx.write(t.update, slices.Concat(args[t.keys:], args[:t.keys]))
}

// wasRead reports whether the record with the key in these values is the last one that the transaction
// read by its key.
func (t *table) wasRead(args []any) (bool, error) {
	read := t.tx.got
	if !read.IsValid() || read.Type() != t.record {
		return false, nil
	}
	key, err := appendValues(nil, t.columns[:t.keys], read)
	if err != nil {
		return false, t.tx.fail(err)
	}
	return reflect.DeepEqual(key, args[:t.keys]), nil
}

// changed returns the set of the settled columns for which a record has other values.
func (t *table) changed(read reflect.Value, args []any) (changed uint64, err error) {
	for i, c := range t.settledColumns {
		before, err := t.columns[c].value(read)
		if err != nil {
			return 0, err
		}
		if !reflect.DeepEqual(before, args[c]) {
			changed |= 1 << i
		}
	}
	return changed, nil
}

// lastOfEach drops all but the last record with each key, because one statement cannot write a
// row twice.
func (t *table) lastOfEach(records []any) []any {
	last := make(map[any]int, len(records))
	for i, r := range records {
		last[t.Key(r)] = i
	}
	if len(last) == len(records) {
		return records
	}
	kept := make([]any, 0, len(last))
	for i, r := range records {
		if last[t.Key(r)] == i {
			kept = append(kept, r)
		}
	}
	return kept
}

// Delete implements [storage.Rows].
func (t *table) Delete(keys ...any) (int, error) {
	if err := t.tx.ready(true); err != nil {
		return 0, err
	}
	if err := t.beforeDelete(); err != nil {
		return 0, err
	}
	total := 0
	err := t.split(len(keys), t.deletes, func(statement string, from, to int) error {
		var args []any
		for _, key := range keys[from:to] {
			args = append(args, keyValues(key)...)
		}
		n, err := t.tx.write(statement, t.tx.dialect.arguments(args))
		total += n
		t.deleted(n)
		if t.kind.table == appsTable {
			t.tx.work.Apps += n
		}
		return t.named("delete from", err)
	})
	if err != nil {
		return 0, err
	}
	for _, key := range keys {
		if t.follower != nil {
			t.follower.deleted(&t.tx.courses, key)
		}
		if t.searchBit != 0 {
			if err := t.tx.textGone(int64(key.(storage.AppID))); err != nil {
				return total, err
			}
		}
	}
	return total, nil
}

// beforeDelete brings the courses up to date before apps are deleted, with which their courses are.
func (t *table) beforeDelete() error {
	if t.kind.table != appsTable {
		return nil
	}
	return t.tx.settle()
}

// Clear implements [storage.Rows].
func (t *table) Clear() (int, error) {
	if err := t.tx.ready(true); err != nil {
		return 0, err
	}
	if err := t.beforeDelete(); err != nil {
		return 0, err
	}
	n, err := t.tx.empty(t.kind.table)
	t.deleted(n)
	if err == nil && t.follower != nil {
		t.follower.cleared(&t.tx.courses)
	}
	if err == nil && t.searchBit != 0 {
		t.tx.unindexed = unindexed{all: true}
	}
	return n, t.named("clear", err)
}

// deleted records that n records were deleted.
func (t *table) deleted(n int) {
	t.tx.work.Deleted += n
	if n > 0 {
		t.tx.affected |= t.onDelete
	}
}

// Count implements [storage.Rows].
func (t *table) Count(q any) (int, error) {
	if err := t.tx.ready(false); err != nil {
		return 0, err
	}
	query, args, known := t.counting(q)
	if t.tx.err != nil {
		return 0, t.named("count", t.tx.err)
	}
	if query == "" {
		return known, nil
	}
	n := 0
	_, err := t.tx.first(query, args, &n)
	return n, t.named("count", err)
}

func (t *table) named(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", what, t.kind.table, err)
}

// split divides n records among as few statements as possible. The statement at index i takes
// 2^i records.
func (k *kind) split(n int, statements []string, each func(statement string, from, to int) error) error {
	from := 0
	for i := len(statements) - 1; i >= 0; i-- {
		for ; n-from >= 1<<i; from += 1 << i {
			if err := each(statements[i], from, from+1<<i); err != nil {
				return err
			}
		}
	}
	return nil
}

// listing returns the statement of a list, and the maximum number of records that it returns,
// zero if there is none.
func (t *table) listing(q any) (statement string, args []any, limit int) {
	k := t.kind
	s := t.tx.selection()
	k.query(q, &s)
	var b strings.Builder
	b.WriteString(k.list)
	if s.few {
		page := t.tx.few(&s)
		b.WriteString(" WHERE id IN (SELECT value FROM json_each(?)) ORDER BY " + s.order)
		return k.rewrite(b.String()), []any{array(page)}, max(s.limit, 0)
	}
	if s.keys != "" {
		args = s.page(&b)
		return k.rewrite(b.String()), args, max(s.limit, 0)
	}
	s.conditions(&b)
	b.WriteString(" ORDER BY ")
	b.WriteString(s.order)
	args = s.paging(&b)
	return k.rewrite(b.String()), args, max(s.limit, 0)
}

// counting returns the statement that counts a list, or the number if that is known.
func (t *table) counting(q any) (statement string, args []any, known int) {
	k := t.kind
	var s selection
	var b strings.Builder
	if k.counters && k.days != nil && k.days(q, &s) {
		b.WriteString("SELECT coalesce(sum(n), 0) FROM " + k.daily)
		s.conditions(&b)
		return k.rewrite(b.String()), s.args, 0
	}
	var counters, excess selection
	if k.counters && k.tally != nil && k.tally(q, &counters, &excess) {
		b.WriteString("SELECT (SELECT coalesce(sum(n), 0) FROM " + k.tallied)
		counters.conditions(&b)
		if len(excess.where) > 0 {
			b.WriteString(") - (SELECT count(*) FROM " + k.table)
			excess.conditions(&b)
		}
		b.WriteString(")")
		return k.rewrite(b.String()), append(counters.args, excess.args...), 0
	}
	s = t.tx.selection()
	k.query(q, &s)
	if size := k.counter(q, &s); size != "" {
		return size, nil, 0
	}
	if s.few {
		return "", nil, len(t.tx.few(&s))
	}
	if s.keys != "" {
		b.WriteString("SELECT count(*) FROM (" + s.keys)
		args = s.paging(&b)
		b.WriteString(") AS listed")
		return k.rewrite(b.String()), args, 0
	}
	if s.limit <= 0 && s.offset <= 0 {
		b.WriteString("SELECT count(*) FROM " + k.table)
		s.conditions(&b)
		return k.rewrite(b.String()), s.args, 0
	}
	b.WriteString("SELECT count(*) FROM (SELECT 1 FROM " + k.table)
	s.conditions(&b)
	args = s.paging(&b)
	b.WriteString(") AS listed")
	return k.rewrite(b.String()), args, 0
}

// counter returns a statement that reads the number of the selected records from a counter, or
// "" if there is no such counter.
func (k *kind) counter(q any, s *selection) string {
	if !k.counters || k.part == nil || s.limit > 0 || s.offset > 0 {
		return ""
	}
	part := k.part(q)
	if part == "" {
		return ""
	}
	return "SELECT n FROM sizes WHERE kind = '" + part + "'"
}
