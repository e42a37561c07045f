package runner

import (
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
	h := &handing{queue: q, engine: q.engine, job: q.engine.jobs[l.run.Runner], launched: l, followed: f, most: 1, width: 1}
	if l.crashed {
		h.alone = maxAtOnce
	}
	line := q.enter(l.run.Runner)
	if !q.engine.work.Go(func(ctx context.Context, stop <-chan struct{}) {
		line <- struct{}{} // items of the run before may still return
		h.run(pace.With(q.engine.context(ctx), pace.Bulk), stop)
		<-line
		q.leave()
	}) {
		h.release(context.Background())
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

	turn      chan struct{} // closed when all earlier items are done
	following *queued       // the next item, if it is known; set before turn is closed

	cancel      context.CancelFunc
	done        chan struct{} // closed when the engine has returned the task and set again
	again       *time.Duration
	took        time.Duration
	waited      atomic.Int64 // nanoseconds
	interrupted atomic.Bool  // its result interrupts the run
}

// held returns [background.ErrLost] if this process no longer holds the lease of the run.
func (p *placed) held(tx *storage.Tx) error {
	now, err := background.Get(tx, p.lease.Key())
	if err == nil && (now.Owner != p.lease.Owner || now.Attempts != p.lease.Attempts) {
		err = background.ErrLost
	}
	return err
}

// complete is [Handout.Complete]. The item is done, which the transaction has checked.
func (*placed) complete(*storage.Tx) error { return nil }

// handing hands out the tasks of a run: the next one and, if they are [Independent], those
// that follow. It is used by one goroutine.
type handing struct {
	queue    *pending
	engine   *Engine
	job      guarded
	launched launched
	followed *followed

	most  int // maximum of width
	width int // number of items to work on at the same time
	alone int // number of items that still have to be worked on one at a time

	placed   []*placed // in order, the next one first
	upcoming []queued  // read from the database, after the placed ones
	end      bool      // the queue has no further items
}

// run hands out tasks until the run ends, this process loses its lease, or the engine stops.
func (h *handing) run(ctx context.Context, stop <-chan struct{}) {
	e, run := h.engine, h.launched.run
	ctx, span := tracing.Start(ctx, "run "+run.Runner, trace.SpanKindInternal)
	if h.job.independent(run) {
		h.most = e.atOnce
	}
	for !background.Stopped(ctx, stop) && e.follows(run.ID) == h.followed {
		next, err := h.take(ctx, stop)
		switch {
		case err == nil && next == nil:
			err = e.finish(ctx, run.ID, run.Runner, storage.RunDone, "")
		case err == nil:
			<-next.done
			h.adapt(next)
			if next.again == nil {
				continue
			}
			h.discard()
			background.Pause(ctx, stop, *next.again)
			err = h.renew(ctx)
		}
		for err != nil && !background.Stopped(ctx, stop) && e.follows(run.ID) == h.followed {
			e.log.ErrorContext(ctx, "run does not advance", "runner", run.Runner, "run_id", run.ID, "error", err)
			background.Pause(ctx, stop, retryDelay)
			err = h.renew(ctx)
		}
	}
	h.discard()
	h.release(ctx)
	if span.IsRecording() {
		final := e.latest(h.followed)
		span.SetAttributes(attribute.String("auditor.run.id", run.ID), attribute.String("auditor.run.initiator", run.Initiator),
			attribute.String("auditor.run.status", string(final.Status)), attribute.Int("auditor.run.items", run.Total))
	}
	tracing.End(span, nil)
}

// renew renews the lease, so that a task is handed out again only if the database takes writes.
func (h *handing) renew(ctx context.Context) error {
	err := h.engine.store.Update(ctx, func(tx *storage.Tx) error {
		return background.Renew(tx, h.launched.lease, h.engine.stamp().Add(h.engine.lease))
	})
	if errors.Is(err, background.ErrLost) {
		return h.engine.lost(ctx, h.launched.run.ID)
	}
	return err
}

// release releases the lease if the run is left open.
func (h *handing) release(ctx context.Context) {
	e, run := h.engine, h.launched.run
	if e.follows(run.ID) == h.followed {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
		defer cancel()
		err := retry(ctx, e.store, func(tx *storage.Tx) error { return background.Release(tx, h.launched.lease) })
		if err != nil && !errors.Is(err, background.ErrLost) { // the lease will expire
			e.log.WarnContext(ctx, "lease not released", "runner", run.Runner, "error", err)
		}
		e.log.InfoContext(ctx, "run left open", "runner", run.Runner, "run_id", run.ID)
		e.forget(run.ID)
	}
	close(h.followed.left)
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

// fill hands out tasks after the next one. It does not hand out one with a crash, which is
// worked on alone.
func (h *handing) fill(ctx context.Context, stop <-chan struct{}) {
	for len(h.placed) < h.width {
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
		for item, err := range tx.RunItems.List(storage.RunItemQuery{Run: h.launched.run.ID, Pending: true, Limit: limit}) {
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
	p := &placed{queued: h.upcoming[0], lease: h.launched.lease, turn: make(chan struct{}), done: make(chan struct{})}
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
}
