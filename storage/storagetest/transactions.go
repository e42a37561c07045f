package storagetest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func transactionTests() []step {
	return []step{
		{"ErrorOfView", testErrorOfView},
		{"ErrorOfUpdate", testErrorOfUpdate},
		{"AllTables", testAllTables},
		{"Texts", testTexts},
		{"FailedWrite", testFailedWrite},
		{"PanicInUpdate", testPanicInUpdate},
		{"PanicInView", testPanicInView},
		{"PanicInRange", testPanicInRange},
		{"Goexit", testGoexit},
		{"EndedContext", testEndedContext},
		{"ContextEndsInUpdate", testContextEndsInUpdate},
		{"ContextEndsInView", testContextEndsInView},
	}
}

// setting returns the value under a name, empty when there is none.
func setting(tx *storage.Tx, name string) (string, error) {
	r, _, err := storage.Find(tx.Settings, name)
	return r.Value, err
}

func put(tx *storage.Tx, name, value string) error {
	return tx.Settings.Put(storage.Setting{Name: name, Value: value})
}

// failure is an error that only its own address is equal to.
type failure struct{ text string }

func (f *failure) Error() string { return f.text }

func testErrorOfView(t *testing.T, s storage.Store) {
	for _, want := range []error{&failure{"no"}, fmt.Errorf("wrapped: %w", storage.ErrNotFound), context.Canceled} {
		if got := s.View(t.Context(), func(*storage.Tx) error { return want }); got != want { //nolint:errorlint // the very error
			t.Errorf("View returns %v, want fn's error %v as it is", got, want)
		}
	}
}

func testErrorOfUpdate(t *testing.T, s storage.Store) {
	for _, want := range []error{&failure{"no"}, fmt.Errorf("wrapped: %w", storage.ErrConflict), context.Canceled} {
		got := s.Update(t.Context(), func(tx *storage.Tx) error {
			if err := put(tx, "a", "1"); err != nil {
				return err
			}
			return want
		})
		if got != want { //nolint:errorlint // the very error
			t.Errorf("Update returns %v, want fn's error %v as it is", got, want)
		}
		if value := get(t, s, "a"); value != "" {
			t.Errorf("after fn's error the value is %q, want none", value)
		}
	}
}

// testAllTables writes every kind in one transaction that fails, then in one
// that does not.
func testAllTables(t *testing.T, s storage.Store) {
	failed := &failure{"no"}
	for _, want := range []error{failed, nil} {
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			return errors.Join(Seed(tx), want)
		})
		if !errors.Is(err, want) || want == nil && err != nil {
			t.Fatalf("Update: %v, want %v", err, want)
		}
		view(t, s, func(tx *storage.Tx) error {
			for _, k := range kinds() {
				n, err := k.count(tx)
				if errors.Is(err, storage.ErrNotSupported) {
					continue
				}
				if err != nil {
					return err
				}
				if there := want == nil; (n >= 2) != there || (n > 0) != there {
					t.Errorf("%s holds %d records after an Update that returned %v", k.Name(), n, want)
				}
			}
			return nil
		})
	}
}

// testFailedWrite ends transactions by a write that fails after good ones.
func testFailedWrite(t *testing.T, s storage.Store) {
	for _, one := range []struct {
		want  error
		write func(*storage.Tx) error
	}{
		{storage.ErrInvalid, func(tx *storage.Tx) error { return tx.Tasks.Put(storage.Task{}) }},
		{storage.ErrConflict, func(tx *storage.Tx) error { return tx.Features.Put(storage.Feature{App: 1, Identifier: "a"}) }},
	} {
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			if err := put(tx, "a", "1"); err != nil {
				return err
			}
			return one.write(tx)
		})
		if !errors.Is(err, one.want) {
			t.Errorf("Update returns %v, want %v", err, one.want)
		}
		if value := get(t, s, "a"); value != "" {
			t.Errorf("after %v the value is %q, want none", one.want, value)
		}
	}
	set(t, s, "a", "2")
}

func testPanicInUpdate(t *testing.T, s storage.Store) {
	want := &failure{"panic"}
	got := caught(func() {
		_ = s.Update(t.Context(), func(tx *storage.Tx) error {
			if err := put(tx, "a", "1"); err != nil {
				return err
			}
			panic(want)
		})
	})
	if got != want {
		t.Errorf("the panic comes out as %v, want %v", got, want)
	}
	if value := get(t, s, "a"); value != "" {
		t.Errorf("after a panic the value is %q, want none", value)
	}
	set(t, s, "a", "2")
}

func testPanicInView(t *testing.T, s storage.Store) {
	set(t, s, "a", "1")
	want := &failure{"panic"}
	for range 20 { // more often than a store has connections
		got := caught(func() {
			_ = s.View(t.Context(), func(tx *storage.Tx) error {
				for range tx.Settings.List(storage.SettingQuery{}) {
					panic(want)
				}
				return nil
			})
		})
		if got != want {
			t.Fatalf("the panic comes out as %v, want %v", got, want)
		}
	}
	set(t, s, "a", get(t, s, "a")+"2")
}

func testPanicInRange(t *testing.T, s storage.Store) {
	set(t, s, "a", "1")
	want := &failure{"panic"}
	got := caught(func() {
		_ = s.Update(t.Context(), func(tx *storage.Tx) error {
			if err := tx.Tasks.Put(storage.Task{Kind: "l"}); err != nil {
				return err
			}
			for range tx.Settings.List(storage.SettingQuery{}) {
				panic(want)
			}
			return nil
		})
	})
	if got != want {
		t.Errorf("the panic comes out as %v, want %v", got, want)
	}
	view(t, s, func(tx *storage.Tx) error {
		expect(t, "Count after a panic while ranging")(tx.Tasks.Count(storage.TaskQuery{}))(0)
		return nil
	})
	set(t, s, "a", "2")
}

// caught returns what f panics with.
func caught(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// testGoexit ends the goroutine in fn, as a test does that fails there.
func testGoexit(t *testing.T, s storage.Store) {
	leave := func(open func(context.Context, func(*storage.Tx) error) error, before func(*storage.Tx) error) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = open(t.Context(), func(tx *storage.Tx) error {
				if err := before(tx); err != nil {
					return err
				}
				runtime.Goexit()
				return nil
			})
		}()
		<-done
	}
	leave(s.Update, func(tx *storage.Tx) error { return put(tx, "a", "1") })
	leave(s.View, func(tx *storage.Tx) error { _, err := setting(tx, "a"); return err })
	if value := get(t, s, "a"); value != "" {
		t.Errorf("after the goroutine ended in fn the value is %q, want none", value)
	}
	set(t, s, "a", "2")
}

func testEndedContext(t *testing.T, s storage.Store) {
	cause := &failure{"because"}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if err := s.View(ctx, func(*storage.Tx) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("View with an ended context: %v, want %v", err, context.Canceled)
	}
	err := s.Update(ctx, func(tx *storage.Tx) error { return put(tx, "a", "1") })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Update with an ended context: %v, want %v", err, context.Canceled)
	}
	if value := get(t, s, "a"); value != "" {
		t.Errorf("after an Update with an ended context the value is %q, want none", value)
	}
}

// testContextEndsInUpdate ends the context before a write, and after the last.
func testContextEndsInUpdate(t *testing.T, s storage.Store) {
	for _, early := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err := s.Update(ctx, func(tx *storage.Tx) error {
			if early {
				cancel()
			}
			err := put(tx, "a", "1")
			cancel()
			return err
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Update whose context ends before its commit: %v, want %v", err, context.Canceled)
		}
		if value := get(t, s, "a"); value != "" {
			t.Errorf("after an Update whose context ended the value is %q, want none", value)
		}
	}
	set(t, s, "a", "2")
}

// testContextEndsInView ends the context while a list goes on: it may go on to
// its end or fail, but not end early as if it were whole.
func testContextEndsInView(t *testing.T, s storage.Store) {
	const all = 50
	update(t, s, func(tx *storage.Tx) error {
		for i := range all {
			if err := put(tx, fmt.Sprint(i), "v"); err != nil {
				return err
			}
		}
		return nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var listed int
	var failed error
	err := s.View(ctx, func(tx *storage.Tx) error {
		listed, failed = 0, nil
		for _, err := range tx.Settings.List(storage.SettingQuery{}) {
			if err != nil {
				failed = err
				break
			}
			listed++
			cancel()
		}
		return failed
	})
	switch {
	case failed == nil && listed != all:
		t.Errorf("a list whose context ended yields %d of %d records and no error", listed, all)
	case failed != nil && !errors.Is(failed, context.Canceled):
		t.Errorf("a list whose context ended yields %v, want %v", failed, context.Canceled)
	case err != nil && !errors.Is(err, context.Canceled):
		t.Errorf("View whose context ended: %v, want %v or none", err, context.Canceled)
	}
	set(t, s, "a", "2")
}
