package sqldb

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// packSpans encodes spans: the labels, each once, and then the spans, each with the place of its
// label from 1, whether the app was unlisted, and its days as runs with equal gaps.
func packSpans(spans []storage.Span) []byte {
	var labels []storage.Digest
	places := make([]uint64, len(spans))
	for i, s := range spans {
		if s.Label.IsZero() {
			continue
		}
		at := slices.Index(labels, s.Label)
		if at < 0 {
			at, labels = len(labels), append(labels, s.Label)
		}
		places[i] = uint64(at + 1)
	}
	b := binary.AppendUvarint(nil, uint64(len(labels)))
	for _, l := range labels {
		b = append(b, l[:]...)
	}
	var last storage.Day
	for i, s := range spans {
		unlisted := uint64(0)
		if s.Unlisted {
			unlisted = 1
		}
		b = binary.AppendUvarint(b, places[i]<<1|unlisted)
		runs := runsOf(s.Days)
		b = binary.AppendUvarint(b, uint64(len(runs)))
		for _, r := range runs {
			b = binary.AppendUvarint(b, uint64(r.first-last))
			b = binary.AppendUvarint(b, uint64(r.gap))
			b = binary.AppendUvarint(b, uint64(r.more))
			last = r.first + storage.Day(r.more)*r.gap
		}
	}
	return b
}

// run is days with equal gaps: first, first+gap, and more of them.
type run struct {
	first, gap storage.Day
	more       int
}

func runsOf(days []storage.Day) (runs []run) {
	for _, d := range days {
		if n := len(runs); n > 0 {
			r := &runs[n-1]
			last := r.first + storage.Day(r.more)*r.gap
			if r.more == 0 || d == last+r.gap {
				r.gap = d - last
				r.more++
				continue
			}
		}
		runs = append(runs, run{first: d})
	}
	return runs
}

func packShifts(shifts []storage.Shift) []byte {
	b := []byte{} // nil would be null
	var last storage.Day
	for _, s := range shifts {
		b = binary.AppendUvarint(b, uint64(s.Day-last))
		b = binary.AppendUvarint(b, uint64(len(s.Direction)))
		b = append(b, s.Direction...)
		b = binary.AppendUvarint(b, uint64(s.Count))
		last = s.Day
	}
	return b
}

var errCourse = fmt.Errorf("%w: a row of courses cannot be read", storage.ErrDamaged)

// unpackCourse reads what packSpans and packShifts wrote. Nil is empty.
func unpackCourse(spans, shifts []byte) (c storage.Course, err error) {
	p := unpacking{rest: spans}
	labels := make([]storage.Digest, p.count(len(storage.Digest{})))
	for i := range labels {
		copy(labels[i][:], p.bytes(len(labels[i])))
	}
	var last storage.Day
	days := make([]storage.Day, 0, usualDays) // of all spans, to allocate once
	for len(p.rest) > 0 && p.err == nil {
		place, first := p.number(), len(days)
		s := storage.Span{Unlisted: place&1 == 1}
		switch place >>= 1; {
		case place > uint64(len(labels)):
			return c, errCourse
		case place > 0:
			s.Label = labels[place-1]
		}
		for range p.count(3) {
			last += storage.Day(p.number())
			gap, more := storage.Day(p.number()), p.number()
			if more > maxDays {
				return c, errCourse
			}
			days = append(slices.Grow(days, int(more)+1), last)
			for range more {
				last += gap
				days = append(days, last)
			}
		}
		if s.Days = days[first:len(days):len(days)]; len(s.Days) == 0 {
			return c, errCourse
		}
		c.Spans = append(c.Spans, s)
	}
	q := unpacking{rest: shifts}
	last = 0
	for len(q.rest) > 0 && q.err == nil {
		last += storage.Day(q.number())
		c.Shifts = append(c.Shifts, storage.Shift{Day: last, Direction: storage.Direction(q.bytes(q.count(1))), Count: int(q.number())})
	}
	return c, errors.Join(p.err, q.err)
}

// usualDays is for how many days there is room at first.
const usualDays = 64

// maxDays limits the days of a run, so that damage does not take all memory.
const maxDays = 1 << 20

// unpacking reads numbers and bytes. After an error it reads zeros.
type unpacking struct {
	rest []byte
	err  error
}

func (p *unpacking) number() uint64 {
	if len(p.rest) == 0 {
		p.rest = nil
		return 0
	}
	n, length := binary.Uvarint(p.rest)
	if length <= 0 {
		p.rest, p.err = nil, errCourse
		return 0
	}
	p.rest = p.rest[length:]
	return n
}

// count reads a number of things that have at least so many bytes each.
func (p *unpacking) count(size int) int {
	n := p.number()
	if n > uint64(len(p.rest)/size) {
		p.rest, p.err = nil, errCourse
		return 0
	}
	return int(n)
}

func (p *unpacking) bytes(n int) []byte {
	if n > len(p.rest) {
		p.rest, p.err = nil, errCourse
		return nil
	}
	b := p.rest[:n]
	p.rest = p.rest[n:]
	return b
}
