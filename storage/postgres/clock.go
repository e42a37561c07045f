package postgres

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// Clock is the clock of a machine, corrected by that of the database server, so that
// processes on machines whose clocks differ agree on when a lease expires. It is safe for
// concurrent use.
type Clock struct {
	store   *Store
	machine func() time.Time
	ahead   atomic.Int64 // how far the server's clock is ahead, in nanoseconds
}

// NewClock returns a clock that Adjust has corrected. The function machine is the clock of
// the machine, such as [time.Now].
func (s *Store) NewClock(ctx context.Context, machine func() time.Time) (*Clock, error) {
	c := &Clock{store: s, machine: machine}
	if _, err := c.Adjust(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// Now returns the time of the server as far as it is known.
func (c *Clock) Now() time.Time { return c.machine().Add(time.Duration(c.ahead.Load())) }

// asked is how often Adjust asks, to take the answer that took least.
const asked = 3

// Adjust asks the server for its time, and returns how far its clock is ahead of that of the
// machine. The error of that is at most half the time of a round trip. A process should call
// it every minute or so, since clocks are set and drift apart.
func (c *Clock) Adjust(ctx context.Context) (ahead time.Duration, err error) {
	shortest := time.Duration(-1)
	for range asked {
		var server time.Time
		sent := c.machine()
		if err := c.store.control.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&server); err != nil {
			return 0, fmt.Errorf("read the clock of the database: %w", explain(err))
		}
		took := c.machine().Sub(sent)
		if shortest < 0 || took < shortest {
			shortest, ahead = took, server.Sub(sent.Add(took/2))
		}
	}
	c.ahead.Store(int64(ahead))
	return ahead, nil
}
