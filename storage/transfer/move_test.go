package transfer_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
	"github.com/privacylabels/auditor/storage/transfer"
)

func openFile(t *testing.T) storage.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func update(t *testing.T, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// TestMove moves every kind of record between two kinds of store, there and back.
func TestMove(t *testing.T) {
	t.Parallel()
	from, file, back := memory.New(), openFile(t), memory.New()
	update(t, from, storagetest.Seed)
	update(t, from, func(tx *storage.Tx) error {
		if _, err := tx.Tasks.Clear(); err != nil {
			return err
		}
		return tx.Tasks.Put(
			storage.Task{Kind: "waits", Due: 5}, storage.Task{Kind: "waits", Subject: "again", Due: 9, Attempts: 2},
			storage.Task{Kind: "held", Due: 5, Owner: "a"}, storage.Task{Kind: "released", Attempts: 3},
		)
	})
	var reports []transfer.Report
	for _, way := range [][2]storage.Store{{from, storagetest.Strict(t, file)}, {file, storagetest.Strict(t, back)}} {
		report, err := transfer.Move(t.Context(), way[0], way[1])
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, report)
	}
	if diff := cmp.Diff(reports[0], reports[1]); diff != "" {
		t.Errorf("there and back (-there +back):\n%s", diff)
	}
	for _, kind := range storage.Kinds() {
		if n := reports[0].Records[kind.Name()]; n < 2 && kind.Name() != "Tasks" {
			t.Errorf("%d records of %s were moved", n, kind.Name())
		}
	}
	want := []storage.Task{{Kind: "waits", Due: 5}, {Kind: "waits", Subject: "again", Due: 9, Attempts: 2}}
	if diff := cmp.Diff(want, storagetest.All[storage.Task](t, back)); diff != "" {
		t.Errorf("the tasks (-want +got):\n%s", diff)
	}
}

// TestMoveOfMany moves more than one Update writes.
func TestMoveOfMany(t *testing.T) {
	t.Parallel()
	const most = 2500
	from, to := memory.New(), memory.New()
	update(t, from, func(tx *storage.Tx) error {
		for i := range most {
			if err := tx.Settings.Put(storage.Setting{Name: string(rune('a' + i)), Value: "v"}); err != nil {
				return err
			}
		}
		return nil
	})
	report, err := transfer.Move(t.Context(), from, to)
	if err != nil || report.Total() != most || report.Records["Settings"] != most {
		t.Errorf("Move: %v, %v; want %d settings", report.Records, err, most)
	}
}

func TestMoveNeedsAnEmptyTarget(t *testing.T) {
	t.Parallel()
	to := memory.New()
	update(t, to, func(tx *storage.Tx) error { return tx.Settings.Put(storage.Setting{Name: "a", Value: "1"}) })
	if _, err := transfer.Move(t.Context(), memory.New(), to); !errors.Is(err, transfer.ErrNotEmpty) {
		t.Errorf("Move: %v, want %v", err, transfer.ErrNotEmpty)
	}
}

// TestMoveFindsDifferences moves to stores that lose a commit, or change what they hold.
func TestMoveFindsDifferences(t *testing.T) {
	t.Parallel()
	from := memory.New()
	update(t, from, func(tx *storage.Tx) error { return tx.Settings.Put(storage.Setting{Name: "a", Value: "1"}) })
	for name, to := range map[string]storage.Store{
		"another value": changing{memory.New(), "2"},
		"none":          changing{memory.New(), ""},
	} {
		if _, err := transfer.Move(t.Context(), from, to); !errors.Is(err, transfer.ErrDifferent) {
			t.Errorf("%s: Move: %v, want %v", name, err, transfer.ErrDifferent)
		}
	}
	failed := storagetest.Faulty(memory.New(), storagetest.Faults{Before: storagetest.Nth(1)})
	if _, err := transfer.Move(t.Context(), from, failed); !errors.Is(err, storagetest.ErrFault) {
		t.Errorf("Move: %v, want %v", err, storagetest.ErrFault)
	}
}

// changing is a store that writes another value of a setting, or nothing.
type changing struct {
	storage.Store
	value string
}

func (c changing) Update(ctx context.Context, _ func(*storage.Tx) error) error {
	if c.value == "" {
		return nil
	}
	return c.Store.Update(ctx, func(tx *storage.Tx) error { return tx.Settings.Put(storage.Setting{Name: "a", Value: c.value}) })
}

// TestMoveAgain moves after a move that failed: until then the target is not whole.
func TestMoveAgain(t *testing.T) {
	t.Parallel()
	from, to := memory.New(), openFile(t)
	update(t, from, storagetest.Seed)
	if err := transfer.RequireWhole(t.Context(), to); err != nil {
		t.Errorf("RequireWhole before: %v", err)
	}
	failed := storagetest.Faulty(to, storagetest.Faults{Before: storagetest.Nth(9)})
	if _, err := transfer.Move(t.Context(), from, failed); !errors.Is(err, storagetest.ErrFault) {
		t.Fatalf("Move: %v, want %v", err, storagetest.ErrFault)
	}
	if err := transfer.RequireWhole(t.Context(), to); !errors.Is(err, transfer.ErrUnfinished) {
		t.Errorf("RequireWhole after the failure: %v, want %v", err, transfer.ErrUnfinished)
	}
	if _, err := transfer.Move(t.Context(), from, to); err != nil {
		t.Errorf("Move again: %v", err)
	}
	if err := transfer.RequireWhole(t.Context(), to); err != nil {
		t.Errorf("RequireWhole afterwards: %v", err)
	}
	if _, err := transfer.Move(t.Context(), from, to); !errors.Is(err, transfer.ErrNotEmpty) {
		t.Errorf("Move once more: %v, want %v", err, transfer.ErrNotEmpty)
	}
}

// TestMoveOfAStoreInUse writes to the source while it is read.
func TestMoveOfAStoreInUse(t *testing.T) {
	t.Parallel()
	from := openFile(t)
	update(t, from, func(tx *storage.Tx) error { return tx.Settings.Put(storage.Setting{Name: "a", Value: "1"}) })
	to := beside{memory.New(), func() {
		update(t, from, func(tx *storage.Tx) error { return tx.Settings.Put(storage.Setting{Name: "b", Value: "2"}) })
	}}
	if _, err := transfer.Move(t.Context(), from, to); !errors.Is(err, transfer.ErrChanged) {
		t.Errorf("Move: %v, want %v", err, transfer.ErrChanged)
	}
}

// beside is a store that does something before each Update.
type beside struct {
	storage.Store
	do func()
}

func (b beside) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	b.do()
	return b.Store.Update(ctx, fn)
}
