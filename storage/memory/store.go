package memory

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/privacylabels/auditor/storage"
)

// Store is a [storage.Store] in memory, a [storage.Revisioner], a [storage.TableRevisioner]
// and a [storage.Watcher]. It is safe for concurrent use. Make one with [New].
type Store struct {
	current  atomic.Pointer[state]     // never changed, only exchanged
	children map[string][]string       // by table, those whose records name one of it
	affected map[string]storage.Tables // by table, those whose lists a write in it may change
	writer   chan struct{}             // holds one token while an Update is under way
	watchers sync.Map                  // of chan<- struct{}
}

var (
	_ storage.Store      = (*Store)(nil)
	_ storage.Revisioner = (*Store)(nil)

	_ storage.TableRevisioner = (*Store)(nil)
	_ storage.Watcher         = (*Store)(nil)
)

// New returns an empty store. There is nothing to close.
func New() *Store {
	s := &Store{writer: make(chan struct{}, 1), children: storage.Children(), affected: make(map[string]storage.Tables)}
	for _, kind := range storage.Kinds() {
		s.affected[kind.Name()] = storage.Affected(kind.Name(), false)
	}
	s.current.Store(&state{records: make(map[string]records)})
	return s
}

// View calls fn with the state of the last commit. It never waits. When ctx
// has ended it fails with the error of ctx.
func (s *Store) View(ctx context.Context, fn func(*storage.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("begin view: %w", err)
	}
	t := s.begin(ctx, false)
	defer t.end()
	return fn(t.tables)
}

// Update calls fn, once, with a state of its own that replaces the current one
// when fn succeeds. It waits until no other Update is under way; when ctx ends
// before that or before the commit, it fails with the error of ctx.
func (s *Store) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("begin update: %w", err)
	}
	select {
	case s.writer <- struct{}{}:
		defer func() { <-s.writer }()
	case <-ctx.Done():
		return fmt.Errorf("wait for another update: %w", ctx.Err())
	}
	t := s.begin(ctx, true)
	defer t.end()
	if err := fn(t.tables); err != nil {
		return err
	}
	if t.failed != nil {
		return fmt.Errorf("commit after a write that failed: %w", t.failed)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	if t.written() {
		s.current.Store(&t.state)
		s.watchers.Range(tell)
	}
	return nil
}

// tell tells a watcher of a write.
func tell(changed, _ any) bool {
	select {
	case changed.(chan<- struct{}) <- struct{}{}:
	default:
	}
	return true
}

// Watch sends to a channel after each Update that wrote something, unless the channel is full
// then, until stop is called.
func (s *Store) Watch(changed chan<- struct{}) (stop func()) {
	s.watchers.Store(changed, nil)
	return func() { s.watchers.Delete(changed) }
}

// Revision returns the number of Updates that wrote something.
func (s *Store) Revision(ctx context.Context) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("read revision: %w", err)
	}
	return s.current.Load().revision, nil
}

// TableRevision returns the number of the last Update that may have changed a list of
// one of the tables.
func (s *Store) TableRevision(ctx context.Context, tables storage.Tables) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("read revision: %w", err)
	}
	var last uint64
	for name, r := range s.current.Load().records {
		if r.madeFor > last && s.affected[name]&tables != 0 {
			last = r.madeFor
		}
	}
	return last, nil
}
