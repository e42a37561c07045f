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
	command(t, nil, "dataset", filepath.Join(dir, "panel"), "-data-dir", data).expect(t, exitDone, "", "")
	stdin, silent := io.Pipe()
	defer silent.Close()
	for i, line := range []string{
		"restore UNOPENED", "restore UNWRITTEN", "restore -", "verify UNOPENED", "verify UNWRITTEN", "verify -", "import UNOPENED", "import UNWRITTEN",
		"import -", "import --dry-run -", "backup UNOPENED", "export UNOPENED", "dataset UNOPENED.zip",
		"verify --key UNOPENED " + filepath.Join(dir, "panel"), "verify --key UNWRITTEN " + filepath.Join(dir, "panel"),
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

// A token may come through a pipe, and is not waited for without end.
func TestTokenThroughAPipe(t *testing.T) {
	t.Parallel()
	data := newShop(t, "Maps").dir
	for name, test := range map[string]struct {
		token, says string
		code        int
	}{
		"written": {"a-token-of-some-length\n", "", exitDone},
		"silent":  {"", "nothing has written the token to it for 10s", exitUsage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.token == "" && testing.Short() {
				t.Skip("waits for 10 seconds")
			}
			pipe := filepath.Join(t.TempDir(), "token")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			if test.token != "" {
				writer, err := os.OpenFile(pipe, os.O_RDWR, 0) // so that an open does not wait
				if err != nil {
					t.Fatal(err)
				}
				write(t, pipe, test.token)
				time.AfterFunc(time.Second, func() { writer.Close() })
			}
			done := make(chan result, 1)
			go func() { done <- command(t, nil, "list", "-admin-token-file", pipe, "-data-dir", data) }()
			select {
			case got := <-done:
				if got.code != test.code || !strings.Contains(got.log, test.says) {
					t.Errorf("exit code %d, %q", got.code, got.log)
				}
			case <-time.After(30 * time.Second):
				t.Error("the command still waits")
			}
		})
	}
}
