package backup

import (
	"fmt"
	"io"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Service] needs.
type Config struct {
	Store  storage.Store    // required
	Now    func() time.Time // required
	Random io.Reader        // required, safe for concurrent use: the source of identifiers
	Key    []byte           // required, KeySize random bytes: signs backups
	Dir    string           // folder of temporary files; empty: the system's
}

// Service makes and restores backups. It is safe for concurrent use.
type Service struct {
	store  storage.Store
	now    func() time.Time
	random io.Reader
	key    []byte
	dir    string
	tasks  tasks
}

// New returns a service over a store. It starts nothing. It fails if the key is not KeySize
// bytes long.
func New(c Config) (*Service, error) {
	if len(c.Key) != KeySize {
		return nil, fmt.Errorf("backup: the key has %d bytes, not %d", len(c.Key), KeySize)
	}
	return &Service{store: c.Store, now: c.Now, random: c.Random, key: c.Key, dir: c.Dir}, nil
}

func (s *Service) timestamp() storage.Time { return storage.TimeOf(s.now()) }
