package background_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

var work = storage.TaskID{Kind: "work"}

func always(*storage.Tx) error { return nil }

func takes(t *testing.T, s storage.Store) (context.Context, *background.Taken, error) {
	t.Helper()
	env := storage.Env{Store: s, Now: time.Now, Random: rand.Reader}.WithLogger()
	return background.Take(t.Context(), env, work, lasts, always)
}

func TestTake(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := storagetest.Strict(t, memory.New())
		start := storage.TimeOf(time.Now())
		held, taken, err := takes(t, s)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			time.Sleep(lasts / 2)
			if _, _, err := takes(t, s); !errors.Is(err, background.ErrHeld) {
				t.Fatalf("after %v another takes it: %v", storage.TimeOf(time.Now()).Sub(start), err)
			}
		}
		if got := stored(t, s); got.Owner != taken.Owner() || got.TakenAt != start || got.Attempts != 1 {
			t.Errorf("it is stored as %+v", got)
		}
		if held.Err() != nil {
			t.Errorf("the context ended: %v", context.Cause(held))
		}

		refused := errors.New("refused")
		if err := taken.End(t.Context(), func(*storage.Tx) error { return refused }); !errors.Is(err, refused) {
			t.Errorf("write fails: %v", err)
		}
		note := storage.Setting{Name: "done", Value: "1"}
		if err := taken.End(t.Context(), func(tx *storage.Tx) error { return tx.Settings.Put(note) }); err != nil {
			t.Error(err)
		}
		if left := storagetest.All[storage.Task](t, s); len(left) > 0 {
			t.Errorf("left: %+v", left)
		}
		if diff := cmp.Diff([]storage.Setting{note}, storagetest.All[storage.Setting](t, s)); diff != "" {
			t.Errorf("written (-want +got):\n%s", diff)
		}
	})
}

func TestTakeLost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := storagetest.Strict(t, memory.New())
		held, taken, err := takes(t, s)
		if err != nil {
			t.Fatal(err)
		}
		others := storage.Task{Kind: "work", Owner: "other", Attempts: 2, Due: storage.TimeOf(time.Now().Add(lasts))}
		if err := s.Update(t.Context(), func(tx *storage.Tx) error { return tx.Tasks.Put(others) }); err != nil {
			t.Fatal(err)
		}
		<-held.Done()
		if got := context.Cause(held); !errors.Is(got, background.ErrLost) {
			t.Errorf("the context ended with %v", got)
		}
		wrote := func(*storage.Tx) error { t.Error("its result is written"); return nil }
		if err := taken.End(t.Context(), wrote); !errors.Is(err, background.ErrLost) {
			t.Errorf("at its end: %v", err)
		}
		if diff := cmp.Diff(others, stored(t, s)); diff != "" {
			t.Errorf("the other's (-want +got):\n%s", diff)
		}
	})
}

func TestTakeRefused(t *testing.T) {
	t.Parallel()
	s := storagetest.Strict(t, memory.New())
	env := storage.Env{Store: s, Now: time.Now, Random: rand.Reader}.WithLogger()
	refused := errors.New("refused")
	if _, _, err := background.Take(t.Context(), env, work, lasts, func(*storage.Tx) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("the error is %v", err)
	}
	if left := storagetest.All[storage.Task](t, s); len(left) > 0 {
		t.Errorf("taken nevertheless: %+v", left)
	}
}
