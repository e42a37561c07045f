package backup

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Service] needs.
type Config struct {
	storage.Env

	Key []byte // required, KeySize random bytes: signs backups
	Dir string // folder of temporary files; empty: the system's
}

// Service makes and restores backups. It is safe for concurrent use.
type Service struct {
	config Config
	tasks  tasks
}

// New returns a service over a store. It starts nothing. It fails if the key is not KeySize
// bytes long.
func New(c Config) (*Service, error) {
	if len(c.Key) != KeySize {
		return nil, fmt.Errorf("backup: the key has %d bytes, not %d", len(c.Key), KeySize)
	}
	return &Service{config: c}, nil
}

func (s *Service) timestamp() storage.Time { return storage.TimeOf(s.config.Now()) }
