package bundle_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx := context.Background()
	mine, theirs := memory.New(), memory.New()
	err := mine.Update(ctx, func(tx *storage.Tx) error {
		return errors.Join(
			tx.Apps.Put(storage.App{ID: 1, Name: "Notes", URL: "https://apps.apple.com/app/id1", LastSynced: 1_760_000_000_000}),
			tx.Annotations.Put(storage.Annotation{
				ID: 1, App: 1, Body: "Knows too much", Visibility: storage.VisibilityExport, CreatedAt: 1_760_000_000_000, Origin: storage.OriginUser,
			}),
		)
	})
	if err != nil {
		log.Fatal(err)
	}

	var file bytes.Buffer
	from := bundle.New(bundle.Config{Env: storage.Env{Store: mine, Now: time.Now, Random: rand.Reader}})
	if err := from.Export(ctx, &file, bundle.Options{Recommender: new("Ada")}); err != nil {
		log.Fatal(err)
	}
	received, err := bundle.Open(bytes.NewReader(file.Bytes()), int64(file.Len()), bundle.OpenOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(received.Info.Recommender, received.Info.Apps, received.Info.Annotations)

	to := bundle.New(bundle.Config{Env: storage.Env{Store: theirs, Now: time.Now, Random: rand.Reader}})
	did, err := to.Import(ctx, received, false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(did)
	_, err = to.Import(ctx, received, false)
	fmt.Println(err)
	// Output:
	// Ada 1 1
	// 1 added · 0 updated · 0 skipped · 1 notes
	// this bundle was imported before
}
