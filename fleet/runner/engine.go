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
	// ErrBusy means that a run of this runner is under way, here or in another
	// process, or is paused.
	ErrBusy = errors.New("another run is under way")
	// ErrPaused means, beside ErrBusy, that a user paused the run.
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
	Jobs   []Job            // of jobs with the same name, the last is used
	Logger *slog.Logger     // nil: discard
	Lease  time.Duration    // how long to wait for a process that has ended; zero: DefaultLease, at most half a minute

	// AtOnce is how many items of a run are worked on at the same time, if its job is
	// [Independent]. Zero: 4 for each processor, at most 16. More than 16 counts as 16.
	AtOnce int

	// Context returns the context that runs work with, from one that ends with the engine.
	// Nil: that one.
	Context func(context.Context) context.Context

	// Observe is called with the events of all runs of the engine, those of one run in
	// their order. It must be safe for concurrent use, and neither block nor call the
	// engine. Nil: nothing is called.
	Observe func(Event)
}

// DefaultLease is how long a lease lasts unless it is renewed.
const DefaultLease = 5 * time.Second

// KeptRuns is how many ended runs of each runner are retained.
const KeptRuns = 20

// Engine executes bulk runs. It is safe for concurrent use. [New] returns the one for any
// store.
type Engine interface {
	// Start starts a run or resumes an open one, which was interrupted or which a process
	// left open, unless it was cancelled. A resumed run takes the new initiator and keeps
	// its options. Start returns as soon as the run is stored. The run belongs to the engine
	// and does not end with the caller.
	//
	// The error is [ErrBusy], together with [ErrPaused] for a paused run, [ErrStopping],
	// [ErrUnknown], the context's or the database's. With [Resume] it wraps
	// [storage.ErrNotFound] when no run is open.
	Start(ctx context.Context, o StartOptions) (storage.Run, error)

	// StartIf is [Engine.Start] if may returns nil. May is called in the transaction that
	// starts the run, so that only one of several processes with the same condition starts
	// it. Otherwise the error is that of may.
	StartIf(ctx context.Context, o StartOptions, may func(tx *storage.Tx) error) (storage.Run, error)

	// Pause asks the open run of a runner to pause after the current item. A run that no
	// process works on is paused at once. The error wraps [storage.ErrNotFound] when there
	// is no open run, or is the database's.
	Pause(ctx context.Context, runner string) (storage.Run, error)

	// Cancel asks the open run of a runner to end at once: the work on the current item is
	// cancelled, and the item is not counted. A run that no process works on has ended when
	// Cancel returns. The error is as in [Engine.Pause].
	Cancel(ctx context.Context, runner string) (storage.Run, error)

	// Continue resumes a run that was paused or interrupted, and reports true for begun. The
	// run keeps its initiator and is marked as resumed. If a pause was requested and has not
	// taken effect, Continue withdraws it. The error wraps [storage.ErrNotFound] when there
	// is no open run, [ErrBusy] when it is already running, or is as in [Engine.Start].
	Continue(ctx context.Context, runner string) (run storage.Run, begun bool, err error)

	// Wait waits until a run has ended, was paused or was interrupted, in any process, and
	// returns it. The end of the context does not end the run.
	//
	// The error is [ErrStopping] when this engine stops first; it wraps [ErrFailed] when the
	// run failed; or it is the context's or the database's. The run is then as last read.
	Wait(ctx context.Context, id string) (storage.Run, error)

	// Open returns the runs that have not ended, newest start first: running in any process,
	// paused or interrupted.
	Open(ctx context.Context) ([]storage.Run, error)

	// Run returns a run that has not been deleted. The error wraps [storage.ErrNotFound] or
	// is the database's.
	Run(ctx context.Context, id string) (run storage.Run, err error)

	// Runs returns runs and the number of all that match, whatever the limit and offset: the
	// open ones and, of each runner, the last [KeptRuns] or so.
	Runs(ctx context.Context, q storage.RunQuery) (runs []storage.Run, total int, err error)

	// Subscribe returns the events of this engine's runs of a runner until cancel is called,
	// which may be called more than once. Subscribe before starting a run to receive all of
	// its events. A run never waits for a subscriber: one that is more than pending events
	// behind is dropped, and its channel is closed. Stopping the engine closes no channel.
	Subscribe(runner string, pending int) (events <-chan Event, cancel func())

	// OnEnd calls a function when a run of a runner in this engine has ended, was paused or
	// was interrupted, until cancel is called. The function must not block or call the
	// engine.
	OnEnd(runner string, call func(storage.Run)) (cancel func())

	// Resume resumes runs that a process left open, until the context ends or the engine
	// stops. A run whose process stopped in order is resumed at once, one whose process
	// crashed when the lease ends. Paused and interrupted runs are not resumed. A resumed
	// run keeps its initiator and is marked as resumed, and a notification is posted.
	//
	// An item during which two processes ended fails with [ErrAbandoned]; a notification and
	// the log name it.
	//
	// Errors are logged, and the run is tried again.
	Resume(ctx context.Context)

	// Stop stops every run of this engine at the next item, or cancels it after the timeout.
	// It releases the leases and leaves the runs open, to be resumed. It returns when all
	// work has ended, and may be called more than once. Nothing starts after it.
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

	// unreleased is, by runner, the owner of the last lease that this engine had.
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
	c.Lease = min(c.Lease, background.MaxLease/2) // a rest lasts two of them
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
	var open []storage.Run
	err := e.store.View(ctx, func(tx *storage.Tx) (err error) {
		open, err = storage.Collect(tx.Runs.List(storage.RunQuery{Open: true}))
		return err
	})
	return open, err
}

// Run implements [Engine].
func (e *Local) Run(ctx context.Context, id string) (run storage.Run, err error) {
	err = e.store.View(ctx, func(tx *storage.Tx) (err error) {
		run, err = tx.Runs.Get(id)
		return err
	})
	return run, err
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
