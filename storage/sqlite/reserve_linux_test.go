package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// TestReserve deletes on full disks, see the tasks.
func TestReserve(t *testing.T) {
	t.Parallel()
	for _, task := range []string{"reserve", "reserve without a log", "reserve at start", "reserve while read"} {
		t.Run(task, func(t *testing.T) {
			t.Parallel()
			onOwnDisk(t, task)
		})
	}
}

func init() {
	tasks["reserve"] = func(dir string) error { return deleteOnFull(dir, fullDisk{}) }
	tasks["reserve without a log"] = func(dir string) error { return deleteOnFull(dir, fullDisk{reopened: true}) }
	tasks["reserve at start"] = func(dir string) error { return deleteOnFull(dir, fullDisk{reopened: true, filled: true}) }
	tasks["reserve while read"] = func(dir string) error { return deleteOnFull(dir, fullDisk{read: true}) }
}

// fullDisk is how a disk came to be full.
type fullDisk struct {
	reopened bool // the database was closed, so that the log is gone, and opened again
	filled   bool // another program took what was left before that
	read     bool // a reader holds an old state meanwhile
}

const (
	diskSize    = 20 << 20
	reserveSize = 4 << 20
)

// deleteOnFull runs in a process of its own.
func deleteOnFull(dir string, d fullDisk) (err error) {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprint("size=", diskSize)); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	defer func() { err = errors.Join(err, syscall.Unmount(dir, syscall.MNT_DETACH)) }()
	ctx, path := context.Background(), filepath.Join(dir, "auditor.db")
	s, err := sqlite.Open(ctx, path, sqlite.WithReserve(reserveSize))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if got := size(path + "-reserve"); got != reserveSize {
		return fmt.Errorf("the reserve has %d bytes, want %d", got, reserveSize)
	}
	kept := 0
	for ; err == nil; kept++ {
		err = s.Update(ctx, putting(strconv.Itoa(kept), strings.Repeat("x", 10_000)))
	}
	if kept--; !errors.Is(err, storage.ErrFull) {
		return fmt.Errorf("Update %d: %w, want ErrFull", kept, err)
	}
	if got := size(path + "-reserve"); got < reserveSize/2 {
		return fmt.Errorf("what makes the database larger has taken the reserve: %d bytes are left", got)
	}
	if d.reopened {
		if err := s.Close(); err != nil {
			return err
		}
		if d.filled {
			if err := fillUp(filepath.Join(dir, "other")); err != nil {
				return err
			}
		}
		again, err := sqlite.Open(ctx, path, sqlite.WithReserve(reserveSize))
		if err != nil {
			return fmt.Errorf("open on the full disk: %w", err)
		}
		s = again
	}
	if err := left(ctx, s, kept); err != nil {
		return err
	}
	if d.read {
		return s.View(ctx, func(tx *storage.Tx) error {
			if _, err := tx.Settings.Get("0"); err != nil {
				return err
			}
			return deletions(ctx, s, kept)
		})
	}
	return deletions(ctx, s, kept)
}

// deletions deletes settings one by one, and then writes as much.
func deletions(ctx context.Context, s *sqlite.Store, kept int) error {
	const n = 50
	for i := range n {
		err := s.Update(ctx, func(tx *storage.Tx) error {
			if _, err := tx.Settings.Delete(strconv.Itoa(i)); err != nil {
				return err
			}
			return tx.Activities.Put(storage.Activity{ID: strconv.Itoa(i), Kind: "delete", Type: "delete", Status: "ok", StartedAt: 1})
		})
		if err != nil {
			return fmt.Errorf("deletion %d on the full disk: %w", i, err)
		}
	}
	for i := range n / 2 {
		if err := s.Update(ctx, putting(strconv.Itoa(i), strings.Repeat("x", 10_000))); err != nil {
			return fmt.Errorf("write %d after the deletions: %w", i, err)
		}
	}
	if err := left(ctx, s, kept-n+n/2); err != nil {
		return err
	}
	err := s.Update(ctx, func(tx *storage.Tx) error {
		_, err := tx.Settings.Clear()
		return err
	})
	if err != nil {
		return fmt.Errorf("clear all on the full disk: %w", err)
	}
	return left(ctx, s, 0)
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// fillUp takes what room is left.
func fillUp(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	for _, piece := range []int{1 << 16, 1 << 12, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, piece))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			return errors.Join(err, f.Close())
		}
	}
	return f.Close()
}
