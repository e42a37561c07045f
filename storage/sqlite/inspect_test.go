package sqlite_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func TestInspect(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	seed(t, s, fleet{apps: 20, snapshots: 3})
	size := func(suffix string) int64 {
		info, err := os.Stat(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	// Beside one who writes.
	mustUpdate(t, s, func(*storage.Tx) error {
		got, err := s.Inspect(t.Context())
		if err != nil {
			return err
		}
		if got.Pages < 10 || got.FreePages < 0 || got.FreePages >= got.Pages {
			t.Errorf("%d of %d pages are free", got.FreePages, got.Pages)
		}
		got.Pages, got.FreePages = 0, 0
		want := storage.Layout{
			Path: path, Bytes: size(""), LogBytes: size("-wal"), SharedBytes: size("-shm"),
			PageSize: 4096, JournalMode: "wal", BusyTimeout: 30 * time.Second, ForeignKeys: true, AutoCheckpoint: 4072,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("layout (-want +got):\n%s", diff)
		}
		return nil
	})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := s.Inspect(gone); !errors.Is(err, context.Canceled) || got != (storage.Layout{}) {
		t.Errorf("after the context has ended: %+v, %v", got, err)
	}
}
