package sqlite_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	ctx := context.Background()
	store, err := sqlite.Open(ctx, filepath.Join(dir, "auditor.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()

	err = store.Update(ctx, func(tx *storage.Tx) error {
		return tx.Apps.Put(
			storage.App{ID: 2, Name: "Notes", URL: "https://apps.example/id2"},
			storage.App{ID: 1, Name: "Maps", URL: "https://apps.example/id1"},
		)
	})
	if err != nil {
		log.Fatal(err)
	}
	err = store.View(ctx, func(tx *storage.Tx) error {
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			fmt.Println(app.ID, app.Name)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1 Maps
	// 2 Notes
}
