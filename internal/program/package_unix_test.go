//go:build unix

package program

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A device has no end, so what is read of it says that it is no backup.
func TestBackupFromADevice(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps")
	for _, args := range [][]string{{"verify"}, {"restore"}, {"restore", "-allow-untrusted"}} {
		command(t, nil, append(args, "/dev/zero", "-data-dir", s.dir)...).expect(t, exitFault, "", "does not begin with {")
	}
	command(t, nil, "import", "/dev/zero", "-data-dir", s.dir).expect(t, exitFault, "", "/dev/zero is longer than ")
	command(t, nil, "verify", filepath.Join(t.TempDir(), "missing"), "-key", "/dev/zero", "-data-dir", s.dir).expect(t, exitFault, "", "missing")
}

// A package in a folder may have been made by others, with a file that never ends.
func TestVerifyOpensNoPipe(t *testing.T) {
	t.Parallel()
	dir, data := filepath.Join(t.TempDir(), "panel"), newShop(t, "Maps").dir
	command(t, nil, "dataset", dir, "-data-dir", data).expect(t, exitDone, "", "")
	command(t, nil, "verify", dir, "-data-dir", data).expect(t, exitDone, "complete", "")
	table := filepath.Join(dir, "apps.csv")
	if err := os.Remove(table); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(table, 0o600); err != nil {
		t.Fatal(err)
	}
	command(t, nil, "verify", dir, "-data-dir", data).expect(t, exitFault, "", "apps.csv is not a regular file")
}

// A command that waits for the other side of a pipe ends with the first signal, while it opens the
// pipe and while it reads it.
func TestCommandsThatWaitForAPipe(t *testing.T) {
	t.Parallel()
	dir, data := t.TempDir(), newShop(t, "Maps").dir
	stdin, silent := io.Pipe()
	defer silent.Close()
	for i, line := range []string{
		"restore UNOPENED", "restore UNWRITTEN", "restore -", "verify UNOPENED", "verify UNWRITTEN", "verify -", "import UNOPENED", "import UNWRITTEN",
		"import -", "import --dry-run -", "backup UNOPENED", "export UNOPENED", "dataset UNOPENED.zip",
	} {
		pipe := filepath.Join(dir, fmt.Sprintf("%d.zip", i)) // each has its own: an open that waits stays
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, "UNWRITTEN") {
			writer, err := os.OpenFile(pipe, os.O_RDWR, 0) // so that an open for reading does not wait
			if err != nil {
				t.Fatal(err)
			}
			defer writer.Close()
		}
		line = strings.NewReplacer("UNOPENED.zip", pipe, "UNOPENED", pipe, "UNWRITTEN", pipe).Replace(line)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		done := make(chan result, 1)
		go func() { done <- commandUntil(ctx, stdin, append(strings.Fields(line), "-data-dir", data)...) }()
		select {
		case got := <-done:
			if got.code == exitDone {
				t.Errorf("%s: %+v", line, got)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%s still waits", line)
		}
		cancel()
	}
}
