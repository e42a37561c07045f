package memory

import (
	"iter"
	"reflect"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// rows are the [storage.Rows] of one kind.
type rows struct {
	tx   *tx
	kind storage.Kind
}

func (r *rows) records() map[any]any { return r.tx.state.records[r.kind.Name()].byKey }

// Get returns a copy of the record.
func (r *rows) Get(key any) (any, error) {
	if err := r.tx.readable(); err != nil {
		return nil, err
	}
	record, ok := r.records()[key]
	if !ok {
		return nil, storage.Missing(r.kind.New(), key)
	}
	return clone(record), nil
}

// Put stores copies of the records.
func (r *rows) Put(records ...any) error {
	return r.tx.write(func() error {
		for _, record := range records {
			if err := r.tx.put(r.kind, record); err != nil {
				return err
			}
		}
		return nil
	})
}

// Delete removes records and their children.
func (r *rows) Delete(keys ...any) (int, error) {
	gone := make(map[any]bool)
	for _, key := range keys {
		if r.tx.has(r.kind.Name(), key) {
			gone[key] = true
		}
	}
	err := r.tx.write(func() error { return r.tx.remove(r.kind.Name(), gone) })
	return len(gone), err
}

// Clear removes every record and their children.
func (r *rows) Clear() (int, error) {
	gone := make(map[any]bool)
	for key := range r.records() {
		gone[key] = true
	}
	err := r.tx.write(func() error { return r.tx.remove(r.kind.Name(), gone) })
	return len(gone), err
}

// List finds all that match when the ranging begins, and yields copies.
func (r *rows) List(query any) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		found, err := r.find(query)
		for _, record := range found {
			if err = r.tx.readable(); err != nil {
				break
			}
			if !yield(clone(record), nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// Count finds all that match, and counts them.
func (r *rows) Count(query any) (int, error) {
	found, err := r.find(query)
	return len(found), err
}

func (r *rows) find(query any) ([]any, error) {
	if err := r.tx.readable(); err != nil {
		return nil, err
	}
	matches, err := r.kind.Filter(r.tx.tables, query)
	if err != nil {
		return nil, err
	}
	var found []any
	for _, record := range r.records() {
		if matches(record) {
			found = append(found, record)
		}
	}
	slices.SortFunc(found, func(a, b any) int { return r.kind.Compare(query, a, b) })
	return page(found, number(query, "Limit"), number(query, "Offset")), nil
}

func page(all []any, limit, offset int) []any {
	all = all[min(max(offset, 0), len(all)):]
	if limit > 0 {
		all = all[:min(limit, len(all))]
	}
	return all
}

// number returns a field of a query, zero if there is none of this name.
func number(query any, field string) int {
	if v := reflect.ValueOf(query).FieldByName(field); v.IsValid() {
		return int(v.Int())
	}
	return 0
}
