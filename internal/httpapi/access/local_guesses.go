package access

import (
	"container/list"
	"sync"
	"time"
)

// maxGuessers is the maximum number of addresses that a process counts separately: the
// subnets (/64) of a customer's /48.
const maxGuessers = 1 << 16

// localGuesses counts the wrong tokens of this process by address, in fixed windows: the first
// wrong token of an address opens its window. It is safe for concurrent use and starts no
// goroutine.
//
// Its memory is bounded. When it is full, windows that have ended are dropped first, then the
// oldest of an address that is not locked, then the one locked first. No address is ever
// locked for the tokens of another.
type localGuesses struct {
	now func() time.Time

	mu     sync.Mutex
	byAddr map[string]*list.Element // of *guesser
	free   *list.List               // guessers that are not locked; front: the window that began first
	locked *list.List               // the others; front: the one that was locked first

	began time.Time // the window of all addresses
	all   int
}

// guesser is an address in its present window.
type guesser struct {
	addr  string
	began time.Time
	wrong int
}

func newLocalGuesses(now func() time.Time) *localGuesses {
	return &localGuesses{now: now, byAddr: make(map[string]*list.Element), free: list.New(), locked: list.New()}
}

// judge counts a token of an address, unless the address is locked. Deciding and
// counting are one step, so that no more than maxGuesses tokens are compared
// however many arrive at once.
func (g *localGuesses) judge(addr string, right bool) Guess {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	var got Guess
	if !right {
		if !inWindow(g.began, now) {
			g.began, g.all = now, 0
		}
		g.all++
		got.All = g.all
	}
	e, known := g.byAddr[addr]
	if known && !inWindow(e.Value.(*guesser).began, now) {
		g.remove(e)
		known = false
	}
	if known && e.Value.(*guesser).wrong >= maxGuesses {
		got.Locked, got.Wait = true, e.Value.(*guesser).began.Add(GuessWindow).Sub(now)
		return got
	}
	if right {
		return got
	}
	if !known {
		g.makeRoom(now)
		e = g.free.PushBack(&guesser{addr: addr, began: now})
		g.byAddr[addr] = e
	}
	one := e.Value.(*guesser)
	if one.wrong++; one.wrong == maxGuesses {
		g.free.Remove(e)
		g.byAddr[addr] = g.locked.PushBack(one)
	}
	return got
}

// lockedFor reports for how long the tokens of an address are refused.
func (g *localGuesses) lockedFor(addr string) (time.Duration, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	e, ok := g.byAddr[addr]
	if !ok {
		return 0, false
	}
	one, now := e.Value.(*guesser), g.now()
	return one.began.Add(GuessWindow).Sub(now), one.wrong >= maxGuesses && inWindow(one.began, now)
}

// makeRoom drops the windows that have ended and, if there is still no room, one
// that has not.
func (g *localGuesses) makeRoom(now time.Time) {
	for _, some := range []*list.List{g.free, g.locked} {
		for e := some.Front(); e != nil && !inWindow(e.Value.(*guesser).began, now); e = some.Front() {
			g.remove(e)
		}
	}
	if len(g.byAddr) < maxGuessers {
		return
	}
	if e := g.free.Front(); e != nil {
		g.remove(e)
		return
	}
	g.remove(g.locked.Front())
}

// remove forgets a guesser, which is in one of the lists.
func (g *localGuesses) remove(e *list.Element) {
	one := e.Value.(*guesser)
	delete(g.byAddr, one.addr)
	if one.wrong >= maxGuesses {
		g.locked.Remove(e)
	} else {
		g.free.Remove(e)
	}
}

// inWindow reports whether a window has not ended. A clock that is set back ends it
// as well, so that no window lasts for hours.
func inWindow(began, now time.Time) bool {
	passed := now.Sub(began)
	return passed >= 0 && passed < GuessWindow
}
