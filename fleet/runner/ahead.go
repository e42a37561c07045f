package runner

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/internal/background"
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

// errNoReturn means that Do called runtime.Goexit instead of returning.
var errNoReturn = errors.New("the job ended the goroutine of an item")

// started is an item for which Do is running or has returned, and whose result is not yet
// written.
type started struct {
	at    storage.RunItem // as stored before the start
	title string          // as read before the start
	item  Item

	turn   chan struct{} // closed when all earlier items are done
	cancel context.CancelFunc
	done   chan struct{} // closed when Do has returned and set:
	result Result
	err    error
	span   trace.Span
	took   time.Duration

	waited atomic.Int64 // nanoseconds

	mu      sync.Mutex // guards item and the next two
	current bool       // its turn has come
	reports []any      // progress reported before its turn
}

// await waits for the turn of the item or the end of ctx, so that everything an item writes
// comes after the writes of the items before it.
func (s *started) await(ctx context.Context) error {
	select {
	case <-s.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pipeline works on the current item of a run and, if its items are [Independent], on the
// items that follow. It is used by one goroutine.
type pipeline struct {
	live *live
	ctx  context.Context // of the work
	stop <-chan struct{}

	most  int // maximum of width
	width int // number of items to work on at the same time
	alone int // number of items that still have to be worked on one at a time

	started  []*started // in order, the next one first
	upcoming []queued   // read from the database, after the started ones
	end      bool       // the queue has no further items

	interrupted atomic.Bool // a result interrupts the run
}

// queued is an item to be started.
type queued struct {
	item  storage.RunItem
	title string
}

// pipeline returns the pipeline of a run. After a crash it works on one item at a time until
// every item that may have been in progress is done, so that a further crash identifies the
// item that ends the process.
func (l *live) pipeline(ctx context.Context, stop <-chan struct{}, run storage.Run) *pipeline {
	p := &pipeline{live: l, ctx: ctx, stop: stop, most: 1, width: 1}
	if l.job.independent(run) {
		p.most = l.engine.atOnce
	}
	if l.takenOver {
		p.alone = maxAtOnce
	}
	return p
}

// take returns the current item, which it starts unless that is already done, and starts
// the items that follow.
func (p *pipeline) take(at step) *started {
	if len(p.started) > 0 && p.started[0].at.Key() != at.item.Key() {
		p.discard()
		p.upcoming = nil
	}
	if len(p.started) == 0 {
		p.start(at.run, queued{at.item, at.title})
	}
	s := p.started[0]
	if p.alone > 0 {
		p.alone--
	} else if at.item.Crashes == 0 {
		p.fill(at)
	}
	p.started = p.started[1:]
	close(s.turn)
	return s
}

// following returns the item after the one that take returned, nil if it is not started.
func (p *pipeline) following() *started {
	if len(p.started) == 0 {
		return nil
	}
	return p.started[0]
}

// fill starts items after the current one. It does not start an item with a crash, which is
// worked on alone.
func (p *pipeline) fill(at step) {
	for len(p.upcoming) > 0 && p.upcoming[0].item.Seq <= p.started[len(p.started)-1].at.Seq {
		p.upcoming = p.upcoming[1:] // it is already started
	}
	for len(p.started) < p.width {
		if len(p.upcoming) == 0 && !p.end {
			p.read(at)
		}
		if len(p.upcoming) == 0 || p.upcoming[0].item.Crashes > 0 || p.interrupted.Load() || background.Stopped(p.ctx, p.stop) {
			return
		}
		p.start(at.run, p.upcoming[0])
		p.upcoming = p.upcoming[1:]
	}
}

// read reads the items after the last started one. It ignores errors, because reading an
// item again at its turn will report them.
func (p *pipeline) read(at step) {
	last := p.started[len(p.started)-1].at.Seq
	err := p.live.engine.store.View(p.ctx, func(tx *storage.Tx) error {
		p.upcoming, p.end = nil, false
		limit := len(p.started) + readAhead
		read := 0
		for item, err := range tx.RunItems.List(storage.RunItemQuery{Run: at.run.ID, Pending: true, Limit: limit}) {
			if err != nil {
				return err
			}
			if read++; item.Seq <= last {
				continue
			}
			title, err := p.live.job.Title(tx, item.Subject)
			if err != nil {
				return err
			}
			p.upcoming = append(p.upcoming, queued{item, title})
		}
		p.end = read < limit
		return nil
	})
	if err != nil {
		p.end = false
	}
}

// start starts the work on an item.
func (p *pipeline) start(run storage.Run, q queued) {
	l := p.live
	s := &started{at: q.item, title: q.title, turn: make(chan struct{}), done: make(chan struct{}), err: errNoReturn}
	s.item = Item{
		Run: run, Seq: q.item.Seq, Subject: q.item.Subject, Title: q.title, Checkpoint: q.item.Detail, stopping: p.stop,
		report: func(progress any) { l.progress(s, progress) },
		save:   l.saver(s),
	}
	var ctx context.Context
	ctx, s.cancel = context.WithCancel(p.ctx)
	p.started = append(p.started, s)
	item := s.item // a copy, because s.item changes at its turn
	go func() {
		defer close(s.done)
		ctx, s.span = tracing.Start(ctx, "item "+l.job.Name(), trace.SpanKindInternal)
		began := l.engine.now()
		s.result, s.err = l.job.Do(l.markWaits(ctx, s), item)
		s.took = l.engine.now().Sub(began)
		if s.err == nil && s.result.Interrupt != "" {
			p.interrupted.Store(true)
		}
	}()
}

// release ends the span of an item and calls Result.Release, after the result was written or
// discarded.
func (s *started) release(outcome State, err error) {
	<-s.done
	s.cancel()
	if s.result.Release != nil {
		s.result.Release()
	}
	if s.span != nil {
		endSpan(s.span, s.item, outcome, err)
	}
}

func endSpan(span trace.Span, item Item, outcome State, err error) {
	if span.IsRecording() {
		span.SetAttributes(attribute.String("auditor.item.subject", item.Subject), attribute.String("auditor.item.outcome", string(outcome)))
	}
	tracing.End(span, err)
}

// adapt changes the number of items that are worked on at the same time. It takes one more,
// unless the item waited for its turn at a host longer than it worked: then the pace of
// requests is the limit, and adapt takes one fewer.
func (p *pipeline) adapt(s *started) {
	switch waited := time.Duration(s.waited.Load()); {
	case waited > s.took-waited:
		p.width = max(p.width-1, 1)
	case p.width < p.most:
		p.width++
	}
}

// discard cancels the work on items that were started ahead of their turn. They stay pending.
func (p *pipeline) discard() {
	for _, s := range p.started {
		s.cancel()
	}
	for _, s := range p.started {
		<-s.done
		s.release("", s.err)
	}
	p.started = nil
}

// begin publishes the start of an item when its turn has come, and then the progress that it
// reported before.
func (l *live) begin(s *started, at step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.item.Run, s.item.Title = at.run, at.title
	l.engine.publish(Event{Kind: ItemStarted, Run: s.item.Run, Item: s.item})
	for _, progress := range s.reports {
		l.engine.publish(Event{Kind: ItemProgress, Run: s.item.Run, Item: s.item, Progress: progress})
	}
	s.current, s.reports = true, nil
}

// progress publishes the progress of an item, or retains it until the turn of the item comes.
func (l *live) progress(s *started, progress any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.current {
		s.reports = append(s.reports, progress)
		return
	}
	l.engine.publish(Event{Kind: ItemProgress, Run: s.item.Run, Item: s.item, Progress: progress})
}
