package imports

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// shownOfQueue is how many items of the queue are shown.
const shownOfQueue = 25

// Queue is how the queue of imports stands.
type Queue struct {
	Queued      int              `json:"queued"`
	Soonest     storage.NullTime `json:"soonestNextAttemptAt"` // when the first is due
	Latest      storage.NullTime `json:"oldestNextAttemptAt"`  // when the last is due
	Items       []Item           `json:"items"`                // the first few
	PausedUntil storage.NullTime `json:"pausedUntil"`          // when the store may be asked again
	Running     bool             `json:"running"`
	LastRunAt   storage.NullTime `json:"lastRunAt"`
}

// Queue returns how the queue of imports stands.
func (i *Intake) Queue(ctx context.Context) (q Queue, err error) {
	cooldowns, err := i.fleet.Cooldowns(ctx)
	if err != nil {
		return q, err
	}
	err = i.store.View(ctx, func(tx storage.Tx) error {
		q = Queue{Items: []Item{}, PausedUntil: storage.NullTime(cooldowns.Scrape.ResumeAt)}
		if err := q.look(tx); err != nil {
			return err
		}
		last, err := storage.First(tx.Runs().List(storage.RunQuery{Runner: Runner, Limit: 1}))
		if err != nil {
			return unlessNotFound(err)
		}
		q.Running, q.LastRunAt = last.Status == storage.RunRunning, storage.NullTime(last.UpdatedAt)
		return nil
	})
	return q, err
}

// look fills in what there is in the queue, which may be long: it is counted, and
// only what is shown of it is read.
func (q *Queue) look(tx storage.Tx) (err error) {
	queued := storage.ImportItemQuery{Status: storage.ImportQueued, Queue: true}
	if q.Queued, err = tx.ImportItems().Count(queued); err != nil || q.Queued == 0 {
		return err
	}
	queued.Limit = shownOfQueue
	for item, err := range tx.ImportItems().List(queued) {
		if err != nil {
			return err
		}
		q.Items = append(q.Items, itemOf(item))
	}
	queued.Waits, queued.Limit = true, 1
	soonest, err := storage.First(tx.ImportItems().List(queued))
	if err != nil {
		return unlessNotFound(err)
	}
	queued.Reverse = true
	latest, err := storage.First(tx.ImportItems().List(queued))
	q.Soonest, q.Latest = soonest.NextAttempt, latest.NextAttempt
	return err
}

// errNotDue says that nothing of the queue is to be done now.
var errNotDue = errors.New("nothing is due")

// due returns nil when there is something of the queue to do, and else errNotDue,
// or an error that wraps [fleet.ErrThrottled] when there is but not yet.
func (i *Intake) due(tx storage.Tx) error {
	_, err := storage.First(tx.ImportItems().List(storage.ImportItemQuery{Status: storage.ImportQueued, DueBy: i.stamp(), Queue: true, Limit: 1}))
	if errors.Is(err, storage.ErrNotFound) {
		if err = i.cutOff(tx); errors.Is(err, storage.ErrNotFound) {
			return errNotDue
		}
	}
	if err != nil {
		return err
	}
	return i.fleet.MayAsk(tx)
}

// cutOff returns nil when a run was cut off.
func (i *Intake) cutOff(tx storage.Tx) error {
	open, err := storage.First(tx.Runs().List(storage.RunQuery{Runner: Runner, Open: true, Limit: 1}))
	if err != nil {
		return err
	}
	if _, cut := runner.CutOff(open); !cut {
		return storage.ErrNotFound
	}
	return nil
}

// begin begins a run, or goes on with one that was cut off, if there is anything
// to do now.
func (i *Intake) begin(ctx context.Context, runs *runner.Engine, initiator string) (storage.Run, error) {
	if err := i.store.View(ctx, i.due); err != nil { // mostly, and without a trace
		return storage.Run{}, err
	}
	return runs.StartIf(ctx, runner.Order{Runner: Runner, Initiator: initiator}, i.due)
}

// Worked is what [Intake.Work] did.
type Worked struct {
	Processed   int              `json:"processed"`
	Succeeded   int              `json:"succeeded"`
	Failed      int              `json:"failed"`
	RateLimited int              `json:"rateLimited"` // 1 when the store throttled
	Skipped     string           `json:"skipped,omitempty"`
	PausedUntil storage.NullTime `json:"pausedUntil,omitzero"`
	Status      Queue            `json:"status"`
}

// Why [Intake.Work] did nothing.
const (
	SkippedPaused = "paused" // the store wants to be left alone
	SkippedBusy   = "busy"   // a run took all of the patience, or is paused
	SkippedEmpty  = "empty"  // nothing is queued
)

// workPatience is how long [Intake.Work] waits for what it began.
const workPatience = 25 * time.Second

// Work makes every item of the queue due, works on them, and waits, but not for
// ever: what is left after some 25 seconds goes on by itself. While the store
// wants to be left alone, nothing is done. The error is [runner.ErrStopping], the
// context's or the store's.
func (i *Intake) Work(ctx context.Context, runs *runner.Engine) (w Worked, err error) {
	if err := i.hasten(ctx); err != nil {
		return w, err
	}
	patient, cancel := context.WithTimeout(ctx, workPatience)
	defer cancel()
	for err == nil {
		err = i.workOnce(patient, runs, &w)
	}
	switch {
	case ctx.Err() != nil:
		return w, ctx.Err()
	case errors.Is(err, errNotDue):
		if w.Processed == 0 {
			w.Skipped = SkippedEmpty
		}
	case errors.Is(err, fleet.ErrThrottled):
		if w.Processed+w.RateLimited == 0 {
			w.Skipped = SkippedPaused
		}
	case patient.Err() != nil, errors.Is(err, runner.ErrBusy):
		if w.Processed == 0 {
			w.Skipped = SkippedBusy
		}
	default:
		return w, err
	}
	if w.Status, err = i.Queue(ctx); err == nil {
		w.PausedUntil = w.Status.PausedUntil
	}
	return w, err
}

// hasten makes every item of the queue due.
func (i *Intake) hasten(ctx context.Context) error {
	return i.store.Update(ctx, func(tx storage.Tx) error {
		var later []storage.ImportItem
		for item, err := range tx.ImportItems().List(storage.ImportItemQuery{Status: storage.ImportQueued, Queue: true}) {
			if err != nil {
				return err
			}
			if item.NextAttempt != 0 {
				item.NextAttempt = 0
				later = append(later, item)
			}
		}
		return tx.ImportItems().Put(later...)
	})
}

// workOnce begins a run, or joins the one under way, and counts what came of it.
func (i *Intake) workOnce(ctx context.Context, runs *runner.Engine, w *Worked) error {
	run, err := i.begin(ctx, runs, runner.Manual)
	if errors.Is(err, runner.ErrBusy) || errors.Is(err, errNotDue) {
		run, err = i.underWay(ctx, err)
	}
	if err != nil {
		return err
	}
	ended, err := runs.Wait(ctx, run.ID)
	if ended.ID == "" {
		if ended, err = i.runNow(ctx, run.ID, err); ended.ID == "" {
			return err
		}
	}
	w.Succeeded += ended.Completed - run.Completed
	w.Failed += ended.Failed - run.Failed
	w.Processed = w.Succeeded + w.Failed
	if reason, cut := runner.CutOff(ended); cut && reason == fleet.CutOffRateLimited {
		w.RateLimited = 1
	}
	if errors.Is(err, runner.ErrFailed) { // its items are due still, and it was told of
		return errNotDue
	}
	return err
}

// underWay returns the run that somebody works on, or an error when there is none.
func (i *Intake) underWay(ctx context.Context, none error) (run storage.Run, err error) {
	err = i.store.View(ctx, func(tx storage.Tx) (err error) {
		run, err = storage.First(tx.Runs().List(storage.RunQuery{Runner: Runner, Open: true, Limit: 1}))
		return err
	})
	if errors.Is(err, storage.ErrNotFound) || err == nil && run.Status != storage.RunRunning {
		err = none
	}
	return run, err
}

// runNow returns a run as it is, for whoever does not wait for it any longer.
func (i *Intake) runNow(ctx context.Context, id string, why error) (run storage.Run, _ error) {
	err := i.store.View(context.WithoutCancel(ctx), func(tx storage.Tx) (err error) {
		run, err = tx.Runs().Get(id)
		return err
	})
	if err != nil {
		return storage.Run{}, errors.Join(why, err)
	}
	return run, why
}
