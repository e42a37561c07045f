package tempfile_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/tempfile"
)

func ExampleCreate() {
	file, err := tempfile.Create("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close() // removes it
	if _, err := file.WriteString("written"); err != nil {
		fmt.Println(err)
	}
	text, err := io.ReadAll(io.NewSectionReader(file, 0, 100))
	fmt.Printf("%s %v\n", text, err)
	// Output: written <nil>
}

// names returns what a folder shows.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestCreate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var open []*os.File
	for range 3 { // several at a time
		file, err := tempfile.Create(dir, "test")
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, file)
	}
	if got := len(names(t, dir)); runtime.GOOS != "windows" && got != 0 {
		t.Errorf("the folder shows %d files while they are open, want none", got)
	}
	for i, file := range open {
		info, err := file.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); runtime.GOOS != "windows" && got != 0o600 {
			t.Errorf("mode %o, want 600", got)
		}
		want := fmt.Sprint("text ", i)
		if _, err := file.WriteString(want); err != nil {
			t.Fatal(err)
		}
		if err := file.Truncate(int64(len(want))); err != nil {
			t.Error(err)
		}
		got, err := io.ReadAll(io.NewSectionReader(file, 0, 100))
		if err != nil || string(got) != want {
			t.Errorf("read %q, error %v, want %q", got, err, want)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("after Close the folder shows %q", got)
	}
}

func TestCreateFails(t *testing.T) {
	t.Parallel()
	_, err := tempfile.Create(filepath.Join(t.TempDir(), "missing"), "test")
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, new(*fs.PathError)) {
		t.Errorf("error %v, want a *fs.PathError of %v", err, fs.ErrNotExist)
	}
}

func TestRemoveLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	others := []string{
		".auditor-answer-1.tmp.bak", ".auditor-answer-x.tmp", ".auditor-.tmp", ".auditor-Sort-1.tmp", ".sort-1", "auditor-sort-1.tmp", "auditor.db",
		"backup-1.tmp", "x.auditor-sort-1.tmp",
	}
	left := []string{".auditor-answer-1.tmp", ".auditor-sort-00042.tmp"}
	for _, name := range slices.Concat(others, left) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder := ".auditor-folder-1.tmp"
	if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
		t.Fatal(err)
	}
	open, err := tempfile.Create(dir, "open")
	if err != nil {
		t.Fatal(err)
	}
	if err := tempfile.RemoveLeftovers(dir); err != nil {
		t.Error(err)
	}
	if _, err := open.WriteString("still usable"); err != nil {
		t.Error(err)
	}
	if err := open.Close(); err != nil {
		t.Error(err)
	}
	want := append(others, folder)
	slices.Sort(want)
	if diff := cmp.Diff(want, names(t, dir)); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
	if err := tempfile.RemoveLeftovers(filepath.Join(dir, "missing")); err != nil {
		t.Errorf("a folder that is missing: %v", err)
	}
}
