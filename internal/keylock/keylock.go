package keylock

import (
	"context"
	"sync"
)

// Locks holds one lock per key, which is of any comparable type. The zero value is ready. It is safe
// for concurrent use.
type Locks struct {
	mu   sync.Mutex
	held map[any]chan struct{} // closed when the holder unlocks
}

// Lock waits for the lock of a key and returns the function that unlocks it. The
// error is the context's, if that ends first.
func (l *Locks) Lock(ctx context.Context, key any) (unlock func(), err error) {
	for {
		unlock, released := l.TryLock(key)
		if unlock != nil {
			return unlock, nil
		}
		select {
		case <-released:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// TryLock takes the lock of a key if it is free, and returns the function that unlocks it.
// Otherwise it returns a channel that is closed when the holder unlocks.
func (l *Locks) TryLock(key any) (unlock func(), released <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if holder, busy := l.held[key]; busy {
		return nil, holder
	}
	mine := make(chan struct{})
	if l.held == nil {
		l.held = make(map[any]chan struct{})
	}
	l.held[key] = mine
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.held, key)
		close(mine)
	}, nil
}
