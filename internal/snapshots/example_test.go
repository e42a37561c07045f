package snapshots_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "auditor-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	store := memory.New()
	clock := func() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }
	backups, err := backup.New(backup.Config{Env: storage.Env{Store: store, Now: clock, Random: rand.Reader}, Key: make([]byte, backup.KeySize)})
	if err != nil {
		log.Fatal(err)
	}
	files, err := snapshots.New(snapshots.Config{
		Env:    storage.Env{Store: store, Now: clock, Random: rand.Reader},
		Backup: backups, Dir: filepath.Join(dir, snapshots.Folder),
	})
	if err != nil {
		log.Fatal(err)
	}

	made, err := files.Make(ctx)
	if err != nil {
		log.Fatal(err)
	}
	file, _, err := files.Open(made.Created.Name)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	found, err := backups.Preview(ctx, file)
	fmt.Println(made.Created.Name, found.Trust, err)
	// Output: auditor-snapshot-2026-05-04T12-00-00-000Z.json trusted <nil>
}
