package background

import (
	"context"
	"sync"
	"time"
)

// Group is work that is stopped together. The zero Group is ready. It is safe for
// concurrent use.
type Group struct {
	mu       sync.Mutex
	stopping bool
	work     sync.WaitGroup
	stop     chan struct{} // closed by Stop
	ctx      context.Context
	cancel   context.CancelFunc
}

func (g *Group) init() {
	if g.stop == nil {
		g.stop = make(chan struct{})
		g.ctx, g.cancel = context.WithCancel(context.Background())
	}
}

// Go runs fn in a new goroutine and reports whether it did: after Stop it does not.
// When stop is closed, the work should end at its next boundary; when the timeout of
// Stop is over, the context ends.
func (g *Group) Go(fn func(ctx context.Context, stop <-chan struct{})) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.init()
	if g.stopping {
		return false
	}
	g.work.Go(func() { fn(g.ctx, g.stop) })
	return true
}

// Join makes what the caller does next part of the group, until the caller calls done,
// once. The context is the caller's, and ends also when the timeout of Stop is over.
// When stop is closed, the work should end at its next boundary. After Stop, ok is
// false.
func (g *Group) Join(ctx context.Context) (work context.Context, stop <-chan struct{}, done func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.init()
	if g.stopping {
		return nil, nil, nil, false
	}
	g.work.Add(1)
	work, cancel := context.WithCancel(ctx)
	unhook := context.AfterFunc(g.ctx, cancel)
	return work, g.stop, func() {
		unhook()
		cancel()
		g.work.Done()
	}, true
}

// Stop asks all work to end, cancels what is left after the timeout, and returns when
// all has ended. It may be called any number of times.
func (g *Group) Stop(timeout time.Duration) {
	g.mu.Lock()
	g.init()
	if !g.stopping {
		g.stopping = true
		close(g.stop)
	}
	cancel := g.cancel
	g.mu.Unlock()

	timer := time.AfterFunc(timeout, cancel)
	defer timer.Stop()
	g.work.Wait()
	cancel()
}
