package background

import (
	"context"
	"encoding/binary"
	"io"
	"math"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Loop repeats a step.
type Loop struct {
	First  time.Duration // the wait before the first step
	Wake   Signal        // brings the next step forward to Settle from now; nil: nothing does
	Settle time.Duration

	// Written brings the next step forward to Poll from a write to it. If the store does not
	// tell of writes, see [storage.Watcher], Poll is the most wait before a step. Nil: writes
	// do nothing.
	Written storage.Store
	Poll    time.Duration

	// Interrupt is the cause with which the context of a step under way ends when the loop is
	// stopped, which need not wait for it then. Nil: the step is finished first.
	Interrupt error

	// Step does the work once, and returns the wait before the next time.
	Step func(ctx context.Context) time.Duration
}

// Idle is a wait until something wakes a [Loop], with a look now and then, in case that the
// clock was set or something was missed.
const Idle = time.Hour

// Run repeats the step until the context ends or stop is closed. A step under way is
// finished first, see Interrupt.
func (l Loop) Run(ctx context.Context, stop <-chan struct{}) {
	if l.Interrupt != nil {
		var cancel func()
		ctx, cancel = Interrupt(ctx, stop, l.Interrupt)
		defer cancel()
	}
	written, most, stopWatch := l.watch()
	defer stopWatch()
	next := time.Now().Add(l.First)
	timer := time.NewTimer(l.First)
	defer timer.Stop()
	forward := func(wait time.Duration) { // another signal does not put the step off
		if at := time.Now().Add(wait); at.Before(next) {
			next = at
			timer.Reset(wait)
		}
	}
	for {
		select {
		case <-l.Wake:
			forward(l.Settle)
		case <-written:
			forward(l.Poll)
		case <-timer.C:
			wait := min(l.Step(ctx), most)
			next = time.Now().Add(wait)
			timer.Reset(wait)
		case <-stop:
			return
		case <-ctx.Done():
			return
		}
	}
}

// watch returns the signal of writes, and the most wait between two steps.
func (l Loop) watch() (written Signal, most time.Duration, stop func()) {
	stop = func() {}
	if l.Written == nil {
		return nil, math.MaxInt64, stop
	}
	watcher, ok := storage.As[storage.Watcher](l.Written)
	if !ok {
		return nil, l.Poll, stop
	}
	written = NewSignal()
	return written, math.MaxInt64, watcher.Watch(written)
}

// Loop runs a loop as part of the group, and returns when it has ended. After
// [Group.Stop] it does nothing.
func (g *Group) Loop(ctx context.Context, l Loop) {
	ctx, stop, done, ok := g.Join(ctx)
	if !ok {
		return
	}
	defer done()
	l.Run(ctx, stop)
}

// Signal wakes a [Loop]. Signals that the loop has not seen yet count as one.
type Signal chan struct{}

// NewSignal returns a signal that has not been sent.
func NewSignal() Signal { return make(Signal, 1) }

// Send sends the signal. It does not block.
func (s Signal) Send() {
	select {
	case s <- struct{}{}:
	default:
	}
}

// Interrupt returns a context that ends, with the cause, also when stop is closed: for
// work that a stop does not wait for. Call cancel when the work is done.
func Interrupt(ctx context.Context, stop <-chan struct{}, cause error) (_ context.Context, cancel func()) {
	ctx, end := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-stop:
			end(cause)
		case <-ctx.Done():
		}
	}()
	return ctx, func() { end(nil) }
}

// Stopped reports whether work should end here: the context has ended or stop is
// closed.
func Stopped(ctx context.Context, stop <-chan struct{}) bool {
	return Closed(stop) || ctx.Err() != nil
}

// Closed reports whether stop is closed.
func Closed(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// Pause waits, or returns as soon as work should end.
func Pause(ctx context.Context, stop <-chan struct{}, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-stop:
	case <-ctx.Done():
	}
}

// Jitter returns a random duration from zero to most, so that processes that start
// together do not work at the same moments. If random fails, it returns most.
func Jitter(random io.Reader, most time.Duration) time.Duration {
	var number [8]byte
	if _, err := io.ReadFull(random, number[:]); err != nil {
		return most
	}
	return time.Duration(binary.LittleEndian.Uint64(number[:]) % (uint64(max(most, 0)) + 1))
}
