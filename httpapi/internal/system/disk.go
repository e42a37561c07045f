package system

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/privacylabels/auditor/backup/snapshots"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

// diskAnswer is the space in use, in bytes. Unknown values are null.
type diskAnswer struct {
	DataDir       *string          `json:"dataDir"` // without the user name
	DataDirBytes  *int64           `json:"dataDirBytes"`
	FreeBytes     *uint64          `json:"freeBytes"`
	TotalBytes    *uint64          `json:"totalBytes"`
	FreePct       *int             `json:"freePct"`
	Files         diskFiles        `json:"files"`
	LastSnapshot  storage.NullTime `json:"lastBackupSnapshotAt"`
	SnapshotCount int              `json:"backupSnapshotCount"`
}

type diskFiles struct {
	DB      *int64 `json:"db"`
	WAL     *int64 `json:"wal"`
	SHM     *int64 `json:"shm"`
	Backups *int64 `json:"backups"`
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
