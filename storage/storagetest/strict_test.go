package storagetest_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// recorder is a testing.TB that keeps what is reported to it.
type recorder struct {
	testing.TB
	mu   sync.Mutex
	said []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

// strict returns a Strict store and what is reported about its use.
func strict(t *testing.T) (storage.Store, *recorder) {
	t.Helper()
	r := &recorder{TB: t}
	s := storagetest.Strict(r, memory.New())
	if err := s.Update(t.Context(), func(tx *storage.Tx) error {
		return errors.Join(put(tx, "a", "1"), put(tx, "b", "1"), tx.Apps.Put(app), tx.Features.Put(feature))
	}); err != nil {
		t.Fatal(err)
	}
	return s, r
}

var (
	app     = storage.App{ID: 1, Name: "App", URL: "url"}
	feature = storage.Feature{App: 1, Identifier: "VOICE"}
)

func put(tx *storage.Tx, name, value string) error {
	return tx.Settings.Put(storage.Setting{Name: name, Value: value})
}

func all(tx *storage.Tx) iter.Seq2[storage.Setting, error] {
	return tx.Settings.List(storage.SettingQuery{})
}

func TestStrictReportsMisuse(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		name   string
		misuse func(ctx context.Context, s storage.Store) error
		want   []string // a piece of each report
	}{
		{
			name: "view within an update",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.Update(ctx, func(*storage.Tx) error {
					return s.View(ctx, func(*storage.Tx) error { return nil })
				})
			},
			want: []string{"View within the Update at strict_test.go:"},
		},
		{
			name: "update within a view",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.View(ctx, func(*storage.Tx) error {
					return s.Update(ctx, func(*storage.Tx) error { return nil })
				})
			},
			want: []string{"Update within the View at strict_test.go:"},
		},
		{
			name: "transaction by another goroutine",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.Update(ctx, func(tx *storage.Tx) error {
					failed := make(chan error)
					go func() { failed <- put(tx, "c", "1") }()
					return <-failed
				})
			},
			want: []string{"Settings.Put by another goroutine than the one its Update is for"},
		},
		{
			name: "transaction after its end",
			misuse: func(ctx context.Context, s storage.Store) error {
				var late *storage.Tx
				err := s.View(ctx, func(tx *storage.Tx) error { late = tx; return nil })
				_, got := late.Settings.Get("a")
				_, counted := late.Settings.Count(storage.SettingQuery{})
				return errors.Join(err, got, counted)
			},
			want: []string{"Settings.Get after the end of its View", "Settings.Count after the end of its View"},
		},
		{
			name: "list made after the end",
			misuse: func(ctx context.Context, s storage.Store) error {
				var late *storage.Tx
				err := s.Update(ctx, func(tx *storage.Tx) error { late = tx; return nil })
				_, listed := storage.Collect(all(late))
				return errors.Join(err, listed)
			},
			want: []string{"Settings.List after the end of its Update"},
		},
		{
			name: "list used after the end",
			misuse: func(ctx context.Context, s storage.Store) error {
				var late iter.Seq2[storage.Setting, error]
				err := s.View(ctx, func(tx *storage.Tx) error { late = all(tx); return nil })
				_, listed := storage.First(late)
				return errors.Join(err, listed)
			},
			want: []string{"Settings.List ranged over after the end of its View"},
		},
		{
			name: "list half used at the end",
			misuse: func(ctx context.Context, s storage.Store) error {
				var next func() (storage.Setting, error, bool)
				err := s.View(ctx, func(tx *storage.Tx) error {
					next, _ = iter.Pull2(all(tx))
					_, err, _ := next()
					return err
				})
				_, listed, _ := next()
				return errors.Join(err, listed)
			},
			want: []string{"Settings.List ranged on after the end of its View"},
		},
		{
			name: "list used twice",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.View(ctx, func(tx *storage.Tx) error {
					list := all(tx)
					if _, err := storage.First(list); err != nil {
						return err
					}
					_, err := storage.Collect(list)
					return err
				})
			},
			want: []string{"Settings.List ranged over twice"},
		},
		{
			name: "put in a view",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.View(ctx, func(tx *storage.Tx) error { return put(tx, "c", "1") })
			},
			want: []string{"Settings.Put in a View"},
		},
		{
			name: "delete and clear in a view",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.View(ctx, func(tx *storage.Tx) error {
					_, deleted := tx.Settings.Delete("a")
					_, cleared := tx.Settings.Clear()
					return errors.Join(deleted, cleared)
				})
			},
			want: []string{"Settings.Delete in a View", "Settings.Clear in a View"},
		},
		{
			name: "write to the listed table",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.Update(ctx, func(tx *storage.Tx) error {
					for r, err := range all(tx) {
						if err != nil {
							return err
						}
						if err := put(tx, r.Name, "2"); err != nil {
							return err
						}
					}
					return nil
				})
			},
			want: []string{"Settings.Put while Settings is listed"},
		},
		{
			name: "delete of a parent of records in a listed table",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.Update(ctx, func(tx *storage.Tx) error {
					for range tx.Features.List(storage.FeatureQuery{}) {
						_, err := tx.Apps.Delete(1)
						return err
					}
					return nil
				})
			},
			want: []string{"Apps.Delete while Features is listed"},
		},
		{
			name: "going on after a failed write",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.Update(ctx, func(tx *storage.Tx) error {
					refused := put(tx, "", "")
					_, err := tx.Settings.Get("a")
					return errors.Join(refused, err)
				})
			},
			want: []string{"Settings.Get goes on after a write that failed: "},
		},
		{
			name: "success after a failed write",
			misuse: func(ctx context.Context, s storage.Store) error {
				return s.Update(ctx, func(tx *storage.Tx) error {
					_ = tx.Features.Put(storage.Feature{App: 2, Identifier: "VOICE"})
					return nil
				})
			},
			want: []string{"Update succeeds, though a write in it failed: "},
		},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			s, r := strict(t)
			before := contents(t, s)
			if err := one.misuse(t.Context(), s); !errors.Is(err, storagetest.ErrMisuse) {
				t.Errorf("the call returns %v, want %v", err, storagetest.ErrMisuse)
			}
			if len(r.said) != len(one.want) {
				t.Fatalf("reported %q, want %q", r.said, one.want)
			}
			for i, said := range r.said {
				if !strings.HasPrefix(said, "strict_test.go:") || !strings.Contains(said, "misuse of the store: "+one.want[i]) {
					t.Errorf("reported %q, want a place in this file and %q", said, one.want[i])
				}
			}
			if d := cmp.Diff(before, contents(t, s)); d != "" {
				t.Errorf("the misuse left something (-before +after):\n%s", d)
			}
		})
	}
}

// contents lists the settings.
func contents(t *testing.T, s storage.Store) []storage.Setting {
	t.Helper()
	var found []storage.Setting
	if err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
		found, err = storage.Collect(all(tx))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestStrictForgivesCorrectUse(t *testing.T) {
	t.Parallel()
	s, r := strict(t)
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		for f, err := range tx.Features.List(storage.FeatureQuery{}) {
			if err != nil {
				return err
			}
			if err := put(tx, f.Identifier, "1"); err != nil { // another table
				return err
			}
			if err := tx.Apps.Put(app); err != nil { // leaves the records that belong to it
				return err
			}
			if _, err := storage.Collect(tx.Features.List(storage.FeatureQuery{App: f.App})); err != nil {
				return err
			}
		}
		next, stop := iter.Pull2(all(tx)) // ranges on a goroutine of its own
		defer stop()
		if _, err, _ := next(); err != nil {
			return err
		}
		stop()
		_, err := tx.Settings.Delete("a")
		return err
	})
	if err != nil {
		t.Error(err)
	}
	done := make(chan error)
	go func() { // another goroutine may open one of its own
		done <- s.View(t.Context(), func(*storage.Tx) error { return nil })
	}()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if len(r.said) > 0 {
		t.Errorf("reported %q", r.said)
	}
}

func TestStrictRunsTwice(t *testing.T) {
	t.Parallel()
	s, r := strict(t)
	var seen []string
	count := func(tx *storage.Tx) error {
		n, err := tx.Settings.Count(storage.SettingQuery{})
		seen = append(seen, fmt.Sprint(n))
		return err
	}
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		return errors.Join(count(tx), put(tx, "c", "1"))
	})
	if err = errors.Join(err, s.View(t.Context(), count)); err != nil {
		t.Error(err)
	}
	if want := []string{"2", "2", "3", "3"}; !slices.Equal(seen, want) {
		t.Errorf("the functions see %v settings, want %v: the first run of an Update is undone", seen, want)
	}
	if len(r.said) > 0 {
		t.Errorf("reported %q", r.said)
	}
}

func TestStrictAfterPanic(t *testing.T) {
	t.Parallel()
	s, r := strict(t)
	func() {
		defer func() { _ = recover() }()
		_ = s.Update(t.Context(), func(*storage.Tx) error { panic("no") })
	}()
	if got := contents(t, s); len(got) != 2 || len(r.said) > 0 {
		t.Errorf("after a panic %v is listed and %q reported", got, r.said)
	}
}

func TestStrictUnwraps(t *testing.T) {
	t.Parallel()
	s, _ := strict(t)
	if _, ok := storage.As[storage.Revisioner](s); !ok {
		t.Error("the optional interface of the inner store is not found")
	}
}
