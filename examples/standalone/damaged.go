package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// withAdvice adds to an error of opening the database how to get it back.
func withAdvice(c config, err error) error {
	for _, refused := range []error{storage.ErrDamaged, sqlite.ErrSchema, sqlite.ErrNotADatabase} {
		if errors.Is(err, refused) {
			return fmt.Errorf("%w; %s", err, recovery(c))
		}
	}
	return err
}

// recovery says how to restore a data folder, and from which backup.
func recovery(c config) string {
	file, found := "FILE", fmt.Sprintf("%s has no automatic backup", filepath.Join(c.DataDir, backup.DepotFolder))
	if newest, ok := newestBackup(c); ok {
		file, found = newest.Path, fmt.Sprintf("that is the newest automatic backup, of %s", newest.CreatedAt.Std().Format("2006-01-02 15:04 MST"))
	}
	return fmt.Sprintf("to restore one, stop the service, move %[1]s, %[1]s-wal and %[1]s-shm out of %[2]s, leave secret.key there, "+
		"and run: standalone restore -data-dir %[2]s %[3]s (%[4]s)", databaseName, c.DataDir, file, found)
}

// newestBackup returns the newest of the backups that the service made by itself.
func newestBackup(c config) (backup.File, bool) {
	depot, err := backup.NewDepot(backup.DepotConfig{Dir: filepath.Join(c.DataDir, backup.DepotFolder)})
	if err != nil {
		return backup.File{}, false
	}
	files, err := depot.Files()
	if err != nil || len(files) == 0 {
		return backup.File{}, false
	}
	return files[0], true
}
