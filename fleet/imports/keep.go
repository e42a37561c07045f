package imports

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

const (
	// settle is how long after something was queued a run begins: a list often
	// comes in several parts.
	settle = 2 * time.Second
	// look is how often to look for what other processes queued, or left.
	look = time.Minute
)

// Keep works on the queue by itself until the context ends or the intake stops:
// soon after something was queued here, when an item is due, and when the store
// may be asked again. The runs belong to the engine, which has [Intake.Job] among
// its jobs. What goes wrong is logged, and tried again.
func (i *Intake) Keep(ctx context.Context, runs *runner.Engine) {
	ctx, stop, done, ok := i.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	events, enough := runs.Subscribe(Runner, 64)
	defer func() { enough() }()
	timer := time.NewTimer(settle)
	defer timer.Stop()
	soon := true // the timer is that of settle, and is not put off
	hurry := func() {
		if !soon {
			soon = true
			timer.Reset(settle)
		}
	}
	for {
		select {
		case event, open := <-events:
			switch {
			case !open: // a run is quicker than this loop: hear of the next events
				events, enough = runs.Subscribe(Runner, 64)
				hurry()
			case event.Kind == runner.RunEnded && event.Run.Status != storage.RunFailed:
				hurry()
			}
		case <-i.queued:
			hurry()
		case <-timer.C:
			soon = false
			timer.Reset(i.keepOnce(ctx, runs))
		case <-stop:
			return
		case <-ctx.Done():
			return
		}
	}
}

// keepOnce begins a run if one is due, and returns how soon to look again.
func (i *Intake) keepOnce(ctx context.Context, runs *runner.Engine) time.Duration {
	_, err := i.begin(ctx, runs, runner.Automatic)
	wait := look
	if err != nil && !quiet(err) && ctx.Err() == nil {
		i.log.ErrorContext(ctx, "the queue of imports could not be worked on", "error", err)
	} else if err != nil && ctx.Err() == nil {
		if wait, err = i.next(ctx); err != nil && ctx.Err() == nil {
			i.log.ErrorContext(ctx, "the queue of imports could not be looked at", "error", err)
		}
	}
	return wait
}

// quiet says whether an error of begin is none: somebody else was first, or there
// is nothing to do now.
func quiet(err error) bool {
	for _, known := range []error{errNotDue, fleet.ErrThrottled, runner.ErrBusy, runner.ErrStopping, runner.ErrUnknown} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// next returns how soon there is something to do, as far as that is known, and no
// more than look.
func (i *Intake) next(ctx context.Context) (time.Duration, error) {
	at, err := i.resumeAt(ctx)
	if err != nil {
		return look, err
	}
	err = i.store.View(ctx, func(tx storage.Tx) error {
		first, err := storage.First(tx.ImportItems().List(storage.ImportItemQuery{Status: storage.ImportQueued, Queue: true, Limit: 1}))
		at = max(at, first.NextAttempt)
		return unlessNotFound(err)
	})
	wait := storage.Time(at).Sub(i.stamp())
	if wait <= 0 || wait > look {
		wait = look
	}
	return wait, err
}
