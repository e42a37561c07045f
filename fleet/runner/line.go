package runner

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/privacylabels/auditor/storage"
)

// The items of a line have consecutive places, and each line begins at a multiple of lineSpan. So
// the items of a line are found by their places.
const (
	lineSpan = 1 << 24
	maxLines = 1 << 6
)

func lineOf(seq int) int { return seq / lineSpan }

// places is the number of items in each line of a new run.
type places [maxLines]int

// next returns the place of the next item of a line. A full line continues in the last one.
func (p *places) next(line int) int {
	if p[line] == lineSpan {
		line = maxLines - 1
	}
	p[line]++
	return line*lineSpan + p[line] - 1
}

// heads returns the first pending item of each line of a run.
func heads(tx *storage.Tx, run string) (all []storage.RunItem, err error) {
	for from := 0; ; from = (lineOf(all[len(all)-1].Seq) + 1) * lineSpan {
		item, found, err := storage.FindFirst(tx.RunItems.List(storage.RunItemQuery{Run: run, Pending: true, From: from, Limit: 1}))
		if err != nil || !found {
			return all, err
		}
		all = append(all, item)
	}
}

// inTurn lists the elements of several lists: the first of each, then the second of each, and so
// on.
func inTurn(lists [][]int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, more := 0, true; more; i++ {
			more = false
			for _, list := range lists {
				if i >= len(list) {
					continue
				}
				if more = true; !yield(list[i]) {
					return
				}
			}
		}
	}
}

// errYields means that the line of an item waits while other lines advance.
var errYields = errors.New("this line waits")

// lines are the lines of a run that one process works on. An item that is worked on alone holds
// the whole gate, any other line with items in work a share of it.
type lines struct {
	gate    *semaphore.Weighted
	alone   atomic.Int32 // lines that wait for the whole gate
	commits sync.Mutex   // serialises the results of a run, and their events

	mu     sync.Mutex
	active int           // lines that neither wait nor have ended
	quiet  chan struct{} // closed while no line is active
}

func newLines() *lines {
	l := &lines{gate: semaphore.NewWeighted(maxLines), quiet: make(chan struct{})}
	close(l.quiet)
	return l
}

// yield makes a line wait if another one is active.
func (l *lines) yield() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.active < 2 {
		return false
	}
	l.active--
	return true
}

// enter makes a line active, and leave ends that of an active line.
func (l *lines) enter() { l.add(1) }
func (l *lines) leave() { l.add(-1) }

func (l *lines) add(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.active
	l.active += n
	switch {
	case before == 0 && l.active > 0:
		l.quiet = make(chan struct{})
	case before > 0 && l.active == 0:
		close(l.quiet)
	}
}

// othersEnd is closed when no other line is active.
func (l *lines) othersEnd() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.quiet
}

// wait waits for a duration, and reports whether it passed before the run was left or something
// else ended. A duration of zero does not pass.
func (r *running) wait(ctx context.Context, stop <-chan struct{}, most time.Duration, ends <-chan struct{}) bool {
	var passed <-chan time.Time
	if most > 0 {
		timer := time.NewTimer(most)
		defer timer.Stop()
		passed = timer.C
	}
	select {
	case <-passed:
		return true
	case <-ends:
	case <-r.followed.forgotten:
	case <-stop:
	case <-ctx.Done():
	}
	return false
}
