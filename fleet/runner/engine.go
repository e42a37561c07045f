package runner

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/background"
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

// Engine executes bulk runs. It is safe for concurrent use. [New] returns an engine that
// works with any store.
type Engine interface {
	// Start starts a run. If the runner has an open run that was interrupted or that a
	// process left open, Start resumes it instead, unless its cancellation was requested. A
	// resumed run takes the new initiator and keeps its options. Start returns as soon as the
	// run is stored. The run does not end with ctx.
	//
	// The error is [ErrBusy], together with [ErrPaused] for a paused run, [ErrStopping] or
	// [ErrUnknown], or that of the condition, the context or the database. With the initiator [Resume] it
	// wraps [storage.ErrNotFound] if no run is open.
	Start(ctx context.Context, o StartOptions) (storage.Run, error)

	// Pause asks the open run of a runner to pause after the current item. A run that no
	// process works on is paused at once. The error wraps [storage.ErrNotFound] if there is
	// no open run, or is that of the database.
	Pause(ctx context.Context, runner string) (storage.Run, error)

	// Cancel asks the open run of a runner to end at once: the work on the current item is
	// cancelled, and the item is not counted. A run that no process works on has ended when
	// Cancel returns. The error is as in [Engine.Pause].
	Cancel(ctx context.Context, runner string) (storage.Run, error)

	// Continue resumes a run that was paused or interrupted, and reports true. The run keeps
	// its initiator and is marked as resumed. If a pause was requested but has not yet taken
	// effect, Continue withdraws the request and reports false. The error wraps
	// [storage.ErrNotFound] if there is no open run, [ErrBusy] if it is already running, or
	// is as in [Engine.Start].
	Continue(ctx context.Context, runner string) (run storage.Run, begun bool, err error)

	// Wait waits until a run has ended, was paused or was interrupted, in any process, and
	// returns it. The end of the context does not end the run.
	//
	// The error is [ErrStopping] if this engine stops first, wraps [ErrFailed] if the run
	// failed, or is that of the context or the database. With an error, the run is as last
	// read.
	Wait(ctx context.Context, id string) (storage.Run, error)

	// Open returns the runs that have not ended, newest start first: running in any process,
	// paused or interrupted.
	Open(ctx context.Context) ([]storage.Run, error)

	// Run returns a stored run. The error wraps [storage.ErrNotFound] or is that of the
	// database.
	Run(ctx context.Context, id string) (run storage.Run, err error)

	// Runs returns the stored runs that match a query, and their number without limit and
	// offset. Open runs and about the last [KeptRuns] ended runs of each runner are stored.
	Runs(ctx context.Context, q storage.RunQuery) (runs []storage.Run, total int, err error)

	// Subscribe returns the events of this engine's runs of a runner until cancel is called,
	// which may be called more than once. Subscribe before starting a run to receive all of
	// its events. A run never waits for a subscriber: a subscriber that falls more than
	// pending events behind is dropped, and its channel is closed. Stopping the engine does
	// not close the channels.
	Subscribe(runner string, pending int) (events <-chan Event, cancel func())

	// OnEnd registers a function that is called when a run of a runner in this engine has
	// ended, was paused or was interrupted, until cancel is called. The function must neither
	// block nor call the engine.
	OnEnd(runner string, call func(storage.Run)) (cancel func())

	// Resume resumes the runs that processes left open, until the context ends or the engine
	// stops. If its process stopped cleanly, a run is resumed at once; if it crashed, when its
	// lease expires. Paused and interrupted runs are not resumed. A resumed run keeps its
	// initiator and is marked as resumed, and a notification is posted.
	//
	// An item during which two processes ended fails with [ErrAbandoned]; a notification and
	// the log name it.
	//
	// Errors are logged, and the run is tried again.
	Resume(ctx context.Context)

	// Stop stops every run of this engine before its next item, or cancels the current item
	// after the timeout. It releases the leases and leaves the runs open. It returns when all
	// work has ended, and may be called more than once. Afterwards the engine starts nothing.
	Stop(timeout time.Duration)
}

// Local is the [Engine] for any store. One process at a time works on a run.
type Local struct {
	store  storage.Store
	now    func() time.Time
	random io.Reader
	jobs   map[string]guarded
	log    *slog.Logger
	lease  time.Duration
	atOnce int

	observe func(Event)
	context func(context.Context) context.Context

	work background.Group

	mu   sync.Mutex // guards the fields below
	live map[string]*live
	subs map[*subscriber]struct{}

	// unreleased holds, by runner, the owner of the last lease that this engine had.
	unreleased map[string]string
}

var _ Engine = (*Local)(nil)

// New returns an engine. It starts nothing.
func New(c Config) *Local {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Lease <= 0 {
		c.Lease = DefaultLease
	}
	c.Lease = min(c.Lease, background.MaxLease/2) // the lease of a rest lasts twice as long
	e := &Local{
		store: c.Store, now: c.Now, random: c.Random, log: c.Logger, lease: c.Lease,
		jobs: make(map[string]guarded), live: make(map[string]*live), subs: make(map[*subscriber]struct{}),
		unreleased: make(map[string]string), observe: c.Observe,
		context: c.Context,
	}
	if e.atOnce = min(c.AtOnce, maxAtOnce); e.atOnce <= 0 {
		e.atOnce = defaultAtOnce()
	}
	if e.context == nil {
		e.context = func(ctx context.Context) context.Context { return ctx }
	}
	for _, job := range c.Jobs {
		e.jobs[job.Name()] = guarded{Job: job, log: c.Logger}
	}
	return e
}

// Stop implements [Engine].
func (e *Local) Stop(timeout time.Duration) { e.work.Stop(timeout) }

// Open implements [Engine].
func (e *Local) Open(ctx context.Context) ([]storage.Run, error) {
	return storage.View(ctx, e.store, func(tx *storage.Tx) ([]storage.Run, error) {
		return storage.Collect(tx.Runs.List(storage.RunQuery{Open: true}))
	})
}

// Run implements [Engine].
func (e *Local) Run(ctx context.Context, id string) (storage.Run, error) {
	return storage.View(ctx, e.store, func(tx *storage.Tx) (storage.Run, error) { return tx.Runs.Get(id) })
}

// Runs implements [Engine].
func (e *Local) Runs(ctx context.Context, q storage.RunQuery) (runs []storage.Run, total int, err error) {
	err = e.store.View(ctx, func(tx *storage.Tx) (err error) {
		if total, err = tx.Runs.Count(storage.RunQuery{Runner: q.Runner, Open: q.Open}); err != nil {
			return err
		}
		runs, err = storage.Collect(tx.Runs.List(q))
		return err
	})
	return runs, total, err
}

func (e *Local) stamp() storage.Time { return storage.TimeOf(e.now()) }
