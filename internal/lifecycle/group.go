package lifecycle

import (
	"context"
	"sync"
	"time"
)

// Group is work in the background that is stopped together. The zero Group is
// ready. It is safe for concurrent use.
type Group struct {
	mu       sync.Mutex
	stopping bool
	work     sync.WaitGroup
	stop     chan struct{} // closed when the work is asked to end at its next boundary
	ctx      context.Context
	cancel   context.CancelFunc
}

func (g *Group) init() {
	if g.stop == nil {
		g.stop = make(chan struct{})
		g.ctx, g.cancel = context.WithCancel(context.Background())
	}
}

// Go runs fn in a goroutine of its own and says whether it did: after Stop, no
// new work begins. The context ends when patience does; the channel is closed
// when the work should end at its next boundary.
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

// Join makes what the caller is about to do part of the group: the context ends
// with the caller's, or when the group's patience does; the channel is closed
// when the work should end at its next boundary. The caller calls done once. After
// Stop nothing joins any more, and ok is false.
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

// Stop asks all work to end, waits for it, cancels what is still under way
// after patience, and returns when all has ended. It may be called any number
// of times.
func (g *Group) Stop(patience time.Duration) {
	g.mu.Lock()
	g.init()
	if !g.stopping {
		g.stopping = true
		close(g.stop)
	}
	cancel := g.cancel
	g.mu.Unlock()

	timer := time.AfterFunc(patience, cancel)
	defer timer.Stop()
	g.work.Wait()
	cancel()
}
