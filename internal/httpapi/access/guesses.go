package access

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sethvargo/go-limiter"
)

const (
	// maxGuesses is how many wrong admin tokens an address may send in a window
	// before all of its tokens are refused until the window ends.
	maxGuesses = 10
	// GuessWindow is how long wrong tokens are counted.
	GuessWindow = 15 * time.Minute
	// ManyGuesses is how many wrong tokens of all addresses in a window are
	// reported to the operator.
	ManyGuesses = 100

	// sharedTimeout is how long a shared limiter may take, and sharedPause for how long none
	// is asked after one has failed.
	sharedTimeout = 2 * time.Second
	sharedPause   = 10 * time.Second
)

// Guesses counts wrong admin tokens by address, in fixed windows: the first wrong token of an
// address opens its window. It is safe for concurrent use.
//
// Each process counts in its memory. Processes that share the limits of requests also count
// together, and an address is locked as soon as either count says so. So a flood of an address
// that this process has locked costs no call of the shared limiters.
type Guesses struct {
	now    func() time.Time
	own    *localGuesses
	byAddr limiter.Store // of all processes; nil: they are not shared
	all    limiter.Store // the same, of all addresses
	failed atomic.Int64  // when a shared limiter failed last, in nanoseconds since 1970
}

// Guess is the outcome of [Guesses.Judge].
type Guess struct {
	Wait   time.Duration // until the window of a locked address ends
	Locked bool          // the token must be refused, right or wrong
	All    int           // wrong tokens of all addresses in their window, this one included; zero if it is right
}

// NewGuesses returns a counter without wrong tokens. NewLimiter creates the limiter of a bucket
// that all processes share; nil: they share none.
func NewGuesses(now func() time.Time, newLimiter func(bucket string, calls uint64, window time.Duration) (limiter.Store, error)) (*Guesses, error) {
	g := &Guesses{now: now, own: newLocalGuesses(now)}
	if newLimiter == nil {
		return g, nil
	}
	var err error
	if g.byAddr, err = newLimiter("wrong tokens", maxGuesses, GuessWindow); err != nil {
		return nil, fmt.Errorf("create the limiter of wrong tokens: %w", err)
	}
	if g.all, err = newLimiter("wrong tokens of all", ManyGuesses, GuessWindow); err != nil {
		return nil, fmt.Errorf("create the limiter of all wrong tokens: %w", err)
	}
	return g, nil
}

// Close closes the shared limiters.
func (g *Guesses) Close(ctx context.Context) error {
	if g.byAddr == nil {
		return nil
	}
	return errors.Join(g.byAddr.Close(ctx), g.all.Close(ctx))
}

// Judge counts a token of an address, unless the address is locked. Deciding and counting are
// one step, so that no more than maxGuesses wrong tokens are compared however many arrive at
// once. An error is that of a shared limiter, without which the count of this process decides.
func (g *Guesses) Judge(ctx context.Context, addr string, right bool) (Guess, error) {
	got := g.own.judge(addr, right)
	if got.Locked || !g.shared() {
		return got, nil
	}
	err := g.ask(ctx, func(ctx context.Context) (err error) {
		if right {
			got.Wait, got.Locked, err = g.lockedByAll(ctx, addr)
			return err
		}
		all, err := g.takeOfAll(ctx)
		if err != nil {
			return err
		}
		got.All = max(got.All, all)
		got.Wait, got.Locked, err = g.take(ctx, addr)
		return err
	})
	return got, err
}

// Locked reports for how long the tokens of an address are refused. An error is as for
// [Guesses.Judge].
func (g *Guesses) Locked(ctx context.Context, addr string) (time.Duration, bool, error) {
	wait, locked := g.own.lockedFor(addr)
	if locked || !g.shared() {
		return wait, locked, nil
	}
	err := g.ask(ctx, func(ctx context.Context) (err error) {
		wait, locked, err = g.lockedByAll(ctx, addr)
		return err
	})
	return wait, locked, err
}

// shared reports whether there are shared limiters, and they have not failed lately.
func (g *Guesses) shared() bool {
	passed := g.now().Sub(time.Unix(0, g.failed.Load()))
	return g.byAddr != nil && (passed < 0 || passed >= sharedPause)
}

// ask asks the shared limiters, within their time.
func (g *Guesses) ask(ctx context.Context, question func(context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, sharedTimeout)
	defer cancel()
	err := question(limited)
	if err != nil && ctx.Err() == nil {
		g.failed.Store(g.now().UnixNano())
	}
	return err
}

// lockedByAll reports for how long the wrong tokens of all processes lock an address.
func (g *Guesses) lockedByAll(ctx context.Context, addr string) (time.Duration, bool, error) {
	calls, left, err := g.byAddr.Get(ctx, addr)
	if err != nil {
		return 0, false, fmt.Errorf("look up the wrong tokens of an address: %w", err)
	}
	if calls == 0 || left > 0 {
		return 0, false, nil
	}
	return g.take(ctx, addr) // says when the window ends, and counts only if it just has
}

// takeOfAll counts a wrong token of all addresses, and returns how many there are, up to one
// more than ManyGuesses.
func (g *Guesses) takeOfAll(ctx context.Context) (int, error) {
	calls, left, _, ok, err := g.all.Take(ctx, "")
	if err != nil {
		return 0, fmt.Errorf("count the wrong tokens of all: %w", err)
	}
	n := int(calls - left)
	if !ok {
		n++ // this one was not counted
	}
	return n, nil
}

// LockedLocally reports whether the tokens that this process has seen lock an address.
func (g *Guesses) LockedLocally(addr string) bool {
	_, locked := g.own.lockedFor(addr)
	return locked
}

// take counts a wrong token of all processes, and reports for how long the address is locked.
func (g *Guesses) take(ctx context.Context, addr string) (time.Duration, bool, error) {
	_, _, reset, ok, err := g.byAddr.Take(ctx, addr)
	if err != nil {
		return 0, false, fmt.Errorf("count the wrong tokens of an address: %w", err)
	}
	if ok {
		return 0, false, nil
	}
	return time.Unix(0, int64(reset)).Sub(g.now()), true, nil
}
