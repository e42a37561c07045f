package waiting

import (
	"context"
	"time"
)

type key struct{}

// Observer is called instead of a wait, and calls it. Expected is how long the wait
// will take, as far as that is known; zero is unknown, and usually short.
type Observer func(ctx context.Context, expected time.Duration, wait func() error) error

// Observe returns a context whose waits go through an observer. Only one goroutine
// may work with it: the observer cannot tell a wait beside other work from a wait.
func Observe(ctx context.Context, o Observer) context.Context {
	return context.WithValue(ctx, key{}, o)
}

// For waits, and lets the observer of the context know. The error is of wait or of
// the observer.
func For(ctx context.Context, expected time.Duration, wait func() error) error {
	if o, ok := ctx.Value(key{}).(Observer); ok {
		return o(ctx, expected, wait)
	}
	return wait()
}
