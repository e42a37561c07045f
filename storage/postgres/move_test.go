package postgres_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
	"github.com/privacylabels/auditor/storage/transfer"
)

// TestMoveFromSQLite moves every kind of record, and finds the database in order after it.
func TestMoveFromSQLite(t *testing.T) {
	t.Parallel()
	file, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := file.Update(t.Context(), storagetest.Seed); err != nil {
		t.Fatal(err)
	}
	s := openStore(t, pgtest.NewSchema(t))
	report, err := transfer.Move(t.Context(), file, s)
	if err != nil || report.Total() == 0 {
		t.Fatalf("Move: %d records, %v", report.Total(), err)
	}
	if wrong, err := s.Check(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("Check: %q, %v", wrong, err)
	}
	if _, err := transfer.Move(t.Context(), file, s); !errors.Is(err, transfer.ErrNotEmpty) {
		t.Errorf("Move once more: %v, want %v", err, transfer.ErrNotEmpty)
	}
}
