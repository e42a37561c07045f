package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// ErrAbandoned means that an item counts as failed because processes ended twice while
// working on it. Another attempt might end the next process.
var ErrAbandoned = errors.New("the process ended twice while working on this app; skipped")

// Abandoner is an optional interface of a [Job] that records abandoned items.
type Abandoner interface {
	// Abandon records that an item failed with [ErrAbandoned], in the transaction that
	// counts it as failed. If Abandon fails repeatedly, its writes are rolled back and the
	// item is abandoned without a record. Abandon must not repeat the work that may have
	// ended the process.
	Abandon(tx *storage.Tx, item Item) (Abandoned, error)
}

// Abandoned is what a [Job] reports about an abandoned item.
type Abandoned struct {
	App    storage.AppID   // the app of the item; zero: not tracked
	Totals json.RawMessage // as in [Outcome]
	Detail json.RawMessage // as in [Outcome]
}

// abandonError means that a job could not record an abandoned item.
type abandonError struct{ error }

func (e *abandonError) Unwrap() error { return e.error }

// abandoned is an abandoned item, with its run before and after.
type abandoned struct {
	item   Item
	after  storage.Run
	app    storage.AppID
	detail json.RawMessage
	counts int // number of crashes
}

// abandonItem fails an item. It does not write the run.
func (e *Engine) abandonItem(tx *storage.Tx, job guarded, run storage.Run, at storage.RunItem) (abandoned, error) {
	title, err := job.Title(tx, at.Subject)
	if err != nil && !panicked(err) {
		return abandoned{}, err
	}
	one := abandoned{item: Item{Run: run, Seq: at.Seq, Subject: at.Subject, Title: title, Checkpoint: at.Detail}, counts: at.Crashes}
	record, err := job.Abandon(tx, one.item)
	if err != nil {
		return one, &abandonError{err}
	}
	one.app, one.detail = record.App, record.Detail
	run.Failed++
	run.UpdatedAt = e.stamp()
	if record.Totals != nil {
		run.Totals = record.Totals
	}
	at.Done, at.Waiting, at.Outcome, at.Detail = true, false, string(Failed), activity.Detail(map[string]string{"error": ErrAbandoned.Error()})
	if err := tx.RunItems.Put(at); err != nil {
		return one, err
	}
	one.after = run
	return one, notify.Post(tx, e.stamp(), e.random, one.notice())
}

// notice returns the notification about an abandoned item. It is posted even where resumed
// runs cause no notification, because the run is incomplete.
func (a abandoned) notice() notify.Notice {
	name := a.item.Title
	if name == "" {
		name = a.item.Subject
	}
	run := a.item.Run
	return notify.Notice{
		App: a.app, AppName: name, Type: storage.NoticeJobResumed,
		Changes: []storage.Entry{{
			Type:        storage.EntryType(run.Runner + "_abandoned"),
			Description: fmt.Sprintf("The %s run %s failed %s: %v.", run.Runner, run.ID, name, ErrAbandoned),
			More: activity.Detail(map[string]any{
				"runId": run.ID, "runner": run.Runner, "appName": name, "error": ErrAbandoned.Error(),
				"appsRemaining": Left(run) - 1, "totalApps": run.Total,
			}),
		}},
	}
}

// reportAbandoned logs and publishes that an item was abandoned.
func (e *Engine) reportAbandoned(ctx context.Context, a abandoned) {
	e.log.ErrorContext(ctx, "item abandoned", "runner", a.after.Runner, "run_id", a.after.ID, "app_id", a.app, "subject", a.item.Subject,
		"name", a.item.Title, "crashes", a.counts, "error", ErrAbandoned)
	e.publish(Event{Kind: ItemStarted, Run: a.item.Run, Item: a.item})
	e.publish(Event{Kind: ItemDone, Run: a.after, Item: a.item, State: Failed, Detail: a.detail})
}
