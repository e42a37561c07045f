package backup

import (
	"cmp"
	"sync"
	"sync/atomic"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// WorkKind is a kind of work on a backup.
type WorkKind string

// The kinds of work.
const (
	Writing   WorkKind = "writing"
	Checking  WorkKind = "checking" // a file that may be restored afterwards
	Restoring WorkKind = "restoring"
)

// Work describes a backup that is being written, checked or restored.
type Work struct {
	Kind    WorkKind
	Began   storage.Time
	Records int // so far
	Total   int // zero: unknown
}

// UnderWay returns the work in progress in this process, oldest first.
func (s *Service) UnderWay() []Work {
	s.tasks.mu.Lock()
	defer s.tasks.mu.Unlock()
	var all []Work
	for t := range s.tasks.open {
		all = append(all, Work{t.kind, t.began, int(t.records.Load()), int(t.total.Load())})
	}
	order.Sort(all, func(a, b Work) int { return cmp.Or(cmp.Compare(a.Began, b.Began), cmp.Compare(a.Kind, b.Kind)) })
	return all
}

// tasks holds the work in progress. The zero value is ready to use.
type tasks struct {
	mu   sync.Mutex
	open map[*task]struct{}
}

type task struct {
	kind           WorkKind
	began          storage.Time
	records, total atomic.Int64
}

// begin registers work until end is called.
func (s *Service) begin(kind WorkKind) (t *task, end func()) {
	t = &task{kind: kind, began: s.timestamp()}
	s.tasks.mu.Lock()
	defer s.tasks.mu.Unlock()
	if s.tasks.open == nil {
		s.tasks.open = make(map[*task]struct{})
	}
	s.tasks.open[t] = struct{}{}
	return t, func() {
		s.tasks.mu.Lock()
		defer s.tasks.mu.Unlock()
		delete(s.tasks.open, t)
	}
}

// counted wraps each so that the records that it yields are counted.
func counted[T any](t *task, each func(yield func(T) error) error) func(yield func(T) error) error {
	return func(yield func(T) error) error {
		return each(func(record T) error {
			t.records.Add(1)
			return yield(record)
		})
	}
}
