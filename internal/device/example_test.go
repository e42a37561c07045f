package device_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx := context.Background()
	store := memory.New()
	err := store.Update(ctx, func(tx *storage.Tx) error { // what fleet tracks
		return errors.Join(
			tx.Apps.Put(storage.App{ID: 1, Name: "Notes", URL: "https://apps.example/1"}),
			tx.Apps.Put(storage.App{ID: 2, Name: "Maps", URL: "https://apps.example/2"}))
	})
	if err != nil {
		log.Fatal(err)
	}
	devices := device.New(storage.Env{Store: store, Now: time.Now, Random: rand.Reader})
	phone, err := devices.Add(ctx, device.Description{Name: "Phone"})
	if err != nil {
		log.Fatal(err)
	}
	diff, err := devices.Preview(ctx, phone.ID, []device.Installed{{App: 1}, {App: 2}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(diff.Adds), "new on", phone.Name)

	done, err := devices.Commit(ctx, device.Change{Device: phone.ID, Adds: []storage.AppID{1, 2}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(done.Added, "added")

	orphaned, err := devices.Remove(ctx, phone.ID)
	fmt.Println(orphaned, "forgotten,", err)
	// Output:
	// 2 new on Phone
	// 2 added
	// 2 forgotten, <nil>
}
