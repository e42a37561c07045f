package pace

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// anonymousShare is the part of the pace that anonymous requests share, as a
	// divisor.
	anonymousShare = 10
	// maxAnonymous is how many anonymous requests wait at once.
	maxAnonymous = 8
)

// BusyError reports that an anonymous request does not get a turn in time: the
// queue is full, or its context ends before its turn.
type BusyError struct {
	RetryAfter time.Duration // until a turn is likely
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("too many requests are waiting: retry in %v", e.RetryAfter.Round(time.Second))
}

// Pacer gives turns to requests: burst turns at once, then one each interval. Requests that
// wait are served by class, then in order of arrival. An anonymous request gets a turn only
// while no other request waits, and at most one in ten intervals. A Pacer is safe for concurrent use and starts no goroutines.
type Pacer struct {
	turns  bucket
	shared bucket // of the turns, those that anonymous requests may take

	mu      sync.Mutex
	waiting [classes]list.List // of turns, in order of arrival
	timer   *time.Timer        // gives out the next turn; nil before the first wait
}

// turn is that of a request which waits: closed when it has come.
type turn chan struct{}

// New returns a pacer. The interval and the burst are at least 1.
func New(interval time.Duration, burst int) *Pacer {
	now := time.Now()
	return &Pacer{
		turns:  newBucket(max(interval, 1), max(burst, 1), now),
		shared: newBucket(max(interval, 1)*anonymousShare, max(burst/anonymousShare, 1), now),
	}
}

// SetInterval changes the interval, also for the requests that wait. It is at least 1.
func (p *Pacer) SetInterval(interval time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turns.interval = max(interval, 1)
	p.shared.interval = p.turns.interval * anonymousShare
	p.serve(time.Now())
}

// Wait waits for a turn of the context's class. When the turn comes after the
// context's deadline, it returns [context.DeadlineExceeded] at once. The error is
// that, the context's own, or for an anonymous request a [*BusyError].
func (p *Pacer) Wait(ctx context.Context) error {
	if report, ok := ctx.Value(measureKey{}).(func(time.Duration)); ok {
		began := time.Now()
		defer func() { report(time.Since(began)) }()
	}
	return Wait(ctx, 0, func() error { return p.await(ctx) })
}

func (p *Pacer) await(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	class := Of(ctx)
	own, wait, err := p.join(ctx, class)
	if err == nil {
		select {
		case <-own:
			return nil
		case <-ctx.Done():
			if p.leave(class, own) {
				return nil // the turn came at the same moment, and is used
			}
			err = ctx.Err()
		}
	}
	if class == Anonymous && !errors.Is(err, context.Canceled) {
		return &BusyError{RetryAfter: wait}
	}
	return err
}

// errFull means that the queue is full of anonymous requests.
var errFull = errors.New("queue is full")

// join puts a request in the queue, and returns how long it waits if no request
// that goes before it comes after it.
func (p *Pacer) join(ctx context.Context, class Class) (turn, time.Duration, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	wait := p.wait(class, now)
	if deadline, ok := ctx.Deadline(); ok && now.Add(wait).After(deadline) {
		return nil, wait, context.DeadlineExceeded
	}
	if class == Anonymous && p.waiting[class].Len() >= maxAnonymous {
		return nil, wait, errFull
	}
	own := make(turn)
	p.waiting[class].PushBack(own)
	p.serve(now)
	return own, wait, nil
}

// wait returns how long a request of a class that comes now waits for its turn.
func (p *Pacer) wait(class Class, now time.Time) time.Duration {
	before := 1
	for other := range class + 1 {
		before += p.waiting[other].Len()
	}
	wait := p.turns.until(before, now)
	if class == Anonymous {
		wait = max(wait, p.shared.until(1+p.waiting[class].Len(), now))
	}
	return wait
}

// leave takes a request out of the queue. It reports whether its turn had come.
func (p *Pacer) leave(class Class, own turn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	queue := &p.waiting[class]
	for e := queue.Front(); e != nil; e = e.Next() {
		if e.Value == own {
			queue.Remove(e)
			p.serve(time.Now()) // the timer may have been set for this one
			return false
		}
	}
	return true
}

// serve gives out the turns that there are, and sets the timer for the next one.
// The caller has the lock.
func (p *Pacer) serve(now time.Time) {
	for {
		class, wait, ok := p.next(now)
		if !ok {
			if p.timer != nil {
				p.timer.Stop()
			}
			return
		}
		if wait > 0 {
			if p.timer == nil {
				p.timer = time.AfterFunc(wait, p.tick)
			} else {
				p.timer.Reset(wait)
			}
			return
		}
		p.turns.take(now)
		if class == Anonymous {
			p.shared.take(now)
		}
		queue := &p.waiting[class]
		close(queue.Remove(queue.Front()).(turn))
	}
}

// next returns the class that has the next turn, and when that is. It reports
// false when no request waits.
func (p *Pacer) next(now time.Time) (class Class, wait time.Duration, ok bool) {
	for class := range Class(classes) {
		if p.waiting[class].Len() == 0 {
			continue
		}
		wait := p.turns.until(1, now)
		if class == Anonymous {
			wait = max(wait, p.shared.until(1, now))
		}
		return class, wait, true
	}
	return 0, 0, false
}

// tick gives out turns when the timer fires.
func (p *Pacer) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.serve(time.Now())
}
