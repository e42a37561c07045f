package backup_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/examples/custom/memory"
	"github.com/privacylabels/auditor/storage"
)

func ExampleNew() {
	ctx := context.Background()
	store := memory.New()
	key := make([]byte, backup.KeySize) // kept beside the store, in a file of its own
	if _, err := rand.Read(key); err != nil {
		log.Fatal(err)
	}
	vault, err := backup.New(backup.Config{Store: store, Now: time.Now, Random: rand.Reader, Key: key})
	if err != nil {
		log.Fatal(err)
	}
	put := func(name string) {
		err := store.Update(ctx, func(tx storage.Tx) error {
			return tx.Apps().Put(storage.App{ID: 1, Name: name, URL: "https://apps.apple.com/us/app/id1"})
		})
		if err != nil {
			log.Fatal(err)
		}
	}

	put("Before")
	bundle, err := vault.Export(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer bundle.Close()
	var file bytes.Buffer
	if _, err := bundle.WriteTo(&file); err != nil {
		log.Fatal(err)
	}
	put("After")
	done, err := vault.Restore(ctx, &file, false)
	if err != nil {
		log.Fatal(err)
	}
	var app storage.App
	err = store.View(ctx, func(tx storage.Tx) (err error) {
		app, err = tx.Apps().Get(1)
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(done.Trust, done.Counts["apps"], app.Name)
	// Output: trusted 1 Before
}

func ExampleNewDepot() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "auditor-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	clock := func() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }
	vault, err := backup.New(backup.Config{Store: memory.New(), Now: clock, Random: rand.Reader, Key: make([]byte, backup.KeySize)})
	if err != nil {
		log.Fatal(err)
	}
	depot, err := backup.NewDepot(backup.DepotConfig{Vault: vault, Dir: filepath.Join(dir, backup.DepotFolder)})
	if err != nil {
		log.Fatal(err)
	}
	made, err := depot.Make(ctx)
	if err != nil {
		log.Fatal(err)
	}
	file, _, err := depot.Open(made.Created.Name)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	found, err := vault.Preview(ctx, file)
	fmt.Println(made.Created.Name, found.Trust, err)
	// Output: auditor-snapshot-2026-05-04T12-00-00-000Z.json trusted <nil>
}
