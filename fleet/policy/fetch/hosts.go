package fetch

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/privacylabels/auditor/internal/pace"
)

// manyHosts is the number of remembered hosts from which on idle ones are forgotten.
const manyHosts = 256

// hosts admits one request at a time to each host, and none before an interval has
// passed since the start of the last one.
type hosts struct {
	interval time.Duration

	mu     sync.Mutex
	byName map[string]*host
}

type host struct {
	users int           // requests that are under way or wait
	busy  chan struct{} // full during a request
	pace  *rate.Limiter // has a token when the interval has passed
}

// acquire waits until the host may be requested, at most until the context ends. The
// caller calls release after its request.
func (h *hosts) acquire(ctx context.Context, name string) (release func(), err error) {
	to := h.get(name)
	select {
	case to.busy <- struct{}{}:
	case <-ctx.Done():
		h.put(to)
		return nil, ctx.Err()
	}
	release = func() {
		<-to.busy
		h.put(to)
	}
	if err := pace.Wait(ctx, 0, func() error { return to.pace.Wait(ctx) }); err != nil {
		release()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, context.DeadlineExceeded // the wait would exceed it
	}
	return release, nil
}

func (h *hosts) get(name string) *host {
	h.mu.Lock()
	defer h.mu.Unlock()
	to := h.byName[name]
	if to == nil {
		h.forget()
		to = &host{busy: make(chan struct{}, 1), pace: rate.NewLimiter(rate.Every(h.interval), 1)}
		h.byName[name] = to
	}
	to.users++
	return to
}

func (h *hosts) put(to *host) {
	h.mu.Lock()
	defer h.mu.Unlock()
	to.users--
}

// forget drops idle hosts when there are many. The caller holds the lock.
func (h *hosts) forget() {
	if h.byName == nil {
		h.byName = make(map[string]*host)
	}
	if len(h.byName) < manyHosts {
		return
	}
	for name, to := range h.byName {
		if to.users == 0 && to.pace.Tokens() >= 1 {
			delete(h.byName, name)
		}
	}
}
