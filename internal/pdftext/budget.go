package pdftext

import (
	"context"
	"fmt"
	"math"
	"unsafe"
)

const (
	maxWork    = 128 << 20 // steps, each about the work of reading one byte
	maxMemory  = 56 << 20  // bytes allocated in all, returned to the collector or not
	checkEvery = 1 << 16   // steps between two checks of the context
)

// budget is the work and memory left for a file. Every loop over the content of a file
// spends from it. A failure is final: readers then see the end of their input, so that
// all loops end.
type budget struct {
	ctx    context.Context
	work   int   // steps left
	next   int   // the value of work at the next check
	memory int   // bytes left
	err    error // why it failed; [ErrLimit] or the context's
}

func newBudget(ctx context.Context) *budget {
	return &budget{ctx: ctx, work: maxWork, next: maxWork, memory: maxMemory}
}

// spend takes steps, and reports whether enough were left.
func (b *budget) spend(steps int) bool {
	b.work -= steps
	return b.work > b.next || b.check()
}

// check fails the budget if its work or the context has ended.
func (b *budget) check() bool {
	if b.err == nil && b.work < 0 {
		b.err = fmt.Errorf("%w: too much work", ErrLimit)
	}
	if b.err == nil {
		b.err = b.ctx.Err()
	}
	if b.err != nil {
		b.next = math.MaxInt
		return false
	}
	b.next = max(b.work-checkEvery, 0)
	return true
}

// fail ends the extraction.
func (b *budget) fail(err error) {
	if b.err == nil {
		b.err = err
	}
	b.next = math.MaxInt
}

// alloc takes bytes of memory, and reports whether enough were left.
func (b *budget) alloc(bytes int) bool {
	if b.memory -= bytes; b.memory < 0 {
		b.memory = 0
		b.fail(fmt.Errorf("%w: too much memory", ErrLimit))
	}
	return b.err == nil
}

// reserve returns s with room for n more elements, of most in all, charged to the
// budget, and reports whether there was room. It triples the capacity rather than
// adding a quarter, as what it leaves behind counts, too.
func reserve[E any](b *budget, s []E, n, most int) ([]E, bool) {
	if cap(s)-len(s) >= n {
		return s, true
	}
	if n > most-len(s) {
		return s, false
	}
	var element E
	size := max(len(s)+n, min(max(3*cap(s), 64), most))
	if !b.alloc(size * int(unsafe.Sizeof(element))) {
		return s, false
	}
	grown := make([]E, len(s), size)
	copy(grown, s)
	return grown, true
}

// push appends elements, and reports whether there was room for all of them: it
// appends all or none.
func push[E any](b *budget, s []E, most int, elements ...E) ([]E, bool) {
	s, ok := reserve(b, s, len(elements), most)
	if ok {
		s = append(s, elements...)
	}
	return s, ok
}
