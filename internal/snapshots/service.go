package snapshots

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// Folder is the name of the folder of backups in a data directory.
const Folder = "backups"

// Config is what a [Service] needs.
type Config struct {
	storage.Env

	Backup *backup.Service // required: makes the backups
	Dir    string          // the folder, created with the first file; empty: every method fails with storage.ErrNotSupported
}

// Service keeps the newest backups as files in a folder. It is safe for
// concurrent use.
type Service struct {
	config Config // whose folder is absolute
	work   background.Group
}

// New returns the service of a folder. It starts nothing and creates nothing. It
// fails when the absolute path of the folder cannot be determined. To list and
// open files, only Dir is needed.
func New(c Config) (*Service, error) {
	c.Env = c.Env.WithLogger()
	if c.Dir != "" {
		dir, err := filepath.Abs(c.Dir)
		if err != nil {
			return nil, fmt.Errorf("find the folder of backups: %w", err)
		}
		c.Dir = dir
	}
	return &Service{config: c}, nil
}

// Dir returns the absolute path of the folder, which need not exist yet. It is
// empty when none is configured.
func (s *Service) Dir() string { return s.config.Dir }

// Stop ends [Service.Run], waits for a backup that is being written and cancels it
// after the timeout. It may be called more than once.
func (s *Service) Stop(timeout time.Duration) { s.work.Stop(timeout) }

func (s *Service) timestamp() storage.Time { return storage.TimeOf(s.config.Now()) }

// supported fails when no folder is configured.
func (s *Service) supported() error {
	if s.config.Dir == "" {
		return fmt.Errorf("no folder for backups: %w", storage.ErrNotSupported)
	}
	return nil
}

// begin registers work that [Service.Stop] waits for.
func (s *Service) begin(ctx context.Context) (work context.Context, done func(), err error) {
	if err := s.supported(); err != nil {
		return nil, nil, err
	}
	work, _, done, ok := s.work.Join(ctx)
	if !ok {
		return nil, nil, runner.ErrStopping
	}
	return work, done, nil
}
