package sqlite_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// damages are ways in which a database that is closed, and has no log, is damaged
// or replaced so that it shows at opening.
var damages = []struct {
	name string
	to   func(t *testing.T, path string, was []byte)
	want error
}{
	{"no magic string", overwrite(0, []byte("SQLite format 4\x00")), sqlite.ErrNotADatabase},
	{"zeros at the beginning", overwrite(0, make([]byte, 100)), sqlite.ErrNotADatabase},
	{"zeros in the first page", overwrite(100, make([]byte, 3996)), storage.ErrDamaged},
	{"noise in the first page", overwrite(100, noise(3996)), storage.ErrDamaged},
	{"noise in the header", overwrite(16, noise(84)), nil},
	{"page size", overwrite(16, []byte{0x0f, 0xff}), sqlite.ErrNotADatabase},
	{"file format", overwrite(18, []byte{9, 9}), sqlite.ErrNotADatabase},
	{"payload fractions", overwrite(21, []byte{1, 1, 1}), sqlite.ErrNotADatabase},
	{"schema format", overwrite(44, []byte{0, 0, 0, 99}), nil},
	{"version far away", overwrite(60, []byte{0x7f, 0xff, 0xff, 0xff}), sqlite.ErrNewer},
	{"version below zero", overwrite(60, []byte{0xff, 0xff, 0xff, 0xff}), sqlite.ErrNotADatabase},
	{"version zero", overwrite(60, []byte{0, 0, 0, 0}), sqlite.ErrNotADatabase},
	{"application id", overwrite(68, []byte{1, 2, 3, 4}), sqlite.ErrNotADatabase},
	{"half the file", func(t *testing.T, path string, was []byte) { write(t, path, was[:len(was)/2]) }, storage.ErrDamaged},
	{"one page", func(t *testing.T, path string, was []byte) { write(t, path, was[:4096]) }, storage.ErrDamaged},
	{"half a page", func(t *testing.T, path string, was []byte) { write(t, path, was[:2048]) }, nil},
	{"twenty bytes", func(t *testing.T, path string, was []byte) { write(t, path, was[:20]) }, sqlite.ErrNotADatabase},
	{"all noise", func(t *testing.T, path string, was []byte) { write(t, path, noise(len(was))) }, sqlite.ErrNotADatabase},
	{"all zeros", func(t *testing.T, path string, was []byte) { write(t, path, make([]byte, len(was))) }, sqlite.ErrNotADatabase},
	{"a backup", func(t *testing.T, path string, _ []byte) { write(t, path, []byte(`{"apps":[]}`)) }, sqlite.ErrNotADatabase},
	{"empty, with a reserve", func(t *testing.T, path string, _ []byte) {
		write(t, path, nil)
		write(t, path+"-reserve", []byte("x"))
	}, storage.ErrDamaged},
	{"empty, with a log", func(t *testing.T, path string, _ []byte) {
		write(t, path, nil)
		write(t, path+"-wal", noise(4152))
	}, storage.ErrDamaged},
	{"a log without its file", func(t *testing.T, path string, _ []byte) {
		remove(t, path)
		write(t, path+"-wal", noise(4152))
	}, storage.ErrDamaged},
	{"a folder", func(t *testing.T, path string, _ []byte) {
		remove(t, path)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}, sqlite.ErrNotADatabase},
	{"a link to itself", func(t *testing.T, path string, _ []byte) {
		remove(t, path)
		if err := os.Symlink(filepath.Base(path), path); err != nil || runtime.GOOS == "windows" {
			t.Skip("links are not to be had here", err)
		}
	}, nil},
	{"short text", func(t *testing.T, path string, _ []byte) { write(t, path, []byte("x")) }, sqlite.ErrNotADatabase},
	{"of another program", func(t *testing.T, path string, _ []byte) {
		remove(t, path)
		behind(t, path, "CREATE TABLE mails (id); INSERT INTO mails VALUES (1)")
	}, sqlite.ErrNotADatabase},
	{"of another program, marked", func(t *testing.T, path string, _ []byte) {
		remove(t, path)
		behind(t, path, "PRAGMA application_id = 42; PRAGMA user_version = 1")
	}, sqlite.ErrNotADatabase},
	{"of another program, with versions", func(t *testing.T, path string, _ []byte) {
		remove(t, path)
		behind(t, path, "PRAGMA user_version = 1; CREATE TABLE mails (id)")
	}, sqlite.ErrNotADatabase},
	{"a table is missing", func(t *testing.T, path string, _ []byte) {
		behind(t, path, "PRAGMA foreign_keys = off; DROP TABLE audits")
	}, sqlite.ErrSchema},
	{"the schema is not SQL", func(t *testing.T, path string, _ []byte) {
		behind(t, path, "PRAGMA writable_schema = on; UPDATE sqlite_schema SET sql = 'CREATE TABLE' WHERE name = 'audits'")
	}, storage.ErrDamaged},
	{"a root page beyond the file", func(t *testing.T, path string, _ []byte) {
		behind(t, path, "PRAGMA writable_schema = on; UPDATE sqlite_schema SET rootpage = 1000000 WHERE name = 'audits'")
	}, storage.ErrDamaged},
}

// advice is what a refusal says to do, one of it.
var advice = []string{"restore a backup", "name another file", "not a file", "no such file", "too many levels", "too many links"}

func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	whole := newPath(t)
	s := openStore(t, whole)
	seed(t, s, fleet{apps: 3, snapshots: 3})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	was := read(t, whole)
	for _, c := range damages {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			write(t, path, was)
			c.to(t, path, was)
			before := contentsOf(t, filepath.Dir(path))
			s, err := sqlite.Open(t.Context(), path, sqlite.WithReserve(4<<20))
			if err == nil {
				s.Close()
				t.Fatal("Open returned no error")
			}
			if c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("Open: %v, want %v", err, c.want)
			}
			said := func(what string) bool { return strings.Contains(err.Error(), what) }
			for _, what := range advice {
				if said(what) {
					what = ""
				}
				if what == "" {
					break
				}
				if what == advice[len(advice)-1] {
					t.Errorf("%v: this does not say what to do", err)
				}
			}
			if diff := cmp.Diff(before, contentsOf(t, filepath.Dir(path))); diff != "" {
				t.Errorf("Open changed the folder (-want +got):\n%.500s", diff)
			}
		})
	}
}

// TestDamageMetLater reads records on pages that were overwritten, which opening
// does not look at.
func TestDamageMetLater(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	seed(t, s, fleet{apps: 20, snapshots: 20})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	was := read(t, path)
	found, step := 0, 1
	if testing.Short() {
		step = 7
	}
	for page := 1; page < len(was)/4096; page += step {
		copied := newPath(t)
		spoilt := bytes.Clone(was)
		copy(spoilt[page*4096:], noise(4096))
		write(t, copied, spoilt)
		s, err := sqlite.Open(t.Context(), copied)
		if err == nil {
			err = readAll(t, s)
			s.Close()
		}
		if err == nil { // of an index that nothing here uses, or a page that is free
			continue
		}
		found++
		if !errors.Is(err, storage.ErrDamaged) {
			t.Errorf("page %d: %v, want %v", page+1, err, storage.ErrDamaged)
		}
	}
	if found == 0 {
		t.Error("no damage was met")
	}
}

// readAll reads some of the tables.
func readAll(t *testing.T, s storage.Store) error {
	return s.View(t.Context(), func(tx *storage.Tx) error {
		_, snapshots := storage.Collect(storage.All(tx.Snapshots))
		_, labels := storage.Collect(storage.All(tx.Labels))
		_, changes := storage.Collect(storage.All(tx.Changes))
		return errors.Join(snapshots, labels, changes)
	})
}

// A log that is damaged is cut where the damage begins: SQLite's own rule.
func TestDamagedLog(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	seed(t, s, fleet{apps: 3, snapshots: 3})
	file, log := read(t, path), read(t, path+"-wal")
	for name, spoil := range map[string]func([]byte) []byte{
		"its header": func(b []byte) []byte { copy(b, noise(32)); return b },
		"all":        func(b []byte) []byte { return noise(len(b)) },
		"its end":    func(b []byte) []byte { return b[:len(b)/2] },
		"salt":       func(b []byte) []byte { binary.BigEndian.PutUint32(b[16:], 7); return b },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			write(t, path, file)
			write(t, path+"-wal", spoil(bytes.Clone(log)))
			s, err := sqlite.Open(t.Context(), path)
			if err != nil { // nothing but the log held the schema
				return
			}
			healthy(t, s)
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUnreadableFile(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("mode bits do not decide here who may read")
	}
	path := newPath(t)
	openAndClose(t, path)
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if s, err := sqlite.Open(t.Context(), path); !errors.Is(err, fs.ErrPermission) {
		if err == nil {
			s.Close()
		}
		t.Errorf("Open: %v, want %v", err, fs.ErrPermission)
	}
}

func overwrite(at int, by []byte) func(*testing.T, string, []byte) {
	return func(t *testing.T, path string, was []byte) {
		b := bytes.Clone(was)
		copy(b[at:], by)
		write(t, path, b)
	}
}

func noise(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(b)
	return b
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// contentsOf returns the files of a folder.
func contentsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for name, mode := range modes(t, dir) {
		all[name] = mode.String()
		if mode.IsRegular() {
			all[name] += string(read(t, filepath.Join(dir, name)))
		}
	}
	return all
}
