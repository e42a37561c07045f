package backup_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx := context.Background()
	store := memory.New()
	key := make([]byte, backup.KeySize) // stored in a file outside the store
	if _, err := rand.Read(key); err != nil {
		log.Fatal(err)
	}
	service, err := backup.New(backup.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}, Key: key})
	if err != nil {
		log.Fatal(err)
	}
	put := func(name string) {
		err := store.Update(ctx, func(tx *storage.Tx) error {
			return tx.Apps.Put(storage.App{ID: 1, Name: name, URL: "https://apps.apple.com/us/app/id1"})
		})
		if err != nil {
			log.Fatal(err)
		}
	}

	put("Before")
	exported, err := service.Export(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer exported.Close()
	var file bytes.Buffer
	if _, err := exported.WriteTo(&file); err != nil {
		log.Fatal(err)
	}
	put("After")
	done, err := service.Restore(ctx, &file, false)
	if err != nil {
		log.Fatal(err)
	}
	var app storage.App
	err = store.View(ctx, func(tx *storage.Tx) (err error) {
		app, err = tx.Apps.Get(1)
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(done.Trust, done.Counts["apps"], app.Name)
	// Output: trusted 1 Before
}
