package memory_test

import (
	"context"
	"errors"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(testing.TB) storage.Store { return memory.New() })
}

func TestStoreWithinStrict(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(t testing.TB) storage.Store { return storagetest.Strict(t, memory.New()) })
}

// TestFailedWriteIsNotForgotten: the contract forbids to go on after a write
// that failed; this store then keeps nothing, whatever fn returns.
func TestFailedWriteIsNotForgotten(t *testing.T) {
	t.Parallel()
	s := memory.New()
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		_ = tx.Settings.Put(storage.Setting{Name: "a"})
		_ = tx.Settings.Put(storage.Setting{})
		if err := tx.Settings.Put(storage.Setting{Name: "b"}); !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("Put after one that failed: %v, want its error again", err)
		}
		return nil
	})
	if !errors.Is(err, storage.ErrInvalid) {
		t.Errorf("Update: %v, want %v", err, storage.ErrInvalid)
	}
	err = s.View(t.Context(), func(tx *storage.Tx) error {
		n, err := tx.Settings.Count(storage.SettingQuery{})
		if n != 0 {
			t.Errorf("%d settings are kept, want none", n)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestRevisionCountsWrites(t *testing.T) {
	t.Parallel()
	s := memory.New()
	for want := range uint64(3) {
		if got, err := s.Revision(t.Context()); got != want || err != nil {
			t.Errorf("Revision: %d, %v; want %d", got, err, want)
		}
		for _, records := range [][]storage.Setting{{}, {{Name: "a"}}} {
			if err := s.Update(t.Context(), func(tx *storage.Tx) error { return tx.Settings.Put(records...) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Revision(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Revision with an ended context: %v, want %v", err, context.Canceled)
	}
}
