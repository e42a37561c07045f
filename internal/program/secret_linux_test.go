package program

import (
	"crypto/rand"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A key that only its user can read is not changed, so that it can be on a read-only disk or belong to another
// user. A change of the mode, even to the same one, changes the status time.
func TestSecretIsOnlyChangedIfNeeded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode, want fs.FileMode
		changed    bool
	}{
		{0o600, 0o600, false},
		{0o400, 0o400, false},
		{0o640, 0o600, true},
		{0o444, 0o600, true},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, secretName)
		if err := os.WriteFile(path, make([]byte, secretSize), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, test.mode); err != nil {
			t.Fatal(err)
		}
		before := statusTime(t, path)
		time.Sleep(20 * time.Millisecond) // the clock of a file system is coarse
		if _, err := openSecret(dir, rand.Reader); err != nil {
			t.Fatal(err)
		}
		if changed := !statusTime(t, path).Equal(before); changed != test.changed {
			t.Errorf("mode %o: changed is %t", test.mode, changed)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != test.want {
			t.Errorf("mode %o became %v, %v; want %o", test.mode, info.Mode(), err, test.want)
		}
	}
}

// statusTime returns when the content, the mode or the owner of a file was last changed.
func statusTime(t *testing.T, path string) time.Time {
	t.Helper()
	var stat syscall.Stat_t
	if err := syscall.Stat(path, &stat); err != nil {
		t.Fatal(err)
	}
	return time.Unix(stat.Ctim.Unix())
}
