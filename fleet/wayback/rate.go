package wayback

import (
	"context"
	"sync"
	"time"

	"github.com/privacylabels/auditor/fleet/history"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// The pace, in requests a minute.
const (
	firstPace = 15
	maxPace   = 60
	minPace   = 4

	// steady is how many requests in a row the archive must answer before the pace
	// rises, by a quarter.
	steady = 20
	// ceilingAge is how long the pace stays below one that was refused.
	ceilingAge = 6 * time.Hour
)

// How long no request is sent after a refusal. The time doubles with each refusal until
// the archive has answered steady requests in a row.
const (
	minWait = 5 * time.Minute
	maxWait = time.Hour
)

// recallEvery is how often the stored pace is read, which other processes change, too.
const recallEvery = time.Minute

// rate is the pace of all requests, which adapts to the responses.
type rate struct {
	turns *pace.Pacer
	now   func() time.Time
	most  int
	least int

	mu       sync.Mutex // guards the fields below, and is held while the pace is saved
	memory   history.PaceMemory
	recalled time.Time
	pace     history.Pace
	good     int // requests answered since the last change
	refusals int // number of refusals, to recognize requests from before the last one
	saves    rest
}

// newRate returns the rate for a configured pace; zero: none.
func newRate(now func() time.Time, set int) *rate {
	r := &rate{now: now, most: maxPace, least: minPace, pace: history.Pace{PerMinute: firstPace}}
	if set > 0 {
		r.most, r.least, r.pace.PerMinute = set, min(set, minPace), set
	}
	r.turns = pace.New(interval(r.pace.PerMinute), 1)
	return r
}

func interval(perMinute int) time.Duration { return time.Minute / time.Duration(perMinute) }

// wait waits for a turn, and returns the number of refusals so far. It returns how long
// to wait instead if no request may be sent.
func (r *rate) wait(ctx context.Context) (refusals int, blocked time.Duration, err error) {
	if _, blocked = r.blocked(ctx); blocked > 0 {
		return 0, blocked, nil
	}
	if err := r.turns.Wait(ctx); err != nil {
		return 0, 0, err
	}
	refusals, blocked = r.blocked(ctx) // a request may have been refused meanwhile
	return refusals, blocked, nil
}

// blocked returns the number of refusals so far and how long no request may be sent, both
// of the same moment.
func (r *rate) blocked(ctx context.Context) (refusals int, left time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	if r.memory != nil && (r.recalled.IsZero() || now.Sub(r.recalled) >= recallEvery) {
		r.recalled = now
		if p, ok := r.memory.LoadPace(ctx); ok && p != r.pace && p.RefusedAt >= r.pace.RefusedAt { // otherwise it was not saved
			r.pace = p
			r.adjust(p.PerMinute)
		}
	}
	left = r.pace.Until.Sub(storage.TimeOf(now))
	if left > maxWait { // the clock was corrected
		left = 0
	}
	return r.refusals, max(left, 0)
}

// answered records that the archive answered a request. Refusals is what [rate.wait]
// returned for the request: an answer to one from before a refusal does not end the wait.
func (r *rate) answered(ctx context.Context, refusals int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := r.pace.Until.Sub(storage.TimeOf(r.now())) // of a wait that another process may have begun
	if refusals != r.refusals || left > 0 && left <= maxWait {
		return
	}
	old := r.pace
	r.pace.Until = 0
	if r.good++; r.good >= steady {
		r.good, r.pace.WaitMS = 0, 0
		next := r.pace.PerMinute + max(r.pace.PerMinute/4, 1)
		if age := r.now().Sub(r.pace.RefusedAt.Std()); age >= 0 && age < ceilingAge {
			next = min(next, r.pace.Refused*4/5)
		}
		r.adjust(max(next, r.pace.PerMinute))
	}
	r.save(ctx, old)
}

// refused records that the archive refused a request, and returns how long no request
// may be sent. Refusals is what [rate.wait] returned for the request, so that requests
// that were sent together count once.
func (r *rate) refused(ctx context.Context, refusals int, retryAfter time.Duration) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := storage.TimeOf(r.now())
	if refusals == r.refusals {
		old := r.pace
		r.refusals++
		wait := longer(time.Duration(old.WaitMS) * time.Millisecond)
		r.good = 0
		r.pace = history.Pace{
			Until: now.Add(min(max(wait, retryAfter), maxWait)), WaitMS: wait.Milliseconds(), RefusedAt: now, Refused: old.PerMinute,
		}
		r.adjust(old.PerMinute / 2)
		r.save(ctx, old)
	}
	return max(r.pace.Until.Sub(now), 0)
}

// adjust sets the pace within its limits.
func (r *rate) adjust(perMinute int) {
	r.pace.PerMinute = min(max(perMinute, r.least), r.most)
	r.turns.SetInterval(interval(r.pace.PerMinute))
}

// save saves the pace if it has changed.
func (r *rate) save(ctx context.Context, old history.Pace) {
	if r.memory != nil && r.pace != old {
		r.memory.SavePace(ctx, r.pace)
	}
}

// longer returns the wait after a refusal that follows another one.
func longer(last time.Duration) time.Duration { return min(max(2*last, minWait), maxWait) }

// rest is a pause of requests to save pages, which the archive limits on their own. It
// is not remembered: a save that is refused once more harms nothing.
type rest struct {
	until time.Time
	last  time.Duration
}

// mayNotSave returns how long no page may be saved.
func (r *rate) mayNotSave() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return max(r.saves.until.Sub(r.now()), 0)
}

// saved records whether the archive refused to save a page, and returns how long none
// may be saved.
func (r *rate) saved(refused bool, retryAfter time.Duration) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !refused {
		r.saves = rest{}
		return 0
	}
	r.saves.last = longer(r.saves.last)
	wait := min(max(r.saves.last, retryAfter), maxWait)
	r.saves.until = r.now().Add(wait)
	return wait
}

// Remember implements [history.Paced].
func (a *Archive) Remember(m history.PaceMemory) {
	a.rate.mu.Lock()
	defer a.rate.mu.Unlock()
	a.rate.memory, a.rate.recalled = m, time.Time{}
}
