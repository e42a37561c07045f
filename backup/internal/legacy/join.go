package legacy

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/bigsort"
	"github.com/privacylabels/auditor/internal/jsonread"
)

// sortedRows sorts rows, in a file if they are many.
type sortedRows struct{ *bigsort.Sorter }

func newSortedRows(dir string) sortedRows { return sortedRows{bigsort.New(dir)} }

// add adds a row with its current cells.
func (s sortedRows) add(key []byte, r *row) error {
	if r.err != nil {
		return r.err
	}
	value := binary.AppendUvarint(nil, uint64(r.Index))
	value = appendPart(value, r.Table)
	for name, cell := range r.cells {
		value = appendPart(appendPart(value, name), cell)
	}
	return s.Add(key, value)
}

// each calls yield with the rows in order.
func (s sortedRows) each(yield func(key []byte, r *row) error) error {
	return s.Each(func(key, value []byte) error {
		index, n := binary.Uvarint(value)
		table, value := cutPart(value[n:])
		r := &row{Row: Row{string(table), int(index)}, cells: make(map[string]json.RawMessage)}
		for len(value) > 0 {
			var name, cell []byte
			name, value = cutPart(value)
			cell, value = cutPart(value)
			r.cells[string(name)] = cell
		}
		return yield(key, r)
	})
}

// appendPart appends a text after its length.
func appendPart[T ~string | ~[]byte](b []byte, text T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// cutPart returns the text that b begins with, and what follows.
func cutPart(b []byte) (text, rest []byte) {
	length, n := binary.Uvarint(b)
	end := n + int(length)
	return b[n:end:end], b[end:]
}

// join returns the rows of parents in the order of their IDs. Each gets one more
// cell: the list of the rows of children that refer to it in a column. It refuses a
// child without parent, and two parents with one ID.
func (t *translation) join(parents, children source, column, cell string) source {
	return func(yield func(*row) error) (err error) {
		all := newSortedRows(t.Dir)
		defer func() { err = errors.Join(err, all.Close()) }()
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
				return &RowError{r.Row, column, fmt.Errorf("%w: %.80q", record.ErrReference, id)}
			case isChild:
				return open.add(r)
			case same:
				return r.fail(fmt.Errorf("%w: %.80q", record.ErrDuplicate, id))
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

// joined is a row with its children.
type joined struct {
	id     []byte
	parent *row
	list   []byte
}

func (j *joined) add(child *row) error {
	cells, err := json.Marshal(child.cells)
	if err != nil {
		return child.fail(err)
	}
	if len(j.list) > 1 {
		j.list = append(j.list, ',')
	}
	if j.list = append(j.list, cells...); len(j.list) > record.Limits.Bytes {
		return child.fail(fmt.Errorf("%w: too many rows of %.80q", jsonread.ErrTooLarge, j.id))
	}
	return nil
}

// end yields the row. A nil receiver is a no-op.
func (j *joined) end(cell string, yield func(*row) error) error {
	if j == nil {
		return nil
	}
	j.parent.cells[cell] = append(j.list, ']')
	return yield(j.parent)
}

// where returns the rows that satisfy a condition.
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
