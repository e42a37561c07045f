package background_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const (
	now   storage.Time = 1_760_000_000_000
	lasts              = 15 * time.Second
)

func acquire(t *testing.T, s storage.Store, owner string, at storage.Time) (mine storage.Task, err error) {
	t.Helper()
	err = s.Update(t.Context(), func(tx *storage.Tx) (err error) {
		mine, err = background.Acquire(tx, storage.TaskID{Kind: "work"}, owner, at, lasts)
		return err
	})
	return mine, err
}

func stored(t *testing.T, s storage.Store) (l storage.Task) {
	t.Helper()
	err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
		l, err = tx.Tasks.Get(storage.TaskID{Kind: "work"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAcquire(t *testing.T) {
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
		{"one that is held", "b", now, background.ErrHeld, 1},
		{"one that is held, by its owner", "a", now, background.ErrHeld, 1},
		{"one that is held for a moment more", "b", now.Add(lasts) - 1, background.ErrHeld, 1},
		{"one that has ended", "b", now.Add(lasts), nil, 2},
	} {
		mine, err := acquire(t, s, step.owner, step.at)
		if !errors.Is(err, step.want) {
			t.Fatalf("%s: error %v, want %v", step.name, err, step.want)
		}
		if kept := stored(t, s); kept.Attempts != step.epoch || err == nil && kept != mine {
			t.Errorf("%s: the lease is %+v, and the caller has %+v", step.name, kept, mine)
		}
	}
}

// A clock that was set back leaves leases behind that end far in the future. Their owner may
// have ended meanwhile.
func TestLeaseOfAClockThatWasWrong(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		ahead time.Duration // of the clock of the owner
		want  error
	}{
		"the same clock":        {0, background.ErrHeld},
		"a replica's, ahead":    {4 * time.Minute, background.ErrHeld},
		"one that was set back": {time.Hour, nil},
		"by years":              {10 * 365 * 24 * time.Hour, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storagetest.Strict(t, memory.New())
			first, err := acquire(t, s, "a", now.Add(tt.ahead))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := acquire(t, s, "b", now); !errors.Is(err, tt.want) {
				t.Fatalf("error %v, want %v", err, tt.want)
			}
			err = s.Update(t.Context(), func(tx *storage.Tx) error { return background.Renew(tx, first, now.Add(lasts)) })
			if lost := errors.Is(err, background.ErrLost); lost != (tt.want == nil) {
				t.Errorf("the first owner renews: %v", err)
			}
		})
	}
}

func TestRenewAndRelease(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(tx *storage.Tx, mine storage.Task) error{
		"renew":   func(tx *storage.Tx, mine storage.Task) error { return background.Renew(tx, mine, now.Add(2*lasts)) },
		"release": background.Release,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storagetest.Strict(t, memory.New())
			first, err := acquire(t, s, "a", now)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Update(t.Context(), func(tx *storage.Tx) error { return do(tx, first) }); err != nil {
				t.Fatalf("its own: %v", err)
			}
			want := storage.Task{Kind: "work", Owner: "a", TakenAt: now, Attempts: first.Attempts, Due: now.Add(2 * lasts)}
			if name == "release" {
				want.Owner, want.TakenAt, want.Due = "", 0, 0
			}
			if diff := cmp.Diff(want, stored(t, s)); diff != "" {
				t.Errorf("the lease (-want +got):\n%s", diff)
			}
			second, err := acquire(t, s, "b", now.Add(2*lasts))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Update(t.Context(), func(tx *storage.Tx) error { return do(tx, first) }); !errors.Is(err, background.ErrLost) {
				t.Errorf("another owner's: error %v, want %v", err, background.ErrLost)
			}
			if diff := cmp.Diff(second, stored(t, s)); diff != "" {
				t.Errorf("the other's lease (-want +got):\n%s", diff)
			}
			err = s.Update(t.Context(), func(tx *storage.Tx) error {
				if _, err := tx.Tasks.Delete(storage.TaskID{Kind: "work"}); err != nil {
					return err
				}
				return do(tx, second)
			})
			if !errors.Is(err, background.ErrLost) {
				t.Errorf("one that is gone: error %v, want %v", err, background.ErrLost)
			}
		})
	}
}

// An error of the database is not taken for a lost lease.
func TestLeaseDatabaseFails(t *testing.T) {
	t.Parallel()
	s := memory.New()
	mine, err := acquire(t, s, "a", now)
	if err != nil {
		t.Fatal(err)
	}
	view := func(do func(*storage.Tx) error) error { return s.View(t.Context(), do) } // in which nothing can be written
	for name, err := range map[string]error{
		"acquire": view(func(tx *storage.Tx) error {
			_, err := background.Acquire(tx, storage.TaskID{Kind: "work"}, "b", now.Add(lasts), lasts)
			return err
		}),
		"renew":   view(func(tx *storage.Tx) error { return background.Renew(tx, mine, now) }),
		"release": view(func(tx *storage.Tx) error { return background.Release(tx, mine) }),
	} {
		if err == nil || errors.Is(err, background.ErrHeld) || errors.Is(err, background.ErrLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
