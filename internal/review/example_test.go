package review_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx := context.Background()
	store := memory.New()
	err := store.Update(ctx, func(tx *storage.Tx) error { // what a refresh writes
		seen := storage.SnapshotID{App: 1, At: 1_760_000_000_000}
		return errors.Join(
			tx.Apps.Put(storage.App{ID: 1, Name: "Notes", URL: "https://apps.example/1", ChangeCount: 1}),
			tx.Snapshots.Put(storage.Snapshot{ID: seen, Source: storage.SourceLive, Changed: true, Entries: 1}),
			tx.Changes.Put(storage.Change{
				ID:      storage.ChangeID{Snapshot: seen},
				Entry:   storage.Entry{Type: storage.EntryAdded, Description: `"Data Linked to You" now collects: Contacts`},
				Changed: true,
			}),
		)
	})
	if err != nil {
		log.Fatal(err)
	}

	reviews := review.New(storage.Env{Store: store, Now: time.Now, Random: rand.Reader})
	done, err := reviews.Acknowledge(ctx, 1, storage.ReviewReviewed, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(done.Action, done.CoveredCount, done.CoveredSnapshots)

	if err := reviews.Undo(ctx, 1, done.ID, storage.MaxTime); err != nil {
		log.Fatal(err)
	}
	err = reviews.Undo(ctx, 1, done.ID, storage.MaxTime)
	fmt.Println(err)
	// Output:
	// reviewed 1 [0000000000000001-1760000000000]
	// no such review action any more
}
