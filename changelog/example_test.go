package changelog_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

func ExampleNew() {
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

	id := storage.SnapshotID{App: 1, At: 1767225600000}
	entries := changelog.DiffAgeRating("4+", "9+")
	err = store.Update(ctx, func(tx *storage.Tx) error {
		if err := tx.Apps.Put(storage.App{ID: 1, Name: "Maps", URL: "https://apps.example/id1"}); err != nil {
			return err
		}
		snapshot := storage.Snapshot{ID: id, Source: storage.SourceLive, Changed: true, Entries: len(entries)}
		if err := tx.Snapshots.Put(snapshot); err != nil {
			return err
		}
		return tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: id}, Entry: entries[0], Changed: true})
	})
	if err != nil {
		log.Fatal(err)
	}

	reader := changelog.New(storage.Env{Store: store, Now: time.Now})
	feed, err := reader.Feed(ctx, changelog.FeedQuery{Limit: 10})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range feed.Rows {
		fmt.Println(row.ScrapedAt.Std().Format(time.DateOnly), row.AppName+":", row.Entry.Description)
	}
	// Output: 2026-01-01 Maps: Age rating changed from 4+ to 9+
}

func ExampleDiffLabels() {
	older := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Data Linked to You",
		Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}},
	}}}
	newer := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Data Linked to You",
		Categories: []storage.LabelCategory{{Identifier: "CONTACTS", Title: "Contacts"}},
	}}}
	for _, entry := range changelog.DiffLabels(older, newer) {
		fmt.Println(entry.Type, entry.Description)
	}
	// Output:
	// added "Data Linked to You" now collects: Contacts
	// removed "Data Linked to You" no longer collects: Location
}

func ExampleDigest() {
	english := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Data Linked to You",
		Categories: []storage.LabelCategory{
			{Identifier: "LOCATION", Title: "Location"}, {Identifier: "CONTACTS", Title: "Contacts"},
		},
	}}}
	french := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Données établissant un lien avec vous",
		Categories: []storage.LabelCategory{
			{Identifier: "CONTACTS", Title: "Contacts"}, {Identifier: "LOCATION", Title: "Position"},
		},
	}}}
	a, err := changelog.Digest(english)
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := changelog.Digest(french)
	fmt.Println(a == b, err)
	// Output: true <nil>
}
