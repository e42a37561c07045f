package derived_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// TestValues: a value is computed again after a write to one of its tables only, or when too
// many others were computed since.
func TestValues(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]reading{
		"in a transaction of its own": func(ctx context.Context, _ storage.Store, values *derived.Values[string, int], key string, compute func(*storage.Tx) (int, error)) (int, error) {
			return derived.Get(ctx, values, key, compute)
		},
		"in that of the caller": func(ctx context.Context, store storage.Store, values *derived.Values[string, int], key string, compute func(*storage.Tx) (int, error)) (int, error) {
			kept, err := derived.At(ctx, values)
			if err != nil {
				return 0, err
			}
			return storage.View(ctx, store, func(tx *storage.Tx) (int, error) {
				return derived.In(kept, key, func() (int, error) { return compute(tx) })
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testValues(t, read)
		})
	}
}

// reading returns the value of a key.
type reading = func(context.Context, storage.Store, *derived.Values[string, int], string, func(*storage.Tx) (int, error)) (int, error)

func testValues(t *testing.T, read reading) {
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	values := derived.New[string, int](store, storage.TablesOf("Apps"), 2)
	var computed []string
	get := func(key string) {
		t.Helper()
		n, err := read(t.Context(), store, values, key, func(tx *storage.Tx) (int, error) {
			computed = append(computed, key)
			return tx.Apps.Count(storage.AppQuery{})
		})
		want := count(t, store)
		if err != nil || n != want {
			t.Errorf("the value of %s is %d, %v, want %d", key, n, err, want)
		}
	}
	put := func(id storage.AppID) {
		t.Helper()
		err := store.Update(t.Context(), func(tx *storage.Tx) error {
			return tx.Apps.Put(storage.App{ID: id, Name: "An app", URL: "https://example.com"})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name string
		do   func()
		want []string
	}{
		{"first", func() { get("a"); get("b") }, []string{"a", "b"}},
		{"kept", func() { get("a"); get("b") }, nil},
		{"written", func() { put(1); get("a"); get("a") }, []string{"a"}},
		{"written elsewhere", func() {
			err := store.Update(t.Context(), func(tx *storage.Tx) error {
				return tx.Settings.Put(storage.Setting{Name: "welcome", Value: "1"})
			})
			if err != nil {
				t.Fatal(err)
			}
			get("a")
		}, nil},
		{"too many", func() { get("c"); get("d"); get("d") }, []string{"c", "d"}},
	} {
		computed = nil
		step.do()
		if diff := cmp.Diff(step.want, computed); diff != "" {
			t.Errorf("%s: computed (-want +got):\n%s", step.name, diff)
		}
	}
}

// TestValuesFailing: an error is not kept, and neither is anything of a store that does not
// tell of writes.
func TestValuesFailing(t *testing.T) {
	t.Parallel()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	values := derived.New[string, int](store, storage.TablesOf("Apps"), 2)
	if _, err := derived.Get(t.Context(), values, "a", func(*storage.Tx) (int, error) { return 1, storage.ErrDamaged }); err == nil {
		t.Error("the error of the computation was dropped")
	}
	if n, err := derived.Get(t.Context(), values, "a", func(*storage.Tx) (int, error) { return 2, nil }); n != 2 || err != nil {
		t.Errorf("after an error the value is %d, %v, want 2", n, err)
	}
	if kept, err := derived.At(t.Context(), values); err != nil {
		t.Error(err)
	} else if _, err := derived.In(kept, "b", func() (int, error) { return 1, storage.ErrDamaged }); err == nil {
		t.Error("the error of the computation in a transaction was dropped")
	} else if n, err := derived.In(kept, "b", func() (int, error) { return 2, nil }); n != 2 || err != nil {
		t.Errorf("after an error in a transaction the value is %d, %v, want 2", n, err)
	}
	silent := derived.New[string, int](plain{store}, storage.TablesOf("Apps"), 2)
	for want := range 3 {
		if n, err := derived.Get(t.Context(), silent, "a", func(*storage.Tx) (int, error) { return want, nil }); n != want || err != nil {
			t.Errorf("without revisions the value is %d, %v, want %d", n, err, want)
		}
		kept, err := derived.At(t.Context(), silent)
		if n, failed := derived.In(kept, "a", func() (int, error) { return want, nil }); n != want || err != nil || failed != nil {
			t.Errorf("without revisions the value in a transaction is %d, %v, %v, want %d", n, err, failed, want)
		}
	}
}

// plain is a store without optional interfaces.
type plain struct{ of storage.Store }

func (p plain) View(ctx context.Context, fn func(*storage.Tx) error) error { return p.of.View(ctx, fn) }
func (p plain) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	return p.of.Update(ctx, fn)
}

func count(t *testing.T, store storage.Store) int {
	t.Helper()
	n, err := storage.View(t.Context(), store, func(tx *storage.Tx) (int, error) { return tx.Apps.Count(storage.AppQuery{}) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestValuesOfAnAge: a value that is young enough is returned although its tables were written.
func TestValuesOfAnAge(t *testing.T) {
	t.Parallel()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	values := derived.New[string, int](store, storage.TablesOf("Apps"), 2)
	const start storage.Time = 1_000_000
	for _, step := range []struct {
		after time.Duration
		write bool
		want  int
		at    time.Duration
	}{
		{0, false, 0, 0},
		{time.Minute, false, 0, time.Minute}, // nothing was written: it is of now
		{time.Minute, true, 0, 0},
		{9 * time.Minute, false, 0, 0},
		{10 * time.Minute, false, 1, 10 * time.Minute},
		{11 * time.Minute, true, 1, 10 * time.Minute},
		{time.Minute, false, 2, time.Minute}, // the clock was set back
	} {
		if step.write {
			err := store.Update(t.Context(), func(tx *storage.Tx) error {
				id := storage.AppID(step.after / time.Second)
				return tx.Apps.Put(storage.App{ID: id, Name: "An app", URL: "https://example.com"})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		got, at, err := derived.GetWithin(t.Context(), values, "a", derived.Age{Now: start.Add(step.after), Max: 10 * time.Minute}, func(tx *storage.Tx) (int, error) {
			return tx.Apps.Count(storage.AppQuery{})
		})
		if err != nil || got != step.want || at != start.Add(step.at) {
			t.Errorf("after %v the value is %d of %v, %v, want %d of %v", step.after, got, at, err, step.want, start.Add(step.at))
		}
	}
}
