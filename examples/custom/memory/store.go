package memory

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/privacylabels/auditor/storage"
)

// Store is a [storage.Store] in memory, and a [storage.Revisioner]. It is safe
// for concurrent use. Make one with [New].
type Store struct {
	current atomic.Pointer[state] // never changed, only exchanged
	writer  chan struct{}         // holds one token while an Update is under way
}

var (
	_ storage.Store      = (*Store)(nil)
	_ storage.Revisioner = (*Store)(nil)
)

// New returns an empty store. There is nothing to close.
func New() *Store {
	s := &Store{writer: make(chan struct{}, 1)}
	s.current.Store(&state{})
	return s
}

// View calls fn with the state of the last commit. It waits for nobody. When ctx
// has ended it fails with the error of ctx.
func (s *Store) View(ctx context.Context, fn func(storage.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("begin view: %w", err)
	}
	t := &tx{ctx: ctx, state: *s.current.Load()}
	defer t.end()
	return fn(t)
}

// Update calls fn, once, with a state of its own that replaces the current one
// when fn succeeds. It waits until no other Update is under way; when ctx ends
// before that or before the commit, it fails with the error of ctx.
func (s *Store) Update(ctx context.Context, fn func(storage.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("begin update: %w", err)
	}
	select {
	case s.writer <- struct{}{}:
		defer func() { <-s.writer }()
	case <-ctx.Done():
		return fmt.Errorf("wait for another update: %w", ctx.Err())
	}
	t := &tx{ctx: ctx, state: *s.current.Load(), writable: true}
	t.state.revision++
	defer t.end()
	if err := fn(t); err != nil {
		return err
	}
	if t.failed != nil {
		return fmt.Errorf("commit after a write that failed: %w", t.failed)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	if t.written {
		s.current.Store(&t.state)
	}
	return nil
}

// Revision returns the number of Updates that wrote something.
func (s *Store) Revision(ctx context.Context) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("read revision: %w", err)
	}
	return s.current.Load().revision, nil
}
