package snapshots_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// now is the time of all tests whose clock stands still.
const now storage.Time = 1_790_000_000_000

// backends are the stores that a test runs over.
var backends = map[string]func(testing.TB) storage.Store{
	"memory": func(t testing.TB) storage.Store { return storagetest.Strict(t, memory.New()) },
	"sqlite": teststore.Open,
}

func backupAt(t testing.TB, s storage.Store, clock func() time.Time) *backup.Service {
	t.Helper()
	b, err := backup.New(backup.Config{Env: storage.Env{Store: s, Now: clock, Random: rand.Reader}, Key: make([]byte, backup.KeySize), Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func newBackup(t testing.TB, s storage.Store) *backup.Service {
	t.Helper()
	return backupAt(t, s, now.Std)
}

// newService returns a service whose folder does not exist yet.
func newService(t testing.TB, s storage.Store) *snapshots.Service {
	t.Helper()
	return serviceIn(t, s, filepath.Join(t.TempDir(), "backups"))
}

func serviceIn(t testing.TB, s storage.Store, dir string) *snapshots.Service {
	t.Helper()
	return serviceAt(t, s, now.Std, dir)
}

func serviceAt(t testing.TB, s storage.Store, clock func() time.Time, dir string) *snapshots.Service {
	t.Helper()
	d, err := snapshots.New(snapshots.Config{Env: storage.Env{Store: s, Now: clock, Random: rand.Reader}, Backup: backupAt(t, s, clock), Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func update(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// putApps gives a backup something to contain.
func putApps(t testing.TB, s storage.Store) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		for id := range storage.AppID(20) {
			err := tx.Apps.Put(storage.App{ID: id + 1, Name: fmt.Sprint("App ", id), URL: "https://apps.apple.com/app/id1", FirstSeen: now})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// export returns a backup of a store.
func export(t testing.TB, s storage.Store) []byte {
	t.Helper()
	b, err := newBackup(t, s).Export(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var text bytes.Buffer
	if _, err := b.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func mustMake(t testing.TB, s *snapshots.Service) snapshots.Made {
	t.Helper()
	made, err := s.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// files returns the names of the backups that a service lists.
func files(t testing.TB, s *snapshots.Service) (names []string) {
	t.Helper()
	all, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		names = append(names, f.Name)
	}
	return names
}

// namesIn returns the names of all files in a folder, which may be missing.
func namesIn(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// read returns the contents of a backup.
func read(t testing.TB, s *snapshots.Service, name string) []byte {
	t.Helper()
	file, info, err := s.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil || int64(len(text)) != info.Bytes {
		t.Fatalf("%d bytes of %d, error %v", len(text), info.Bytes, err)
	}
	return text
}
