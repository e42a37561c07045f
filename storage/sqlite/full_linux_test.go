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

// TestFullDisk fills a disk of its own.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	onOwnDisk(t, "fill")
}

// onOwnDisk runs a task in a process that may mount a disk, because it is root in
// namespaces of its own.
func onOwnDisk(t *testing.T, task string) {
	t.Helper()
	cmd := process(t, t.TempDir(), task)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || strings.Contains(string(out), "mount:") {
		t.Skipf("no disk can be mounted here: %v %s", err, out)
	}
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func init() { tasks["fill"] = fill }

// fill runs in a process of its own.
func fill(dir string) (err error) {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1500k"); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	defer func() { err = errors.Join(err, syscall.Unmount(dir, syscall.MNT_DETACH)) }()
	ctx, path := context.Background(), filepath.Join(dir, "auditor.db")
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	if err := s.Update(ctx, putting("a", "1")); err != nil {
		return err
	}
	large := func(tx *storage.Tx) error {
		for i := range 10_000 {
			if err := putting(strconv.Itoa(i), strings.Repeat("x", 1000))(tx); err != nil {
				return err
			}
		}
		return nil
	}
	if err := s.Update(ctx, large); !errors.Is(err, storage.ErrFull) {
		return fmt.Errorf("an Update larger than the disk: %w, want ErrFull", err)
	}
	if err := left(ctx, s, 1); err != nil {
		return fmt.Errorf("after an Update that failed: %w", err)
	}
	kept := 1
	for ; err == nil; kept++ { // until the disk is full of what was kept
		err = s.Update(ctx, putting(strconv.Itoa(kept), strings.Repeat("x", 1000)))
	}
	if !errors.Is(err, storage.ErrFull) {
		return fmt.Errorf("Update %d: %w, want ErrFull", kept, err)
	}
	if err := errors.Join(left(ctx, s, kept-1), s.Close()); err != nil {
		return fmt.Errorf("on the full disk: %w", err)
	}
	if s, err = sqlite.Open(ctx, path); err != nil {
		return fmt.Errorf("open on the full disk: %w", err)
	}
	return errors.Join(left(ctx, s, kept-1), s.Close())
}

// left checks that so many settings are there and all is whole.
func left(ctx context.Context, s *sqlite.Store, want int) error {
	wrong, err := s.Check(ctx)
	if err != nil || len(wrong) > 0 {
		return fmt.Errorf("the check says %q, %w", wrong, err)
	}
	return s.View(ctx, func(tx *storage.Tx) error {
		n, err := tx.Settings.Count(storage.SettingQuery{})
		if err == nil && n != want {
			err = fmt.Errorf("%d settings are there, want %d", n, want)
		}
		return err
	})
}
