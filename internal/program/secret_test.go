package program

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

func TestOpenSecret(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a", "data")
	if err := openDir(dir); err != nil {
		t.Fatal(err)
	}
	first, err := openSecret(dir, rand.Reader)
	if err != nil || len(first) != secretSize {
		t.Fatalf("%d bytes, error %v", len(first), err)
	}
	again, err := openSecret(dir, iotest.ErrReader(errors.New("not asked")))
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("opened again: %x, error %v; want %x", again, err, first)
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700 | fs.ModeDir, filepath.Join(dir, secretName): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s has mode %v, error %v; want %v", path, info.Mode(), err, want)
		}
	}
	if names := entries(t, dir); len(names) != 1 {
		t.Errorf("the folder holds %v", names)
	}
	if err := openDir(dir); err != nil {
		t.Errorf("the folder is there already: %v", err)
	}
}

// TestOpenSecretAgrees starts many at once in an empty folder: one makes the
// secret, and none sees another one or a part of it.
func TestOpenSecretAgrees(t *testing.T) {
	t.Parallel()
	for range 20 {
		dir := t.TempDir()
		secrets := make([][]byte, 8)
		var all sync.WaitGroup
		for i := range secrets {
			all.Go(func() {
				secret, err := openSecret(dir, rand.Reader)
				if err != nil {
					t.Error(err)
				}
				secrets[i] = secret
			})
		}
		all.Wait()
		for _, s := range secrets[1:] {
			if !bytes.Equal(s, secrets[0]) {
				t.Fatalf("two secrets: %x and %x", s, secrets[0])
			}
		}
	}
}

func TestOpenSecretFails(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		prepare func(dir string) error
		random  io.Reader
		want    string
	}{
		{"too short", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, secretName), make([]byte, secretSize-1), 0o600)
		}, rand.Reader, "does not have 32 bytes"},
		{"too long", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, secretName), make([]byte, secretSize+1), 0o600)
		}, rand.Reader, "does not have 32 bytes"},
		{"a folder", func(dir string) error { return os.Mkdir(filepath.Join(dir, secretName), 0o700) }, rand.Reader, "is not a regular file"},
		{"no folder", os.RemoveAll, rand.Reader, "create the secret"},
		{"no randomness", func(string) error { return nil }, iotest.ErrReader(errors.New("no randomness")), "no randomness"},
		{"too little randomness", func(string) error { return nil }, strings.NewReader("little"), "unexpected EOF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := tt.prepare(dir); err != nil {
				t.Fatal(err)
			}
			secret, err := openSecret(dir, tt.random)
			if err == nil || !strings.Contains(err.Error(), tt.want) || secret != nil {
				t.Errorf("secret %x, error %v; want none, and %q", secret, err, tt.want)
			}
		})
	}
}

// The folder and the key are for their user alone, also when they were not before.
func TestRightsAreTightened(t *testing.T) {
	t.Parallel()
	mode := func(path string) fs.FileMode {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	for name, test := range map[string]struct {
		mode  fs.FileMode
		holds string
		want  fs.FileMode
	}{
		"empty":          {0o777, "", 0o700},
		"ours":           {0o755, secretName, 0o700},
		"not ours":       {0o755, "thesis.doc", 0o755},
		"shared":         {0o777 | fs.ModeSticky, secretName, 0o777},
		"closed already": {0o500, "", 0o500},
	} {
		dir := t.TempDir()
		if test.holds != "" {
			if err := os.WriteFile(filepath.Join(dir, test.holds), make([]byte, secretSize), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(dir, test.mode); err != nil {
			t.Fatal(err)
		}
		if err := openDir(dir); err != nil {
			t.Fatal(err)
		}
		if got := mode(dir); got != test.want {
			t.Errorf("%s: the folder's mode is %o, want %o", name, got, test.want)
		}
		if test.holds == secretName {
			if _, err := openSecret(dir, rand.Reader); err != nil {
				t.Fatal(err)
			}
			if got := mode(filepath.Join(dir, secretName)); got != 0o600 {
				t.Errorf("%s: the key's mode is %o", name, got)
			}
		}
	}
}

func TestPublishLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, secretName)
	if err := publish(path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := publish(path, []byte("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the name is taken: error %v, want fs.ErrExist", err)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "first" {
		t.Errorf("the file holds %q, error %v", text, err)
	}
	if names := entries(t, dir); len(names) != 1 {
		t.Errorf("the folder holds %v", names)
	}
}

func entries(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name()
	}
	return names
}
