package policy

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/privacylabels/auditor/internal/waiting"
)

// manyHosts is how many hosts are remembered before those are forgotten that
// have rested long enough.
const manyHosts = 256

// turns lets one request at a time go to a host, and none begin before an interval
// since the last one began has passed.
type turns struct {
	interval time.Duration

	mu    sync.Mutex
	hosts map[string]*host
}

type host struct {
	wanted int           // how many have the turn or wait for it
	busy   chan struct{} // full while somebody has the turn
	pace   *rate.Limiter // one token: the host has rested
}

// take waits for the host's turn, no longer than the context, and returns what
// ends it.
func (t *turns) take(ctx context.Context, name string) (end func(), err error) {
	h := t.want(name)
	select {
	case h.busy <- struct{}{}:
	case <-ctx.Done():
		t.leave(h)
		return nil, ctx.Err()
	}
	if err := waiting.For(ctx, 0, func() error { return h.pace.Wait(ctx) }); err != nil {
		<-h.busy
		t.leave(h)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, context.DeadlineExceeded // its turn comes after that
	}
	return func() {
		<-h.busy
		t.leave(h)
	}, nil
}

func (t *turns) want(name string) *host {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.hosts[name]
	if h == nil {
		t.forget()
		h = &host{busy: make(chan struct{}, 1), pace: rate.NewLimiter(rate.Every(t.interval), 1)}
		t.hosts[name] = h
	}
	h.wanted++
	return h
}

func (t *turns) leave(h *host) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h.wanted--
}

// forget drops the hosts that a new one would be no different from, when there
// are many. The caller has the lock.
func (t *turns) forget() {
	if t.hosts == nil {
		t.hosts = make(map[string]*host)
	}
	if len(t.hosts) < manyHosts {
		return
	}
	for name, h := range t.hosts {
		if h.wanted == 0 && h.pace.Tokens() >= 1 {
			delete(t.hosts, name)
		}
	}
}
