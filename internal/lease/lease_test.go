package lease_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/examples/custom/memory"
	"github.com/privacylabels/auditor/internal/lease"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const (
	now   storage.Time = 1_760_000_000_000
	lasts              = 15 * time.Second
)

func take(t *testing.T, s storage.Store, owner string, at storage.Time) (mine storage.Lease, err error) {
	t.Helper()
	err = s.Update(t.Context(), func(tx storage.Tx) (err error) {
		mine, err = lease.Take(tx, "work", owner, at, lasts)
		return err
	})
	return mine, err
}

func stored(t *testing.T, s storage.Store) (l storage.Lease) {
	t.Helper()
	err := s.View(t.Context(), func(tx storage.Tx) (err error) {
		l, err = tx.Leases().Get("work")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestTake(t *testing.T) {
	t.Parallel()
	s := storagetest.Strict(t, memory.New())
	for _, step := range []struct {
		name  string
		owner string
		at    storage.Time
		want  error
		epoch int64
	}{
		{"one that was never held", "a", now, nil, 1},
		{"one that is held", "b", now, lease.ErrHeld, 1},
		{"one that is held, by who holds it", "a", now, lease.ErrHeld, 1},
		{"one that is held for a moment more", "b", now.Add(lasts) - 1, lease.ErrHeld, 1},
		{"one that has ended", "b", now.Add(lasts), nil, 2},
	} {
		mine, err := take(t, s, step.owner, step.at)
		if !errors.Is(err, step.want) {
			t.Fatalf("%s: error %v, want %v", step.name, err, step.want)
		}
		if kept := stored(t, s); kept.Epoch != step.epoch || err == nil && kept != mine {
			t.Errorf("%s: the lease is %+v, and the caller has %+v", step.name, kept, mine)
		}
	}
}

func TestKeepAndRelease(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(tx storage.Tx, mine storage.Lease) error{
		"keep":    func(tx storage.Tx, mine storage.Lease) error { return lease.Keep(tx, mine, now.Add(2*lasts)) },
		"release": lease.Release,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storagetest.Strict(t, memory.New())
			first, err := take(t, s, "a", now)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Update(t.Context(), func(tx storage.Tx) error { return do(tx, first) }); err != nil {
				t.Fatalf("its own: %v", err)
			}
			want := storage.Lease{Name: "work", Owner: "a", Epoch: first.Epoch, ExpiresAt: now.Add(2 * lasts)}
			if name == "release" {
				want.Owner, want.ExpiresAt = "", 0
			}
			if diff := cmp.Diff(want, stored(t, s)); diff != "" {
				t.Errorf("the lease (-want +got):\n%s", diff)
			}
			second, err := take(t, s, "b", now.Add(2*lasts))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Update(t.Context(), func(tx storage.Tx) error { return do(tx, first) }); !errors.Is(err, lease.ErrLost) {
				t.Errorf("somebody else's: error %v, want %v", err, lease.ErrLost)
			}
			if diff := cmp.Diff(second, stored(t, s)); diff != "" {
				t.Errorf("the other's lease (-want +got):\n%s", diff)
			}
			err = s.Update(t.Context(), func(tx storage.Tx) error {
				if _, err := tx.Leases().Delete("work"); err != nil {
					return err
				}
				return do(tx, second)
			})
			if !errors.Is(err, lease.ErrLost) {
				t.Errorf("one that is gone: error %v, want %v", err, lease.ErrLost)
			}
		})
	}
}

// What the store fails with is not taken for a lease of somebody else.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	s := memory.New()
	mine, err := take(t, s, "a", now)
	if err != nil {
		t.Fatal(err)
	}
	view := func(do func(storage.Tx) error) error { return s.View(t.Context(), do) } // in which nothing can be written
	for name, err := range map[string]error{
		"take": view(func(tx storage.Tx) error {
			_, err := lease.Take(tx, "work", "b", now.Add(lasts), lasts)
			return err
		}),
		"keep":    view(func(tx storage.Tx) error { return lease.Keep(tx, mine, now) }),
		"release": view(func(tx storage.Tx) error { return lease.Release(tx, mine) }),
	} {
		if err == nil || errors.Is(err, lease.ErrHeld) || errors.Is(err, lease.ErrLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
