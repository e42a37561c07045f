package storagetest

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/privacylabels/auditor/storage"
)

// ErrFault is the error that [Nth] gives to a commit.
var ErrFault = errors.New("fault made by a test")

// Faults says what happens to the commits of a [Faulty] store. Each function is
// passed the number of the commit, from 1, and may block. Nil does nothing. An
// Update whose function fails is no commit; one that writes nothing is.
type Faults struct {
	// Before is called when the function of an Update has succeeded and
	// nothing is kept yet. With its error the Update fails and keeps nothing.
	Before func(commit int) error
	// After is called when everything is kept. With its error the Update fails
	// nevertheless: an answer that was lost on its way.
	After func(commit int) error
	// View is called before each View, with its number; with its error the
	// View fails.
	View func(view int) error
}

// Nth returns a fault that fails the nth time with [ErrFault], and no other.
func Nth(n int) func(int) error {
	return func(i int) error {
		if i == n {
			return ErrFault
		}
		return nil
	}
}

// Faulty returns a store that hands everything on to another one, but for the
// faults. It is safe for concurrent use when the faults are. Over a [Strict]
// store it counts an Update once; within one, twice.
//
// The other store is found with Unwrap, and its optional interfaces with [storage.As].
func Faulty(store storage.Store, faults Faults) storage.Store {
	return &faulty{inner: store, faults: faults}
}

type faulty struct {
	inner  storage.Store
	faults Faults

	commits, views atomic.Int64
}

// Unwrap returns the store that everything is handed on to.
func (f *faulty) Unwrap() storage.Store { return f.inner }

func (f *faulty) View(ctx context.Context, fn func(*storage.Tx) error) error {
	if err := call(f.faults.View, int(f.views.Add(1))); err != nil {
		return err
	}
	return f.inner.View(ctx, fn)
}

func (f *faulty) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	commit := 0
	var before error
	err := f.inner.Update(ctx, func(tx *storage.Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		if commit == 0 { // fn may run again
			commit = int(f.commits.Add(1))
			before = call(f.faults.Before, commit)
		}
		return before
	})
	if err != nil {
		return err
	}
	return call(f.faults.After, commit)
}

func call(fault func(int) error, n int) error {
	if fault == nil {
		return nil
	}
	return fault(n)
}
