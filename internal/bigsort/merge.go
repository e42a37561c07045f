package bigsort

import (
	"bufio"
	"bytes"
	"cmp"
	"container/heap"
	"io"
)

// merge yields the entries of all runs in order.
func (s *Sorter) merge(yield func(key, value []byte) error) error {
	var open front
	for i, r := range s.runs {
		c := &cursor{run: i, from: bufio.NewReaderSize(io.NewSectionReader(s.file, r.from, r.to-r.from), runBuffer)}
		if err := c.next(); err != nil {
			return err
		}
		open = append(open, c)
	}
	heap.Init(&open)
	for len(open) > 0 {
		c := open[0]
		if err := yield(c.key, c.value); err != nil {
			return err
		}
		switch err := c.next(); err {
		case nil:
			heap.Fix(&open, 0)
		case io.EOF:
			heap.Pop(&open)
		default:
			return err
		}
	}
	return nil
}

// front is a heap of the next entry of each run.
type front []*cursor

func (f front) Len() int { return len(f) }
func (f front) Less(i, j int) bool {
	return cmp.Or(bytes.Compare(f[i].key, f[j].key), cmp.Compare(f[i].run, f[j].run)) < 0
}
func (f front) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *front) Push(x any)   { *f = append(*f, x.(*cursor)) }

func (f *front) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
