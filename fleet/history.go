package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// tellPatience is how long it may take to tell of an import that nobody waits for.
const tellPatience = 10 * time.Second

// ErrNoURL says that an app has no address in the store, so that its past cannot
// be looked for.
var ErrNoURL = errors.New("the app has no address in the store")

// What becomes of a target of an import of history.
const (
	HistoryExisting     = "skipped_existing"        // something archived stands for it already
	HistoryDrift        = "skipped_drift"           // the nearest capture is too far from it
	HistoryRequested    = "requested_snapshot"      // nothing is archived: the archive was asked to capture the page now
	HistorySaveFailed   = "skipped_save_now_failed" // … and would not
	HistoryNoCapture    = "skipped_no_capture"      // no capture is of use
	HistoryFetchFailure = "skipped_fetch_failure"   // the archive did not hand out what it has
	HistoryParseFailure = "skipped_parse_failure"   // what it handed out tells no label
	HistoryImported     = "imported"                // a state that differs from the one before, or the first
	HistoryUnchanged    = "unchanged"               // a state as the one before

	// HistoryWaiting is no end: the archive wants to be left alone until
	// [TargetOutcome.Until]. A run tells it, a result never has it.
	HistoryWaiting = "waiting"
)

// TargetOutcome is what became of a target of an import of history. In a bulk
// run, those who follow it are told each.
type TargetOutcome struct {
	TargetDate   storage.Time `json:"targetDate,omitzero"` // one of HistoryTargets
	Outcome      string       `json:"outcome"`             // one of the constants
	CaptureDate  storage.Time `json:"captureDate,omitzero"`
	WaybackURL   string       `json:"waybackUrl,omitzero"`
	ChangeCount  *int         `json:"changeCount,omitempty"` // with HistoryImported and HistoryUnchanged
	SaveNowURL   string       `json:"saveNowUrl,omitzero"`   // with HistoryRequested
	ErrorMessage string       `json:"errorMessage,omitzero"` // a sentence for people
	Until        storage.Time `json:"until,omitzero"`        // with HistoryWaiting
}

// HistoryResult is what an import of an app's past came to. Attempted is the sum
// of the five numbers after it.
type HistoryResult struct {
	App                storage.AppID   `json:"appId"`
	Attempted          int             `json:"attempted"` // targets
	Imported           int             `json:"imported"`
	Unchanged          int             `json:"unchanged"`
	Skipped            int             `json:"skipped"`
	Failed             int             `json:"failed"`
	SnapshotsRequested int             `json:"snapshotsRequested"`
	Targets            []TargetOutcome `json:"targets"` // in order of time, never nil
}

// resultOf counts what became of targets.
func resultOf(app storage.AppID, targets []TargetOutcome) HistoryResult {
	r := HistoryResult{App: app, Attempted: len(targets), Targets: orEmpty(targets)}
	for _, t := range targets {
		switch t.Outcome {
		case HistoryImported:
			r.Imported++
		case HistoryUnchanged:
			r.Unchanged++
		case HistoryRequested:
			r.SnapshotsRequested++
		default:
			if failed(t.Outcome) {
				r.Failed++
			} else {
				r.Skipped++
			}
		}
	}
	return r
}

// failed says whether an outcome is a failure, which another import may mend.
func failed(outcome string) bool {
	return outcome == HistoryFetchFailure || outcome == HistoryParseFailure
}

// sentence tells the result in a few words.
func (r HistoryResult) sentence() string {
	return countsOf(r.Imported, r.Unchanged, r.Skipped, r.Failed, r.SnapshotsRequested)
}

func countsOf(imported, unchanged, skipped, failed, requested int) string {
	s := fmt.Sprintf("%d imported, %d unchanged, %d skipped", imported, unchanged, skipped)
	if failed > 0 {
		s += fmt.Sprintf(", %d failed", failed)
	}
	if requested > 0 {
		s += fmt.Sprintf(", %d requested", requested)
	}
	return s
}

// ImportHistory reads the past of an app from the web archive, one page for each
// step of so many months ([MaxHistoryMonths] at most; anything else is
// [DefaultHistoryMonths]), and keeps each page as soon as it is read. Imports of
// one app wait for each other; a refresh does not wait for them.
//
// The error wraps [ErrNotSupported] when there is no archive,
// storage.ErrNotFound when the app is not tracked, or not any more, [ErrNoURL] or
// [runner.ErrStopping], is an [*ArchiveError] when the archive throttles or was
// not to be had at all, or the context's or the store's. What was imported before
// is kept, and is in the result.
func (l *Library) ImportHistory(ctx context.Context, id storage.AppID, months int) (HistoryResult, error) {
	if l.archive == nil {
		return resultOf(id, nil), fmt.Errorf("import of history: %w", ErrNotSupported)
	}
	work, stop, done, ok := l.work.Join(ctx)
	if !ok {
		return resultOf(id, nil), runner.ErrStopping
	}
	defer done()
	end, err := l.importing.take(work, id)
	if err != nil {
		return resultOf(id, nil), l.whyEnded(ctx, err)
	}
	defer end()
	app, err := l.withURL(work, id)
	if err != nil {
		return resultOf(id, nil), l.whyEnded(ctx, err)
	}
	im := l.importer(app, historyMonths(months), stop)
	im.keep = func(ctx context.Context, _ progress, write func(storage.Tx) error) error {
		if write == nil {
			return nil
		}
		return l.store.Update(ctx, write)
	}
	err = im.run(work)
	result := resultOf(id, im.Decided)
	if errors.Is(err, errRemoved) {
		return result, fmt.Errorf("app %d: %w", id, storage.ErrNotFound)
	}
	err = l.whyEnded(ctx, err)
	// The line tells also of an import that nobody waits for any more.
	telling, cancel := context.WithTimeout(context.WithoutCancel(ctx), tellPatience)
	defer cancel()
	told := l.store.Update(telling, func(tx storage.Tx) error {
		return l.tellOfHistory(tx, historyLine{mode: "app", result: result, began: im.Began, err: err})
	})
	return result, errors.Join(err, told)
}

// whyEnded makes the end of the library's own context the error that says so.
func (l *Library) whyEnded(caller context.Context, err error) error {
	if errors.Is(err, context.Canceled) && caller.Err() == nil {
		return runner.ErrStopping
	}
	return err
}

// withURL returns an app whose past can be looked for.
func (l *Library) withURL(ctx context.Context, id storage.AppID) (app storage.App, err error) {
	err = l.store.View(ctx, func(tx storage.Tx) (err error) {
		app, err = tx.Apps().Get(id)
		return err
	})
	if err == nil && strings.TrimSpace(app.URL) == "" {
		err = fmt.Errorf("app %d: %w", id, ErrNoURL)
	}
	return app, err
}
