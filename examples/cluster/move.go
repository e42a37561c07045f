package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/transfer"
)

// sourceName is the database in the data folder of an installation with SQLite.
const sourceName = "auditor.db"

// move copies an installation with SQLite into the database, and prints what it copied.
func move(ctx context.Context, c config, stdout io.Writer) (err error) {
	from, err := sqlite.Open(ctx, filepath.Join(c.Move.From, sourceName), sqlite.WithoutMigration(), sqlite.WithoutOthers())
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s has no %s: name the data folder of the installation with SQLite", c.Move.From, sourceName)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := openStore(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	clock, err := to.NewClock(ctx, time.Now)
	if err != nil {
		return err
	}
	if err := requireStopped(ctx, to, clock.Now); err != nil {
		return err
	}
	report, err := transfer.Move(ctx, from, to)
	if errors.Is(err, transfer.ErrNotEmpty) {
		return fmt.Errorf("%w: name a new database in the URL, or a new schema with search_path", err)
	}
	if err != nil {
		return err
	}
	var out strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(report.Records)) {
		fmt.Fprintf(&out, "%9d %-20s %s\n", report.Records[kind], kind, report.Digests[kind])
	}
	fmt.Fprintf(&out, "%9d records moved; source and database have the same digests\n", report.Total())
	if key := filepath.Join(c.Move.From, secretName); exists(key) {
		fmt.Fprintf(&out, "Give every replica the key %s (AUDITOR_SECRET_FILE), so that earlier backups stay trusted.\n", key)
	}
	out.WriteString("Do not start the old installation again: what it records is not in the database.\n")
	_, err = io.WriteString(stdout, out.String())
	return err
}

// requireStopped fails while replicas use the database.
func requireStopped(ctx context.Context, store storage.Store, now func() time.Time) error {
	return store.View(ctx, func(tx *storage.Tx) error {
		key, found, err := storage.Find(tx.Tasks, keyLease)
		if found && inUse(key, storage.TimeOf(now())) {
			err = errors.New("replicas use the database, or did so less than two minutes ago: stop them, and move before their first start")
		}
		return err
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
