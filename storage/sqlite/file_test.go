package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage/sqlite"
)

// modes returns who may do what with the files of a directory.
func modes(t testing.TB, dir string) map[string]fs.FileMode {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]fs.FileMode)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = info.Mode()
	}
	return all
}

var private = map[string]fs.FileMode{"auditor.db": 0o600, "auditor.db-wal": 0o600, "auditor.db-shm": 0o600}

func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("mode bits do not show rights here")
	}
	dir := filepath.Join(t.TempDir(), "new", "newer")
	s := openStore(t, filepath.Join(dir, "auditor.db"))
	set(t, s, "a", "1")
	if diff := cmp.Diff(private, modes(t, dir)); diff != "" {
		t.Errorf("a new database (-want +got):\n%s", diff)
	}
	for _, made := range []string{dir, filepath.Dir(dir)} {
		info, err := os.Stat(made)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o700 {
			t.Errorf("a new directory has mode %o, want 700", got)
		}
	}
}

func TestFilesBecomePrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("mode bits do not show rights here")
	}
	path := newPath(t)
	first := openStore(t, path)
	set(t, first, "a", "1")
	for part := range private {
		if err := os.Chmod(filepath.Join(filepath.Dir(path), part), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	openStore(t, path)
	if diff := cmp.Diff(private, modes(t, filepath.Dir(path))); diff != "" {
		t.Errorf("an open database that others could read (-want +got):\n%s", diff)
	}
}

func TestOddNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"with space.db", "50%.db", "a?mode=ro#b.db", "größe.db", "&_pragma=foo.db", ":memory:", "file:x.db"} {
		if runtime.GOOS == "windows" && strings.ContainsAny(name, "?:") {
			continue // no name of a file there
		}
		path := filepath.Join(dir, name)
		s := openStore(t, path)
		set(t, s, "name", name)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if got := settings(t, openStore(t, path))["name"]; got != name {
			t.Errorf("the file %q holds %q", name, got)
		}
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

func TestOpenInvalid(t *testing.T) {
	t.Parallel()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for name, open := range map[string]func(path string) (*sqlite.Store, error){
		"no path":    func(string) (*sqlite.Store, error) { return sqlite.Open(t.Context(), "") },
		"no readers": func(path string) (*sqlite.Store, error) { return sqlite.Open(t.Context(), path, sqlite.WithReaders(0)) },
		"no room": func(path string) (*sqlite.Store, error) {
			return sqlite.Open(t.Context(), path, sqlite.WithMaxBytes(1))
		},
		"no time": func(path string) (*sqlite.Store, error) { return sqlite.Open(gone, path) },
	} {
		if s, err := open(newPath(t)); err == nil {
			s.Close()
			t.Errorf("%s: Open returned no error", name)
		} else if name == "no time" && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want %v", name, err, context.Canceled)
		}
	}
}

func TestReopenLeavesTheFileAlone(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	seed(t, s, fleet{apps: 5, snapshots: 5})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := read(t, path)
	again := openStore(t, path)
	if got := len(settings(t, again)); got != 5 {
		t.Errorf("the reopened database has %d settings, want 5", got)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, read(t, path)) {
		t.Error("to open, read and close a database has changed it")
	}
	if diff := cmp.Diff([]string{"auditor.db"}, keys(modes(t, filepath.Dir(path)))); diff != "" {
		t.Errorf("what is there after Close (-want +got):\n%s", diff)
	}
}

// TestLogOfAKilledProcess opens what a process leaves that ends at once: the
// file as it was long ago, and the log of what was written since.
func TestLogOfAKilledProcess(t *testing.T) {
	t.Parallel()
	path, after := newPath(t), newPath(t)
	s := openStore(t, path)
	seed(t, s, fleet{apps: 20, snapshots: 10})
	set(t, s, "last", "1")
	write(t, after, read(t, path))
	write(t, after+"-wal", read(t, path+"-wal"))
	if len(read(t, after)) > 8192 || len(read(t, after+"-wal")) == 0 {
		t.Fatal("everything is in the file already: there is nothing to be tested")
	}
	twin := openStore(t, after)
	if diff := cmp.Diff(settings(t, s), settings(t, twin)); diff != "" {
		t.Errorf("what was only in the log (-want +got):\n%s", diff)
	}
	healthy(t, twin)

	torn := newPath(t)
	write(t, torn, read(t, path))
	log := read(t, path+"-wal")
	write(t, torn+"-wal", log[:len(log)-100])
	twin = openStore(t, torn)
	if _, there := settings(t, twin)["last"]; there {
		t.Error("the commit that is torn was taken for whole")
	}
	if got, want := len(settings(t, twin)), 20; got != want {
		t.Errorf("of the commit before the torn one %d settings are there, want %d", got, want)
	}
	healthy(t, twin)
}

func openAndClose(t *testing.T, path string) {
	t.Helper()
	if err := openStore(t, path).Close(); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// read returns a file's bytes, none of a directory's.
func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if info, _ := os.Stat(path); err != nil && (info == nil || !info.IsDir()) {
		t.Fatal(err)
	}
	return b
}
