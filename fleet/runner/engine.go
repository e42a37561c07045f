package runner

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

var (
	// ErrBusy means that a run of this runner is already in progress, in this or another
	// process, or is paused.
	ErrBusy = errors.New("another run is under way")
	// ErrPaused accompanies ErrBusy if a user paused the run.
	ErrPaused = errors.New("the run is paused")
	// ErrStopping means that the service is stopping and starts nothing new.
	ErrStopping = errors.New("shutting down")
	// ErrFailed means that a run ended with an error.
	ErrFailed = errors.New("the run failed")
	// ErrUnknown means that no job has this name.
	ErrUnknown = errors.New("no such runner")
)

// Config is what an [Engine] needs.
type Config struct {
	Store  storage.Store    // required
	Now    func() time.Time // required
	Random io.Reader        // required, safe for concurrent use: the source of identifiers
	Jobs   []Job            // of several jobs with the same name, the last one is used
	Logger *slog.Logger     // nil: discard
	Lease  time.Duration    // how long after its last renewal a process counts as crashed, at most half a minute; zero: DefaultLease

	// AtOnce is the maximum number of items of a run that are worked on at the same time, if
	// its job is [Independent]. It is at most 16. Zero: 4 for each processor.
	AtOnce int

	// Queue hands the items of runs to several processes on one database that all work on
	// them. Nil: one process at a time works on a run, in the order of its items.
	Queue Queue

	// Context derives the context of all work from one that ends with the engine, for
	// example to add tracing. Nil: the context is used as it is.
	Context func(context.Context) context.Context

	// Observe is called with every event of the engine; the events of one run come in
	// order. It must be safe for concurrent use, and must neither block nor call the engine.
	// Nil: events go to subscribers only.
	Observe func(Event)
}

// DefaultLease is how long a lease lasts unless it is renewed.
const DefaultLease = 5 * time.Second

// KeptRuns is the number of ended runs of each runner that are retained.
const KeptRuns = 20

// Engine executes bulk runs. It is safe for concurrent use.
//
// The result of an item is written in the transaction that completes its task, so that each
// item is done once, whichever processes end. See the documentation of the package.
type Engine struct {
	store   storage.Store
	now     func() time.Time
	random  io.Reader
	jobs    map[string]guarded
	log     *slog.Logger
	lease   time.Duration
	atOnce  int
	observe func(Event)
	context func(context.Context) context.Context

	process string // the name of this process
	unnamed error  // why it has none
	queue   Queue
	own     *pending // the queue, if it is that of one process

	work  background.Group
	begin sync.Once
	takes bool              // whether it began
	wake  background.Signal // wakes the maintenance loop

	mu        sync.Mutex // guards the fields below
	subs      map[*subscriber]struct{}
	doing     map[Task]*turn
	followed  map[string]*followed // by run
	told      map[string]runEnd    // by runner, the end that was last sent to the subscribers
	resumings int                  // number of calls of Resume

	tended time.Time // when the last step of the maintenance loop ended; belongs to the loop, as do the next two
	late   int       // number of consecutive late steps up to the last one
	since  time.Time // since when no step has been late
}

// New returns an engine. It starts nothing.
func New(c Config) *Engine {
	c.Lease = min(cmp.Or(max(c.Lease, 0), DefaultLease), background.MaxLease/2) // the lease of a rest lasts twice as long
	e := &Engine{
		store: c.Store, now: c.Now, random: c.Random, jobs: make(map[string]guarded), log: c.Logger, lease: c.Lease,
		atOnce: min(c.AtOnce, maxAtOnce), observe: c.Observe, context: c.Context, queue: c.Queue, wake: background.NewSignal(),
		subs: make(map[*subscriber]struct{}), doing: make(map[Task]*turn), followed: make(map[string]*followed), told: make(map[string]runEnd),
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	if e.atOnce <= 0 {
		e.atOnce = defaultAtOnce()
	}
	if e.context == nil {
		e.context = func(ctx context.Context) context.Context { return ctx }
	}
	for _, job := range c.Jobs {
		e.jobs[job.Name()] = guarded{Job: job, log: e.log}
	}
	if e.queue == nil {
		e.own = newPending(e)
		e.queue = e.own
	}
	e.process, e.unnamed = storage.NewID(e.stamp(), e.random)
	return e
}

// Resume resumes the runs that processes left open, until the context ends or the engine
// stops. If its process stopped cleanly, a run is resumed at once; if it crashed, when its
// lease expires. Paused and interrupted runs are not resumed. A resumed run keeps its
// initiator and is marked as resumed, and a notification is posted.
//
// An item during which two processes ended fails with [ErrAbandoned]; a notification and
// the log name it.
//
// Errors are logged, and the run is tried again.
func (e *Engine) Resume(ctx context.Context) {
	ctx, stop, done, ok := e.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	e.addResuming(1)
	defer e.addResuming(-1)
	if err := e.take(); err != nil {
		e.log.ErrorContext(ctx, "runs not resumed", "error", err)
		return
	}
	e.wake.Send()
	select {
	case <-ctx.Done():
	case <-stop:
	}
}

func (e *Engine) addResuming(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.resumings += n
}

// resuming reports whether this process resumes the runs that others left open.
func (e *Engine) resuming() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.resumings > 0
}

// take makes this process take tasks until the engine stops, unless it does already.
func (e *Engine) take() error {
	if e.unnamed != nil {
		return e.unnamed
	}
	e.begin.Do(func() {
		e.tended = e.now()
		e.takes = e.work.Go(func(ctx context.Context, stop <-chan struct{}) {
			taken := make(chan struct{})
			go func() {
				defer close(taken)
				background.Loop{Step: func(ctx context.Context) time.Duration { return e.takeTasks(ctx, stop) }}.Run(ctx, stop)
			}()
			background.Loop{Wake: e.wake, Written: e.store, Poll: 2 * e.every(), Step: e.tend}.Run(context.WithoutCancel(ctx), taken) // renews leases until the last item has ended
			e.sign(context.WithoutCancel(ctx))
		})
	})
	if !e.takes {
		return ErrStopping
	}
	return nil
}

// takeTasks takes tasks until the engine stops. It returns when to try again if the database
// fails.
func (e *Engine) takeTasks(ctx context.Context, stop <-chan struct{}) time.Duration {
	err := e.queue.Work(pace.With(e.context(ctx), pace.Bulk), stop, Worker{
		Process: e.process, Runners: slices.Sorted(maps.Keys(e.jobs)), AtOnce: e.atOnce, Do: e.do,
	})
	if err != nil && ctx.Err() == nil {
		e.log.ErrorContext(ctx, "tasks not taken", "error", err)
	}
	return retryDelay
}

// Stop stops every run of this engine before its next item, or cancels the current item
// after the timeout. It releases the leases and leaves the runs open. It returns when all
// work has ended, and may be called more than once. Afterwards the engine starts nothing.
func (e *Engine) Stop(timeout time.Duration) { e.work.Stop(timeout) }

// Open returns the runs that have not ended, newest start first: running in any process,
// paused or interrupted.
func (e *Engine) Open(ctx context.Context) ([]storage.Run, error) {
	return storage.View(ctx, e.store, func(tx *storage.Tx) ([]storage.Run, error) {
		return storage.Collect(tx.Runs.List(storage.RunQuery{Open: true}))
	})
}

// Run returns a stored run. The error wraps [storage.ErrNotFound] or is that of the
// database.
func (e *Engine) Run(ctx context.Context, id string) (storage.Run, error) {
	return storage.View(ctx, e.store, func(tx *storage.Tx) (storage.Run, error) { return tx.Runs.Get(id) })
}

// Runs returns the stored runs that match a query, and their number without limit and
// offset. Open runs and about the last [KeptRuns] ended runs of each runner are stored.
func (e *Engine) Runs(ctx context.Context, q storage.RunQuery) (runs []storage.Run, total int, err error) {
	err = e.store.View(ctx, func(tx *storage.Tx) (err error) {
		if total, err = tx.Runs.Count(storage.RunQuery{Runner: q.Runner, Open: q.Open}); err != nil {
			return err
		}
		runs, err = storage.Collect(tx.Runs.List(q))
		return err
	})
	return runs, total, err
}

func (e *Engine) stamp() storage.Time { return storage.TimeOf(e.now()) }
