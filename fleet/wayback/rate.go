package wayback

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// The pace, in requests a minute.
const (
	firstPace = 15
	maxPace   = 60
	minPace   = 4
	// maxIndexPace is four fifths of the index's limit, as the archive's operators ask.
	maxIndexPace = 24

	// steady is how many requests the archive must answer before the pace rises, by a
	// quarter. A request that fails or times out takes a fifth off.
	steady = 20
	// ceilingAge is how long the pace stays below one that was refused.
	ceilingAge = 6 * time.Hour
)

// How long no request is sent after a refusal. The time doubles with each refusal until
// the archive has answered steady requests.
const (
	minWait = 5 * time.Minute
	maxWait = time.Hour
)

// recallEvery is how often the stored pace is read, which other processes change, too.
const recallEvery = time.Minute

// lane is the requests that share a pace.
type lane uint8

const (
	ofPages lane = iota // replay and saves
	ofIndex
	lanes
)

// rate is the paces of all requests, which adapt to the responses, and their pause.
type rate struct {
	now   func() time.Time
	turns [lanes]*pace.Pacer
	most  [lanes]int
	least int

	mu       sync.Mutex // guards the fields below, and is held while the pace is saved
	memory   archive.PaceMemory
	recalled time.Time
	pace     archive.Pace
	good     [lanes]int // requests answered since the last change
	refusals int        // number of refusals, to recognize requests from before the last one
	saves    rest
}

// newRate returns the rate for a configured pace, zero: none, of the public archive or of a
// mirror, whose index has no known limit.
func newRate(now func() time.Time, set int, mirror bool) *rate {
	r := &rate{now: now, most: [lanes]int{ofPages: maxPace, ofIndex: maxIndexPace}, least: minPace}
	first := firstPace
	if set > 0 {
		first, r.least = set, min(set, minPace)
		if r.most = [lanes]int{ofPages: set, ofIndex: set}; !mirror {
			r.most[ofIndex] = min(set, maxIndexPace)
		}
	}
	for l := range lanes {
		r.tempo(l).PerMinute = min(first, r.most[l])
		r.turns[l] = pace.New(interval(r.tempo(l).PerMinute), 1)
	}
	return r
}

func interval(perMinute int) time.Duration { return time.Minute / time.Duration(perMinute) }

// tempo returns the pace of a lane.
func (r *rate) tempo(l lane) *archive.Tempo {
	if l == ofIndex {
		return &r.pace.Index
	}
	return &r.pace.Pages
}

// wait waits for a turn, and returns the number of refusals so far. It returns how long
// to wait instead if no request may be sent.
func (r *rate) wait(ctx context.Context, l lane) (refusals int, blocked time.Duration, err error) {
	if _, blocked = r.blocked(ctx); blocked > 0 {
		return 0, blocked, nil
	}
	if err := r.turns[l].Wait(ctx); err != nil {
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
	return r.refusals, r.left(ctx)
}

// left returns how long no request may be sent, as far as the stored pace tells.
func (r *rate) left(ctx context.Context) time.Duration {
	now := r.now()
	if r.memory != nil && (r.recalled.IsZero() || now.Sub(r.recalled) >= recallEvery) {
		r.recalled = now
		p, ok := r.memory.LoadPace(ctx)
		if ok && p != r.pace && p.RefusedAt() >= r.pace.RefusedAt() { // otherwise it was not saved
			r.pace = p
			for l := range lanes {
				r.adjust(l, r.tempo(l).PerMinute)
			}
		}
	}
	left := r.pace.Until.Sub(storage.TimeOf(now))
	if left > maxWait { // the clock was corrected
		left = 0
	}
	return max(left, 0)
}

// answered records that the archive answered a request. Refusals is what [rate.wait]
// returned for the request: an answer to one from before a refusal does not end the wait.
func (r *rate) answered(ctx context.Context, l lane, refusals int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := r.pace.Until.Sub(storage.TimeOf(r.now())) // of a wait that another process may have begun
	if refusals != r.refusals || left > 0 && left <= maxWait {
		return
	}
	old := r.pace
	r.pace.Until = 0
	if r.good[l]++; r.good[l] >= steady {
		r.good[l], r.pace.WaitMS = 0, 0
		t := r.tempo(l)
		next := t.PerMinute + max(t.PerMinute/4, 1)
		if age := r.now().Sub(t.RefusedAt.Std()); age >= 0 && age < ceilingAge {
			next = min(next, t.Refused*4/5)
		}
		r.adjust(l, max(next, t.PerMinute))
	}
	r.save(ctx, old)
}

// failed records that the archive failed to answer a request in time.
func (r *rate) failed(ctx context.Context, l lane) {
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.pace
	r.adjust(l, r.tempo(l).PerMinute*4/5)
	r.save(ctx, old)
}

// refused records that the archive refused a request, and returns how long no request
// may be sent. Refusals is what [rate.wait] returned for the request, so that requests
// that were sent together count once. A refusal that is about the client slows all its
// requests.
func (r *rate) refused(ctx context.Context, l lane, refusals int, e *archive.Error) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := storage.TimeOf(r.now())
	if refusals == r.refusals {
		old := r.pace
		r.refusals++
		wait := longer(time.Duration(old.WaitMS) * time.Millisecond)
		r.pace.Until, r.pace.WaitMS = now.Add(min(max(wait, e.RetryAfter), maxWait)), wait.Milliseconds()
		for other := range lanes {
			r.good[other] = 0
			if t := r.tempo(other); other == l || e.Status != http.StatusTooManyRequests {
				t.RefusedAt, t.Refused = now, t.PerMinute
				r.adjust(other, t.PerMinute/2)
			}
		}
		r.save(ctx, old)
	}
	return max(r.pace.Until.Sub(now), 0)
}

// adjust sets the pace of a lane within its limits.
func (r *rate) adjust(l lane, perMinute int) {
	t := r.tempo(l)
	t.PerMinute = min(max(perMinute, r.least), r.most[l])
	r.turns[l].SetInterval(interval(t.PerMinute))
}

// save saves the pace if it has changed.
func (r *rate) save(ctx context.Context, old archive.Pace) {
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

// Remember implements [archive.Paced].
func (a *Archive) Remember(m archive.PaceMemory) {
	a.rate.mu.Lock()
	defer a.rate.mu.Unlock()
	a.rate.memory, a.rate.recalled = m, time.Time{}
}

// Pace implements [archive.Paced].
func (a *Archive) Pace(ctx context.Context) archive.Pace {
	a.rate.mu.Lock()
	defer a.rate.mu.Unlock()
	left := a.rate.left(ctx)
	p := a.rate.pace
	if p.Until = 0; left > 0 {
		p.Until = storage.TimeOf(a.now()).Add(left)
	}
	return p
}
