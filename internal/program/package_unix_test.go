//go:build unix

package program

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
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
