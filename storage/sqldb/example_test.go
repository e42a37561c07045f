package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// A backend opens a pool of a database that has the tables, and says how it
// differs. This one takes the file of storage/sqlite for its database.
func ExampleNew() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx, path := context.Background(), filepath.Join(dir, "auditor.db")
	tables, err := sqlite.Open(ctx, path)
	if err != nil {
		log.Fatal(err)
	}
	defer tables.Close()

	db, err := driver.Open("file:" + path)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	store := sqldb.New(db, db, sqldb.Dialect{
		Placeholder: func(n int) string { return fmt.Sprintf("?%d", n) },
		BeginUpdate: "BEGIN IMMEDIATE",
		Rows:        100,
		Sentinel: func(err error) error {
			if errors.Is(err, sqlite3.CONSTRAINT) {
				return storage.ErrConflict
			}
			return nil
		},
	})
	defer store.Close()

	err = store.Update(ctx, func(tx *storage.Tx) error {
		return tx.Features.Put(storage.Feature{App: 1, Identifier: "VOICE_OVER"})
	})
	fmt.Println("a feature of an app that is not there:", errors.Is(err, storage.ErrConflict))
	// Output: a feature of an app that is not there: true
}
