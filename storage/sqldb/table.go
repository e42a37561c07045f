package sqldb

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// table is one kind of record within a transaction. It is a single pointer, so that converting
// it to an interface does not allocate.
type table[K comparable, R storage.Record[K], Q storage.Query[R]] struct{ tx *tx }

func (t table[K, R, Q]) kind() *compiled[K, R, Q] {
	for _, k := range t.tx.kinds {
		if k, ok := k.(*compiled[K, R, Q]); ok {
			return k
		}
	}
	panic("unreachable: tables are opened by their kinds")
}

// Transaction implements [storage.Joined].
func (t table[K, R, Q]) Transaction() any { return t.tx }

// Get implements [storage.Rows].
func (t table[K, R, Q]) Get(key K) (R, error) {
	var none R
	if err := t.tx.ready(false); err != nil {
		return none, err
	}
	record, err := t.row(key)
	if err == nil {
		err = t.loadText(record)
	}
	if err != nil {
		return none, err
	}
	if len(t.kind().settledColumns) > 0 {
		t.tx.got = record
	}
	return *record, nil
}

// row reads the row with a key.
func (t table[K, R, Q]) row(key K) (*R, error) {
	rows, err := t.tx.read(t.kind().get, keyValues(key))
	if err != nil {
		return nil, err
	}
	defer rows.close()
	record := new(R)
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return nil, t.tx.fail(err)
		}
		return nil, storage.Missing((*R)(nil), key)
	}
	if err := rows.Scan(targets(t.kind().columns, record)...); err != nil {
		return nil, t.tx.fail(fmt.Errorf("read %s: %w", t.kind().table, err))
	}
	return record, nil
}

// loadText sets the text of a record that is stored outside its row.
func (t table[K, R, Q]) loadText(record *R) error {
	if t.kind().texts == nil {
		return nil
	}
	return t.kind().texts.load(t.tx, keyValues((*record).Key()), record)
}

// Put implements [storage.Rows].
func (t table[K, R, Q]) Put(records ...R) error {
	if err := t.tx.ready(true); err != nil {
		return err
	}
	for _, r := range records {
		if err := r.Validate(); err != nil {
			return t.tx.fail(err)
		}
	}
	if t.kind().rows > 1 {
		records = lastOfEach[K](records)
	}
	args := make([]any, 0, len(t.kind().columns)*min(len(records), t.kind().rows))
	return t.kind().split(len(records), t.kind().puts, func(statement string, from, to int) error {
		args = args[:0]
		for i := range records[from:to] {
			if t.kind().texts != nil {
				r := &records[from+i]
				if err := t.kind().texts.save(t.tx, keyValues((*r).Key()), r); err != nil {
					return t.named("put", err)
				}
			}
			for _, c := range t.kind().columns {
				v, err := c.value(&records[from+i])
				if err != nil {
					return t.tx.fail(err)
				}
				args = append(args, v)
			}
		}
		n := 0
		var err error
		if len(records) == 1 && len(t.kind().settledColumns) > 0 {
			n, err = t.amend(&records[0], args)
		}
		if n == 0 && err == nil {
			n, err = t.tx.write(statement, args)
		}
		t.tx.work.Put += n
		t.tx.affected |= t.kind().onPut
		return t.named("put", err)
	})
}

// amend updates the row of a record, leaving out settled columns that are unchanged since the
// transaction read the row or, if it did not read it, all of them. It returns 0 if the row has
// other values in the omitted columns or does not exist; the caller must then replace it.
func (t table[K, R, Q]) amend(record *R, args []any) (int, error) {
	var changed uint64
	if read, ok := t.tx.got.(*R); ok && (*read).Key() == (*record).Key() {
		for i, c := range t.kind().settledColumns {
			before, err := t.kind().columns[c].value(read)
			if err != nil {
				return 0, t.tx.fail(err)
			}
			if !reflect.DeepEqual(before, args[c]) {
				changed |= 1 << i
			}
		}
	}
	statement, order := t.kind().amendment(changed)
	if statement == "" {
		return 0, nil
	}
	ordered := make([]any, len(order))
	for i, c := range order {
		ordered[i] = args[c]
	}
	return t.tx.write(statement, ordered)
}

// lastOfEach drops all but the last record with each key, because one statement cannot write a
// row twice.
func lastOfEach[K comparable, R storage.Record[K]](records []R) []R {
	last := make(map[K]int, len(records))
	for i, r := range records {
		last[r.Key()] = i
	}
	if len(last) == len(records) {
		return records
	}
	kept := make([]R, 0, len(last))
	for i, r := range records {
		if last[r.Key()] == i {
			kept = append(kept, r)
		}
	}
	return kept
}

// Delete implements [storage.Rows].
func (t table[K, R, Q]) Delete(keys ...K) (int, error) {
	if err := t.tx.ready(true); err != nil {
		return 0, err
	}
	deleted := 0
	err := t.kind().split(len(keys), t.kind().deletes, func(statement string, from, to int) error {
		var args []any
		for _, key := range keys[from:to] {
			args = append(args, keyValues(key)...)
		}
		n, err := t.tx.write(statement, t.tx.dialect.arguments(args))
		deleted += n
		t.deleted(n)
		return t.named("delete from", err)
	})
	if err != nil {
		return 0, err
	}
	return deleted, nil
}

// Clear implements [storage.Rows].
func (t table[K, R, Q]) Clear() (int, error) {
	if err := t.tx.ready(true); err != nil {
		return 0, err
	}
	n, err := t.tx.write(t.kind().clear, nil)
	t.deleted(n)
	return n, t.named("clear", err)
}

// deleted records that n records were deleted.
func (t table[K, R, Q]) deleted(n int) {
	t.tx.work.Deleted += n
	if n > 0 {
		t.tx.affected |= t.kind().onDelete
	}
}

// Count implements [storage.Rows].
func (t table[K, R, Q]) Count(q Q) (int, error) {
	if err := t.tx.ready(false); err != nil {
		return 0, err
	}
	query, args := t.kind().counting(q)
	n := 0
	_, err := t.tx.first(query, args, &n)
	return n, t.named("count", err)
}

func (t table[K, R, Q]) named(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", what, t.kind().table, err)
}

// split divides n records among as few statements as possible. The statement at index i takes
// 2^i records.
func (k *compiled[K, R, Q]) split(n int, statements []string, each func(statement string, from, to int) error) error {
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
func (k *compiled[K, R, Q]) listing(q Q) (statement string, args []any, limit int) {
	var s selection
	k.query(q, &s)
	var b strings.Builder
	b.WriteString(k.list)
	if s.keys != "" {
		b.WriteString(" WHERE id IN (SELECT id FROM ")
		args = s.page(&b)
		b.WriteString(" AS kept) ORDER BY " + s.order)
		return k.rewrite(b.String()), args, max(s.limit, 0)
	}
	s.conditions(&b)
	b.WriteString(" ORDER BY ")
	b.WriteString(s.order)
	args = s.paging(&b)
	return k.rewrite(b.String()), args, max(s.limit, 0)
}

// counting returns the statement that counts a list.
func (k *compiled[K, R, Q]) counting(q Q) (string, []any) {
	var s selection
	var b strings.Builder
	if k.counters && k.days != nil && k.days(q, &s) {
		b.WriteString("SELECT coalesce(sum(n), 0) FROM " + k.daily)
		s.conditions(&b)
		return k.rewrite(b.String()), s.args
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
		return k.rewrite(b.String()), append(counters.args, excess.args...)
	}
	s = selection{}
	k.query(q, &s)
	if size := k.counter(q, &s); size != "" {
		return size, nil
	}
	if s.keys != "" {
		b.WriteString("SELECT count(*) FROM (" + s.keys)
		args := s.paging(&b)
		b.WriteString(") AS listed")
		return k.rewrite(b.String()), args
	}
	if s.limit <= 0 && s.offset <= 0 {
		b.WriteString("SELECT count(*) FROM " + k.table)
		s.conditions(&b)
		return k.rewrite(b.String()), s.args
	}
	b.WriteString("SELECT count(*) FROM (SELECT 1 FROM " + k.table)
	s.conditions(&b)
	args := s.paging(&b)
	b.WriteString(") AS listed")
	return k.rewrite(b.String()), args
}

// counter returns a statement that reads the number of the selected records from a counter, or
// "" if there is no such counter.
func (k *compiled[K, R, Q]) counter(q Q, s *selection) string {
	if !k.counters || k.part == nil || s.limit > 0 || s.offset > 0 {
		return ""
	}
	part := k.part(q)
	if part == "" {
		return ""
	}
	return "SELECT n FROM sizes WHERE kind = '" + part + "'"
}
