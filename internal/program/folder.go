package program

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
)

// folder is the data folder as a [target].
type folder struct{ config }

// env returns what services of the folder need.
func (folder) env(i *installation) storage.Env {
	return storage.Env{Store: i.store, Now: time.Now, Random: rand.Reader}
}

// open opens the folder for a backup or a restore.
func (f folder) open(ctx context.Context) (*installation, *backup.Service, error) {
	i, err := openInstallation(ctx, f.config)
	if err != nil {
		return nil, nil, err
	}
	service, err := backup.New(backup.Config{Env: f.env(i), Key: i.secret, Dir: f.DataDir})
	if err != nil {
		return nil, nil, errors.Join(err, i.store.Close())
	}
	return i, service, nil
}

func (f folder) backup(ctx context.Context, w io.Writer) (err error) {
	if err := hasDatabase(f.config); err != nil {
		return err
	}
	i, service, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.store.Close()) }()
	bundle, err := service.Export(ctx)
	if errors.Is(err, backup.ErrTempFile) { // a full disk must not prevent a backup to another disk
		return service.Stream(ctx, w, storage.TimeOf(time.Now()))
	}
	if err != nil {
		return err
	}
	_, err = bundle.WriteTo(w)
	return errors.Join(err, bundle.Close())
}

func (f folder) restore(ctx context.Context, r io.Reader, _ int64, allowUntrusted bool) (found client.Restored, err error) {
	i, service, err := f.open(ctx)
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, i.store.Close()) }()
	kept, err := snapshots.New(snapshots.Config{Env: f.env(i), Backup: service, Dir: filepath.Join(f.DataDir, snapshots.Folder)})
	if err != nil {
		return found, err
	}
	var before snapshots.Before
	done, err := service.RestoreAfter(ctx, r, allowUntrusted, func(ctx context.Context) (err error) {
		before, err = kept.Before(ctx)
		return err
	})
	if err != nil {
		return found, err
	}
	found = client.Restored{Success: true, RestoredAt: client.Time(done.RestoredAt), Trust: string(done.Trust), Counts: numbers(done.Counts), LeftOut: done.LeftOut}
	if before.Name != "" {
		found.SnapshotBefore = new(string(before.Name))
	}
	if before.Warning != "" {
		found.Warning = new(before.Warning)
	}
	return found, auditRestore(context.WithoutCancel(ctx), i.store, done) // the data has been replaced
}

// auditRestore adds a line to the audit log, as the service does for a restore.
func auditRestore(ctx context.Context, store storage.Store, done backup.Restored) error {
	action := "backup.restore"
	if done.Trust == backup.Untrusted {
		action += ".untrusted"
	}
	lines := audit.New(audit.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}})
	lines.Add(audit.Line{
		Actor: audit.Actor{UserAgent: "command line"}, Action: action, Success: true,
		Detail: fmt.Sprintf("apps=%d, snapshots=%d", done.Counts["apps"], done.Counts["snapshots"]),
	})
	return lines.Close(ctx)
}

// verify reads only the key of the folder. Without a key no backup is trusted, so
// a random one will do, and the summary says that there is none.
func (f folder) verify(ctx context.Context, r io.Reader, _ int64) (contents, error) {
	key, err := readSecret(filepath.Join(f.DataDir, secretName))
	noKey := errors.Is(err, fs.ErrNotExist)
	if noKey {
		key = make([]byte, backup.KeySize)
		_, err = rand.Read(key)
	}
	if err != nil {
		return contents{}, err
	}
	found, err := backup.Verify(ctx, r, key, "")
	return contents{client.BackupAnswer{
		Version: backup.Version, ExportedAt: client.Time(found.ExportedAt), Trust: string(found.Trust), SignaturePresent: found.Signed,
		Counts: numbers(found.Counts), TotalRows: int64(found.Records()), Warnings: found.Warnings(),
	}, noKey}, err
}

// numbers returns counts as the client of the API has them.
func numbers(counts map[string]int) map[string]int64 {
	all := make(map[string]int64, len(counts))
	for kind, n := range counts {
		all[kind] = int64(n)
	}
	return all
}
