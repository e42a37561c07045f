package memory_test

import (
	"context"
	"fmt"
	"log"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx := context.Background()
	store := memory.New()
	err := store.Update(ctx, func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: "theme", Value: "dark"})
	})
	if err != nil {
		log.Fatal(err)
	}
	var theme storage.Setting
	err = store.View(ctx, func(tx *storage.Tx) (err error) {
		theme, err = tx.Settings.Get("theme")
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(theme.Value)
	// Output: dark
}
