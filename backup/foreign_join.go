package backup

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/bigsort"
	"github.com/privacylabels/auditor/internal/jsonstream"
)

// sortedRows are rows that lie in a file until all are there.
type sortedRows struct{ *bigsort.Sorter }

func newSortedRows(dir string) sortedRows { return sortedRows{bigsort.New(dir)} }

// add takes a row in, with the cells that it has by now.
func (s sortedRows) add(key []byte, r *row) error {
	if r.err != nil {
		return r.err
	}
	cells, err := json.Marshal(r.cells)
	if err != nil {
		return r.fault(err)
	}
	value := binary.AppendUvarint(nil, uint64(r.index))
	value = binary.AppendUvarint(value, uint64(len(r.table)))
	return s.Add(key, append(append(value, r.table...), cells...))
}

// each calls yield with the rows in order.
func (s sortedRows) each(yield func(key []byte, r *row) error) error {
	return s.Each(func(key, value []byte) error {
		index, n := binary.Uvarint(value)
		value = value[n:]
		length, n := binary.Uvarint(value)
		table, cells := string(value[n:n+int(length)]), value[n+int(length):]
		r := &row{table: table, index: int(index)}
		if err := json.Unmarshal(cells, &r.cells); err != nil {
			return fmt.Errorf("sort the rows of %s: %w", table, err)
		}
		return yield(key, r)
	})
}

// join returns the rows of parents in the order of their ids, each with one cell
// more: the list of those of children that name it in a column. A child without
// parent is refused, and a parent whose id is there twice.
func (t *translation) join(parents, children source, column, cell string) source {
	return func(yield func(*row) error) (err error) {
		all := newSortedRows(t.dir)
		defer func() { err = errors.Join(err, all.Close()) }()
		// An id, and then whether the row is what it names.
		key := func(id string, child byte) []byte { return append([]byte(id), 0, child) }
		if err := parents(func(r *row) error { return all.add(key(r.text("id"), 0), r) }); err != nil {
			return err
		}
		if err := children(func(r *row) error { return all.add(key(r.text(column), 1), r) }); err != nil {
			return err
		}
		var open *joined
		err = all.each(func(key []byte, r *row) error {
			id, isChild := key[:len(key)-2], key[len(key)-1] == 1
			same := open != nil && bytes.Equal(open.id, id)
			switch {
			case isChild && !same:
				return r.fault(fmt.Errorf("%w: %s %.80q", ErrDangling, column, id))
			case isChild:
				return open.add(r)
			case same:
				return r.fault(fmt.Errorf("%w: %.80q", ErrDoubledID, id))
			}
			before := open
			open = &joined{id: bytes.Clone(id), parent: r, list: []byte("[")}
			return before.end(cell, yield)
		})
		if err != nil {
			return err
		}
		return open.end(cell, yield)
	}
}

// joined is a row with those that name it.
type joined struct {
	id     []byte
	parent *row
	list   []byte
}

func (j *joined) add(child *row) error {
	cells, err := json.Marshal(child.cells)
	if err != nil {
		return child.fault(err)
	}
	if len(j.list) > 1 {
		j.list = append(j.list, ',')
	}
	if j.list = append(j.list, cells...); len(j.list) > limits.Bytes {
		return child.fault(fmt.Errorf("%w: too many rows of one %.80q", jsonstream.ErrTooLarge, j.id))
	}
	return nil
}

// end hands the row out. There is none before the first.
func (j *joined) end(cell string, yield func(*row) error) error {
	if j == nil {
		return nil
	}
	j.parent.cells[cell] = append(j.list, ']')
	return yield(j.parent)
}

// where returns the rows that a condition holds for.
func where(rows source, condition func(*row) bool) source {
	return func(yield func(*row) error) error {
		return rows(func(r *row) error {
			if !condition(r) {
				return nil
			}
			return yield(r)
		})
	}
}
