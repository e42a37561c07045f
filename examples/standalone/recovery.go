package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/privacylabels/auditor/backup/snapshots"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// withAdvice adds advice on recovery to an error of opening the database.
func withAdvice(c config, err error) error {
	for _, refused := range []error{storage.ErrDamaged, sqlite.ErrSchema, sqlite.ErrNotADatabase} {
		if errors.Is(err, refused) {
			return fmt.Errorf("%w; %s", err, recovery(c))
		}
	}
	return err
}

// recovery describes how to restore the data folder, and from which backup.
func recovery(c config) string {
	file, found := "FILE", fmt.Sprintf("%s has no automatic backup", filepath.Join(c.DataDir, snapshots.Folder))
	if newest, ok := newestBackup(c); ok {
		file, found = newest.Path, fmt.Sprintf("the newest automatic backup, of %s", newest.CreatedAt.Std().Format("2006-01-02 15:04 MST"))
	}
	return fmt.Sprintf("to restore a backup, stop the service, move %[1]s, %[1]s-wal and %[1]s-shm out of %[2]s, leave secret.key there, "+
		"and run: auditor restore -data-dir %[2]s %[3]s (%[4]s)", databaseName, c.DataDir, file, found)
}

// newestBackup returns the newest scheduled backup.
func newestBackup(c config) (snapshots.File, bool) {
	backups, err := snapshots.New(snapshots.Config{Dir: filepath.Join(c.DataDir, snapshots.Folder)})
	if err != nil {
		return snapshots.File{}, false
	}
	files, err := backups.Files()
	if err != nil || len(files) == 0 {
		return snapshots.File{}, false
	}
	return files[0], true
}
