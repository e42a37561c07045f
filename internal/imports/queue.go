package imports

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// shownOfQueue is how many items of the queue are shown.
const shownOfQueue = 25

// Queue is the state of the queue of imports.
type Queue struct {
	Queued      int              `json:"queued"`               // the number of items that wait
	Soonest     storage.NullTime `json:"soonestNextAttemptAt"` // when the first item is due; null: none is
	Latest      storage.NullTime `json:"oldestNextAttemptAt"`  // when the last item is due; null: none is
	Items       []Item           `json:"items"`                // the first items of the queue
	PausedUntil storage.NullTime `json:"pausedUntil"`          // when the cooldown ends; null: there is none
	Running     bool             `json:"running"`              // whether work is in progress
	LastRunAt   storage.NullTime `json:"lastRunAt"`            // when the queue was last worked on; null: never
}

// Queue returns the state of the queue of imports.
func (s *Service) Queue(ctx context.Context) (Queue, error) {
	cooldowns, err := s.fleet.Cooldowns(ctx)
	if err != nil {
		return Queue{}, err
	}
	return storage.View(ctx, s.store, func(tx *storage.Tx) (Queue, error) {
		q := Queue{Items: []Item{}, PausedUntil: storage.NullTime(cooldowns.Scrape.ResumeAt)}
		if err := q.fill(tx); err != nil {
			return q, err
		}
		last, _, err := storage.FindFirst(tx.Runs.List(storage.RunQuery{Runner: Runner, Limit: 1}))
		q.Running, q.LastRunAt = last.Status == storage.RunRunning, storage.NullTime(last.UpdatedAt)
		return q, err
	})
}

// fill sets the fields of the queue. Since the queue may be long, it is counted, and
// only the items shown are read.
func (q *Queue) fill(tx *storage.Tx) (err error) {
	queued := storage.ImportItemQuery{Status: storage.ImportQueued, Queue: true}
	if q.Queued, err = tx.ImportItems.Count(queued); err != nil || q.Queued == 0 {
		return err
	}
	queued.Limit = shownOfQueue
	for item, err := range tx.ImportItems.List(queued) {
		if err != nil {
			return err
		}
		q.Items = append(q.Items, itemOf(item))
	}
	queued.Waits, queued.Limit = true, 1
	soonest, found, err := storage.FindFirst(tx.ImportItems.List(queued))
	if err != nil || !found {
		return err
	}
	queued.Reverse = true
	latest, err := storage.First(tx.ImportItems.List(queued))
	q.Soonest, q.Latest = soonest.NextAttempt, latest.NextAttempt
	return err
}

// errNotDue means that no item of the queue is due.
var errNotDue = errors.New("nothing is due")

// due returns nil when an item of the queue is due, an error that wraps
// [fleet.ErrThrottled] when it must wait for a cooldown, and errNotDue otherwise.
func (s *Service) due(tx *storage.Tx) error {
	_, due, err := storage.FindFirst(tx.ImportItems.List(storage.ImportItemQuery{Status: storage.ImportQueued, DueBy: s.stamp(), Queue: true, Limit: 1}))
	if err == nil && !due {
		var run storage.Run
		run, err = open(tx)
		if _, cut := runner.Interrupted(run); err == nil && !cut {
			return errNotDue
		}
	}
	if err != nil {
		return err
	}
	return s.fleet.CheckCooldown(tx)
}

// open returns the run that has not ended, zero if there is none.
func open(tx *storage.Tx) (storage.Run, error) {
	run, _, err := storage.FindFirst(tx.Runs.List(storage.RunQuery{Runner: Runner, Open: true, Limit: 1}))
	return run, err
}

// begin starts a run, or resumes an interrupted one, if there is work now.
func (s *Service) begin(ctx context.Context, runs *runner.Engine, initiator string) (storage.Run, error) {
	if err := s.store.View(ctx, s.due); err != nil { // most calls end here, without a write
		return storage.Run{}, err
	}
	return runs.Start(ctx, runner.StartOptions{Runner: Runner, Initiator: initiator, If: s.due})
}

// Worked is the result of [Service.Work].
type Worked struct {
	Processed   int    `json:"processed"`         // the number of items that were processed
	Succeeded   int    `json:"succeeded"`         // the number of items that succeeded
	Failed      int    `json:"failed"`            // the number of items that failed
	RateLimited int    `json:"rateLimited"`       // 1 if the App Store was rate limiting, otherwise 0
	Skipped     string `json:"skipped,omitempty"` // why nothing was processed; missing: something was
	// When requests to the App Store are allowed again; null: now.
	PausedUntil storage.NullTime `json:"pausedUntil,omitzero"`
	Status      Queue            `json:"status"` // the status
}

// Why [Service.Work] did nothing.
const (
	SkippedPaused = "paused" // the cooldown lasts
	SkippedBusy   = "busy"   // a run took longer than the timeout, or is paused
	SkippedEmpty  = "empty"  // nothing is queued
)

// workTimeout limits how long [Service.Work] waits for a run.
const workTimeout = 25 * time.Second

// Work makes every item of the queue due, works on them, and waits for some 25 seconds.
// What is left then continues in the background. During a cooldown it does nothing. The
// error is [runner.ErrStopping], the context's or the database's.
func (s *Service) Work(ctx context.Context, runs *runner.Engine) (w Worked, err error) {
	if err := s.hasten(ctx); err != nil {
		return w, err
	}
	waiting, cancel := context.WithTimeout(ctx, workTimeout)
	defer cancel()
	for err == nil {
		err = s.workOnce(waiting, runs, &w)
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
	case waiting.Err() != nil, errors.Is(err, runner.ErrBusy):
		if w.Processed == 0 {
			w.Skipped = SkippedBusy
		}
	default:
		return w, err
	}
	if w.Status, err = s.Queue(ctx); err == nil {
		w.PausedUntil = w.Status.PausedUntil
	}
	return w, err
}

// hasten makes every item of the queue due.
func (s *Service) hasten(ctx context.Context) error {
	return s.store.Update(ctx, func(tx *storage.Tx) error {
		var later []storage.ImportItem
		for item, err := range tx.ImportItems.List(storage.ImportItemQuery{Status: storage.ImportQueued, Queue: true}) {
			if err != nil {
				return err
			}
			if item.NextAttempt != 0 {
				item.NextAttempt = 0
				later = append(later, item)
			}
		}
		return tx.ImportItems.Put(later...)
	})
}

// workOnce starts a run, or joins the current one, and counts its results.
func (s *Service) workOnce(ctx context.Context, runs *runner.Engine, w *Worked) error {
	run, err := s.begin(ctx, runs, runner.Manual)
	if errors.Is(err, runner.ErrBusy) || errors.Is(err, errNotDue) {
		run, err = s.underWay(ctx, err)
	}
	if err != nil {
		return err
	}
	ended, err := runs.Wait(ctx, run.ID)
	if ended.ID == "" {
		if ended, err = s.runNow(ctx, run.ID, err); ended.ID == "" {
			return err
		}
	}
	w.Succeeded += ended.Completed - run.Completed
	w.Failed += ended.Failed - run.Failed
	w.Processed = w.Succeeded + w.Failed
	if reason, cut := runner.Interrupted(ended); cut && reason == tracked.InterruptRateLimited {
		w.RateLimited = 1
	}
	if errors.Is(err, runner.ErrFailed) { // the failure was recorded, and the items are still due
		return errNotDue
	}
	return err
}

// underWay returns the current run, or the error none.
func (s *Service) underWay(ctx context.Context, none error) (storage.Run, error) {
	run, err := storage.View(ctx, s.store, open)
	if err == nil && run.Status != storage.RunRunning {
		err = none
	}
	return run, err
}

// runNow returns the current state of a run, for a caller that no longer waits for it.
func (s *Service) runNow(ctx context.Context, id string, why error) (storage.Run, error) {
	run, err := storage.View(context.WithoutCancel(ctx), s.store, func(tx *storage.Tx) (storage.Run, error) { return tx.Runs.Get(id) })
	if err != nil {
		return run, errors.Join(why, err)
	}
	return run, why
}
