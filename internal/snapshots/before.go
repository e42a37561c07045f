package snapshots

import (
	"context"
	"errors"
	"syscall"

	"github.com/privacylabels/auditor/storage"
)

// Before is the backup that was written before records were deleted.
type Before struct {
	// The name of the backup file that was written before; null: none.
	Name storage.Text `json:"snapshotBefore"`
	// Why none was written; left out if one was.
	Warning string `json:"warning,omitempty"`
}

// The reasons why no backup was written before records were deleted.
const (
	noFolder = "no backup was written first: this installation has no folder for backups"
	noRoom   = "no backup was written first: the disk has no room"
)

// Before writes a backup before records are deleted, as [Service.Make] does. It is skipped, with a warning,
// without a folder and if the disk is full. The error is otherwise that of Make.
func (s *Service) Before(ctx context.Context) (Before, error) {
	made, err := s.Make(ctx)
	switch {
	case err == nil:
		return Before{Name: storage.Text(made.Created.Name)}, nil
	case errors.Is(err, storage.ErrNotSupported):
		return Before{Warning: noFolder}, nil
	case errors.Is(err, storage.ErrFull), errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		s.config.Logger.WarnContext(ctx, "backup skipped: no room", "error", err)
		return Before{Warning: noRoom}, nil
	}
	return Before{}, err
}
