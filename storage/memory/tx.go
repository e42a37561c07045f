package memory

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/privacylabels/auditor/storage"
	_ "github.com/privacylabels/auditor/storage/names" // orders and searches apps
)

var (
	errEnded    = errors.New("the transaction has ended")
	errReadOnly = errors.New("nothing can be written in a view")
)

// state is everything the store holds. Once it is the store's current one,
// neither it nor any of its maps changes.
type state struct {
	revision uint64 // of an Update under way: the one it will be
	records  map[string]records
}

// records are those of one kind, by key. The map may be shared with other states
// unless it was made for this revision.
type records struct {
	byKey   map[any]any
	madeFor uint64
}

// tx is a transaction on a state of its own, which shares the maps that it only reads.
type tx struct {
	ctx      context.Context // ends with the View or Update that holds the tx
	state    state
	children map[string][]string // by table, those whose records name one of it
	tables   *storage.Tx
	writable bool
	failed   error // the first write that failed
	ended    bool
}

func (s *Store) begin(ctx context.Context, writable bool) *tx {
	t := &tx{ctx: ctx, state: *s.current.Load(), children: s.children, writable: writable}
	if writable {
		t.state.revision++
		t.state.records = maps.Clone(t.state.records)
	}
	t.tables = storage.TxOf(func(kind storage.Kind) storage.AnyRows { return &rows{t, kind} })
	return t
}

func (t *tx) end() { t.ended = true }

// written reports whether the transaction has changed anything.
func (t *tx) written() bool {
	for _, r := range t.state.records {
		if r.madeFor == t.state.revision {
			return true
		}
	}
	return false
}

// has reports whether a record is there.
func (t *tx) has(table string, key any) bool {
	_, ok := t.state.records[table].byKey[key]
	return ok
}

// own returns the records of a table to be written to.
func (t *tx) own(table string) map[any]any {
	r := t.state.records[table]
	if r.madeFor != t.state.revision {
		r = records{maps.Clone(r.byKey), t.state.revision}
		if r.byKey == nil {
			r.byKey = make(map[any]any)
		}
		t.state.records[table] = r
	}
	return r.byKey
}

// readable returns why nothing can be read any more.
func (t *tx) readable() error {
	if t.ended {
		return errEnded
	}
	if err := t.ctx.Err(); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}

// write makes a change, unless the transaction is over or cannot write.
func (t *tx) write(change func() error) error {
	switch {
	case t.ended:
		return errEnded
	case !t.writable:
		return errReadOnly
	case t.failed != nil:
		return t.failed
	}
	err := t.ctx.Err()
	if err == nil {
		err = change()
	}
	if err != nil {
		t.failed = fmt.Errorf("write: %w", err)
		return t.failed
	}
	return nil
}

// put writes one record.
func (t *tx) put(kind storage.Kind, record any) error {
	key := kind.Key(record)
	if err := kind.Validate(record); err != nil {
		return err
	}
	for _, p := range storage.ParentsOf(record) {
		if !t.has(p.Table, p.Key) {
			return fmt.Errorf("%s %v: no %v in %s: %w", kind.Name(), key, p.Key, p.Table, storage.ErrConflict)
		}
	}
	t.own(kind.Name())[key] = clone(record)
	return nil
}

// remove deletes the records with these keys, which are there, and does to their
// children what those ask for.
func (t *tx) remove(table string, gone map[any]bool) error {
	if len(gone) == 0 {
		return nil
	}
	for _, child := range t.children[table] {
		cascade := make(map[any]bool)
		for key, record := range t.state.records[child].byKey {
			for _, p := range storage.ParentsOf(record) {
				if p.Table != table || !gone[p.Key] {
					continue
				}
				switch p.OnDelete {
				case storage.Cascade:
					cascade[key] = true
				case storage.Restrict:
					return fmt.Errorf("%s %v is named by %s %v: %w", table, p.Key, child, key, storage.ErrConflict)
				case storage.SetNull:
					t.own(child)[key] = p.Without
				}
			}
		}
		if err := t.remove(child, cascade); err != nil {
			return err
		}
	}
	records := t.own(table)
	for key := range gone {
		delete(records, key)
	}
	return nil
}
