package imports_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx := context.Background()
	shop := newShop() // in earnest: that of package appstore
	shop.show(7, "Maps")

	store := memory.New()
	apps := tracked.New(tracked.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}, Scraper: shop})
	queue := imports.New(imports.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}, Fleet: apps})
	runs := runner.New(runner.Config{Store: store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{queue.Job()}})
	defer runs.Stop(time.Second)

	list, err := queue.Begin(ctx, imports.Start{Source: storage.ImportManual})
	if err != nil {
		log.Fatal(err)
	}
	query, status, url := "maps", storage.ImportQueued, storage.Text("https://store.example/id7")
	if _, err := queue.Add(ctx, list.ID, []imports.Patch{{Query: &query, Status: &status, URL: &url}}); err != nil {
		log.Fatal(err)
	}
	if _, err := queue.Work(ctx, runs); err != nil { // a service calls Keep instead
		log.Fatal(err)
	}
	done, err := queue.Show(ctx, list.ID)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(done.Items[0].AppName, done.Items[0].Status, done.Import.CompletedAt != 0)
	// Output: Maps imported true
}
