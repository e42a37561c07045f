package snapshots

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// ErrBusy reports that another backup is being written.
var ErrBusy = errors.New("another backup is being written")

// The triggers of a backup, as the activity log names them.
const (
	manual    = "manual"
	scheduled = "scheduled"
)

const (
	taskKind = "backup-depot"
	// leaseTime is how long the lease of a process that has died blocks the others.
	leaseTime = 9 * time.Second
	// finishTimeout limits the transaction that records how a backup ended.
	finishTimeout = 10 * time.Second
)

// Made is a backup that was made, and the ones that were removed for it.
type Made struct {
	Created File
	Pruned  []File // oldest first: never nil
}

// Make writes a backup now, then removes the oldest files beyond the plan's
// retention count. The error wraps [ErrBusy] while another backup is written,
// [runner.ErrStopping] after Stop, [storage.ErrNotSupported] without a folder, or
// the error of the database or the disk.
func (s *Service) Make(ctx context.Context) (Made, error) {
	ctx, done, err := s.begin(ctx)
	if err != nil {
		return Made{}, err
	}
	defer done()
	made, err := s.make(ctx, manual, func(Plan, storage.Time) error { return nil })
	if errors.Is(err, background.ErrHeld) {
		err = ErrBusy
	}
	return made, err
}

// make writes a backup under the lease, unless check, which is called in the
// transaction that takes the lease, fails.
func (s *Service) make(ctx context.Context, trigger string, check func(Plan, storage.Time) error) (Made, error) {
	start := s.timestamp()
	var plan Plan
	writing, taken, err := background.Take(ctx, s.config.Env, storage.TaskID{Kind: taskKind}, leaseTime, func(tx *storage.Tx) (err error) {
		if plan, err = planOf(tx, start); err != nil {
			return err
		}
		return check(plan, start)
	})
	if err != nil {
		return Made{}, err
	}
	made, failed := s.writeAndPrune(writing, taken.Owner(), plan.RetentionCount)
	if lost := context.Cause(writing); failed != nil && lost != nil {
		failed = lost
	}

	line := s.activity(trigger, start, made, failed)
	finishing, end := context.WithTimeout(context.WithoutCancel(ctx), finishTimeout)
	defer end()
	err = taken.End(finishing, func(tx *storage.Tx) error {
		if failed == nil {
			if err := settings.PutTime(tx, lastRunSetting, start); err != nil {
				return err
			}
		} else if ctx.Err() != nil { // cancelled by the caller: not a failure
			return nil
		}
		return activity.Record(tx, s.config.Random, line)
	})
	if err = errors.Join(failed, err); err != nil {
		return Made{}, fmt.Errorf("write a backup: %w", err)
	}
	return made, nil
}

// writeAndPrune writes a file and removes the oldest ones beyond count.
func (s *Service) writeAndPrune(ctx context.Context, owner string, count int) (made Made, err error) {
	folder, err := s.openFolder()
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	if err := removeTemporary(folder); err != nil {
		return made, err
	}
	if made.Created, err = s.write(ctx, folder, tempPrefix+owner+tempSuffix); err != nil {
		return made, err
	}
	made.Pruned, err = s.prune(folder, count, made.Created.Name)
	if err != nil { // the backup was made; the next one prunes again
		s.config.Logger.WarnContext(ctx, "old backup not removed", "error", err)
	}
	if made.Pruned == nil {
		made.Pruned = []File{}
	}
	return made, nil
}

// write writes a backup to a temporary file and then gives it its name.
func (s *Service) write(ctx context.Context, folder *os.Root, temp string) (made File, err error) {
	file, err := folder.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return made, err
	}
	published := false
	defer func() {
		if !published {
			err = errors.Join(err, folder.Remove(temp))
		}
	}()
	made.CreatedAt, made.Bytes, err = s.config.Backup.ExportTo(ctx, file)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return made, err
	}
	if err := context.Cause(ctx); err != nil {
		return made, err
	}
	made.Name, made.n, err = publish(folder, temp, made.CreatedAt)
	published = made.Name != ""
	made.Path = filepath.Join(s.config.Dir, made.Name)
	return made, err
}

// activity returns the entry of the activity log for a backup.
func (s *Service) activity(trigger string, start storage.Time, made Made, failed error) storage.Activity {
	line := storage.Activity{
		Type: "backup_export", Status: activity.OK, StartedAt: start, EndedAt: storage.NullTime(s.timestamp()),
		Summary: storage.Text("Wrote the backup " + made.Created.Name),
	}
	detail := map[string]any{"mode": "local-snapshot", "triggeredBy": trigger, "backupVersion": backup.Version}
	if failed != nil {
		line.Status, line.Summary = activity.Failed, "A backup could not be written"
	} else {
		detail["filename"], detail["bytes"], detail["pruned"] = made.Created.Name, made.Created.Bytes, len(made.Pruned)
	}
	line.Detail = activity.Detail(detail)
	return line
}
