package runner

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/lifecycle"
	"github.com/privacylabels/auditor/storage"
)

var (
	// ErrBusy says that a run of this runner is under way, here or in another
	// process, or is paused.
	ErrBusy = errors.New("another run is under way")
	// ErrPaused says, beside ErrBusy, that the run is one that somebody paused.
	ErrPaused = errors.New("the run is paused")
	// ErrStopping says that the service is about to end and begins nothing new.
	ErrStopping = errors.New("shutting down")
	// ErrFailed says that a run ended with a fault.
	ErrFailed = errors.New("the run failed")
	// ErrUnknown says that there is no job of this name.
	ErrUnknown = errors.New("no such runner")
)

// errLost says that another process has the lease, or that the run was ended
// behind the back of whoever worked on it.
var errLost = errors.New("the lease was lost")

// Config is what an [Engine] needs.
type Config struct {
	Store  storage.Store    // required
	Now    func() time.Time // required
	Random io.Reader        // required, safe for concurrent use: what identifiers are made from
	Jobs   []Job            // of two with one name, the last counts
	Logger *slog.Logger     // nil: silent
	Lease  time.Duration    // how long a process that is gone is waited for; zero: DefaultLease
}

// DefaultLease is how long a lease lasts unless it is renewed.
const DefaultLease = 5 * time.Second

// KeptRuns is how many runs that have ended are kept of each runner.
const KeptRuns = 20

// Engine does bulk runs. It is safe for concurrent use.
type Engine struct {
	store  storage.Store
	now    func() time.Time
	random io.Reader
	jobs   map[string]guarded
	log    *slog.Logger
	lease  time.Duration

	work lifecycle.Group

	mu   sync.Mutex // guards the rest
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
		unreleased: make(map[string]string),
	}
	for _, job := range c.Jobs {
		e.jobs[job.Name()] = guarded{Job: job, log: c.Logger}
	}
	return e
}

// Stop lets every run of this engine end at the next item, or, after patience,
// at once, gives their leases back and leaves them open, to be gone on with. It
// returns when all has ended, and may be called any number of times. Nothing
// starts after it.
func (e *Engine) Stop(patience time.Duration) { e.work.Stop(patience) }

// Open returns the runs that have not ended, newest start first: those under
// way, in whichever process, those that are paused and those that were cut off.
func (e *Engine) Open(ctx context.Context) ([]storage.Run, error) {
	var open []storage.Run
	err := e.store.View(ctx, func(tx storage.Tx) (err error) {
		open, err = storage.Collect(tx.Runs().List(storage.RunQuery{Open: true}))
		return err
	})
	return open, err
}

func (e *Engine) stamp() storage.Time { return storage.TimeOf(e.now()) }
