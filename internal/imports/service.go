package imports

import (
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// MaxItems is the maximum number of items of an import.
const MaxItems = 50_000

// ErrFull means that an import would have more than [MaxItems] items.
var ErrFull = errors.New("the import has too many items")

// Config is what a [Service] needs.
type Config struct {
	storage.Env

	Fleet *tracked.Service // required: what reads and keeps apps, over the same store
}

// Service manages imported lists of apps. It is safe for concurrent use.
type Service struct {
	store  storage.Store
	fleet  *tracked.Service
	now    func() time.Time
	random io.Reader
	log    *slog.Logger

	queued background.Signal // signalled when an item may be due
	work   background.Group
}

// New returns a service. It starts nothing.
func New(c Config) *Service {
	c.Env = c.Env.WithLogger()
	return &Service{store: c.Store, fleet: c.Fleet, now: c.Now, random: c.Random, log: c.Logger, queued: background.NewSignal()}
}

// Stop ends background work at its next boundary, or cancels it after the timeout. It
// returns when all work has ended, and may be called more than once.
func (s *Service) Stop(timeout time.Duration) { s.work.Stop(timeout) }

func (s *Service) stamp() storage.Time { return storage.TimeOf(s.now()) }
