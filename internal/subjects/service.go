package subjects

import (
	"context"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

const (
	// gap is the wait between two transactions, in which others can write.
	gap = 20 * time.Millisecond

	// pollInterval is how long after a write the state is read once all is done: a restored
	// backup may bring entries without subjects.
	pollInterval = time.Minute
)

// Service adds subjects in the background. It is safe for concurrent use, also by several
// processes on one database: each transaction continues where the last one ended.
type Service struct {
	store storage.Store
	log   *slog.Logger
	work  background.Group
}

// New returns a service. It starts nothing.
func New(env storage.Env) *Service {
	env = env.WithLogger()
	return &Service{store: env.Store, log: env.Logger}
}

// Run adds subjects in small transactions until every entry was visited, and again after
// a restore, until the context ends or the service stops. After a crash it continues with
// the first transaction that was not committed.
func (s *Service) Run(ctx context.Context) {
	added := 0
	s.work.Loop(ctx, background.Loop{Written: s.store, Poll: pollInterval, Step: func(ctx context.Context) time.Duration {
		n, done, err := s.Advance(ctx)
		added += n
		switch {
		case err != nil && ctx.Err() == nil:
			s.log.ErrorContext(ctx, "entry subjects not added", "error", err)
			return pollInterval
		case err == nil && !done:
			return gap
		case err == nil && added > 0:
			s.log.InfoContext(ctx, "entry subjects added", "entries", added)
			added = 0
		}
		return background.Idle
	}})
}

// Stop ends [Service.Run] and returns when it has ended.
func (s *Service) Stop(timeout time.Duration) { s.work.Stop(timeout) }

// Advance visits the next entries, in one transaction. It returns how many got a subject,
// and whether all have been visited. Then it writes nothing.
func (s *Service) Advance(ctx context.Context) (added int, done bool, err error) {
	var at state
	err = s.store.View(ctx, func(tx *storage.Tx) (err error) {
		at, err = stateOf(tx)
		return err
	})
	if err != nil || at.Done {
		return 0, err == nil, err
	}
	err = s.store.Update(ctx, func(tx *storage.Tx) error {
		added = 0
		if at, err = stateOf(tx); err != nil || at.Done {
			return err
		}
		if at.Changes {
			added, err = at.visitNotifications(tx)
		} else {
			added, err = at.visitSnapshots(tx)
		}
		if err != nil {
			return err
		}
		return at.put(tx)
	})
	if err != nil {
		return 0, false, err
	}
	return added, at.Done, nil
}
