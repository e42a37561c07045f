package storagetest

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// timeout is how long a test waits for a call that must not block.
const timeout = 10 * time.Second

func concurrencyTests() []step {
	return []step{
		{"Increments", testIncrements},
		{"Skew", testSkew},
		{"Phantom", testPhantom},
		{"OneState", testOneState},
		{"OneStateOfAList", testOneStateOfAList},
		{"ViewsBesideEachOther", testViewsBesideEachOther},
		{"Unseen", testUnseen},
		{"WaitingEndsWithContext", testWaitingEndsWithContext},
	}
}

// together runs fn in n goroutines and waits for them.
func together(n int, fn func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { fn(i) })
	}
	all.Wait()
}

// linger gives others, between a read and a write, time to interfere.
func linger() { time.Sleep(100 * time.Microsecond) }

// settles runs a call that must not wait for the one that makes it.
func settles(t testing.TB, what string, call func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	case <-time.After(timeout):
		t.Fatalf("%s waits", what)
	}
}

// testIncrements reads a number and writes it one higher, from many goroutines.
func testIncrements(t *testing.T, s storage.Store) {
	const workers, each = 8, 25
	together(workers, func(int) {
		for range each {
			err := s.Update(t.Context(), func(tx *storage.Tx) error {
				value, err := setting(tx, "n")
				if err != nil {
					return err
				}
				n, _ := strconv.Atoi(value)
				linger()
				return put(tx, "n", strconv.Itoa(n+1))
			})
			if err != nil {
				t.Errorf("Update beside others: %v", err)
				return
			}
		}
	})
	if got, want := get(t, s, "n"), strconv.Itoa(workers*each); got != want {
		t.Errorf("after %s increments the number is %s", want, got)
	}
}

// testSkew lets two transactions each take back one of two things as long as
// the other is still there: one of the two must stay.
func testSkew(t *testing.T, s storage.Store) {
	names := []string{"a", "b"}
	for range 20 {
		set(t, s, "a", "on")
		set(t, s, "b", "on")
		together(2, func(i int) {
			err := s.Update(t.Context(), func(tx *storage.Tx) error {
				if other, err := setting(tx, names[1-i]); err != nil || other != "on" {
					return err
				}
				linger()
				return put(tx, names[i], "off")
			})
			if err != nil {
				t.Errorf("Update beside another: %v", err)
			}
		})
		if get(t, s, "a") == "off" && get(t, s, "b") == "off" {
			t.Fatal("two Updates each wrote by what the other changed")
		}
	}
}

// testPhantom counts records and adds one only while there are fewer than
// three, from many goroutines.
func testPhantom(t *testing.T, s storage.Store) {
	together(8, func(i int) {
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			n, err := tx.Runs.Count(storage.RunQuery{Open: true})
			if err != nil || n >= 3 {
				return err
			}
			linger()
			return tx.Runs.Put(storage.Run{ID: strconv.Itoa(i), Runner: "sync", Status: storage.RunRunning, StartedAt: 1})
		})
		if err != nil {
			t.Errorf("Update beside others: %v", err)
		}
	})
	view(t, s, func(tx *storage.Tx) error {
		expect(t, "records of which there may be three")(tx.Runs.Count(storage.RunQuery{}))(3)
		return nil
	})
}

// testOneState changes two values together, in the midst of a View.
func testOneState(t *testing.T, s storage.Store) {
	both := func(value string) error {
		return s.Update(t.Context(), func(tx *storage.Tx) error {
			return errors.Join(put(tx, "a", value), put(tx, "b", value))
		})
	}
	settles(t, "Update", func() error { return both("old") })
	var once sync.Once
	view(t, s, func(tx *storage.Tx) error {
		a, err := setting(tx, "a")
		if err != nil {
			return err
		}
		once.Do(func() { settles(t, "an Update beside a View", func() error { return both("new") }) })
		b, err := setting(tx, "b")
		if err != nil {
			return err
		}
		if a != b {
			t.Errorf("a View sees a of one state, %q, and b of another, %q", a, b)
		}
		return nil
	})
	if a, b := get(t, s, "a"), get(t, s, "b"); a != "new" || b != "new" {
		t.Errorf("a View after the Update sees %q and %q, want new", a, b)
	}
}

// testOneStateOfAList removes, changes and adds records while a View lists them.
func testOneStateOfAList(t *testing.T, s storage.Store) {
	const all = 300
	update(t, s, func(tx *storage.Tx) error {
		for i := range all {
			if err := put(tx, strconv.Itoa(1000+i), "old"); err != nil {
				return err
			}
		}
		return nil
	})
	var once sync.Once
	view(t, s, func(tx *storage.Tx) error {
		listed, changed, want := 0, 0, 3 // a second run sees the Update
		for r, err := range tx.Settings.List(storage.SettingQuery{}) {
			if err != nil {
				return err
			}
			listed++
			if r.Value == "new" {
				changed++
			}
			once.Do(func() {
				want = 0
				settles(t, "an Update beside a list", func() error {
					return s.Update(t.Context(), func(tx *storage.Tx) error {
						_, err := tx.Settings.Delete("1100", "1101")
						return errors.Join(err, put(tx, "1200", "new"), put(tx, "1200a", "new"), put(tx, "2000", "new"))
					})
				})
			})
		}
		if listed != all || changed != want {
			t.Errorf("a list beside an Update yields %d records, %d of them changed; want %d and %d", listed, changed, all, want)
		}
		return nil
	})
	view(t, s, func(tx *storage.Tx) error {
		expect(t, "Count after the Update")(tx.Settings.Count(storage.SettingQuery{}))(all)
		return nil
	})
}

// testViewsBesideEachOther holds several Views open at once.
func testViewsBesideEachOther(t *testing.T, s storage.Store) {
	const views = 3
	set(t, s, "a", "1")
	var inside sync.WaitGroup
	inside.Add(views)
	met := make(chan struct{})
	go func() { inside.Wait(); close(met) }()
	together(views, func(int) {
		var once sync.Once
		err := s.View(t.Context(), func(tx *storage.Tx) error {
			if _, err := setting(tx, "a"); err != nil {
				return err
			}
			once.Do(inside.Done)
			select {
			case <-met:
				return nil
			case <-time.After(timeout):
				return errors.New("the others do not come")
			}
		})
		if err != nil {
			t.Errorf("a View beside others: %v", err)
		}
	})
}

// testUnseen reads, in a View, data that an Update has not committed yet.
func testUnseen(t *testing.T, s storage.Store) {
	set(t, s, "a", "old")
	update(t, s, func(tx *storage.Tx) error {
		if err := put(tx, "a", "new"); err != nil {
			return err
		}
		settles(t, "a View beside an Update", func() error {
			return s.View(t.Context(), func(tx *storage.Tx) error {
				if value, err := setting(tx, "a"); err != nil || value != "old" {
					t.Errorf("a View beside an Update sees %q, %v; want the state before", value, err)
				}
				return nil
			})
		})
		return nil
	})
}

// testWaitingEndsWithContext lets an Update wait for another one, until its
// context ends. A store that lets both run at once may let it succeed instead.
func testWaitingEndsWithContext(t *testing.T, s storage.Store) {
	var once sync.Once
	update(t, s, func(tx *storage.Tx) error {
		if err := put(tx, "a", "1"); err != nil {
			return err
		}
		once.Do(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			settles(t, "an Update that waits for another one", func() error {
				err := s.Update(ctx, func(tx *storage.Tx) error { return put(tx, "b", "1") })
				if errors.Is(err, context.DeadlineExceeded) {
					return nil
				}
				return err
			})
		})
		return nil
	})
	set(t, s, "b", "2")
	if a, b := get(t, s, "a"), get(t, s, "b"); a != "1" || b != "2" {
		t.Errorf("the values are %q and %q, want 1 and 2", a, b)
	}
}
