package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/storage/postgres"
)

// tolerated is how far the clock of the machine may differ from that of the database without
// a warning.
const tolerated = time.Second

// replicaClock is the clock of the database, as far as this replica knows. It warns when that
// of the machine differs.
type replicaClock struct {
	*postgres.Clock
	log    *slog.Logger
	warned time.Duration // the difference that was warned of
}

// newReplicaClock returns the clock of a replica on a machine with a clock.
func newReplicaClock(ctx context.Context, store *postgres.Store, machine func() time.Time, log *slog.Logger) (*replicaClock, error) {
	clock, err := store.NewClock(ctx, machine)
	if err != nil {
		return nil, err
	}
	c := &replicaClock{Clock: clock, log: log}
	return c, c.adjust(ctx)
}

func (c *replicaClock) adjust(ctx context.Context) error {
	ahead, err := c.Adjust(ctx)
	if err != nil {
		return err
	}
	if (ahead - c.warned).Abs() > tolerated {
		c.warned = ahead
		c.log.WarnContext(ctx, "the clock of the database is used, from which that of this machine differs", "ahead", ahead.Round(time.Millisecond))
	}
	return nil
}
