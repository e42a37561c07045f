package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// historyActivity is the type of every line on imports of history.
const historyActivity = "wayback_import"

// historyLine is what the activity log is told of the import of one app.
type historyLine struct {
	mode   string
	result HistoryResult
	began  storage.Time
	err    error // why it did not come to its end; nil: it did

	ofRun, resumed bool
}

// tellOfHistory writes a line on the import of an app, if there still is one.
func (l *Library) tellOfHistory(tx storage.Tx, h historyLine) error {
	app, err := tx.Apps().Get(h.result.App)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	line := storage.Activity{
		Type: historyActivity, Status: h.status(), App: app.ID, AppName: storage.Text(app.Name),
		StartedAt: h.began, EndedAt: storage.NullTime(l.stamp()), Summary: storage.Text(app.Name + ": " + h.result.sentence()),
	}
	members := map[string]any{"mode": h.mode, "result": h.result}
	if h.ofRun {
		members["resumedRun"] = h.resumed
	}
	if h.err != nil {
		line.Summary = storage.Text("Could not import the history of " + app.Name)
		members["errorMessage"] = Explain(h.err)
		if errors.Is(h.err, runner.ErrAbandoned) {
			line.Summary = abandonedSummary(app.Name)
		}
	}
	line.Detail = detail(members)
	return activity.Record(tx, l.random, line)
}

func (h historyLine) status() string {
	switch {
	case errors.Is(h.err, context.Canceled), errors.Is(h.err, context.DeadlineExceeded), errors.Is(h.err, runner.ErrStopping):
		return activity.Cancelled
	case h.err == nil && h.result.Failed == 0:
		return activity.OK
	case h.result.Imported+h.result.Unchanged > 0:
		return activity.Partial
	}
	return activity.Failed
}

// noteRequest records that the archive was asked to capture an app's page: a
// snapshot that is no state of the app, and that the feed never shows.
func (l *Library) noteRequest(tx storage.Tx, id storage.AppID, o TargetOutcome) error {
	if _, err := tx.Apps().Get(id); errors.Is(err, storage.ErrNotFound) {
		return errRemoved
	} else if err != nil {
		return err
	}
	newest, err := newestOf(tx, id)
	if err != nil {
		return err
	}
	snapshot := storage.Snapshot{
		ID:     storage.SnapshotID{App: id, At: momentAfter(newest, l.stamp())},
		Source: storage.SourceLive, TriggeredBy: storage.TriggerWayback, Entries: 1,
	}
	if err := tx.Snapshots().Put(snapshot); err != nil {
		return err
	}
	return tx.Changes().Put(changesOf(snapshot, []storage.Entry{{
		Type: storage.EntryWayback, Category: storage.CategoryWaybackAttempt,
		Description: fmt.Sprintf("The web archive had no page of %s, and was asked to capture one.", o.TargetDate.Std().Format("January 2006")),
		More:        detail(map[string]any{"waybackEvent": o.Outcome, "saveNowUrl": o.SaveNowURL, "targetDate": o.TargetDate}),
	}})...)
}

// explainCapture says in a sentence for people why a capture was of no use.
func explainCapture(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, ErrNoMemento):
		return "The web archive has no page of the app at that moment."
	case errors.Is(err, ErrTooLarge):
		return "The archived page was too large."
	case errors.Is(err, ErrLayout):
		return "No privacy label was found on the archived page."
	}
	return Explain(err)
}

// explainSave says in a sentence for people why the archive did not capture a page.
func explainSave(err error) string {
	if errors.Is(err, ErrArchiveThrottled) || errors.Is(err, ErrArchiveUnavailable) {
		return Explain(err)
	}
	return "The web archive did not capture the page."
}
