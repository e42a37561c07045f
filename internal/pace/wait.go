package pace

import (
	"context"
	"time"
)

type observerKey struct{}

// Observer is called instead of a wait, and calls it. Expected is how long the wait
// will take; zero means not known, and usually short.
type Observer func(ctx context.Context, expected time.Duration, wait func() error) error

// Observe returns a context whose waits go through an observer: those of [Pacer.Wait]
// and those passed to [Wait]. The context is for one goroutine: the observer does
// not know whether another one works during a wait.
func Observe(ctx context.Context, o Observer) context.Context {
	return context.WithValue(ctx, observerKey{}, o)
}

// Wait calls wait, through the observer of the context if it has one. It is for work
// that does nothing but wait: for its turn, or for the end of a rate limit. The error
// is that of wait or of the observer.
func Wait(ctx context.Context, expected time.Duration, wait func() error) error {
	if o, ok := ctx.Value(observerKey{}).(Observer); ok {
		return o(ctx, expected, wait)
	}
	return wait()
}

type measureKey struct{}

// Measure returns a context of which each wait for a turn, see [Pacer.Wait], is reported
// when it has ended.
func Measure(ctx context.Context, report func(waited time.Duration)) context.Context {
	return context.WithValue(ctx, measureKey{}, report)
}
