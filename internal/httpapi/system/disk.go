package system

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
)

// diskAnswer is the space in use, in bytes. Unknown values are null.
type diskAnswer struct {
	// The data folder, without the user name; null: not known.
	DataDir      *string   `json:"dataDir"`
	DataDirBytes *int64    `json:"dataDirBytes"` // bytes of the data folder; null: not known
	FreeBytes    *uint64   `json:"freeBytes"`    // bytes free on the disk; null: not known
	TotalBytes   *uint64   `json:"totalBytes"`   // bytes of the disk; null: not known
	FreePct      *int      `json:"freePct"`      // percent of the disk that is free; null: not known
	Files        diskFiles `json:"files"`        // the files and their sizes
	// When the newest backup file was made; null: there is none.
	LastSnapshot  storage.NullTime `json:"lastBackupSnapshotAt"`
	SnapshotCount int              `json:"backupSnapshotCount"` // number of backup files on the disk
}

type diskFiles struct {
	DB      *int64 `json:"db"`      // bytes of the database file; null: not known
	WAL     *int64 `json:"wal"`     // bytes of the write-ahead log; null: not known
	SHM     *int64 `json:"shm"`     // bytes of the shared memory file; null: not known
	Backups *int64 `json:"backups"` // bytes of the backup files; null: not known
}

func (d *database) disk(ctx context.Context) (answer diskAnswer, err error) {
	l, err := d.inspect(ctx)
	if err != nil {
		return answer, err
	}
	if l != nil {
		answer.Files = diskFiles{DB: &l.Bytes, WAL: &l.LogBytes, SHM: &l.SharedBytes}
	}
	if d.DataDir == "" {
		return answer, nil
	}
	own, err := health.FolderOf(d.DataDir, "")
	if err != nil {
		return answer, err
	}
	backups, err := health.FolderOf(filepath.Join(d.DataDir, snapshots.Folder), ".json")
	if err != nil {
		return answer, err
	}
	answer.DataDir = new(health.Mask(d.DataDir))
	answer.DataDirBytes, answer.Files.Backups = new(own.Bytes+backups.Bytes), &backups.Bytes
	answer.LastSnapshot, answer.SnapshotCount = storage.NullTime(backups.Newest), backups.Count
	switch space, err := health.SpaceOf(d.DataDir); {
	case err == nil:
		answer.FreeBytes, answer.TotalBytes, answer.FreePct = &space.Free, &space.Total, &space.FreePct
	case !errors.Is(err, errors.ErrUnsupported):
		return answer, err
	}
	return answer, nil
}
