package sqlite_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// TestRevisionMovesByOne counts the steps of the revision, over checkpoints and
// beside those who ask for it.
func TestRevisionMovesByOne(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	revision := func() uint64 {
		t.Helper()
		n, err := s.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := revision()
	const updates = 1500 // enough for SQLite to move its log to the file
	for range updates {
		set(t, s, "a", "the same again")
	}
	if got := revision() - before; got != updates {
		t.Errorf("%d Updates have moved the revision by %d", updates, got)
	}

	before = revision()
	time.Sleep(150 * time.Millisecond) // so that the next looks anew
	nothing := []func(*storage.Tx) error{
		func(tx *storage.Tx) error { _, err := tx.Settings.Get("a"); return err },
		func(tx *storage.Tx) error { _, err := tx.Settings.Delete("b", "c"); return err },
		func(tx *storage.Tx) error { _, err := tx.Runs.Clear(); return err },
		func(tx *storage.Tx) error { return tx.Apps.Put() },
		func(tx *storage.Tx) error { return errors.Join(putting("a", "undone")(tx), errUndo) },
	}
	for i, fn := range nothing {
		if err := s.Update(t.Context(), fn); err != nil && !errors.Is(err, errUndo) {
			t.Fatal(err)
		}
		if got := revision(); got != before {
			t.Errorf("Update %d has written nothing and moved the revision from %d to %d", i, before, got)
		}
	}
}

var errUndo = errors.New("undo")

func TestRevisionOfAnEndedContext(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := s.Revision(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Revision with an ended context: %d, %v; want %v", n, err, context.Canceled)
	}
}

// TestRevisionBesideALongUpdate asks while the one connection that writes is in use.
func TestRevisionBesideALongUpdate(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	mustUpdate(t, s, func(tx *storage.Tx) error {
		if err := putting("a", "1")(tx); err != nil {
			return err
		}
		before, err := s.Revision(t.Context())
		if err != nil {
			return err
		}
		time.Sleep(150 * time.Millisecond)
		after, err := s.Revision(t.Context())
		if before != after {
			t.Errorf("the revision moves from %d to %d before the commit", before, after)
		}
		return err
	})
}

func TestRevisionWhileClosing(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	var askers sync.WaitGroup
	for range 4 {
		askers.Go(func() {
			for {
				if _, err := s.Revision(t.Context()); err != nil {
					return
				}
			}
		})
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	askers.Wait()
}

// TestTableRevision holds that a write moves the revisions of the tables it concerns
// alone, and that of another process those of all.
func TestTableRevision(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s, other := openStore(t, path), openStore(t, path)
	revision := func(table string) uint64 {
		t.Helper()
		n, err := s.TableRevision(t.Context(), storage.TablesOf(table))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	set(t, s, "a", "1") // the first commit of a connection counts for all
	settings, apps := revision("Settings"), revision("Apps")
	for range 100 {
		set(t, s, "a", "2")
	}
	if n := revision("Settings"); n != settings+100 {
		t.Errorf("100 Updates have moved the revision of the settings by %d", n-settings)
	}
	time.Sleep(150 * time.Millisecond) // so that the next looks anew
	if n := revision("Apps"); n != apps {
		t.Errorf("Updates of settings have moved the revision of the apps by %d", n-apps)
	}
	for range 20 { // another process, right before and right after a commit of this one
		before := revision("Apps")
		set(t, other, "b", "1")
		set(t, s, "a", "3")
		if revision("Apps") == before {
			t.Fatal("the other process has moved nothing")
		}
		set(t, other, "b", "2")
		before = revision("Apps")
		for start := time.Now(); revision("Apps") == before; time.Sleep(10 * time.Millisecond) {
			if time.Since(start) > 5*time.Second {
				t.Fatal("the other process has moved nothing")
			}
		}
	}
}
