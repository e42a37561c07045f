package bigsort

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/tempfile"
)

// Memory is the size of the entries that a [Sorter] holds before it writes them to
// its file, in bytes.
const Memory = 4 << 20

// entryCost is the approximate overhead of an entry in memory, in bytes.
const entryCost = 64

// runBuffer is the size of the read buffer of each run, in bytes.
const runBuffer = 16 << 10

// Sorter sorts entries by their keys, bytewise; entries with one key stay in the
// order in which they were added. It holds [Memory] bytes, and 16 KiB per 4 MiB that
// were added; the rest is in a temporary file. It is not safe for concurrent use.
// The caller closes it.
type Sorter struct {
	dir     string
	waiting []entry
	held    int
	file    *os.File
	runs    []run // of the file, each sorted
	size    int64
}

type entry struct{ key, value []byte }

// run is a part of the file with sorted entries.
type run struct{ from, to int64 }

// New returns a sorter without entries. Dir is the folder of its file; empty: the
// system's folder for temporary files. The file is created when it is needed.
func New(dir string) *Sorter { return &Sorter{dir: dir} }

// Add adds an entry. It copies the key and the value.
func (s *Sorter) Add(key, value []byte) error {
	s.waiting = append(s.waiting, entry{bytes.Clone(key), bytes.Clone(value)})
	if s.held += len(key) + len(value) + entryCost; s.held < Memory {
		return nil
	}
	return s.spill()
}

// Each calls yield with each entry in order and returns the first error of yield.
// The bytes are valid until yield returns. Each may be called again, and entries may
// be added in between.
func (s *Sorter) Each(yield func(key, value []byte) error) error {
	if len(s.runs) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
		return s.merge(yield)
	}
	s.sort()
	for _, e := range s.waiting {
		if err := yield(e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

// Close removes the file.
func (s *Sorter) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

func (s *Sorter) sort() {
	order.Sort(s.waiting, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
}

// spill writes the entries in memory to the file as one run.
func (s *Sorter) spill() error {
	if len(s.waiting) == 0 {
		return nil
	}
	if s.file == nil {
		if err := s.create(); err != nil {
			return err
		}
	}
	s.sort()
	from, to := s.size, bufio.NewWriterSize(s.file, 1<<16)
	for _, e := range s.waiting {
		for _, part := range [][]byte{e.key, e.value} {
			var length [binary.MaxVarintLen64]byte
			n, err := to.Write(length[:binary.PutUvarint(length[:], uint64(len(part)))])
			if err != nil {
				return fmt.Errorf("sort: %w", err)
			}
			if _, err := to.Write(part); err != nil {
				return fmt.Errorf("sort: %w", err)
			}
			s.size += int64(n + len(part))
		}
	}
	if err := to.Flush(); err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	s.runs = append(s.runs, run{from, s.size})
	clear(s.waiting)
	s.waiting, s.held = s.waiting[:0], 0
	return nil
}

func (s *Sorter) create() error {
	file, err := tempfile.Create(s.dir, "sort")
	if err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	s.file = file
	return nil
}

// cursor reads a run.
type cursor struct {
	from *bufio.Reader
	run  int // orders entries with one key
	entry
}

// next reads the next entry. It returns io.EOF at the end.
func (c *cursor) next() (err error) {
	if c.key, err = part(c.from); err != nil {
		return err
	}
	if c.value, err = part(c.from); err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

func part(from *bufio.Reader) ([]byte, error) {
	length, err := binary.ReadUvarint(from)
	if err != nil {
		return nil, err
	}
	read := make([]byte, length)
	if _, err := io.ReadFull(from, read); err != nil {
		return nil, fmt.Errorf("sort: %w", err)
	}
	return read, nil
}
