package program

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// databaseName is the file name of the database in the data folder.
const databaseName = "auditor.db"

// reserveBytes is the space reserved for deletions on a full disk.
const reserveBytes = 16 << 20

// installation is an opened data folder. The caller of openInstallation must close the store.
type installation struct {
	config
	store  *sqlite.Store
	secret []byte
	newKey bool // a secret was created although there was a database
}

// openInstallation opens the data folder and creates what is missing.
func openInstallation(ctx context.Context, c config) (*installation, error) {
	if err := openDir(c.DataDir); err != nil {
		if errors.Is(err, fs.ErrPermission) {
			err = fmt.Errorf("%w; the data folder must belong to the user that runs the program", err)
		}
		return nil, err
	}
	_, missing := os.Stat(filepath.Join(c.DataDir, secretName))
	isNew := hasDatabase(c) != nil
	newKey := !isNew && errors.Is(missing, fs.ErrNotExist)
	secret, err := openSecret(c.DataDir, rand.Reader)
	if err != nil {
		return nil, err
	}
	store, err := sqlite.Open(ctx, filepath.Join(c.DataDir, databaseName), sqlite.WithReserve(reserveBytes))
	if err != nil {
		return nil, withAdvice(c, err)
	}
	if isNew && !c.Demo {
		if err := refreshDaily(ctx, store); err != nil {
			return nil, errors.Join(err, store.Close())
		}
	}
	return &installation{c, store, secret, newKey}, nil
}

// refreshDaily sets the schedule of a new installation. Others have the schedule that their users
// chose, or none.
func refreshDaily(ctx context.Context, store storage.Store) error {
	return store.Update(ctx, func(tx *storage.Tx) error {
		return settings.PutText(tx, settings.SyncSchedule, settings.Daily)
	})
}

// auditor returns an auditor with the settings of the installation and further options.
func (i *installation) auditor(ctx context.Context, log *slog.Logger, more ...auditor.Option) (*auditor.Auditor, error) {
	outside, err := newSources(ctx, i.config, i.store, log)
	if err != nil {
		return nil, err
	}
	return auditor.New(slices.Concat(outside.Options(), i.Options(), []auditor.Option{
		auditor.WithStore(i.store),
		auditor.WithLogger(log),
		auditor.WithSecret(i.secret),
		auditor.WithDirectory(i.DataDir),
	}, more)...)
}

// hasDatabase returns an error if the data folder has no database, for commands
// that must not create one.
func hasDatabase(c config) error {
	_, err := os.Stat(filepath.Join(c.DataDir, databaseName))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no database in %s", c.DataDir)
	}
	return err
}

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
