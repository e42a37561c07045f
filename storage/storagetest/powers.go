package storagetest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func powerTests() []step {
	return []step{
		{"Revision", testRevision},
		{"RevisionAndView", testRevisionAndView},
		{"Check", testCheck},
		{"Inspect", testInspect},
	}
}

// power finds an optional power, or ends the test.
func power[P any](t testing.TB, s storage.Store) P {
	t.Helper()
	p, ok := storage.As[P](s)
	if !ok {
		t.Skip("the store lacks this optional power")
	}
	return p
}

func revision(t testing.TB, r storage.Revisioner) uint64 {
	t.Helper()
	n, err := r.Revision(t.Context())
	if err != nil {
		t.Fatalf("Revision: %v", err)
	}
	return n
}

// testRevision moves the revision by each kind of write, and by nothing else.
func testRevision(t *testing.T, s storage.Store) {
	r := power[storage.Revisioner](t, s)
	last := revision(t, r)
	seen := map[uint64]bool{last: true}
	for name, write := range map[string]func(storage.Tx) error{
		"Put": func(tx storage.Tx) error { return put(tx, "a", "1") },
		"Put and Delete": func(tx storage.Tx) error {
			_, err := tx.Settings().Delete("a")
			return errors.Join(put(tx, "b", "1"), err)
		},
		"Put anew": func(tx storage.Tx) error { return put(tx, "b", strconv.Itoa(len(seen))) },
		"Clear": func(tx storage.Tx) error {
			_, err := tx.Settings().Clear()
			return errors.Join(put(tx, "c", "1"), err)
		},
	} {
		update(t, s, write)
		last = revision(t, r)
		if seen[last] {
			t.Errorf("the revision is %d after %s, as it was before", last, name)
		}
		seen[last] = true
	}
	idle(t, s)
	if now := revision(t, r); now != last {
		t.Errorf("the revision moves from %d to %d, and nothing was written", last, now)
	}
}

// idle opens transactions that keep nothing.
func idle(t testing.TB, s storage.Store) {
	t.Helper()
	read := func(tx storage.Tx) error {
		_, err := storage.Collect(tx.Settings().List(storage.SettingQuery{}))
		return err
	}
	view(t, s, read)
	update(t, s, read)
	update(t, s, func(tx storage.Tx) error { return tx.Settings().Put() })
	failed := errors.New("no")
	if err := s.Update(t.Context(), func(tx storage.Tx) error {
		if err := put(tx, "a", "2"); err != nil {
			return err
		}
		return failed
	}); !errors.Is(err, failed) {
		t.Errorf("Update: %v, want %v", err, failed)
	}
}

// testRevisionAndView keeps, under the revision read before, what a View saw,
// beside a writer: whoever has written never finds an older value kept.
func testRevisionAndView(t *testing.T, s storage.Store) {
	r := power[storage.Revisioner](t, s)
	set(t, s, "n", "0")
	var mu sync.Mutex
	kept := make(map[uint64]int)
	keep := func() error {
		rev, err := r.Revision(t.Context())
		if err != nil {
			return err
		}
		return s.View(t.Context(), func(tx storage.Tx) error {
			value, err := setting(tx, "n")
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(value)
			mu.Lock()
			defer mu.Unlock()
			if _, ok := kept[rev]; !ok {
				kept[rev] = n
			}
			return err
		})
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() { repeat(t, done, keep) })
	}
	defer readers.Wait()
	defer close(done)
	for i := 1; i <= 100; i++ {
		if err := keep(); err != nil {
			t.Fatal(err)
		}
		set(t, s, "n", strconv.Itoa(i))
		rev := revision(t, r)
		mu.Lock()
		if n, ok := kept[rev]; ok && n < i {
			t.Errorf("after %d was written, revision %d stands for %d", i, rev, n)
		}
		mu.Unlock()
	}
}

// repeat calls a function until done is closed or it fails.
func repeat(t testing.TB, done <-chan struct{}, call func() error) {
	for {
		select {
		case <-done:
			return
		default:
		}
		if err := call(); err != nil {
			t.Errorf("beside others: %v", err)
			return
		}
	}
}

func testCheck(t *testing.T, s storage.Store) {
	c := power[storage.Checker](t, s)
	for range 2 {
		wrong, err := c.Check(t.Context())
		if err != nil || len(wrong) > 0 {
			t.Errorf("Check of a healthy store: %q, %v; want nothing", wrong, err)
		}
		update(t, s, plant)
	}
}

// testInspect looks at a store that is empty, one that has grown, and one in use.
func testInspect(t *testing.T, s storage.Store) {
	i := power[storage.Inspector](t, s)
	inspect := func() storage.Layout {
		t.Helper()
		l, err := i.Inspect(t.Context())
		if err != nil {
			t.Fatalf("Inspect: %v", err)
		}
		if l.Bytes < 0 || l.LogBytes < 0 || l.SharedBytes < 0 || l.FreePages < 0 || l.FreePages > l.Pages || l.Pages > 0 && l.PageSize <= 0 {
			t.Errorf("Inspect: %+v", l)
		}
		return l
	}
	before := inspect()
	for n := range 100 {
		set(t, s, strconv.Itoa(n), strings.Repeat("x", 10_000))
	}
	update(t, s, func(storage.Tx) error {
		after := inspect() // waits for nobody
		if after.Path != before.Path || after.Bytes+after.LogBytes <= before.Bytes+before.LogBytes {
			t.Errorf("Inspect of a store that has grown: %+v, before: %+v", after, before)
		}
		return nil
	})
}

// RunCopier tests the optional power [storage.Copier]. The function open is as
// for [Run]; reopen opens the copy that was written to path. It fails when the
// store lacks the power.
func RunCopier(t *testing.T, open func(t testing.TB) storage.Store, reopen func(t testing.TB, path string) storage.Store) {
	t.Helper()
	copier := func(t *testing.T) (storage.Store, storage.Copier, string) {
		t.Helper()
		s := open(t)
		c, ok := storage.As[storage.Copier](s)
		if !ok {
			t.Fatal("the store is no storage.Copier")
		}
		return s, c, filepath.Join(t.TempDir(), "a copy #1 %.db")
	}
	t.Run("Whole", func(t *testing.T) {
		t.Parallel()
		s, c, path := copier(t)
		update(t, s, plant)
		if err := c.CopyTo(t.Context(), path); err != nil {
			t.Fatalf("CopyTo: %v", err)
		}
		set(t, s, "later", "1")
		twin := reopen(t, path)
		view(t, twin, func(tx storage.Tx) error {
			if d := diff(planted(), take(t, tx)); d != "" {
				t.Errorf("the copy (-want +got):\n%s", d)
			}
			return nil
		})
		set(t, twin, "twin", "1")
		if get(t, twin, "later") != "" || get(t, s, "twin") != "" {
			t.Error("the copy and the store follow each other")
		}
	})
	t.Run("FileThere", func(t *testing.T) {
		t.Parallel()
		_, c, path := copier(t)
		if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		if c.CopyTo(t.Context(), path) == nil {
			t.Error("CopyTo a file that exists succeeds")
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != "precious" {
			t.Errorf("the file that was there holds %q, %v", kept, err)
		}
	})
	t.Run("InUse", func(t *testing.T) {
		t.Parallel()
		s, c, path := copier(t)
		done := make(chan struct{})
		var writer sync.WaitGroup
		n := 0
		writer.Go(func() {
			repeat(t, done, func() error {
				n++
				return s.Update(t.Context(), func(tx storage.Tx) error {
					return errors.Join(put(tx, "a", strconv.Itoa(n)), put(tx, "b", strconv.Itoa(n)))
				})
			})
		})
		err := c.CopyTo(t.Context(), path)
		close(done)
		writer.Wait()
		if err != nil {
			t.Fatalf("CopyTo: %v", err)
		}
		twin := reopen(t, path)
		if a, b := get(t, twin, "a"), get(t, twin, "b"); a != b {
			t.Errorf("the copy holds a of one state, %q, and b of another, %q", a, b)
		}
	})
}
