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
	Lease  time.Duration    // how long to wait for a process that has ended; zero: DefaultLease

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

// Engine executes bulk runs. It is safe for concurrent use.
type Engine struct {
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

// New returns an engine. It starts nothing.
func New(c Config) *Engine {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Lease <= 0 {
		c.Lease = DefaultLease
	}
	e := &Engine{
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

// Stop stops every run of this engine at the next item, or cancels it after the timeout.
// It releases the leases and leaves the runs open, to be resumed. It returns when all
// work has ended, and may be called more than once. Nothing starts after it.
func (e *Engine) Stop(timeout time.Duration) { e.work.Stop(timeout) }

// Open returns the runs that have not ended, newest start first: running in any process,
// paused or interrupted.
func (e *Engine) Open(ctx context.Context) ([]storage.Run, error) {
	var open []storage.Run
	err := e.store.View(ctx, func(tx *storage.Tx) (err error) {
		open, err = storage.Collect(tx.Runs.List(storage.RunQuery{Open: true}))
		return err
	})
	return open, err
}

// Run returns a run that has not been deleted. The error wraps [storage.ErrNotFound] or
// is the database's.
func (e *Engine) Run(ctx context.Context, id string) (run storage.Run, err error) {
	err = e.store.View(ctx, func(tx *storage.Tx) (err error) {
		run, err = tx.Runs.Get(id)
		return err
	})
	return run, err
}

// Runs returns runs and the number of all that match, whatever the limit and offset: the
// open ones and, of each runner, the last [KeptRuns] or so.
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
