package storagetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// ErrMisuse is what a call returns that a [Strict] store has reported.
var ErrMisuse = errors.New("misuse of the store")

// errAgain undoes the first of two runs of a function.
var errAgain = errors.New("run once more")

// Strict returns a decorator that detects misuse of a store. A mistake that would show late,
// or on another store only, fails immediately on every store, so use it in every test that has
// a store. A mistake is reported by t.Errorf with the place in the caller's code, and the call
// fails with [ErrMisuse].
//
// It calls the functions passed to Update and View twice, and undoes the first run of Update.
// A function that adds to a variable outside, such as by an append, so adds twice.
//
// It reports
//
//   - a transaction opened while the same goroutine has one open,
//   - a [storage.Tx], or a table of it, used after its end, or by another goroutine that has none open,
//   - a list used twice, or after the end of its transaction,
//   - a write in a View, and a write to a table that is being listed,
//   - any call after a write that failed, and success reported after one.
//
// It tells goroutines apart by the number in their stack trace, which nothing
// but a test should do. A function that waits for another goroutine which opens
// a transaction is not found.
//
// The other store is found with Unwrap, and its optional interfaces with [storage.As].
func Strict(t testing.TB, store storage.Store) storage.Store {
	return &strict{tb: t, inner: store, falls: falls(), open: make(map[string]string)}
}

type strict struct {
	tb    testing.TB
	inner storage.Store
	falls map[string][]string

	mu   sync.Mutex
	open map[string]string // by goroutine, the transaction it has open, and where it opened it
}

// lenient returns what lies below a Strict store, for tests that misuse it.
func lenient(s storage.Store) storage.Store {
	if strict, ok := storage.As[*strict](s); ok {
		return strict.inner
	}
	return s
}

// Unwrap returns the store that everything is handed on to.
func (s *strict) Unwrap() storage.Store { return s.inner }

// View calls fn in one View, then in another.
func (s *strict) View(ctx context.Context, fn func(*storage.Tx) error) error {
	leave, err := s.enter("View")
	if err != nil {
		return err
	}
	defer leave()
	for range 2 {
		if err := s.inner.View(ctx, s.guard("View", fn)); err != nil {
			return err
		}
	}
	return nil
}

// Update calls fn in an Update that is undone, then in another.
func (s *strict) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	leave, err := s.enter("Update")
	if err != nil {
		return err
	}
	defer leave()
	guarded := s.guard("Update", fn)
	err = s.inner.Update(ctx, func(tx *storage.Tx) error {
		if err := guarded(tx); err != nil {
			return err
		}
		return errAgain
	})
	if !errors.Is(err, errAgain) {
		return err
	}
	return s.inner.Update(ctx, guarded)
}

// enter notes that the goroutine opens a transaction.
func (s *strict) enter(how string) (leave func(), err error) {
	id := goroutine()
	s.mu.Lock()
	defer s.mu.Unlock()
	if outer, ok := s.open[id]; ok {
		return nil, s.report("%s within the %s", how, outer)
	}
	s.open[id] = fmt.Sprintf("%s at %s", how, caller())
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.open, id)
	}, nil
}

// guard returns fn with its transaction wrapped.
func (s *strict) guard(how string, fn func(*storage.Tx) error) func(*storage.Tx) error {
	place := caller()
	return func(inner *storage.Tx) error {
		tx := &strictTx{store: s, how: how, inner: inner, listing: make(map[string]int)}
		defer tx.end()
		err := within(func() error { return fn(tx.tables()) })
		if failed := tx.failure(); err == nil && failed != nil {
			return s.reportAt(place, "%s succeeds, though a write in it failed: %v", how, failed)
		}
		return err
	}
}

// report fails the test, naming the innermost place in the caller's code.
func (s *strict) report(format string, args ...any) error {
	return s.reportAt("", format, args...)
}

// reportAt fails the test, naming a place; empty is the innermost one.
func (s *strict) reportAt(place, format string, args ...any) error {
	if place == "" {
		place = caller()
	}
	what := fmt.Sprintf(format, args...)
	s.tb.Errorf("%s: %v: %s", place, ErrMisuse, what)
	return fmt.Errorf("%w: %s", ErrMisuse, what)
}

// goroutine names the goroutine that calls: the second word of "goroutine 7 [running]:".
func goroutine() string {
	var head [64]byte
	words := bytes.Fields(head[:runtime.Stack(head[:], false)])
	return string(words[1])
}

// within calls fn, and is in the stack of what fn calls.
//
//go:noinline
func within(fn func() error) error { return fn() }

// entered is where [within] begins.
var entered = reflect.ValueOf(within).Pointer()

// isWithin reports whether the caller runs within a transaction of its own goroutine. That is quicker
// than to ask which goroutine it is, which prints the stack.
func isWithin() bool {
	var few [64]uintptr
	stack := few[:]
	for skip := 3; ; skip += len(stack) {
		n := runtime.Callers(skip, stack)
		for _, pc := range stack[:n] {
			if f := runtime.FuncForPC(pc - 1); f != nil && f.Entry() == entered {
				return true
			}
		}
		if n < len(stack) {
			return false
		}
	}
}

// caller names the innermost place in the stack that is in the code of the user of
// the store: not here, not in package storage, not in what ranges for them.
func caller() string {
	between := []string{
		reflect.TypeFor[strict]().PkgPath() + ".", reflect.TypeFor[storage.App]().PkgPath() + ".",
		"runtime.", "iter.", "slices.", "maps.",
	}
	var stack [64]uintptr
	frames := runtime.CallersFrames(stack[:runtime.Callers(2, stack[:])])
	for {
		frame, more := frames.Next()
		if !slices.ContainsFunc(between, func(prefix string) bool { return strings.HasPrefix(frame.Function, prefix) }) {
			return fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return "unknown place"
		}
	}
}
