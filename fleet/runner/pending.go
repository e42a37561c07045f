package runner

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/tracing"
	"github.com/privacylabels/auditor/storage"
)

// The default of [Config.AtOnce] is atOnceEach items for each processor, because an item
// mostly waits for a server, but at most maxAtOnce, because each holds a page in memory.
const (
	atOnceEach = 4
	maxAtOnce  = 16
)

func defaultAtOnce() int { return min(atOnceEach*runtime.GOMAXPROCS(0), maxAtOnce) }

// readAhead is the number of items that are read from the queue at a time.
const readAhead = 64

// pending is the [Queue] of one process: the items of a run that are not done. The process that
// holds the lease of the runner hands all of them to itself, in their order, so that nothing
// has to be written about them before they are done.
type pending struct {
	engine *Engine

	mu    sync.Mutex
	runs  int                      // number of runs that are handed out
	idle  chan struct{}            // closed when runs is zero
	lines map[string]chan struct{} // by runner; full while a run is handed out
}

func newPending(e *Engine) *pending {
	idle := make(chan struct{})
	close(idle)
	return &pending{engine: e, idle: idle, lines: make(map[string]chan struct{})}
}

// Work implements [Queue]. The tasks are handed out from start.
func (q *pending) Work(ctx context.Context, stop <-chan struct{}, _ Worker) error {
	select {
	case <-stop:
	case <-ctx.Done():
	}
	q.mu.Lock()
	idle := q.idle
	q.mu.Unlock()
	<-idle // after a stop no further run is handed out
	return nil
}

// Add implements [Queue]. The tasks are the pending items.
func (*pending) Add(*storage.Tx, iter.Seq2[Task, error]) error { return nil }

// Clear implements [Queue].
func (*pending) Clear(*storage.Tx, string) error { return nil }

// Has implements [Queue].
func (q *pending) Has(_ *storage.Tx, runner string) (tasks, working bool, err error) {
	return q.engine.worksFor(runner), q.engine.worksNow(runner), nil
}

// Running implements [Queue]. The tasks of other processes are not known: see countCrash.
func (*pending) Running(*storage.Tx, time.Duration) ([]Running, error) { return nil, nil }

// Return implements [Queue].
func (*pending) Return(*storage.Tx, Running) error { return nil }

// start hands out the tasks of a run whose lease this process has acquired, unless it does
// already.
func (q *pending) start(l launched) {
	f, added := q.engine.follow(l.run)
	if !added {
		return
	}
	r := &running{engine: q.engine, job: q.engine.jobs[l.run.Runner], launched: l, followed: f, lines: newLines()}
	line := q.enter(l.run.Runner)
	if !q.engine.work.Go(func(ctx context.Context, stop <-chan struct{}) {
		line <- struct{}{} // items of the run before may still return
		r.run(pace.With(q.engine.context(ctx), pace.Bulk), stop)
		<-line
		q.leave()
	}) {
		r.release(context.Background())
		q.leave()
	}
}

func (q *pending) enter(runner string) (line chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.runs++; q.runs == 1 {
		q.idle = make(chan struct{})
	}
	if q.lines[runner] == nil {
		q.lines[runner] = make(chan struct{}, 1)
	}
	return q.lines[runner]
}

func (q *pending) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.runs--; q.runs == 0 {
		close(q.idle)
	}
}

// placed is a task in the queue of one process, for which Do is running or has returned.
type placed struct {
	queued
	lease storage.Task // as acquired
	lines *lines

	turn      chan struct{} // closed when all earlier items are done
	following *queued       // the next item, if it is known; set before turn is closed

	cancel      context.CancelFunc
	done        chan struct{} // closed when the engine has returned the task and set again
	again       *time.Duration
	yields      bool   // again is how long its line waits while others advance
	reason      string // why it does
	took        time.Duration
	waited      atomic.Int64 // nanoseconds
	interrupted atomic.Bool  // its result interrupts the run
}

// held returns [background.ErrLost] if this process no longer holds the lease of the run.
func (p *placed) held(tx *storage.Tx) error {
	now, err := background.Get(tx, storage.Key(p.lease))
	if err == nil && (now.Owner != p.lease.Owner || now.Attempts != p.lease.Attempts) {
		err = background.ErrLost
	}
	return err
}

// complete is [Handout.Complete]. The item is done, which the transaction has checked.
func (*placed) complete(*storage.Tx) error { return nil }

// running is a run that this process works on.
type running struct {
	engine   *Engine
	job      guarded
	launched launched
	followed *followed
	lines    *lines
}

// handing hands out the tasks of a line: the next one and, if they are [Independent], those
// that follow. It is used by one goroutine.
type handing struct {
	*running
	number int  // of the line
	holds  bool // its share of the gate, or all of it
	whole  bool // all of it

	most  int // maximum of width
	width int // number of items to work on at the same time
	alone int // number of items that still have to be worked on one at a time

	placed   []*placed // in order, the next one first
	upcoming []queued  // read from the database, after the placed ones
	end      bool      // the queue has no further items
}

// run hands out tasks until the run ends, this process loses its lease, or the engine stops.
func (r *running) run(ctx context.Context, stop <-chan struct{}) {
	e, run := r.engine, r.launched.run
	ctx, span := tracing.Start(ctx, "run "+run.Runner, trace.SpanKindInternal)
	for r.open(ctx, stop) {
		reason, err := r.handOut(ctx, stop)
		if err == nil && r.open(ctx, stop) {
			status := storage.RunDone
			if reason != "" {
				status = storage.RunInterrupted
			}
			err = e.finish(ctx, run.ID, run.Runner, status, reason)
		}
		r.recover(ctx, stop, err)
	}
	r.release(ctx)
	if span.IsRecording() {
		final := e.latest(r.followed)
		span.SetAttributes(attribute.String("auditor.run.id", run.ID), attribute.String("auditor.run.initiator", run.Initiator),
			attribute.String("auditor.run.status", string(final.Status)), attribute.Int("auditor.run.items", run.Total))
	}
	tracing.End(span, nil)
}

// open reports whether this process still works on the run.
func (r *running) open(ctx context.Context, stop <-chan struct{}) bool {
	return !background.Stopped(ctx, stop) && r.engine.follows(r.launched.run.ID) == r.followed
}

// handOut hands out the tasks of all lines, until each has ended or waits. It returns why a line
// waits.
func (r *running) handOut(ctx context.Context, stop <-chan struct{}) (reason string, err error) {
	run := r.launched.run
	first, err := storage.View(ctx, r.engine.store, func(tx *storage.Tx) ([]storage.RunItem, error) { return heads(tx, run.ID) })
	if err != nil {
		return "", err
	}
	var each sync.WaitGroup
	waiting := make([]string, len(first))
	for range first {
		r.lines.enter()
	}
	for i, head := range first {
		h := &handing{running: r, number: lineOf(head.Seq), most: 1, width: 1}
		if r.job.independent(run) {
			h.most = r.engine.atOnce
		}
		if r.launched.crashed {
			h.alone = maxAtOnce
		}
		each.Go(func() { waiting[i] = h.run(ctx, stop) })
	}
	each.Wait()
	return cmp.Or(waiting...), nil
}

// run hands out the tasks of a line until none is left, or the run is left. If the line waits when
// all others have ended, run returns the reason.
func (h *handing) run(ctx context.Context, stop <-chan struct{}) (reason string) {
	for h.open(ctx, stop) {
		next, err := h.take(ctx, stop)
		if err == nil && next == nil {
			break
		}
		if err == nil {
			<-next.done
			h.adapt(next)
			if next.again == nil {
				h.pass()
				continue
			}
			h.discard()
			if next.yields {
				if !h.wait(ctx, stop, *next.again, h.lines.othersEnd()) {
					return next.reason
				}
				h.lines.enter()
			} else if *next.again > 0 {
				h.wait(ctx, stop, *next.again, nil)
			}
			err = h.renew(ctx)
		}
		h.recover(ctx, stop, err)
	}
	h.discard()
	h.lines.leave()
	return ""
}

// recover waits, after an error, until the database takes writes again or the run is left.
func (r *running) recover(ctx context.Context, stop <-chan struct{}, err error) {
	run := r.launched.run
	for err != nil && r.open(ctx, stop) {
		r.engine.log.ErrorContext(ctx, "run does not advance", "runner", run.Runner, "run_id", run.ID, "error", err)
		background.Pause(ctx, stop, retryDelay)
		err = r.renew(ctx)
	}
}

// renew renews the lease, so that a task is handed out again only if the database takes writes.
func (r *running) renew(ctx context.Context) error {
	err := r.engine.store.Update(ctx, func(tx *storage.Tx) error {
		return background.Renew(tx, r.launched.lease, r.engine.stamp().Add(r.engine.lease))
	})
	if errors.Is(err, background.ErrLost) {
		return r.engine.lost(ctx, r.launched.run.ID)
	}
	return err
}

// release releases the lease if the run is left open.
func (r *running) release(ctx context.Context) {
	e, run := r.engine, r.launched.run
	if e.follows(run.ID) == r.followed {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
		defer cancel()
		err := retry(ctx, e.store, func(tx *storage.Tx) error { return background.Release(tx, r.launched.lease) })
		if err != nil && !errors.Is(err, background.ErrLost) { // the lease will expire
			e.log.WarnContext(ctx, "lease not released", "runner", run.Runner, "error", err)
		}
		e.log.InfoContext(ctx, "run left open", "runner", run.Runner, "run_id", run.ID)
		e.forget(run.ID)
	}
	close(r.followed.left)
}

// take returns the next task, which it hands out unless that is already done, and hands out
// those that follow. It returns nil if there is none.
func (h *handing) take(ctx context.Context, stop <-chan struct{}) (*placed, error) {
	if len(h.placed) == 0 {
		if len(h.upcoming) == 0 {
			if err := h.read(ctx); err != nil || len(h.upcoming) == 0 {
				return nil, err
			}
		}
		if err := h.acquire(ctx, h.alone > 0 || h.upcoming[0].item.Crashes > 0); err != nil {
			return nil, err
		}
		h.place(ctx, stop)
	}
	next := h.placed[0]
	if h.alone > 0 {
		h.alone--
	} else if next.item.Crashes == 0 {
		h.fill(ctx, stop)
	}
	h.placed = h.placed[1:]
	switch {
	case len(h.placed) > 0:
		next.following = &h.placed[0].queued
	case len(h.upcoming) > 0 && !h.upcoming[0].untitled:
		next.following = new(h.upcoming[0])
	}
	close(next.turn)
	return next, nil
}

// acquire takes the share of the gate that the line needs while items are in work, or all of it.
func (h *handing) acquire(ctx context.Context, whole bool) error {
	share := int64(1)
	if whole {
		share = maxLines
		h.lines.alone.Add(1)
		defer h.lines.alone.Add(-1)
	}
	if err := h.lines.gate.Acquire(ctx, share); err != nil {
		return err
	}
	h.holds, h.whole = true, whole
	return nil
}

// pass gives the share of the gate back if no item is in work.
func (h *handing) pass() {
	if !h.holds || len(h.placed) > 0 {
		return
	}
	h.holds = false
	if h.whole {
		h.lines.gate.Release(maxLines)
	} else {
		h.lines.gate.Release(1)
	}
}

// fill hands out tasks after the next one, unless an item of another line is to be worked on
// alone. It does not hand out one with a crash, which is worked on alone.
func (h *handing) fill(ctx context.Context, stop <-chan struct{}) {
	for len(h.placed) < h.width && h.lines.alone.Load() == 0 {
		if len(h.upcoming) == 0 && !h.end {
			_ = h.read(ctx) // at its turn, the item is read again
		}
		if len(h.upcoming) == 0 || h.upcoming[0].item.Crashes > 0 || background.Stopped(ctx, stop) || h.interrupted() {
			return
		}
		h.place(ctx, stop)
	}
}

func (h *handing) interrupted() bool {
	for _, p := range h.placed {
		if p.interrupted.Load() {
			return true
		}
	}
	return false
}

// read reads the items after the last one that was handed out. If a title cannot be read, it
// returns the items before that; the first item has no title then.
func (h *handing) read(ctx context.Context) error {
	return h.engine.store.View(ctx, func(tx *storage.Tx) error {
		h.upcoming, h.end = nil, false
		last := -1
		if n := len(h.placed); n > 0 {
			last = h.placed[n-1].item.Seq
		}
		limit := len(h.placed) + readAhead
		read := 0
		for item, err := range tx.RunItems.List(storage.RunItemQuery{
			Run: h.launched.run.ID, Pending: true, From: h.number * lineSpan, Below: (h.number + 1) * lineSpan, Limit: limit,
		}) {
			if err != nil {
				return err
			}
			if read++; item.Seq <= last {
				continue
			}
			title, err := h.job.Title(tx, item.Subject)
			if err != nil && len(h.upcoming) > 0 {
				return nil
			}
			h.upcoming = append(h.upcoming, queued{item: item, title: title, untitled: err != nil})
			if err != nil {
				return nil
			}
		}
		h.end = read < limit
		return nil
	})
}

// place hands out the first of the upcoming tasks.
func (h *handing) place(ctx context.Context, stop <-chan struct{}) {
	p := &placed{queued: h.upcoming[0], lease: h.launched.lease, lines: h.lines, turn: make(chan struct{}), done: make(chan struct{})}
	h.upcoming = h.upcoming[1:]
	h.placed = append(h.placed, p)
	ctx, p.cancel = context.WithCancel(ctx)
	run := h.launched.run
	out := Handout{Task: taskOf(run, p.item.Seq), Complete: p.complete, placed: p}
	go func() {
		defer close(p.done)
		defer p.cancel()
		p.again = h.engine.do(ctx, out)
	}()
}

// adapt changes the number of items that are worked on at the same time. It takes one more,
// unless the item waited for its turn at a host longer than it worked: then the pace of
// requests is the limit, and adapt takes one fewer.
func (h *handing) adapt(p *placed) {
	switch waited := time.Duration(p.waited.Load()); {
	case waited > p.took-waited:
		h.width = max(h.width-1, 1)
	case h.width < h.most:
		h.width++
	}
}

// discard cancels the work on items that were handed out ahead of their turn. They stay
// pending, and are read again.
func (h *handing) discard() {
	for _, p := range h.placed {
		p.cancel()
	}
	for _, p := range h.placed {
		<-p.done
	}
	h.placed, h.upcoming, h.end = nil, nil, false
	h.pass()
}
