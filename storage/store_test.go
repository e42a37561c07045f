package storage_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// plain is a store without powers, which keeps nothing.
type plain struct{}

func (plain) View(context.Context, func(*storage.Tx) error) error   { return nil }
func (plain) Update(context.Context, func(*storage.Tx) error) error { return nil }

// revised is a store with one power.
type revised struct {
	plain
	revision uint64
}

func (r revised) Revision(context.Context) (uint64, error) { return r.revision, nil }

// wrapped is a decorator without powers of its own.
type wrapped struct{ storage.Store }

func (w wrapped) Unwrap() storage.Store { return w.Store }

// closed is a decorator that shows nothing of what is within.
type closed struct{ storage.Store }

func TestAs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		store storage.Store
		want  uint64 // zero: no such power
	}{
		{"nothing", nil, 0},
		{"without", plain{}, 0},
		{"with", revised{revision: 1}, 1},
		{"within one", wrapped{revised{revision: 2}}, 2},
		{"within two", wrapped{wrapped{revised{revision: 3}}}, 3},
		{"within one without", wrapped{plain{}}, 0},
		{"within nothing", wrapped{}, 0},
		{"out of sight", wrapped{closed{revised{revision: 4}}}, 0},
		{"the outer one first", outer{revised{revision: 5}, revised{revision: 6}}, 5},
	} {
		power, ok := storage.As[storage.Revisioner](test.store)
		if ok != (test.want != 0) {
			t.Errorf("%s: found is %v", test.name, ok)
			continue
		}
		if !ok {
			if power != nil {
				t.Errorf("%s: not found, but %v", test.name, power)
			}
			continue
		}
		if got, err := power.Revision(t.Context()); err != nil || got != test.want {
			t.Errorf("%s: found the store with revision %d, %v, want %d", test.name, got, err, test.want)
		}
	}
	if c, ok := storage.As[storage.Copier](wrapped{revised{revision: 1}}); ok {
		t.Errorf("another power is found: %v", c)
	}
}

// outer is a decorator with a power of its own.
type outer struct {
	revised
	within storage.Store
}

func (o outer) Unwrap() storage.Store { return o.within }

// listed yields 1, 2, … n, then the error, if any, and counts how often it did.
func listed(n int, err error, yields *int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			*yields++
			if !yield(i+1, nil) {
				return
			}
		}
		if err != nil {
			*yields++
			yield(0, err)
		}
	}
}

func TestFirstAndCollect(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, test := range []struct {
		records  int
		err      error
		first    int
		firstErr error
		all      []int
	}{
		{0, nil, 0, storage.ErrNotFound, nil},
		{1, nil, 1, nil, []int{1}},
		{3, nil, 1, nil, []int{1, 2, 3}},
		{0, broken, 0, broken, nil},
		{2, broken, 1, nil, nil},
	} {
		yields := 0
		first, err := storage.First(listed(test.records, test.err, &yields))
		if first != test.first || !errors.Is(err, test.firstErr) || test.firstErr == nil && err != nil {
			t.Errorf("first of %d with %v is %d, %v, want %d, %v", test.records, test.err, first, err, test.first, test.firstErr)
		}
		if yields > 1 {
			t.Errorf("%d were read for the first", yields)
		}
		first, found, err := storage.FindFirst(listed(test.records, test.err, &yields))
		if first != test.first || found != (test.records > 0) || errors.Is(err, broken) != errors.Is(test.firstErr, broken) || errors.Is(err, storage.ErrNotFound) {
			t.Errorf("first of %d with %v is %d, %t, %v", test.records, test.err, first, found, err)
		}
		all, err := storage.Collect(listed(test.records, test.err, &yields))
		if !errors.Is(err, test.err) || test.err == nil && err != nil {
			t.Errorf("all of %d with %v: %v", test.records, test.err, err)
		}
		if diff := cmp.Diff(test.all, all); diff != "" {
			t.Errorf("all of %d with %v (-want +got):\n%s", test.records, test.err, diff)
		}
	}
}

func ExampleAs() {
	store := storage.Store(wrapped{revised{revision: 12}}) // a decorator around a store that tells its revision
	if r, ok := storage.As[storage.Revisioner](store); ok {
		fmt.Println(r.Revision(context.Background()))
	}
	if _, ok := storage.As[storage.Copier](store); !ok {
		fmt.Println("it cannot copy itself:", storage.ErrNotSupported)
	}
	// Output:
	// 12 <nil>
	// it cannot copy itself: not supported by this database
}
